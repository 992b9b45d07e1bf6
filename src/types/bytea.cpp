#include "types/bytea.h"

namespace stoa {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool parse_hex(std::string_view text, char* out, size_t& size_bytes) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); i += 2) {
    while (i < text.size() && is_blank(text[i])) {
      ++i;
    }
    if (i == text.size()) {
      break;
    }
    if (i + 1 == text.size()) {
      return false;
    }
    const int high = hex_value(text[i]);
    const int low = hex_value(text[i + 1]);
    if (high < 0 || low < 0) {
      return false;
    }
    out[count++] = static_cast<char>(high * 16 + low);
  }
  size_bytes = count;
  return true;
}

bool is_octal(char c, char most) {
  return c >= '0' && c <= most;
}

bool parse_escaped(std::string_view text, char* out, size_t& size_bytes) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out[count++] = text[i];
    } else if (i + 1 < text.size() && text[i + 1] == '\\') {
      out[count++] = '\\';
      ++i;
    } else if (i + 3 < text.size() && is_octal(text[i + 1], '3') && is_octal(text[i + 2], '7') &&
               is_octal(text[i + 3], '7')) {
      out[count++] =
          static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
      i += 3;
    } else {
      return false;
    }
  }
  size_bytes = count;
  return true;
}

}  // namespace

bool parse_bytea(std::string_view text, char* out, size_t& size_bytes) noexcept {
  if (text.starts_with("\\x")) {
    return parse_hex(text.substr(2), out, size_bytes);
  }
  return parse_escaped(text, out, size_bytes);
}

bool parse_bytea(std::string_view text, std::string& result) {
  std::string bytes(text.size(), '\0');
  size_t size_bytes = 0;
  if (!parse_bytea(text, bytes.data(), size_bytes)) {
    return false;
  }
  bytes.resize(size_bytes);
  result = std::move(bytes);
  return true;
}

size_t print_bytea(std::string_view bytes, char* out) noexcept {
  constexpr const char* kHex = "0123456789abcdef";
  char* at = out;
  *at++ = '\\';
  *at++ = 'x';
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    *at++ = kHex[byte >> 4];
    *at++ = kHex[byte & 15];
  }
  return bytea_print_bytes(bytes.size());
}

std::string bytea_to_string(std::string_view bytes) {
  std::string out(bytea_print_bytes(bytes.size()), '\0');
  print_bytea(bytes, out.data());
  return out;
}

}  // namespace stoa
