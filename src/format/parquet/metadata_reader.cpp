#include <utility>

#include "format/parquet/metadata.h"
#include "format/parquet/thrift_reader.h"

// Field numbers are those of parquet.thrift in apache/parquet-format.
namespace stoa::parquet {
namespace {

/// The member of TimeUnit: a union of empty structs.
TimeUnit read_time_unit(CompactReader& reader) {
  TimeUnit unit = TimeUnit::kNone;
  reader.read_struct([&](const WireField& field) {
    unit = static_cast<TimeUnit>(field.id);
    reader.skip(field);
  });
  return unit;
}

void read_annotation_members(CompactReader& reader, AnnotationDetail& detail) {
  reader.read_struct([&](const WireField& field) {
    switch (detail.kind) {
      case Annotation::kDecimal:
        if (field.id == 1) {
          detail.scale = reader.read_int32(field);
          return;
        }
        if (field.id == 2) {
          detail.precision = reader.read_int32(field);
          return;
        }
        break;
      case Annotation::kTime:
      case Annotation::kTimestamp:
        if (field.id == 1) {
          detail.is_adjusted_to_utc = reader.read_bool(field);
          return;
        }
        if (field.id == 2 && field.type == WireType::kStruct) {
          detail.unit = read_time_unit(reader);
          return;
        }
        break;
      case Annotation::kInteger:
        if (field.id == 1) {
          detail.bit_width = reader.read_int32(field);
          return;
        }
        if (field.id == 2) {
          detail.is_signed = reader.read_bool(field);
          return;
        }
        break;
      default: break;
    }
    reader.skip(field);
  });
}

AnnotationDetail read_annotation(CompactReader& reader) {
  AnnotationDetail detail;
  reader.read_struct([&](const WireField& field) {
    detail.kind = static_cast<Annotation>(field.id);
    if (field.type == WireType::kStruct) {
      read_annotation_members(reader, detail);
    } else {
      reader.skip(field);
    }
  });
  return detail;
}

SchemaElement read_schema_element(CompactReader& reader) {
  SchemaElement element;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1: element.type = static_cast<ParquetType>(reader.read_int32(field)); break;
      case 2: element.type_length = reader.read_int32(field); break;
      case 3: element.repetition = static_cast<Repetition>(reader.read_int32(field)); break;
      case 4: element.name = reader.read_binary(field); break;
      case 5: element.child_count = reader.read_int32(field); break;
      case 6: element.converted = static_cast<ConvertedType>(reader.read_int32(field)); break;
      case 7: element.scale = reader.read_int32(field); break;
      case 8: element.precision = reader.read_int32(field); break;
      case 10:
        if (field.type == WireType::kStruct) {
          element.annotation = read_annotation(reader);
        } else {
          reader.skip(field);
        }
        break;
      default: reader.skip(field);
    }
  });
  return element;
}

Statistics read_statistics(CompactReader& reader) {
  Statistics statistics;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1: statistics.legacy_max = reader.read_binary(field); break;
      case 2: statistics.legacy_min = reader.read_binary(field); break;
      case 3: statistics.null_count = reader.read_int64(field); break;
      case 4: statistics.distinct_count = reader.read_int64(field); break;
      case 5: statistics.max_value = reader.read_binary(field); break;
      case 6: statistics.min_value = reader.read_binary(field); break;
      case 7: statistics.is_max_exact = reader.read_bool(field); break;
      case 8: statistics.is_min_exact = reader.read_bool(field); break;
      default: reader.skip(field);
    }
  });
  return statistics;
}

PageEncodingStatistics read_encoding_statistics(CompactReader& reader) {
  PageEncodingStatistics statistics;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1: statistics.page_type = static_cast<PageType>(reader.read_int32(field)); break;
      case 2: statistics.encoding = static_cast<Encoding>(reader.read_int32(field)); break;
      case 3: statistics.count = reader.read_int32(field); break;
      default: reader.skip(field);
    }
  });
  return statistics;
}

