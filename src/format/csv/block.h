#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/memory.h"
#include "format/csv/byte_stream.h"
#include "format/csv/dialect.h"
#include "format/csv/structure.h"

namespace stoa::csv {

/// A piece of a file in memory with its structure found. Immutable once filled; vectors may point into
/// `buffer`.
struct Block {
  static constexpr size_t kSizeMax = (size_t{1} << 30) - 1;  ///< places in a block take 30 bits

  BufferRef buffer;
  const char* data = nullptr;
  size_t size = 0;
  uint64_t offset = 0;  ///< of data[0] in the file's (decoded) bytes
  bool at_end = false;  ///< the file ends behind it
  bool is_ascii = true;
  std::vector<uint64_t> separators;
  std::vector<uint64_t> quotes;

  size_t word_count() const noexcept { return separators.size(); }
};

/// Reads a stream block by block; what a block leaves over begins the next one. One thread at a time.
class BlockReader {
 public:
  /// `offset` is that of the stream's first byte.
  BlockReader(std::unique_ptr<ByteStream> bytes, uint64_t offset, const Dialect& dialect, size_t block_bytes)
      : bytes_(std::move(bytes)), offset_(offset), dialect_(dialect), block_bytes_(block_bytes) {}

  /// A new block: what the current one holds from `keep_from` on, and about block_bytes more (twice what is
  /// kept where that is more). False where the file has no more bytes, the block is then left alone.
  bool fill(Block& block, size_t keep_from);

 private:
  std::unique_ptr<ByteStream> bytes_;
  uint64_t offset_;
  Dialect dialect_;
  size_t block_bytes_;
};

}  // namespace stoa::csv
