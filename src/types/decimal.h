#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/int128.h"
#include "types/logical_type.h"

/// Exact decimals of up to 38 digits: an Int128 scaled by a power of ten. All rounding is half away from
/// zero, as PostgreSQL's. Pure functions that never throw unless they say so: a false return means that the
/// result does not fit (or, for text, is malformed) and leaves the result alone. Scales are 0 to 38.
namespace stoa {

inline constexpr uint8_t kDecimalDigitsMax = 38;
/// Digits behind the point of every quotient and average (PostgreSQL aims at 16 significant ones).
inline constexpr uint8_t kQuotientScale = 16;
/// The widest decimal that lies in 64 bits.
inline constexpr uint8_t kShortDecimalDigits = 18;

/// 10^exponent; exponent 0 to 38.
Int128 power_of_ten(unsigned exponent) noexcept;
/// |unscaled| < 10^precision.
bool fits_digits(Int128 unscaled, unsigned precision) noexcept;

// --- result types; arguments are decimals. Integers take part as decimal(integer_digits, 0).
/// + and -: scale max(s1, s2), one digit more before the point; precision at most 38.
LogicalType decimal_add_type(const LogicalType& a, const LogicalType& b);
/// *: precision p1 + p2 (at most 38), scale s1 + s2; raises 22003 when that scale exceeds 38.
LogicalType decimal_multiply_type(const LogicalType& a, const LogicalType& b);
/// /: DECIMAL(38, max(16, s1, s2)).
LogicalType decimal_divide_type(const LogicalType& a, const LogicalType& b);
/// %: scale max(s1, s2); as many digits before the point as the narrower of both has.
LogicalType decimal_modulo_type(const LogicalType& a, const LogicalType& b);
/// SUM: DECIMAL(38, s). AVG: DECIMAL(38, max(16, s)).
LogicalType decimal_sum_type(const LogicalType& type);
LogicalType decimal_average_type(const LogicalType& type);

// --- arithmetic on unscaled values
/// The same number with another scale, rounded; false when |result| >= 10^to_precision.
[[nodiscard]] bool rescale_decimal(Int128 value, unsigned from_scale, unsigned to_scale,
                                   unsigned to_precision, Int128& result) noexcept;
/// Same scale on both sides; |result| < 10^38.
[[nodiscard]] bool add_decimals(Int128 a, Int128 b, Int128& result) noexcept;
[[nodiscard]] bool subtract_decimals(Int128 a, Int128 b, Int128& result) noexcept;
/// The exact product, scale the sum of both; |result| < 10^38.
[[nodiscard]] bool multiply_decimals(Int128 a, Int128 b, Int128& result) noexcept;
/// The product rounded to another scale; 256 bits in between.
[[nodiscard]] bool multiply_decimals_to_scale(Int128 a, unsigned scale_a, Int128 b, unsigned scale_b,
                                              unsigned result_scale, Int128& result) noexcept;
/// a / b rounded to `result_scale`; 256 bits in between. b is not 0.
[[nodiscard]] bool divide_decimals(Int128 a, unsigned scale_a, Int128 b, unsigned scale_b,
                                   unsigned result_scale, Int128& result) noexcept;
/// The quotient cut towards zero, and the remainder (scale max(scale_a, scale_b), sign of a). b is not 0.
[[nodiscard]] bool divide_decimals_whole(Int128 a, unsigned scale_a, Int128 b, unsigned scale_b,
                                         Int128& quotient) noexcept;
[[nodiscard]] bool modulo_decimals(Int128 a, unsigned scale_a, Int128 b, unsigned scale_b,
                                   Int128& result) noexcept;
/// Exact over different scales. Negative, zero, positive.
int compare_decimals(Int128 a, unsigned scale_a, Int128 b, unsigned scale_b) noexcept;
/// A hash that is equal for equal numbers of any scales (1.0 and 1.00) and for equal integers.
uint64_t hash_decimal(Int128 value, unsigned scale) noexcept;

// --- doubles
/// The nearest double or float.
double decimal_to_double(Int128 value, unsigned scale) noexcept;
float decimal_to_float(Int128 value, unsigned scale) noexcept;
/// The decimal that the double prints as (its shortest form), rounded to the scale, so that 1.005
/// becomes 1.01 as in PostgreSQL. False for NaN, infinities and values that don't fit.
[[nodiscard]] bool double_to_decimal(double value, unsigned precision, unsigned scale,
                                     Int128& result) noexcept;
[[nodiscard]] bool float_to_decimal(float value, unsigned precision, unsigned scale, Int128& result) noexcept;

// --- text
/// Takes blanks around, a sign, digits, a point, an exponent. Further digits are rounded away.
[[nodiscard]] bool parse_decimal(std::string_view text, unsigned precision, unsigned scale,
                                 Int128& result) noexcept;
/// Reads a number with the digits that it has: `1.50` gives 150 and scale 2. False beyond 38 digits, exactly
/// as written.
[[nodiscard]] bool parse_decimal_as_written(std::string_view text, Int128& unscaled, uint8_t& precision,
                                            uint8_t& scale) noexcept;
inline constexpr size_t kDecimalPrintBytesMax = 42;
/// Always with `scale` digits behind the point.
size_t print_decimal(Int128 unscaled, unsigned scale, char* out) noexcept;
std::string decimal_to_string(Int128 unscaled, unsigned scale);

}  // namespace stoa
