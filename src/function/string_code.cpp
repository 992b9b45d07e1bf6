#include <array>
#include <bit>
#include <cstring>

#include "base/error.h"
#include "column/kernels/hash.h"
#include "function/builtin_functions.h"
#include "function/digest.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"
#include "types/utf8.h"

namespace stoa {

namespace {

// --- characters
std::string chr_row(int64_t code) {
  if (code == 0) {
    raise(sqlstate::kProgramLimitExceeded, "null character not permitted");
  }
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < 0 || code > 0x10FFFF || is_surrogate) {
    raise(sqlstate::kProgramLimitExceeded,
          "requested character is not a Unicode character: " + std::to_string(code));
  }
  const auto c = static_cast<uint32_t>(code);
  const auto tail = [&](unsigned shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) {
    return {static_cast<char>(c)};
  }
  if (c < 0x800) {
    return {static_cast<char>(0xC0 | (c >> 6)), tail(0)};
  }
  if (c < 0x10000) {
    return {static_cast<char>(0xE0 | (c >> 12)), tail(6), tail(0)};
  }
  return {static_cast<char>(0xF0 | (c >> 18)), tail(12), tail(6), tail(0)};
}

int32_t ascii_row(std::string_view text) {
  if (text.empty()) {
    return 0;
  }
  const size_t size = std::min(text.size(), character_bytes(text[0]));
  const auto first = static_cast<uint8_t>(text[0]);
  if (size == 1) {
    return first;
  }
  auto code = static_cast<int32_t>(first & (0x7F >> size));
  for (size_t i = 1; i < size; ++i) {
    code = (code << 6) | (static_cast<uint8_t>(text[i]) & 0x3F);
  }
  return code;
}

// --- encodings of bytes
std::string hex_text(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char byte : bytes) {
    text += kDigits[static_cast<uint8_t>(byte) >> 4];
    text += kDigits[static_cast<uint8_t>(byte) & 15];
  }
  return text;
}

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string bytes_of_hex(std::string_view text) {
  std::string bytes;
  int high = -1;
  for (const char c : text) {
    if (is_blank(c) && high < 0) {
      continue;
    }
    const int digit = hex_digit(c);
    if (digit < 0) {
      raise(sqlstate::kInvalidParameterValue, std::string("invalid hexadecimal digit: \"") + c + "\"");
    }
    if (high < 0) {
      high = digit;
    } else {
      bytes += static_cast<char>(high * 16 + digit);
      high = -1;
    }
  }
  if (high >= 0) {
    raise(sqlstate::kInvalidParameterValue, "invalid hexadecimal data: odd number of digits");
  }
  return bytes;
}

constexpr char kBase64Digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// PostgreSQL's MIME form: a line break after each 76 characters.
std::string base64_text(std::string_view bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    if (i > 0 && i % 57 == 0) {
      text += '\n';
    }
    uint32_t word = 0;
    const size_t count = std::min<size_t>(3, bytes.size() - i);
    for (size_t k = 0; k < 3; ++k) {
      word = word << 8 | (k < count ? static_cast<uint8_t>(bytes[i + k]) : 0);
    }
    for (size_t k = 0; k < 4; ++k) {
      text += k <= count ? kBase64Digits[(word >> (18 - 6 * k)) & 63] : '=';
    }
  }
  return text;
}

std::string bytes_of_base64(std::string_view text) {
  std::string bytes;
  uint32_t word = 0;
  unsigned digit_count = 0;
  size_t padding = 0;
  for (const char c : text) {
    if (is_blank(c)) {
      continue;
    }
    if (c == '=') {
      ++padding;
      continue;
    }
    const char* digit = c == 0 ? nullptr : std::strchr(kBase64Digits, c);
    if (digit == nullptr || padding > 0) {
      raise(sqlstate::kInvalidParameterValue,
            std::string("invalid symbol \"") + c + "\" found while decoding base64");
    }
    word = word << 6 | static_cast<uint32_t>(digit - kBase64Digits);
    ++digit_count;
    if (digit_count % 4 == 0) {
      bytes += {static_cast<char>(word >> 16), static_cast<char>(word >> 8), static_cast<char>(word)};
    }
  }
  const unsigned rest = digit_count % 4;
  if (rest == 1 || (rest != 0 && padding != 4 - rest) || (rest == 0 && padding != 0)) {
    throw Error(sqlstate::kInvalidParameterValue, "invalid base64 end sequence")
        .with_hint("Input data is missing padding, is truncated, or is otherwise corrupted.");
  }
  if (rest >= 2) {
    bytes += static_cast<char>(word >> (rest == 2 ? 4 : 10));
  }
  if (rest == 3) {
    bytes += static_cast<char>(word >> 2);
  }
  return bytes;
}

std::string escape_text(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<uint8_t>(byte);
    if (byte == '\\') {
      text += "\\\\";
    } else if (value == 0 || value >= 0x80) {
      text += {'\\', static_cast<char>('0' + (value >> 6)), static_cast<char>('0' + ((value >> 3) & 7)),
               static_cast<char>('0' + (value & 7))};
    } else {
      text += byte;
    }
  }
  return text;
}

std::string bytes_of_escape(std::string_view text) {
  const auto octal = [&](size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '7'; };
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      bytes += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == '\\') {
      bytes += text[++i];
    } else if (octal(i + 1) && octal(i + 2) && octal(i + 3) && text[i + 1] <= '3') {
      bytes += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
      i += 3;
    } else {
      raise(sqlstate::kInvalidTextRepresentation, "invalid input syntax for type bytea");
    }
  }
  return bytes;
}

