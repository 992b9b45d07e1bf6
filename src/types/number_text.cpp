#include "types/number_text.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace stoa {
namespace {

constexpr bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Drops a leading '+', which from_chars doesn't know. False when another sign follows.
bool drop_plus(std::string_view& text) {
  if (text.empty() || text.front() != '+') {
    return true;
  }
  text.remove_prefix(1);
  return text.empty() || (text.front() != '-' && text.front() != '+');
}

template <class T>
bool parse_number(std::string_view text, T& result) {
  text = trim_blanks(text);
  if (!drop_plus(text)) {
    return false;
  }
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    return false;
  }
  result = value;
  return true;
}

bool parse_digits128(std::string_view digits, UInt128 limit, UInt128& result) {
  if (digits.empty()) {
    return false;
  }
  UInt128 value = 0;
  for (const char c : digits) {
    if (!is_digit(c)) {
      return false;
    }
    const auto digit = static_cast<unsigned>(c - '0');
    if (value > (limit - digit) / 10) {
      return false;
    }
    value = value * 10 + digit;
  }
  result = value;
  return true;
}

size_t skip_digits(std::string_view text, size_t at) {
  while (at < text.size() && is_digit(text[at])) {
    ++at;
  }
  return at;
}

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    text.remove_prefix(1);
  }
  return text;
}

size_t put(std::string_view text, char* out) {
  std::memcpy(out, text.data(), text.size());
  return text.size();
}

/// Digits and decimal exponent of a shortest scientific text such as 1.25e+20.
struct Digits {
  char text[20];
  int count = 0;
  int exponent = 0;
};

template <class T>
Digits shortest_digits(T magnitude) {
  char buffer[40];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, magnitude, std::chars_format::scientific).ptr;
  Digits digits;
  const char* at = buffer;
  for (; *at != 'e'; ++at) {
    if (*at != '.') {
      digits.text[digits.count++] = *at;
    }
  }
  at += at[1] == '+' ? 2 : 1;
  std::from_chars(at, end, digits.exponent);
  return digits;
}

char* put_fixed(const Digits& digits, char* out) {
  if (digits.exponent < 0) {
    *out++ = '0';
    *out++ = '.';
    for (int i = -1; i > digits.exponent; --i) {
      *out++ = '0';
    }
    return out + put({digits.text, static_cast<size_t>(digits.count)}, out);
  }
  for (int i = 0; i <= digits.exponent || i < digits.count; ++i) {
    if (i == digits.exponent + 1) {
      *out++ = '.';
    }
    *out++ = i < digits.count ? digits.text[i] : '0';
  }
  return out;
}

char* put_scientific(const Digits& digits, char* out) {
  *out++ = digits.text[0];
  if (digits.count > 1) {
    *out++ = '.';
    out += put({digits.text + 1, static_cast<size_t>(digits.count - 1)}, out);
  }
  *out++ = 'e';
  *out++ = digits.exponent < 0 ? '-' : '+';
  const int exponent = std::abs(digits.exponent);
  if (exponent < 10) {
    *out++ = '0';
  }
  return std::to_chars(out, out + 4, exponent).ptr;
}

/// PostgreSQL goes to scientific notation where a value has more digits than the type is sure to keep.
template <class T>
size_t print_floating(T value, char* out) {
  constexpr int kFixedExponentMin = -4;
  constexpr int kFixedExponentMax = std::numeric_limits<T>::digits10 - 1;
  if (std::isnan(value)) {
    return put("NaN", out);
  }
  if (std::isinf(value)) {
    return put(value < 0 ? "-Infinity" : "Infinity", out);
  }
  char* at = out;
  if (std::signbit(value)) {
    *at++ = '-';
  }
  if (value == 0) {
    *at++ = '0';
    return static_cast<size_t>(at - out);
  }
  const Digits digits = shortest_digits(std::fabs(value));
  const bool is_fixed = digits.exponent >= kFixedExponentMin && digits.exponent <= kFixedExponentMax;
  at = is_fixed ? put_fixed(digits, at) : put_scientific(digits, at);
  return static_cast<size_t>(at - out);
}