void read_chunk_metadata(CompactReader& reader, ColumnChunk& chunk) {
  chunk.has_metadata = true;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1: chunk.type = static_cast<ParquetType>(reader.read_int32(field)); break;
      case 2:
        reader.read_list(field, WireType::kInt32,
                         [&] { chunk.encodings.push_back(static_cast<Encoding>(reader.element_int32())); });
        break;
      case 3:
        reader.read_list(field, WireType::kBinary, [&] { chunk.path.emplace_back(reader.element_binary()); });
        break;
      case 4: chunk.codec = static_cast<Codec>(reader.read_int32(field)); break;
      case 5: chunk.value_count = reader.read_int64(field); break;
      case 6: chunk.total_uncompressed_bytes = reader.read_int64(field); break;
      case 7: chunk.total_compressed_bytes = reader.read_int64(field); break;
      case 9: chunk.data_page_offset = reader.read_int64(field); break;
      case 11: chunk.dictionary_page_offset = reader.read_int64(field); break;
      case 12:
        if (field.type != WireType::kStruct) {
          raise_malformed("column statistics are no struct");
        }
        chunk.statistics = read_statistics(reader);
        break;
      case 13:
        reader.read_list(field, WireType::kStruct,
                         [&] { chunk.encoding_statistics.push_back(read_encoding_statistics(reader)); });
        break;
      default: reader.skip(field);
    }
  });
}

ColumnChunk read_column_chunk(CompactReader& reader) {
  ColumnChunk chunk;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1: chunk.file_path = reader.read_binary(field); break;
      case 3:
        if (field.type != WireType::kStruct) {
          raise_malformed("column metadata is no struct");
        }
        read_chunk_metadata(reader, chunk);
        break;
      case 4: chunk.offset_index_offset = reader.read_int64(field); break;
      case 5: chunk.offset_index_bytes = reader.read_int32(field); break;
      case 6: chunk.column_index_offset = reader.read_int64(field); break;
      case 7: chunk.column_index_bytes = reader.read_int32(field); break;
      case 8:
        chunk.is_encrypted = true;
        reader.skip(field);
        break;
      default: reader.skip(field);
    }
  });
  return chunk;
}

RowGroup read_row_group(CompactReader& reader) {
  RowGroup group;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1:
        reader.read_list(field, WireType::kStruct,
                         [&] { group.columns.push_back(read_column_chunk(reader)); });
        break;
      case 2: group.total_bytes = reader.read_int64(field); break;
      case 3: group.row_count = reader.read_int64(field); break;
      case 5: group.file_offset = reader.read_int64(field); break;
      case 6: group.total_compressed_bytes = reader.read_int64(field); break;
      default: reader.skip(field);
    }
  });
  return group;
}

KeyValue read_key_value(CompactReader& reader) {
  KeyValue pair;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1: pair.key = reader.read_binary(field); break;
      case 2: pair.value = reader.read_binary(field); break;
      default: reader.skip(field);
    }
  });
  return pair;
}

/// ColumnOrder: a union whose first member means the order of the type.
bool read_is_type_order(CompactReader& reader) {
  bool is_type_order = false;
  reader.read_struct([&](const WireField& field) {
    is_type_order = field.id == 1;
    reader.skip(field);
  });
  return is_type_order;
}

DataPageHeader read_data_page_header(CompactReader& reader) {
  DataPageHeader header;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1: header.value_count = reader.read_int32(field); break;
      case 2: header.encoding = static_cast<Encoding>(reader.read_int32(field)); break;
      case 3: header.definition_encoding = static_cast<Encoding>(reader.read_int32(field)); break;
      case 4: header.repetition_encoding = static_cast<Encoding>(reader.read_int32(field)); break;
      default: reader.skip(field);
    }
  });
  return header;
}

DataPageHeaderV2 read_data_page_header_v2(CompactReader& reader) {
  DataPageHeaderV2 header;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1: header.value_count = reader.read_int32(field); break;
      case 2: header.null_count = reader.read_int32(field); break;
      case 3: header.row_count = reader.read_int32(field); break;
      case 4: header.encoding = static_cast<Encoding>(reader.read_int32(field)); break;
      case 5: header.definition_bytes = reader.read_int32(field); break;
      case 6: header.repetition_bytes = reader.read_int32(field); break;
      case 7: header.is_compressed = reader.read_bool(field); break;
      default: reader.skip(field);
    }
  });
  return header;
}

