#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/memory.h"
#include "format/parquet/metadata.h"
#include "io/file.h"

namespace stoa::parquet {

/// Where a column chunk lies: [begin, end) is what its metadata says, `limit` what no page may pass (some
/// writers count a few bytes too few), and its codec.
struct ChunkPlace {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t limit = 0;
  Codec codec = Codec::kUncompressed;
};

/// The bytes of one page, decompressed, inside a Buffer that `owner` keeps (64 readable bytes follow).
struct PageBytes {
  std::span<const std::byte>
      levels;  ///< of a page v2, where they stand apart: repetition, then definition levels
  std::span<const std::byte> bytes;
  Owner owner;
};

/// Goes through the pages of one column chunk in order, one page in memory at a time.
///
/// Headers are read through a small window; bodies that don't lie in it are read straight into their own
/// buffer. Raises 22P04 for impossible headers, XX001 for a wrong checksum, damaged data or a file that is
/// cut off. The file must outlive it. One thread at a time.
class PageReader {
 public:
  PageReader(const File& file, const ChunkPlace& place)
      : file_(file), place_(place), position_(place.begin) {}

  /// Reads the next page's header; load or skip must follow before the next call.
  const PageHeader& next_header();
  PageBytes load();
  void skip() noexcept { position_ = body_ + body_bytes_; }
  /// Goes to a page header at another place of the chunk.
  void go_to(uint64_t offset);
  uint64_t position() const noexcept { return position_; }

 private:
  void fill_window(uint64_t offset, size_t size_bytes);
  std::span<const std::byte> window_from(uint64_t offset) const noexcept;
  void check_header() const;
  PageBytes read_body();
  void check_crc(std::span<const std::byte> body) const;
  PageBytes decompress(const PageBytes& stored) const;

  const File& file_;
  ChunkPlace place_;
  uint64_t position_;  ///< of the next header
  PageHeader header_;
  uint64_t body_ = 0;
  size_t body_bytes_ = 0;
  BufferRef window_;
  uint64_t window_offset_ = 0;
  size_t window_bytes_ = 0;
};

}  // namespace stoa::parquet