[[noreturn]] void raise_unknown_encoding(std::string_view format) {
  throw Error(sqlstate::kInvalidParameterValue, "unrecognized encoding: \"" + std::string(format) + "\"")
      .with_hint("Encodings are base64, hex and escape.");
}

std::string encode_row(std::string_view bytes, std::string_view format) {
  if (format == "hex") {
    return hex_text(bytes);
  }
  if (format == "base64") {
    return base64_text(bytes);
  }
  if (format == "escape") {
    return escape_text(bytes);
  }
  raise_unknown_encoding(format);
}

std::string decode_row(std::string_view text, std::string_view format) {
  if (format == "hex") {
    return bytes_of_hex(text);
  }
  if (format == "base64") {
    return bytes_of_base64(text);
  }
  if (format == "escape") {
    return bytes_of_escape(text);
  }
  raise_unknown_encoding(format);
}

/// PostgreSQL's names of the only encoding there is.
void check_utf8_name(std::string_view name) {
  if (name == "UTF8" || name == "utf8" || name == "UTF-8" || name == "utf-8") {
    return;
  }
  raise_unsupported("the encoding " + std::string(name));
}
std::string convert_from_row(std::string_view bytes, std::string_view encoding) {
  check_utf8_name(encoding);
  if (!is_valid_utf8(bytes)) {
    raise(sqlstate::kCharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\"");
  }
  return std::string(bytes);
}
std::string convert_to_row(std::string_view text, std::string_view encoding) {
  check_utf8_name(encoding);
  return std::string(text);
}

// --- digests
std::string md5_row(std::string_view bytes) {
  const auto digest = md5(bytes);
  return hex_text({reinterpret_cast<const char*>(digest.data()), digest.size()});
}
std::string sha256_bytes_row(std::string_view bytes) {
  const auto digest = sha256(bytes);
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}
std::string sha256_hex_row(std::string_view bytes) {
  return hex_text(sha256_bytes_row(bytes));
}

/// hash(any, ...): the same for equal values, NULLs too; not for keeping.
ColumnVector hash_kernel(const ScalarCall& call) {
  ColumnVector result = ColumnVector::make_flat(TypeId::kUbigint, call.row_count);
  auto* hashes = result.mutable_values<uint64_t>();
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    hash_column(call.arguments[i], call.row_count, hashes, i > 0);
  }
  return result;
}

void register_encodings(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  constexpr auto kBytea = TypeId::kBytea;
  registry.add(
      scalar("encode", {kBytea, kText}, kText, row_kernel<&encode_row>,
             {"Bytes as text: base64, hex or escape.", "encode('\\x010203'::bytea, 'base64')", "AQID"}));
  registry.add(scalar("decode", {kText, kText}, kBytea, row_kernel<&decode_row>,
                      {"Text as the bytes that it encodes: base64, hex or escape.",
                       "decode('AQID', 'base64')", "\\x010203"}));
  registry.add(scalar("convert_from", {kBytea, kText}, kText, row_kernel<&convert_from_row>,
                      {"UTF-8 bytes as text.", "convert_from('\\x73746f61'::bytea, 'UTF8')", "stoa"}));
  registry.add(scalar("convert_to", {kText, kText}, kBytea, row_kernel<&convert_to_row>,
                      {"A text's UTF-8 bytes.", "convert_to('stoa', 'UTF8')", "\\x73746f61"}));
  registry.add(scalar("base64", {kBytea}, kText, row_kernel<&base64_text>,
                      {"Bytes as base64.", "base64('\\x010203'::bytea)", "AQID"}));
  registry.add(scalar("from_base64", {kText}, kBytea, row_kernel<&bytes_of_base64>,
                      {"The bytes that base64 encodes.", "from_base64('AQID')", "\\x010203"}));
}

void register_digests(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  constexpr auto kBytea = TypeId::kBytea;
  const char* md5_of_abc = "900150983cd24fb0d6963f7d28e17f72";
  const char* sha256_of_abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  registry.add(scalar("md5", {kText}, kText, row_kernel<&md5_row>,
                      {"The MD5 digest in hexadecimal; not for secrets.", "md5('abc')", md5_of_abc}));
  registry.add(scalar("md5", {kBytea}, kText, row_kernel<&md5_row>,
                      {"The MD5 digest in hexadecimal; not for secrets.", "md5('abc'::bytea)", md5_of_abc}));
  registry.add(scalar("sha256", {kText}, kText, row_kernel<&sha256_hex_row>,
                      {"The SHA-256 digest of a text in hexadecimal.", "sha256('abc')", sha256_of_abc}));
  registry.add(
      scalar("sha256", {kBytea}, kBytea, row_kernel<&sha256_bytes_row>,
             {"The SHA-256 digest of bytes.", "encode(sha256('abc'::bytea), 'hex')", sha256_of_abc}));
  ScalarFunction hash = scalar("hash", {TypeId::kNull}, TypeId::kUbigint, hash_kernel,
                               {"A number that is the same for equal values; it may change with versions.",
                                "hash(1) = hash(1)", "true"});
  hash.is_variadic = true;
  hash.null_handling = NullHandling::kSpecial;
  registry.add(std::move(hash));
}

}  // namespace

void register_string_code(FunctionRegistry& registry) {
  registry.add(scalar("chr", {TypeId::kBigint}, TypeId::kText, row_kernel<&chr_row>,
                      {"The character of a Unicode number.", "chr(65)", "A"}));
  for (const char* name : {"ascii", "unicode", "ord"}) {
    registry.add(scalar(name, {TypeId::kText}, TypeId::kInteger, row_kernel<&ascii_row>,
                        {"The Unicode number of the first character.", std::string(name) + "('A')", "65"}));
  }
  register_encodings(registry);
  register_digests(registry);
}

}  // namespace stoa
