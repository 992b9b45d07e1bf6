#include "format/csv/chunk_map.h"

#include <algorithm>

#include "base/error.h"

namespace stoa::csv {

namespace {
/// Read behind a chunk at once, so that its last row is usually whole.
constexpr size_t kLookaheadBytes = 16 * 1024;
}  // namespace

ChunkMap::ChunkMap(const File& file, uint64_t begin, const Dialect& dialect, size_t chunk_bytes)
    : file_(file),
      begin_(begin),
      size_(std::max(file.size(), begin)),
      dialect_(dialect),
      chunk_bytes_(chunk_bytes) {
  chunk_count_ = static_cast<size_t>((size_ - begin_ + chunk_bytes_ - 1) / chunk_bytes_);
  progress_.resize(chunk_count_, Progress::kUnknown);
  effects_.resize(chunk_count_);
  states_.resize(chunk_count_ + 1, QuoteState::kOutside);
}

char ChunkMap::byte_before(size_t i) const {
  if (i == 0) return '\n';
  char before = 0;
  file_.read_exactly_at(offset_of(i) - 1, &before, 1);
  return before;
}

size_t ChunkMap::size_of(size_t i) const noexcept {
  return static_cast<size_t>(std::min<uint64_t>(chunk_bytes_, size_ - offset_of(i)));
}

Block ChunkMap::load(size_t i) const {
  Block block;
  BlockReader(stream_file(file_, offset_of(i)), offset_of(i), dialect_, size_of(i)).fill(block, 0);
  return block;
}

// Marks chunk i's effect as known. Where its beginning is known already, only that one is followed.
void ChunkMap::find_effect(size_t i, const Block& block) {
  const size_t size = size_of(i);
  if (block.size < size) {
    raise(sqlstate::kDataCorrupted, "file '" + file_.path() + "' became shorter while it was read");
  }
  const char before = byte_before(i);
  std::unique_lock lock(mutex_);
  if (resolved_count_ == i) {
    const QuoteState state = states_[i];
    lock.unlock();
    const QuoteState behind = advance_quote_state(block, size, dialect_, before, state);
    lock.lock();
    states_[i + 1] = behind;
    resolved_count_ = i + 1;
  } else {
    lock.unlock();
    const QuoteTransition effect = quote_transition(block, size, dialect_, before);
    lock.lock();
    effects_[i] = effect;
  }
  progress_[i] = Progress::kKnown;
  changed_.notify_all();
}

void ChunkMap::forget(size_t i) {
  const std::lock_guard lock(mutex_);
  if (progress_[i] == Progress::kRunning) progress_[i] = Progress::kUnknown;
  changed_.notify_all();
}

QuoteState ChunkMap::state_before(size_t i) {
  std::unique_lock lock(mutex_);
  while (resolved_count_ < i) {
    const size_t next = resolved_count_;
    if (progress_[next] == Progress::kKnown) {
      states_[next + 1] = effects_[next][static_cast<size_t>(states_[next])];
      ++resolved_count_;
    } else if (progress_[next] == Progress::kRunning) {
      changed_.wait(lock);
    } else {
      progress_[next] = Progress::kRunning;
      lock.unlock();
      try {
        find_effect(next, load(next));
      } catch (...) {
        forget(next);
        throw;
      }
      lock.lock();
    }
  }
  return states_[i];
}

ChunkMap::Chunk ChunkMap::open(size_t i) {
  Chunk chunk;
  chunk.limit = size_of(i);
  chunk.reader = std::make_unique<BlockReader>(stream_file(file_, offset_of(i)), offset_of(i), dialect_,
                                               chunk.limit + kLookaheadBytes);
  bool is_mine = false;
  {
    const std::lock_guard lock(mutex_);
    is_mine = progress_[i] == Progress::kUnknown;
    if (is_mine) progress_[i] = Progress::kRunning;
  }
  try {
    chunk.reader->fill(chunk.block, 0);
    if (is_mine) find_effect(i, chunk.block);
  } catch (...) {
    if (is_mine) forget(i);
    throw;
  }
  const QuoteState state = state_before(i);
  chunk.row_begin = find_row_begin(chunk.block.data, std::min(chunk.block.size, chunk.limit), dialect_,
                                   byte_before(i), state);
  return chunk;
}

}  // namespace stoa::csv
