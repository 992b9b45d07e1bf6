#include "format/parquet/parquet_file.h"

#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "format/parquet/page_codec.h"
#include "format/parquet/thrift_reader.h"

namespace stoa::parquet {
namespace {

constexpr size_t kMagicBytes = 4;
constexpr size_t kTailBytes = 8;

std::span<const std::byte> as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

}  // namespace

ParquetFile::ParquetFile(FileSystem& files, const std::string& path, bool binary_as_text)
    : file_(files.open(path, OpenMode::kRead)) {
  try {
    read_footer();
    schema_ = make_file_schema(metadata_.schema, binary_as_text);
    check_row_groups();
    refuse_codecs();
  } catch (const Error& error) {
    if (error.state() != sqlstate::kBadCopyFormat) {
      throw;
    }
    throw Error(error.state(), "'" + path + "' is no valid Parquet file: " + error.message())
        .with_hint("The file is damaged, cut short or of another format: copy or write it again.");
  }
  excludes_nan_ = metadata_.created_by.starts_with(kWriterName);
}

void ParquetFile::read_footer() {
  const uint64_t size = file_->size();
  if (size < kMagicBytes + kTailBytes) {
    raise_malformed("it is too short");
  }
  char tail[kTailBytes];
  file_->read_exactly_at(size - kTailBytes, tail, kTailBytes);
  const std::string_view magic(tail + 4, kMagicBytes);
  if (magic == "PARE") {
    raise_unsupported("reading '" + file_->path() + "', an encrypted Parquet file,");
  }
  if (magic != "PAR1") {
    raise_malformed("it doesn't end with PAR1");
  }
  const auto footer_bytes = load_unaligned<uint32_t>(tail);
  if (footer_bytes > size - kMagicBytes - kTailBytes) {
    raise_malformed("its footer is longer than the file");
  }
  footer_offset_ = size - kTailBytes - footer_bytes;
  const auto footer = Buffer::allocate(footer_bytes);
  file_->read_exactly_at(footer_offset_, footer->data(), footer_bytes);
  metadata_ = read_file_metadata({footer->data(), footer_bytes});
  if (metadata_.is_encrypted) {
    raise_unsupported("reading '" + file_->path() + "', an encrypted Parquet file,");
  }
}

void ParquetFile::check_row_groups() {
  constexpr int64_t kRowsMax = int64_t{1} << 48;
  int64_t row_count = 0;
  for (const RowGroup& group : metadata_.row_groups) {
    if (group.row_count < 0 || group.row_count > kRowsMax) {
      raise_malformed("a row group has an impossible size");
    }
    row_count += group.row_count;
    if (row_count > kRowsMax) {
      raise_malformed("it claims too many rows");
    }
    if (group.columns.size() != schema_.leaf_count) {
      raise_malformed("a row group has another number of columns than the schema");
    }
    for (const FileColumn& column : schema_.columns) {
      if (column.is_readable) {
        check_chunk(group.columns[column.leaf.chunk], column.leaf, group.row_count);
      }
    }
  }
  // Some old writers leave the file's own count at 0; the row groups have what is read.
  row_count_ = static_cast<uint64_t>(row_count);
}

void ParquetFile::check_chunk(const ColumnChunk& chunk, const Leaf& leaf, int64_t row_count) const {
  const auto fail = [&](std::string_view what) {
    raise_malformed("column \"" + leaf.name + "\" " + std::string(what));
  };
  if (chunk.is_encrypted) {
    raise_unsupported("reading the encrypted column \"" + leaf.name + "\"");
  }
  if (!chunk.file_path.empty()) {
    raise_unsupported("reading columns from other files than '" + path() + "'");
  }
  if (!chunk.has_metadata) {
    fail("has a row group without metadata");
  }
  if (chunk.type != leaf.stored) {
    fail("has a row group of another type");
  }
  if (chunk.value_count != row_count) {
    fail("has a row group with another number of values than rows");
  }
  if (row_count == 0) {
    return;
  }
  if (chunk.data_page_offset < 0 || chunk.total_compressed_bytes < 0 ||
      static_cast<uint64_t>(chunk.data_page_offset) >= footer_offset_ ||
      static_cast<uint64_t>(chunk.total_compressed_bytes) > footer_offset_) {
    fail("lies outside the file");
  }
}

/// Columns in a codec that isn't read are listed and refused when selected, like nested ones.
void ParquetFile::refuse_codecs() {
  for (const RowGroup& group : metadata_.row_groups) {
    for (FileColumn& column : schema_.columns) {
      if (!column.is_readable || group.row_count == 0) {
        continue;
      }
      const Codec codec = group.columns[column.leaf.chunk].codec;
      if (is_readable_codec(codec)) {
        continue;
      }
      column.is_readable = false;
      column.unreadable_reason = "reading the column \"" + column.name + "\", compressed with " +
                                 std::string(codec_name(codec)) + ",";
    }
  }
}

BoundsTrust ParquetFile::trust(const Leaf& leaf) const {
  BoundsTrust trust;
  trust.has_type_order = leaf.chunk < metadata_.has_type_order.size() && metadata_.has_type_order[leaf.chunk];
  trust.excludes_nan = excludes_nan_;
  return trust;
}

PartBounds ParquetFile::bounds(size_t group, const Leaf& leaf) const {
  return make_bounds(leaf, chunk(group, leaf).statistics, group_row_count(group), trust(leaf));
}

ChunkPlace ParquetFile::place(size_t group, const Leaf& leaf) const {
  const ColumnChunk& column = chunk(group, leaf);
  ChunkPlace place;
  place.begin = static_cast<uint64_t>(column.data_page_offset);
  // The offset of a dictionary page counts where it makes sense; some writers leave it out or at 0.
  if (column.dictionary_page_offset > 0 && column.dictionary_page_offset < column.data_page_offset) {
    place.begin = static_cast<uint64_t>(column.dictionary_page_offset);
  }
  place.end = std::min(footer_offset_, place.begin + static_cast<uint64_t>(column.total_compressed_bytes));
  place.limit = footer_offset_;
  place.codec = column.codec;
  return place;
}

std::string ParquetFile::read_index(int64_t offset, int32_t size_bytes) const {
  if (offset <= 0 || size_bytes <= 0 || static_cast<uint64_t>(offset) >= footer_offset_ ||
      static_cast<uint64_t>(size_bytes) > footer_offset_ - static_cast<uint64_t>(offset)) {
    return {};
  }
  std::string bytes(static_cast<size_t>(size_bytes), '\0');
  file_->read_exactly_at(static_cast<uint64_t>(offset), bytes.data(), bytes.size());
  return bytes;
}

std::unique_ptr<OffsetIndex> ParquetFile::offset_index(size_t group, const Leaf& leaf) const {
  const ColumnChunk& column = chunk(group, leaf);
  const std::string bytes = read_index(column.offset_index_offset, column.offset_index_bytes);
  if (bytes.empty()) {
    return nullptr;
  }
  auto index = std::make_unique<OffsetIndex>();
  try {
    *index = read_offset_index(as_bytes(bytes));
  } catch (const Error&) {
    return nullptr;
  }
  if (index->pages.empty() || index->pages[0].first_row != 0) {
    return nullptr;
  }
  const ChunkPlace chunk_place = place(group, leaf);
  for (size_t i = 0; i < index->pages.size(); ++i) {
    const PageLocation& page = index->pages[i];
    const bool is_ordered = i == 0 || (page.first_row >= index->pages[i - 1].first_row &&
                                       page.offset > index->pages[i - 1].offset);
    if (!is_ordered || page.first_row > static_cast<int64_t>(group_row_count(group)) || page.offset < 0 ||
        static_cast<uint64_t>(page.offset) < chunk_place.begin ||
        static_cast<uint64_t>(page.offset) >= footer_offset_) {
      return nullptr;
    }
  }
  return index;
}

std::vector<uint64_t> ParquetFile::page_starts(size_t group, const Leaf& leaf) const {
  std::vector<uint64_t> starts;
  if (const auto offsets = offset_index(group, leaf)) {
    for (const PageLocation& page : offsets->pages) {
      starts.push_back(static_cast<uint64_t>(page.first_row));
    }
    return starts;
  }
  PageReader pages(*file_, place(group, leaf));
  try {
    for (uint64_t row = 0; row < group_row_count(group); pages.skip()) {
      const PageHeader& header = pages.next_header();
      const bool is_v2 = header.type == PageType::kDataV2;
      if (header.type != PageType::kData && !is_v2) {
        continue;
      }
      starts.push_back(row);
      row += static_cast<uint64_t>(is_v2 ? header.data_v2->value_count : header.data->value_count);
    }
  } catch (const Error&) {
    // Whoever reads the chunk meets the same fault; here, fewer starts only cut less well.
  }
  return starts;
}

std::unique_ptr<ColumnIndex> ParquetFile::column_index(size_t group, const Leaf& leaf) const {
  const ColumnChunk& column = chunk(group, leaf);
  const std::string bytes = read_index(column.column_index_offset, column.column_index_bytes);
  if (bytes.empty()) {
    return nullptr;
  }
  try {
    return std::make_unique<ColumnIndex>(read_column_index(as_bytes(bytes)));
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace stoa::parquet
