#include <bit>
#include <numeric>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/math_errors.h"
#include "function/row_kernel.h"

namespace stoa {

namespace {

UInt128 magnitude_row(Int128 x) {
  return x < 0 ? UInt128{0} - static_cast<UInt128>(x) : static_cast<UInt128>(x);
}

UInt128 gcd_of(UInt128 a, UInt128 b) {
  while (b != 0) {
    if (high_half(a) == 0 && high_half(b) == 0) {
      return std::gcd(low_half(a), low_half(b));
    }
    a %= b;
    std::swap(a, b);
  }
  return a;
}

template <class T>
T narrowed(UInt128 value) {
  const auto result = static_cast<T>(value);
  if (result < 0 || static_cast<UInt128>(result) != value) {
    raise_number_out_of_range(sizeof(T) == 4 ? "integer" : sizeof(T) == 8 ? "bigint" : "hugeint");
  }
  return result;
}

template <class T>
T gcd_row(T a, T b) {
  return narrowed<T>(gcd_of(magnitude_row(a), magnitude_row(b)));
}

template <class T>
T lcm_row(T a, T b) {
  if (a == 0 || b == 0) {
    return 0;
  }
  const UInt128 x = magnitude_row(a);
  const UInt128 y = magnitude_row(b);
  UInt128 product = 0;
  if (__builtin_mul_overflow(x / gcd_of(x, y), y, &product)) {
    raise_number_out_of_range("hugeint");
  }
  return narrowed<T>(product);
}

Int128 factorial_row(int64_t n) {
  if (n < 0) {
    raise(sqlstate::kNumericOutOfRange, "factorial of a negative number is undefined");
  }
  if (n > 33) {
    raise_number_out_of_range("hugeint");
  }
  Int128 product = 1;
  for (int64_t i = 2; i <= n; ++i) {
    product *= i;
  }
  return product;
}

template <class T>
int64_t bit_count_row(T value) {
  return std::popcount(value);
}
int64_t bit_count_hugeint_row(Int128 value) {
  const auto bits = static_cast<UInt128>(value);
  return std::popcount(high_half(bits)) + std::popcount(low_half(bits));
}
template <class T>
int64_t bit_count_signed_row(T value) {
  return std::popcount(static_cast<std::make_unsigned_t<T>>(value));
}
int64_t bit_count_bytes_row(std::string_view bytes) {
  int64_t count = 0;
  for (const char byte : bytes) {
    count += std::popcount(static_cast<uint8_t>(byte));
  }
  return count;
}

template <unsigned kBits>
std::string digits_row(int64_t value) {
  constexpr char kDigits[] = "0123456789abcdef";
  auto rest = static_cast<uint64_t>(value);
  std::string text;
  do {
    text.insert(text.begin(), kDigits[rest & ((1U << kBits) - 1)]);
    rest >>= kBits;
  } while (rest != 0);
  return text;
}
/// An INTEGER shows its own 32 bits.
template <unsigned kBits>
std::string digits_integer_row(int32_t value) {
  return digits_row<kBits>(static_cast<int64_t>(static_cast<uint32_t>(value)));
}

template <class T>
void add_divisors(FunctionRegistry& registry, TypeId type) {
  for (const char* name : {"gcd", "greatest_common_divisor"}) {
    registry.add(scalar(name, {type, type}, type, row_kernel<&gcd_row<T>>,
                        {"The greatest common divisor.", std::string(name) + "(1071, 462)", "21"}));
  }
  for (const char* name : {"lcm", "least_common_multiple"}) {
    registry.add(scalar(name, {type, type}, type, row_kernel<&lcm_row<T>>,
                        {"The least common multiple.", std::string(name) + "(1071, 462)", "23562"}));
  }
}

template <unsigned kBits>
void add_digits(FunctionRegistry& registry, const char* name, const char* result) {
  const Documentation documentation = {"The digits of an integer's two's complement.",
                                       std::string(name) + "(255)", result};
  registry.add(
      scalar(name, {TypeId::kInteger}, TypeId::kText, row_kernel<&digits_integer_row<kBits>>, documentation));
  registry.add(scalar(name, {TypeId::kBigint}, TypeId::kText, row_kernel<&digits_row<kBits>>, documentation));
}

void register_bit_count(FunctionRegistry& registry) {
  const Documentation documentation = {"The number of bits that are set.", "bit_count(7)", "3"};
  const auto add = [&](TypeId type, ScalarKernel kernel) {
    registry.add(scalar("bit_count", {type}, TypeId::kBigint, kernel, documentation));
  };
  add(TypeId::kTinyint, row_kernel<&bit_count_signed_row<int8_t>>);
  add(TypeId::kSmallint, row_kernel<&bit_count_signed_row<int16_t>>);
  add(TypeId::kInteger, row_kernel<&bit_count_signed_row<int32_t>>);
  add(TypeId::kBigint, row_kernel<&bit_count_signed_row<int64_t>>);
  add(TypeId::kUbigint, row_kernel<&bit_count_row<uint64_t>>);
  add(TypeId::kHugeint, row_kernel<&bit_count_hugeint_row>);
  add(TypeId::kBytea, row_kernel<&bit_count_bytes_row>);
}

}  // namespace

void register_math_integer(FunctionRegistry& registry) {
  add_divisors<int32_t>(registry, TypeId::kInteger);
  add_divisors<int64_t>(registry, TypeId::kBigint);
  add_divisors<Int128>(registry, TypeId::kHugeint);
  registry.add(scalar("factorial", {TypeId::kBigint}, TypeId::kHugeint, row_kernel<&factorial_row>,
                      {"The product of 1 to n.", "factorial(5)", "120"}));
  register_bit_count(registry);
  add_digits<4>(registry, "to_hex", "ff");
  add_digits<4>(registry, "hex", "ff");
  add_digits<3>(registry, "to_oct", "377");
  add_digits<1>(registry, "to_bin", "11111111");
}

}  // namespace stoa
