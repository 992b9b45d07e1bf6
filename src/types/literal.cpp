#include "types/literal.h"

#include <string>

#include "base/error.h"
#include "types/decimal.h"
#include "types/number_text.h"

namespace stoa {
namespace {

[[noreturn]] void raise_malformed(std::string_view text) {
  raise(sqlstate::kInvalidTextRepresentation, "invalid number: \"" + std::string(text) + "\"");
}

Value whole_number(Int128 value) {
  if (value <= INT32_MAX) {
    return Value::integer(static_cast<int32_t>(value));
  }
  return value <= INT64_MAX ? Value::bigint(static_cast<int64_t>(value)) : Value::hugeint(value);
}

unsigned digit_value(char c) {
  if (c >= '0' && c <= '9') {
    return static_cast<unsigned>(c - '0');
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? static_cast<unsigned>(lower - 'a' + 10) : 16;
}

/// 0x, 0o, 0b: 1, 3 or 4 bits a digit. 0 for plain numbers.
unsigned prefix_bits(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') {
    return 0;
  }
  switch (text[1] | 0x20) {
    case 'x': return 4;
    case 'o': return 3;
    case 'b': return 1;
    default: return 0;
  }
}

Value radix_number(std::string_view text, std::string_view digits, unsigned bits) {
  constexpr Int128 kLimit = Int128{1} << 122;
  Int128 value = 0;
  if (digits.empty()) {
    raise_malformed(text);
  }
  for (const char c : digits) {
    const unsigned digit = digit_value(c);
    if (digit >= (1U << bits)) {
      raise_malformed(text);
    }
    if (value >= kLimit) {
      raise(sqlstate::kNumericOutOfRange, "number \"" + std::string(text) + "\" is out of range");
    }
    value = (value << bits) | digit;
  }
  return whole_number(value);
}

/// Takes out underscores, which must stand between digits.
std::string without_underscores(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out += text[i];
      continue;
    }
    const bool follows = i > 0 && (digit_value(text[i - 1]) < 16 || (i == 2 && prefix_bits(text) != 0));
    const bool leads = i + 1 < text.size() && digit_value(text[i + 1]) < 16;
    if (!follows || !leads) {
      raise_malformed(text);
    }
  }
  return out;
}

Value double_number(std::string_view text) {
  double value = 0;
  if (parse_double(text, value)) {
    return Value::double_precision(value);
  }
  raise(sqlstate::kNumericOutOfRange, "number \"" + std::string(text) + "\" is out of range");
}

}  // namespace

Value number_literal(std::string_view text) {
  const std::string digits = without_underscores(text);
  if (const unsigned bits = prefix_bits(digits); bits != 0) {
    return radix_number(text, std::string_view(digits).substr(2), bits);
  }
  const bool starts_well = !digits.empty() && (digits[0] == '.' || (digits[0] >= '0' && digits[0] <= '9'));
  if (!starts_well || !looks_like_number(digits) || digits.back() == ' ') {
    raise_malformed(text);
  }
  Int128 unscaled = 0;
  uint8_t precision = 0;
  uint8_t scale = 0;
  const bool has_point = digits.find('.') != std::string::npos;
  if (!has_point && parse_int128(digits, unscaled)) {
    return whole_number(unscaled);
  }
  if (has_point && parse_decimal_as_written(digits, unscaled, precision, scale)) {
    return Value::decimal(unscaled, precision, scale);
  }
  return double_number(digits);
}

}  // namespace stoa
