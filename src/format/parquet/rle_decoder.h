#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace stoa::parquet {

/// Reads the hybrid of run lengths and bit packing that levels, dictionary indices and booleans use.
///
/// Views bytes that must live as long, inside a Buffer (kernels read into its slack). Raises 22P04 when more
/// values are asked for than there are. A width of 0 bits means zeros without end. One thread at a time.
class RleDecoder {
 public:
  RleDecoder() = default;
  /// `width` is 0 to 32.
  RleDecoder(std::span<const std::byte> bytes, unsigned width) noexcept;

  void decode(uint32_t* out, size_t count);
  /// For a width of 1: appends `count` bits at bit `offset` of `mask`; returns how many are set.
  size_t decode_bits(uint64_t* mask, size_t offset, size_t count);
  void skip(size_t count);

 private:
  void next_run();
  size_t available(size_t count);

  const std::byte* next_ = nullptr;
  const std::byte* end_ = nullptr;
  unsigned width_ = 0;
  uint64_t left_ = 0;  ///< values left in this run
  bool is_packed_ = false;
  uint32_t repeated_ = 0;
  const std::byte* packed_ = nullptr;
  uint64_t packed_index_ = 0;
};

}  // namespace stoa::parquet
