#pragma once

#include <cstddef>
#include <cstdint>

/// The arithmetic of ALP (Afroozeh, Kuffo & Boncz 2023): a double v that came from a decimal is an integer
/// n = round(v * 10^e * 10^-f) with n * 10^f * 10^-e giving v back, bit for bit.
namespace stoa::encoding {

inline constexpr unsigned kExponentMax = 18;

/// The powers that a pair of exponent e and factor f stands for; f <= e <= kExponentMax.
struct AlpPowers {
  double up;        ///< 10^e
  double down;      ///< 10^-f
  double factor;    ///< 10^f
  double fraction;  ///< 10^-e
};
AlpPowers alp_powers(unsigned exponent, unsigned factor);

/// Writes each number and whether it gives the value back, bit for bit (1) or not (0).
void alp_encode(const double* values, size_t count, const AlpPowers& powers, int64_t* numbers,
                uint8_t* is_exact);
/// The same for REAL, through double.
void alp_encode(const float* values, size_t count, const AlpPowers& powers, int64_t* numbers,
                uint8_t* is_exact);

}  // namespace stoa::encoding
