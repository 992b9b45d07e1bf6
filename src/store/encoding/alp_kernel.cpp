#include "store/encoding/alp_kernel.h"

#include <bit>
#include <cmath>
#include <type_traits>

namespace stoa::encoding {

namespace {

constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                              1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
constexpr double kInverses[] = {1e0,   1e-1,  1e-2,  1e-3,  1e-4,  1e-5,  1e-6,  1e-7,  1e-8, 1e-9,
                                1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16, 1e-17, 1e-18};
/// Adding it rounds a double below 2^51 to an integer and leaves that in the low bits.
constexpr double kMagic = 6755399441055744.0;
constexpr double kLimit = 2251799813685248.0;

template <class T>
void encode_typed(const T* values, size_t count, const AlpPowers& powers, int64_t* numbers,
                  uint8_t* is_exact) {
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  for (size_t i = 0; i < count; ++i) {
    const double scaled = static_cast<double>(values[i]) * powers.up * powers.down;
    const double shifted = scaled + kMagic;
    numbers[i] = static_cast<int64_t>(std::bit_cast<uint64_t>(shifted) - std::bit_cast<uint64_t>(kMagic));
    const auto back = static_cast<T>((shifted - kMagic) * powers.factor * powers.fraction);
    const bool is_same = std::bit_cast<Bits>(back) == std::bit_cast<Bits>(values[i]);
    is_exact[i] = static_cast<uint8_t>(is_same & (std::fabs(scaled) < kLimit));
  }
}

}  // namespace

AlpPowers alp_powers(unsigned exponent, unsigned factor) {
  return {kPowers[exponent], kInverses[factor], kPowers[factor], kInverses[exponent]};
}

void alp_encode(const double* values, size_t count, const AlpPowers& powers, int64_t* numbers,
                uint8_t* is_exact) {
  encode_typed(values, count, powers, numbers, is_exact);
}

void alp_encode(const float* values, size_t count, const AlpPowers& powers, int64_t* numbers,
                uint8_t* is_exact) {
  encode_typed(values, count, powers, numbers, is_exact);
}

}  // namespace stoa::encoding
