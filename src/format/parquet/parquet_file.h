#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "format/parquet/bounds.h"
#include "format/parquet/column_reader.h"
#include "format/parquet/metadata.h"
#include "format/parquet/schema.h"
#include "io/file_system.h"

namespace stoa::parquet {

/// An open Parquet file with its footer understood and checked: every row group has a chunk for each leaf, of
/// the leaf's type, inside the file. Immutable; thread-safe.
class ParquetFile {
 public:
  /// Raises as open_parquet does.
  ParquetFile(FileSystem& files, const std::string& path, bool binary_as_text);

  const std::string& path() const noexcept { return file_->path(); }
  const File& file() const noexcept { return *file_; }
  const FileMetadata& metadata() const noexcept { return metadata_; }
  const FileSchema& schema() const noexcept { return schema_; }
  size_t row_group_count() const noexcept { return metadata_.row_groups.size(); }
  uint64_t row_count() const noexcept { return row_count_; }
  uint64_t group_row_count(size_t group) const {
    return static_cast<uint64_t>(metadata_.row_groups[group].row_count);
  }
  const ColumnChunk& chunk(size_t group, const Leaf& leaf) const {
    return metadata_.row_groups[group].columns[leaf.chunk];
  }

  /// What the footer says of a column in one row group.
  PartBounds bounds(size_t group, const Leaf& leaf) const;
  BoundsTrust trust(const Leaf& leaf) const;
  ChunkPlace place(size_t group, const Leaf& leaf) const;
  /// The page index, as far as the file has one that makes sense; never raises for one that doesn't.
  std::unique_ptr<OffsetIndex> offset_index(size_t group, const Leaf& leaf) const;
  std::unique_ptr<ColumnIndex> column_index(size_t group, const Leaf& leaf) const;
  /// The first rows of the chunk's pages, as far as they can be told without reading the pages themselves.
  std::vector<uint64_t> page_starts(size_t group, const Leaf& leaf) const;

 private:
  void read_footer();
  void check_row_groups();
  void check_chunk(const ColumnChunk& chunk, const Leaf& leaf, int64_t row_count) const;
  void refuse_codecs();
  std::string read_index(int64_t offset, int32_t size_bytes) const;

  std::unique_ptr<File> file_;
  uint64_t footer_offset_ = 0;
  uint64_t row_count_ = 0;
  FileMetadata metadata_;
  FileSchema schema_;
  bool excludes_nan_ = false;
};

/// What created_by begins with in files of our own writer.
inline constexpr std::string_view kWriterName = "StoaDB";

}  // namespace stoa::parquet