DictionaryPageHeader read_dictionary_page_header(CompactReader& reader) {
  DictionaryPageHeader header;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1: header.value_count = reader.read_int32(field); break;
      case 2: header.encoding = static_cast<Encoding>(reader.read_int32(field)); break;
      default: reader.skip(field);
    }
  });
  return header;
}

PageLocation read_page_location(CompactReader& reader) {
  PageLocation location;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1: location.offset = reader.read_int64(field); break;
      case 2: location.compressed_bytes = reader.read_int32(field); break;
      case 3: location.first_row = reader.read_int64(field); break;
      default: reader.skip(field);
    }
  });
  return location;
}

}  // namespace

FileMetadata read_file_metadata(std::span<const std::byte> bytes) {
  CompactReader reader(bytes);
  FileMetadata metadata;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1: metadata.version = reader.read_int32(field); break;
      case 2:
        reader.read_list(field, WireType::kStruct,
                         [&] { metadata.schema.push_back(read_schema_element(reader)); });
        break;
      case 3: metadata.row_count = reader.read_int64(field); break;
      case 4:
        reader.read_list(field, WireType::kStruct,
                         [&] { metadata.row_groups.push_back(read_row_group(reader)); });
        break;
      case 5:
        reader.read_list(field, WireType::kStruct,
                         [&] { metadata.key_values.push_back(read_key_value(reader)); });
        break;
      case 6: metadata.created_by = reader.read_binary(field); break;
      case 7:
        reader.read_list(field, WireType::kStruct,
                         [&] { metadata.has_type_order.push_back(read_is_type_order(reader)); });
        break;
      case 8:
        metadata.is_encrypted = true;
        reader.skip(field);
        break;
      default: reader.skip(field);
    }
  });
  return metadata;
}

PageHeader read_page_header(std::span<const std::byte> bytes, size_t& header_bytes) {
  CompactReader reader(bytes);
  PageHeader header;
  reader.read_struct([&](const WireField& field) {
    const bool is_struct = field.type == WireType::kStruct;
    switch (field.id) {
      case 1: header.type = static_cast<PageType>(reader.read_int32(field)); return;
      case 2: header.uncompressed_bytes = reader.read_int32(field); return;
      case 3: header.compressed_bytes = reader.read_int32(field); return;
      case 4: header.crc = static_cast<uint32_t>(reader.read_int32(field)); return;
      case 5:
        if (is_struct) {
          header.data = read_data_page_header(reader);
          return;
        }
        break;
      case 7:
        if (is_struct) {
          header.dictionary = read_dictionary_page_header(reader);
          return;
        }
        break;
      case 8:
        if (is_struct) {
          header.data_v2 = read_data_page_header_v2(reader);
          return;
        }
        break;
      default: break;
    }
    reader.skip(field);
  });
  header_bytes = reader.consumed_bytes();
  return header;
}

OffsetIndex read_offset_index(std::span<const std::byte> bytes) {
  CompactReader reader(bytes);
  OffsetIndex index;
  reader.read_struct([&](const WireField& field) {
    if (field.id == 1) {
      reader.read_list(field, WireType::kStruct, [&] { index.pages.push_back(read_page_location(reader)); });
    } else {
      reader.skip(field);
    }
  });
  return index;
}

ColumnIndex read_column_index(std::span<const std::byte> bytes) {
  CompactReader reader(bytes);
  ColumnIndex index;
  reader.read_struct([&](const WireField& field) {
    switch (field.id) {
      case 1:
        reader.read_list(field, WireType::kTrue, [&] { index.null_pages.push_back(reader.element_bool()); });
        break;
      case 2:
        reader.read_list(field, WireType::kBinary,
                         [&] { index.min_values.emplace_back(reader.element_binary()); });
        break;
      case 3:
        reader.read_list(field, WireType::kBinary,
                         [&] { index.max_values.emplace_back(reader.element_binary()); });
        break;
      case 4: index.boundary_order = reader.read_int32(field); break;
      case 5:
        reader.read_list(field, WireType::kInt64,
                         [&] { index.null_counts.push_back(reader.element_int64()); });
        break;
      default: reader.skip(field);
    }
  });
  return index;
}

}  // namespace stoa::parquet
