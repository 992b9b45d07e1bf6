#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace stoa::parquet {

/// Reads DELTA_BINARY_PACKED: blocks of miniblocks of bit-packed differences.
///
/// Views bytes that must live as long, inside a Buffer (kernels read into its slack). Raises 22P04 when more
/// values are asked for than there are. One thread at a time.
class DeltaDecoder {
 public:
  DeltaDecoder() = default;
  explicit DeltaDecoder(std::span<const std::byte> bytes);

  /// Arithmetic wraps, as the format wants; 32-bit columns take the low halves.
  void decode(uint64_t* out, size_t count);
  void skip(size_t count);
  uint64_t left_values() const noexcept { return left_; }

  /// The bytes that follow the encoded values, found without decoding them.
  std::span<const std::byte> rest_after_end() const;

 private:
  uint64_t read_varint();
  int64_t read_zigzag();
  void next_block();
  void next_miniblock();

  const std::byte* next_ = nullptr;
  const std::byte* end_ = nullptr;
  uint64_t miniblock_count_ = 0;
  uint64_t miniblock_values_ = 0;
  uint64_t left_ = 0;
  uint64_t value_ = 0;
  bool is_first_pending_ = false;
  uint64_t min_delta_ = 0;
  const std::byte* widths_ = nullptr;
  uint64_t miniblock_ = 0;  ///< the next one of this block
  const std::byte* packed_ = nullptr;
  unsigned width_ = 0;
  uint64_t packed_index_ = 0;
  uint64_t packed_left_ = 0;
};

}  // namespace stoa::parquet
