#include "function/wide_sum.h"

#include "base/exact_sum.h"
#include "types/decimal.h"

namespace stoa {

UInt128 divide_magnitude(const WideSum& sum, uint64_t count, uint64_t& remainder) {
  const WideSum magnitude = sum.is_negative() ? sum.negated() : sum;
  // Long division by one 64-bit digit, from the highest of three.
  const uint64_t digits[3] = {static_cast<uint64_t>(magnitude.high), high_half(magnitude.low),
                              low_half(magnitude.low)};
  UInt128 quotient = 0;
  UInt128 rest = 0;
  for (const uint64_t digit : digits) {
    rest = (rest << 64) | digit;
    quotient = (quotient << 64) | (rest / count);
    rest %= count;
  }
  remainder = static_cast<uint64_t>(rest);
  return quotient;
}

double divide_rounded(const WideSum& sum, uint64_t count) {
  Int128 narrow = 0;
  if (sum.get(narrow)) {
    return divide_rounded(narrow, count);
  }
  // A sum beyond 2^127 over a count below 2^63 has a quotient of more than 64 bits: a lowest bit that says
  // "more" is enough to round once.
  uint64_t remainder = 0;
  const UInt128 quotient = divide_magnitude(sum, count, remainder) | (remainder != 0 ? 1 : 0);
  const auto magnitude = static_cast<double>(quotient);
  return sum.is_negative() ? -magnitude : magnitude;
}

bool divide_scaled(const WideSum& sum, uint64_t count, unsigned scale_up, Int128& result) {
  uint64_t remainder = 0;
  const UInt128 quotient = divide_magnitude(sum, count, remainder);
  Int128 fraction = 0;
  if (!divide_decimals(remainder, 0, count, 0, scale_up, fraction)) {
    return false;
  }
  Int128 whole = 0;
  Int128 total = 0;
  if (!multiply_decimals(static_cast<Int128>(quotient), power_of_ten(scale_up), whole) ||
      !add_decimals(whole, fraction, total)) {
    return false;
  }
  result = sum.is_negative() ? -total : total;
  return true;
}

}  // namespace stoa
