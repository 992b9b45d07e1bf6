#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stoa {

/// Which hashes may be there: a blocked Bloom filter, a word and two bits of it for each. Filled by one
/// thread, then read by many.
class BloomFilter {
 public:
  explicit BloomFilter(size_t row_count)
      : words_(std::bit_ceil(row_count / (row_count < kRowsInCache ? 2 : 8) + 1), 0),
        mask_(words_.size() - 1) {}

  void add(uint64_t hash) { words_[hash & mask_] |= bits_of(hash); }
  bool may_contain(uint64_t hash) const {
    const uint64_t bits = bits_of(hash);
    return (words_[hash & mask_] & bits) == bits;
  }
  size_t size_bytes() const { return words_.size() * sizeof(uint64_t); }

 private:
  /// Up to here more bits a row cost no cache misses, and let fewer rows pass for nothing.
  static constexpr size_t kRowsInCache = 32'768;
  static uint64_t bits_of(uint64_t hash) {
    return (uint64_t{1} << ((hash >> 40) & 63)) | (uint64_t{1} << ((hash >> 46) & 63));
  }

  std::vector<uint64_t> words_;
  size_t mask_;
};

}  // namespace stoa
