#include "format/parquet/parquet_writer.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "column/column_builder.h"
#include "format/parquet/chunk_writer.h"
#include "format/parquet/metadata.h"
#include "format/parquet/parquet_file.h"
#include "format/parquet/stored_column.h"
#include "io/replacing_path.h"

namespace stoa::parquet {
namespace {

constexpr std::string_view kMagic = "PAR1";

/// What the page index will say of one chunk; written behind all row groups.
struct PendingIndex {
  OffsetIndex offsets;
  ColumnIndex index;
  bool has_index = false;
};

}  // namespace

struct ParquetWriter::State {
  State(FileSystem& files, std::string path, const WriteOptions& write_options)
      : target(files, std::move(path)), options(write_options) {}

  ReplacingPath target;
  WriteOptions options;
  std::unique_ptr<File> file;
  uint64_t offset = 0;
  std::vector<StoredForm> forms;
  std::vector<VectorBuilder> builders;
  size_t pending_rows = 0;
  FileMetadata metadata;
  std::vector<std::vector<PendingIndex>> indexes;

  void put(std::string_view bytes) {
    file->write_at(offset, bytes.data(), bytes.size());
    offset += bytes.size();
  }
  void add_schema(const std::vector<TypeField>& columns);
  void write_row_group();
  void write_indexes();
  void write_footer();
};

void ParquetWriter::State::add_schema(const std::vector<TypeField>& columns) {
  SchemaElement root;
  root.name = "schema";
  root.child_count = static_cast<int32_t>(columns.size());
  metadata.schema.push_back(root);
  for (const TypeField& column : columns) {
    forms.push_back(stored_form(column.name, column.type));
    builders.emplace_back(column.type);
    metadata.schema.push_back(forms.back().element);
    metadata.has_type_order.push_back(true);
  }
  // Version 2 says that readers must know the newer annotations.
  metadata.version = 2;
  metadata.created_by = kWriterName;
}

void ParquetWriter::State::write_row_group() {
  if (pending_rows == 0) {
    return;
  }
  RowGroup group;
  group.row_count = static_cast<int64_t>(pending_rows);
  group.file_offset = static_cast<int64_t>(offset);
  indexes.emplace_back();
  for (size_t i = 0; i < forms.size(); ++i) {
    const ColumnVector vector = builders[i].finish();
    EncodedChunk chunk = encode_chunk(forms[i], vector, options);
    const auto begin = static_cast<int64_t>(offset);
    const bool has_dictionary = chunk.metadata.data_page_offset != 0;
    chunk.metadata.data_page_offset += begin;
    if (has_dictionary) {
      chunk.metadata.dictionary_page_offset = begin;
    }
    for (PageLocation& page : chunk.offsets.pages) {
      page.offset += begin;
    }
    put(chunk.bytes);
    group.total_bytes += chunk.metadata.total_uncompressed_bytes;
    group.total_compressed_bytes += chunk.metadata.total_compressed_bytes;
    group.columns.push_back(std::move(chunk.metadata));
    indexes.back().push_back({std::move(chunk.offsets), std::move(chunk.index), chunk.has_index});
  }
  metadata.row_count += group.row_count;
  metadata.row_groups.push_back(std::move(group));
  pending_rows = 0;
}

void ParquetWriter::State::write_indexes() {
  if (!options.write_page_index) {
    return;
  }
  for (size_t g = 0; g < indexes.size(); ++g) {
    for (size_t c = 0; c < forms.size(); ++c) {
      if (!indexes[g][c].has_index) {
        continue;
      }
      std::string bytes;
      write_column_index(indexes[g][c].index, bytes);
      metadata.row_groups[g].columns[c].column_index_offset = static_cast<int64_t>(offset);
      metadata.row_groups[g].columns[c].column_index_bytes = static_cast<int32_t>(bytes.size());
      put(bytes);
    }
  }
  for (size_t g = 0; g < indexes.size(); ++g) {
    for (size_t c = 0; c < forms.size(); ++c) {
      std::string bytes;
      write_offset_index(indexes[g][c].offsets, bytes);
      metadata.row_groups[g].columns[c].offset_index_offset = static_cast<int64_t>(offset);
      metadata.row_groups[g].columns[c].offset_index_bytes = static_cast<int32_t>(bytes.size());
      put(bytes);
    }
  }
}

void ParquetWriter::State::write_footer() {
  std::string footer;
  write_file_metadata(metadata, footer);
  if (footer.size() > INT32_MAX) {
    raise(sqlstate::kProgramLimitExceeded, "a Parquet footer would exceed 2 GiB");
  }
  const auto footer_bytes = static_cast<uint32_t>(footer.size());
  footer.append(reinterpret_cast<const char*>(&footer_bytes), sizeof(footer_bytes));
  footer += kMagic;
  put(footer);
}

ParquetWriter::ParquetWriter(FileSystem& files, const std::string& path,
                             const std::vector<TypeField>& columns, const WriteOptions& options)
    : state_(std::make_unique<State>(files, path, options)) {
  state_->options.row_group_rows = std::max<size_t>(1, options.row_group_rows);
  state_->options.page_rows = std::clamp<size_t>(options.page_rows, 1, INT32_MAX);
  state_->add_schema(columns);
  state_->file = state_->target.open();
  state_->put(kMagic);
}

ParquetWriter::~ParquetWriter() = default;

void ParquetWriter::write(const Batch& batch) {
  State& state = *state_;
  for (size_t done = 0; done < batch.row_count;) {
    const size_t part = std::min(batch.row_count - done, state.options.row_group_rows - state.pending_rows);
    for (size_t i = 0; i < state.builders.size(); ++i) {
      state.builders[i].append(batch.columns[i], done, part);
    }
    state.pending_rows += part;
    done += part;
    if (state.pending_rows == state.options.row_group_rows) {
      state.write_row_group();
    }
  }
}

void ParquetWriter::end_row_group() {
  state_->write_row_group();
}

void ParquetWriter::finish() {
  State& state = *state_;
  state.write_row_group();
  state.write_indexes();
  state.write_footer();
  state.file.reset();
  state.target.put_in_place();
}

uint64_t ParquetWriter::row_count() const noexcept {
  return static_cast<uint64_t>(state_->metadata.row_count) + state_->pending_rows;
}

uint64_t ParquetWriter::size_bytes() const noexcept {
  return state_->offset;
}

}  // namespace stoa::parquet
