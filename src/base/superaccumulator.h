#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace stoa {

/// An exact sum of doubles of any magnitudes: what ExactDoubleSum falls back to.
///
/// After Radford Neal ("Fast exact summation using small and large superaccumulators",
/// 2015): the sum is an integer multiple of 2^-1075 kept in signed 64-bit chunks, chunk i weighing 2^(32 i -
/// 1075), so that a double is added with two integer additions and carries are settled only every 1,024
/// additions. Sums of numbers of similar size need few chunks: four are held inline, the full array on the
/// heap comes when a value falls outside. NaN in, or infinities of both signs: NaN. One infinity: that. The
/// empty sum is 0. A sum beyond the doubles rounds to an infinity (`overflowed()` tells it from an added
/// one). One thread at a time. 48 bytes.
class Superaccumulator {
 public:
  Superaccumulator() noexcept;
  Superaccumulator(const Superaccumulator& other);
  Superaccumulator& operator=(const Superaccumulator& other);
  Superaccumulator(Superaccumulator&& other) noexcept;
  Superaccumulator& operator=(Superaccumulator&& other) noexcept;
  ~Superaccumulator();

  void add(double value) {
    const auto bits = std::bit_cast<uint64_t>(value);
    const auto exponent = static_cast<uint32_t>(bits >> 52) & 0x7FF;
    const uint32_t chunk = exponent / 32 - first_chunk_;
    if (exponent - 1 >= 0x7FE || chunk >= kInlineChunks - 1 || additions_left_ == 0) [[unlikely]] {
      add_slow(value);
      return;
    }
    --additions_left_;
    const uint64_t mantissa = (bits & ((uint64_t{1} << 52) - 1)) | uint64_t{1} << 52;
    const uint32_t shift = exponent % 32;
    const auto low = static_cast<int64_t>((mantissa << shift) & 0xFFFFFFFF);
    const auto high = static_cast<int64_t>(mantissa >> (32 - shift));
    const auto sign = -static_cast<int64_t>(bits >> 63);
    inline_[chunk] += (low ^ sign) - sign;
    inline_[chunk + 1] += (high ^ sign) - sign;
  }
  void merge(const Superaccumulator& other);

  /// The sum, rounded once, to nearest with ties to even.
  double round() const;
  /// The finite values that were added sum up to more than a double can hold.
  bool overflowed() const;

  /// A byte form for files and spilling: the same for equal sums.
  std::string encode() const;
  /// Reads encode()'s form; raises XX001 when it is not one.
  static Superaccumulator decode(std::string_view bytes);

 private:
  static constexpr uint32_t kInlineChunks = 4;
  static constexpr uint32_t kChunks = 68;
  static constexpr uint16_t kAdditionsMax = 1024;
  static constexpr uint8_t kSawNan = 1;
  static constexpr uint8_t kSawPlusInfinity = 2;
  static constexpr uint8_t kSawMinusInfinity = 4;
  static constexpr uint8_t kNegative = 8;
  /// No window yet: larger than any chunk number, so that `add` falls to add_slow.
  static constexpr uint16_t kNoWindow = 0x4000;
  struct Full;

  void add_slow(double value);
  void add_special(double value);
  void add_to_chunk(uint32_t chunk, int64_t amount);
  void settle();
  bool move_window(uint32_t chunk);
  void widen();
  /// The sum's magnitude in chunks of 32 bits; true when it is negative.
  bool magnitude(int64_t* chunks) const;
  double round_finite() const;

  std::unique_ptr<Full> full_;  ///< when set, the inline chunks are unused and first_chunk_ is kNoWindow
  int64_t inline_[kInlineChunks] = {};
  uint16_t first_chunk_ = kNoWindow;
  uint16_t additions_left_ = 0;
  uint8_t seen_ = 0;
};
static_assert(sizeof(Superaccumulator) == 48);

}  // namespace stoa
