#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "format/csv/block.h"
#include "format/csv/dialect.h"
#include "format/csv/quote_state.h"
#include "io/file.h"

namespace stoa::csv {

/// A file cut into chunks of equal size, each to be read by any thread: chunk i's rows are those whose first
/// byte lies in it. Whether a chunk begins inside a quoted field can't be told from the chunk alone, so each
/// chunk's effect on every possible state is found when it is read, and the effects of all chunks before it
/// give its own beginning. The outcome is that of reading the file in order. Thread-safe. `file` must outlive
/// it.
class ChunkMap {
 public:
  /// Rows begin at `begin` (a row begins there); the file's size is taken now.
  ChunkMap(const File& file, uint64_t begin, const Dialect& dialect, size_t chunk_bytes);

  size_t chunk_count() const noexcept { return chunk_count_; }

  struct Chunk {
    std::unique_ptr<BlockReader> reader;  ///< goes on behind the block
    Block block;
    size_t row_begin = 0;  ///< where its first row begins
    size_t limit = 0;      ///< rows that begin at or behind it are the next chunk's
  };
  Chunk open(size_t i);

 private:
  enum class Progress : uint8_t { kUnknown, kRunning, kKnown };

  uint64_t offset_of(size_t i) const noexcept { return begin_ + uint64_t{i} * chunk_bytes_; }
  size_t size_of(size_t i) const noexcept;
  char byte_before(size_t i) const;
  Block load(size_t i) const;
  void find_effect(size_t i, const Block& block);
  void forget(size_t i);
  QuoteState state_before(size_t i);

  const File& file_;
  uint64_t begin_;
  uint64_t size_;
  Dialect dialect_;
  size_t chunk_bytes_;
  size_t chunk_count_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Progress> progress_;
  std::vector<QuoteTransition> effects_;
  std::vector<QuoteState> states_;  // before chunk i, for i <= resolved_count_
  size_t resolved_count_ = 0;
};

}  // namespace stoa::csv
