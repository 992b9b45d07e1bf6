#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "base/memory.h"
#include "column/batch.h"
#include "exec/bloom_filter.h"
#include "exec/execution_context.h"

namespace stoa {

/// The build side of a join: all its rows in columns, and a hash table from keys to rows. Made by one thread
/// (which uses the scheduler), then read by many.
///
/// The table is split by the hashes' highest bits into regions that are filled in parallel. A region is open
/// addressing over slots of (32 hash bits, first row); rows whose 32 bits agree form a list in ascending
/// order of rows, so a probe meets matches in the same order however many threads built it.
class JoinTable {
 public:
  static constexpr uint32_t kNoRow = ~uint32_t{0};

  /// `columns`: the rows; `keys`: their keys, all flat and equally long. Rows with a NULL key whose pair
  /// doesn't count NULLs as equal are left out of the table. Raises 53200, and 54000 over 2^32 - 2 rows.
  JoinTable(Batch columns, std::vector<ColumnVector> keys, std::vector<bool> nulls_are_equal,
            const ExecutionContext& context);

  size_t row_count() const { return columns_.row_count; }
  const Batch& columns() const { return columns_; }
  const std::vector<ColumnVector>& keys() const { return keys_; }
  /// Some row has a NULL in a key that NULLs don't match.
  bool has_null_keys() const { return has_null_keys_; }
  bool has_unique_hashes() const { return has_unique_hashes_; }

  /// The first row whose hash may be this one, or kNoRow; `next` gives the others.
  uint32_t find(uint64_t hash) const {
    const Region& region = regions_[region_of(hash)];
    const auto tag = static_cast<uint32_t>(hash);
    for (size_t slot = (hash >> 32) & region.mask;; slot = (slot + 1) & region.mask) {
      const Slot& candidate = region.slots[slot];
      if (candidate.row == kNoRow) {
        return kNoRow;
      }
      if (candidate.tag == tag) {
        return candidate.row;
      }
    }
  }
  void prefetch(uint64_t hash) const {
    const Region& region = regions_[region_of(hash)];
    __builtin_prefetch(&region.slots[(hash >> 32) & region.mask]);
  }
  uint32_t next(uint32_t row) const { return next_[row]; }

  /// Which hashes the rows have.
  const BloomFilter& bloom() const { return *bloom_; }

  // --- rows that a probe has matched, for joins that ask afterwards; thread-safe
  void track_matches();
  void set_matched(uint32_t row) { matched_[row].store(1, std::memory_order_relaxed); }
  bool is_matched(uint32_t row) const { return matched_[row].load(std::memory_order_relaxed) != 0; }

 private:
  struct Slot {
    uint32_t tag;
    uint32_t row;
  };
  struct Region {
    std::vector<Slot> slots;
    size_t mask = 0;
    Reservation reservation;
  };

  size_t region_of(uint64_t hash) const { return (hash >> 58) & (regions_.size() - 1); }
  void hash_rows(const ExecutionContext& context);
  void fill(size_t region, const ExecutionContext& context);

  Batch columns_;
  std::vector<ColumnVector> keys_;
  std::vector<bool> nulls_are_equal_;
  Reservation reservation_;
  BufferRef hashes_;
  std::vector<uint64_t> usable_;  ///< mask: rows that can match at all
  std::vector<Region> regions_;
  BufferRef next_owner_;
  uint32_t* next_ = nullptr;
  std::optional<BloomFilter> bloom_;
  bool has_null_keys_ = false;
  std::atomic<bool> has_repeated_hashes_{false};
  bool has_unique_hashes_ = false;
  std::vector<std::atomic<uint8_t>> matched_;
};

}  // namespace stoa
