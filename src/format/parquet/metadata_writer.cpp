#include "format/parquet/metadata.h"
#include "format/parquet/thrift_writer.h"

// Field numbers are those of parquet.thrift in apache/parquet-format.
namespace stoa::parquet {
namespace {

void write_time_unit(int id, TimeUnit unit, CompactWriter& writer) {
  writer.begin_struct(id);
  writer.begin_struct(static_cast<int>(unit));
  writer.end_struct();
  writer.end_struct();
}

void write_annotation(const AnnotationDetail& detail, CompactWriter& writer) {
  writer.begin_struct(10);
  writer.begin_struct(static_cast<int>(detail.kind));
  switch (detail.kind) {
    case Annotation::kDecimal:
      writer.field_int32(1, detail.scale);
      writer.field_int32(2, detail.precision);
      break;
    case Annotation::kTime:
    case Annotation::kTimestamp:
      writer.field_bool(1, detail.is_adjusted_to_utc);
      write_time_unit(2, detail.unit, writer);
      break;
    case Annotation::kInteger:
      writer.field_int8(1, static_cast<int8_t>(detail.bit_width));
      writer.field_bool(2, detail.is_signed);
      break;
    default: break;
  }
  writer.end_struct();
  writer.end_struct();
}

void write_schema_element(const SchemaElement& element, bool is_root, CompactWriter& writer) {
  writer.begin_element_struct();
  if (element.type.has_value()) {
    writer.field_int32(1, static_cast<int32_t>(*element.type));
  }
  if (element.type_length != 0) {
    writer.field_int32(2, element.type_length);
  }
  if (!is_root) {
    writer.field_int32(3, static_cast<int32_t>(element.repetition));
  }
  writer.field_binary(4, element.name);
  if (!element.type.has_value()) {
    writer.field_int32(5, element.child_count);
  }
  if (element.converted != ConvertedType::kNone) {
    writer.field_int32(6, static_cast<int32_t>(element.converted));
  }
  if (element.converted == ConvertedType::kDecimal) {
    writer.field_int32(7, element.scale);
    writer.field_int32(8, element.precision);
  }
  if (element.annotation.kind != Annotation::kNone) {
    write_annotation(element.annotation, writer);
  }
  writer.end_struct();
}

void write_statistics(int id, const Statistics& statistics, CompactWriter& writer) {
  writer.begin_struct(id);
  if (statistics.null_count.has_value()) {
    writer.field_int64(3, *statistics.null_count);
  }
  if (statistics.max_value.has_value()) {
    writer.field_binary(5, *statistics.max_value);
  }
  if (statistics.min_value.has_value()) {
    writer.field_binary(6, *statistics.min_value);
  }
  if (statistics.is_max_exact.has_value()) {
    writer.field_bool(7, *statistics.is_max_exact);
  }
  if (statistics.is_min_exact.has_value()) {
    writer.field_bool(8, *statistics.is_min_exact);
  }
  writer.end_struct();
}

void write_chunk_metadata(const ColumnChunk& chunk, CompactWriter& writer) {
  writer.begin_struct(3);
  writer.field_int32(1, static_cast<int32_t>(chunk.type));
  writer.begin_list(2, WireType::kInt32, chunk.encodings.size());
  for (const Encoding encoding : chunk.encodings) {
    writer.element_int32(static_cast<int32_t>(encoding));
  }
  writer.begin_list(3, WireType::kBinary, chunk.path.size());
  for (const std::string& name : chunk.path) {
    writer.element_binary(name);
  }
  writer.field_int32(4, static_cast<int32_t>(chunk.codec));
  writer.field_int64(5, chunk.value_count);
  writer.field_int64(6, chunk.total_uncompressed_bytes);
  writer.field_int64(7, chunk.total_compressed_bytes);
  writer.field_int64(9, chunk.data_page_offset);
  if (chunk.dictionary_page_offset != 0) {
    writer.field_int64(11, chunk.dictionary_page_offset);
  }
  write_statistics(12, chunk.statistics, writer);
  if (!chunk.encoding_statistics.empty()) {
    writer.begin_list(13, WireType::kStruct, chunk.encoding_statistics.size());
    for (const PageEncodingStatistics& statistics : chunk.encoding_statistics) {
      writer.begin_element_struct();
      writer.field_int32(1, static_cast<int32_t>(statistics.page_type));
      writer.field_int32(2, static_cast<int32_t>(statistics.encoding));
      writer.field_int32(3, statistics.count);
      writer.end_struct();
    }
  }
  writer.end_struct();
}

void write_column_chunk(const ColumnChunk& chunk, CompactWriter& writer) {
  writer.begin_element_struct();
  writer.field_int64(2, 0);
  write_chunk_metadata(chunk, writer);
  if (chunk.offset_index_bytes != 0) {
    writer.field_int64(4, chunk.offset_index_offset);
    writer.field_int32(5, chunk.offset_index_bytes);
  }
  if (chunk.column_index_bytes != 0) {
    writer.field_int64(6, chunk.column_index_offset);
    writer.field_int32(7, chunk.column_index_bytes);
  }
  writer.end_struct();
}

void write_row_group(const RowGroup& group, CompactWriter& writer) {
  writer.begin_element_struct();
  writer.begin_list(1, WireType::kStruct, group.columns.size());
  for (const ColumnChunk& chunk : group.columns) {
    write_column_chunk(chunk, writer);
  }
  writer.field_int64(2, group.total_bytes);
  writer.field_int64(3, group.row_count);
  writer.field_int64(5, group.file_offset);
  writer.field_int64(6, group.total_compressed_bytes);
  writer.end_struct();
}

}  // namespace

void write_file_metadata(const FileMetadata& metadata, std::string& out) {
  CompactWriter writer(out);
  writer.field_int32(1, metadata.version);
  writer.begin_list(2, WireType::kStruct, metadata.schema.size());
  for (size_t i = 0; i < metadata.schema.size(); ++i) {
    write_schema_element(metadata.schema[i], i == 0, writer);
  }
  writer.field_int64(3, metadata.row_count);
  writer.begin_list(4, WireType::kStruct, metadata.row_groups.size());
  for (const RowGroup& group : metadata.row_groups) {
    write_row_group(group, writer);
  }
  if (!metadata.key_values.empty()) {
    writer.begin_list(5, WireType::kStruct, metadata.key_values.size());
    for (const KeyValue& pair : metadata.key_values) {
      writer.begin_element_struct();
      writer.field_binary(1, pair.key);
      writer.field_binary(2, pair.value);
      writer.end_struct();
    }
  }
  writer.field_binary(6, metadata.created_by);
  writer.begin_list(7, WireType::kStruct, metadata.has_type_order.size());
  for (size_t i = 0; i < metadata.has_type_order.size(); ++i) {
    // The union's member TYPE_ORDER, an empty struct.
    writer.begin_element_struct();
    writer.begin_struct(1);
    writer.end_struct();
    writer.end_struct();
  }
  writer.end();
}

void write_page_header(const PageHeader& header, std::string& out) {
  CompactWriter writer(out);
  writer.field_int32(1, static_cast<int32_t>(header.type));
  writer.field_int32(2, header.uncompressed_bytes);
  writer.field_int32(3, header.compressed_bytes);
  if (header.crc.has_value()) {
    writer.field_int32(4, static_cast<int32_t>(*header.crc));
  }
  if (header.data.has_value()) {
    writer.begin_struct(5);
    writer.field_int32(1, header.data->value_count);
    writer.field_int32(2, static_cast<int32_t>(header.data->encoding));
    writer.field_int32(3, static_cast<int32_t>(header.data->definition_encoding));
    writer.field_int32(4, static_cast<int32_t>(header.data->repetition_encoding));
    writer.end_struct();
  }
  if (header.dictionary.has_value()) {
    writer.begin_struct(7);
    writer.field_int32(1, header.dictionary->value_count);
    writer.field_int32(2, static_cast<int32_t>(header.dictionary->encoding));
    writer.end_struct();
  }
  if (header.data_v2.has_value()) {
    writer.begin_struct(8);
    writer.field_int32(1, header.data_v2->value_count);
    writer.field_int32(2, header.data_v2->null_count);
    writer.field_int32(3, header.data_v2->row_count);
    writer.field_int32(4, static_cast<int32_t>(header.data_v2->encoding));
    writer.field_int32(5, header.data_v2->definition_bytes);
    writer.field_int32(6, header.data_v2->repetition_bytes);
    writer.field_bool(7, header.data_v2->is_compressed);
    writer.end_struct();
  }
  writer.end();
}

void write_offset_index(const OffsetIndex& index, std::string& out) {
  CompactWriter writer(out);
  writer.begin_list(1, WireType::kStruct, index.pages.size());
  for (const PageLocation& page : index.pages) {
    writer.begin_element_struct();
    writer.field_int64(1, page.offset);
    writer.field_int32(2, page.compressed_bytes);
    writer.field_int64(3, page.first_row);
    writer.end_struct();
  }
  writer.end();
}

void write_column_index(const ColumnIndex& index, std::string& out) {
  CompactWriter writer(out);
  writer.begin_list(1, WireType::kTrue, index.null_pages.size());
  for (const bool is_null : index.null_pages) {
    writer.element_bool(is_null);
  }
  writer.begin_list(2, WireType::kBinary, index.min_values.size());
  for (const std::string& value : index.min_values) {
    writer.element_binary(value);
  }
  writer.begin_list(3, WireType::kBinary, index.max_values.size());
  for (const std::string& value : index.max_values) {
    writer.element_binary(value);
  }
  writer.field_int32(4, index.boundary_order);
  if (!index.null_counts.empty()) {
    writer.begin_list(5, WireType::kInt64, index.null_counts.size());
    for (const int64_t count : index.null_counts) {
      writer.element_int64(count);
    }
  }
  writer.end();
}

}  // namespace stoa::parquet