/// True for a prefix of `word` of at least `least` letters, in any case.
bool is_prefix(std::string_view text, std::string_view word, size_t least) {
  if (text.size() < least || text.size() > word.size()) {
    return false;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    if ((text[i] | 0x20) != word[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string_view trim_blanks(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

bool parse_int8(std::string_view text, int8_t& result) noexcept {
  return parse_number(text, result);
}
bool parse_int16(std::string_view text, int16_t& result) noexcept {
  return parse_number(text, result);
}
bool parse_int32(std::string_view text, int32_t& result) noexcept {
  return parse_number(text, result);
}
bool parse_int64(std::string_view text, int64_t& result) noexcept {
  return parse_number(text, result);
}
bool parse_uint8(std::string_view text, uint8_t& result) noexcept {
  return parse_number(text, result);
}
bool parse_uint16(std::string_view text, uint16_t& result) noexcept {
  return parse_number(text, result);
}
bool parse_uint32(std::string_view text, uint32_t& result) noexcept {
  return parse_number(text, result);
}
bool parse_uint64(std::string_view text, uint64_t& result) noexcept {
  return parse_number(text, result);
}
bool parse_float(std::string_view text, float& result) noexcept {
  return parse_number(text, result);
}
bool parse_double(std::string_view text, double& result) noexcept {
  return parse_number(text, result);
}

bool parse_int128(std::string_view text, Int128& result) noexcept {
  int64_t small;
  if (parse_number(text, small)) {
    result = small;
    return true;
  }
  text = trim_blanks(text);
  const bool is_negative = !text.empty() && text.front() == '-';
  const UInt128 limit = static_cast<UInt128>(kInt128Max) + (is_negative ? 1 : 0);
  UInt128 magnitude;
  if (!parse_digits128(without_sign(text), limit, magnitude)) {
    return false;
  }
  result = static_cast<Int128>(is_negative ? UInt128{0} - magnitude : magnitude);
  return true;
}

bool parse_boolean(std::string_view text, bool& result) noexcept {
  text = trim_blanks(text);
  const bool is_true = is_prefix(text, "true", 1) || is_prefix(text, "yes", 1) || is_prefix(text, "on", 2);
  const bool is_false = is_prefix(text, "false", 1) || is_prefix(text, "no", 1) || is_prefix(text, "off", 2);
  if (!is_true && !is_false && text != "1" && text != "0") {
    return false;
  }
  result = is_true || text == "1";
  return true;
}

bool looks_like_integer(std::string_view text) noexcept {
  text = without_sign(trim_blanks(text));
  return !text.empty() && skip_digits(text, 0) == text.size();
}

bool looks_like_number(std::string_view text) noexcept {
  text = without_sign(trim_blanks(text));
  size_t at = skip_digits(text, 0);
  size_t digit_count = at;
  if (at < text.size() && text[at] == '.') {
    const size_t end = skip_digits(text, at + 1);
    digit_count += end - at - 1;
    at = end;
  }
  if (digit_count == 0) {
    return false;
  }
  if (at < text.size() && (text[at] | 0x20) == 'e') {
    return looks_like_integer(text.substr(at + 1));
  }
  return at == text.size();
}

size_t print_int64(int64_t value, char* out) noexcept {
  return static_cast<size_t>(std::to_chars(out, out + kIntegerPrintBytesMax, value).ptr - out);
}

size_t print_uint64(uint64_t value, char* out) noexcept {
  return static_cast<size_t>(std::to_chars(out, out + kIntegerPrintBytesMax, value).ptr - out);
}

size_t print_int128(Int128 value, char* out) noexcept {
  constexpr uint64_t kChunk = 10'000'000'000'000'000'000ULL;
  constexpr int kChunkDigits = 19;
  if (value >= INT64_MIN && value <= INT64_MAX) {
    return print_int64(static_cast<int64_t>(value), out);
  }
  char* at = out;
  auto magnitude = static_cast<UInt128>(value);
  if (value < 0) {
    *at++ = '-';
    magnitude = UInt128{0} - magnitude;
  }
  const UInt128 rest = magnitude / kChunk;
  auto low = static_cast<uint64_t>(magnitude % kChunk);
  if (rest == 0) {
    return static_cast<size_t>(at - out) + print_uint64(low, at);
  }
  at += print_int128(static_cast<Int128>(rest), at);
  for (int i = kChunkDigits - 1; i >= 0; --i) {
    at[i] = static_cast<char>('0' + low % 10);
    low /= 10;
  }
  return static_cast<size_t>(at - out) + kChunkDigits;
}

size_t print_double(double value, char* out) noexcept {
  return print_floating(value, out);
}
size_t print_float(float value, char* out) noexcept {
  return print_floating(value, out);
}

std::string int128_to_string(Int128 value) {
  char buffer[kIntegerPrintBytesMax];
  return {buffer, print_int128(value, buffer)};
}

std::string double_to_string(double value) {
  char buffer[kDoublePrintBytesMax];
  return {buffer, print_double(value, buffer)};
}

}  // namespace stoa
