#include "sql/literal_text.h"

#include <algorithm>

#include "base/error.h"
#include "base/int128.h"
#include "sql/syntax_error.h"
#include "types/utf8.h"

namespace stoa::sql {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

[[noreturn]] void raise_at(const SqlState& state, std::string message, const Token& token) {
  throw Error(state, std::move(message)).at(token.offset);
}

void append_character(std::string& out, uint32_t code) {
  const auto byte = [&](uint32_t value) { out += static_cast<char>(value); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | (code >> 6));
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | (code >> 12));
    byte(0x80 | ((code >> 6) & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | (code >> 18));
    byte(0x80 | ((code >> 12) & 0x3F));
    byte(0x80 | ((code >> 6) & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

// Reads escapes of one literal. UTF-16 surrogates come as pairs of escapes and make one character.
class EscapeReader {
 public:
  EscapeReader(std::string_view body, const Token& token) : body_(body), token_(token) {}

  std::string c_style() {
    while (i_ < body_.size()) {
      if (body_[i_] == '\\' && i_ + 1 < body_.size()) {
        ++i_;
        c_escape();
      } else {
        add(body_[i_++]);
      }
    }
    return finish();
  }

  std::string unicode_style(char escape) {
    while (i_ < body_.size()) {
      if (body_[i_] != escape) {
        add(body_[i_++]);
      } else if (i_ + 1 < body_.size() && body_[i_ + 1] == escape) {
        add(escape);
        i_ += 2;
      } else {
        const bool six = i_ + 1 < body_.size() && body_[i_ + 1] == '+';
        i_ += six ? 2 : 1;
        add_code(hex_digits(six ? 6 : 4));
      }
    }
    return finish();
  }

 private:
  void add(char c) {
    if (high_surrogate_ != 0) bad_pair();
    out_ += c;
  }

  void c_escape() {
    const char c = body_[i_++];
    switch (c) {
      case 'b': add('\b'); break;
      case 'f': add('\f'); break;
      case 'n': add('\n'); break;
      case 'r': add('\r'); break;
      case 't': add('\t'); break;
      case 'v': add('\v'); break;
      case 'u': add_code(hex_digits(4)); break;
      case 'U': add_code(hex_digits(8)); break;
      case 'x': hex_escape(); break;
      default:
        if (c >= '0' && c <= '7') {
          octal_escape(c);
        } else {
          add(c);
        }
    }
  }

  void hex_escape() {
    if (i_ >= body_.size() || hex_value(body_[i_]) < 0) return add('x');
    int value = hex_value(body_[i_++]);
    if (i_ < body_.size() && hex_value(body_[i_]) >= 0) value = value * 16 + hex_value(body_[i_++]);
    add_byte(value);
  }

  void octal_escape(char first) {
    int value = first - '0';
    for (int n = 0; n < 2 && i_ < body_.size() && body_[i_] >= '0' && body_[i_] <= '7'; ++n) {
      value = value * 8 + (body_[i_++] - '0');
    }
    add_byte(value & 0xFF);
  }

  void add_byte(int value) {
    if (value == 0)
      raise_at(sqlstate::kCharacterNotInRepertoire, "a text can't hold the zero character", token_);
    add(static_cast<char>(value));
  }

  uint32_t hex_digits(size_t count) {
    uint32_t code = 0;
    for (size_t n = 0; n < count; ++n) {
      if (i_ >= body_.size() || hex_value(body_[i_]) < 0) {
        throw Error(sqlstate::kInvalidEscape, "invalid Unicode escape")
            .at(token_.offset)
            .with_hint("E'..' takes \\uXXXX and \\UXXXXXXXX, U&'..' takes \\XXXX and \\+XXXXXX");
      }
      code = code * 16 + static_cast<uint32_t>(hex_value(body_[i_++]));
    }
    return code;
  }

  void add_code(uint32_t code) {
    const bool is_low = code >= 0xDC00 && code <= 0xDFFF;
    if (high_surrogate_ != 0) {
      if (!is_low) bad_pair();
      append_character(out_, 0x10000 + ((high_surrogate_ - 0xD800) << 10) + (code - 0xDC00));
      high_surrogate_ = 0;
    } else if (code >= 0xD800 && code <= 0xDBFF) {
      high_surrogate_ = code;
    } else if (is_low) {
      bad_pair();
    } else if (code == 0 || code > 0x10FFFF) {
      raise_at(sqlstate::kInvalidEscape, "invalid Unicode escape value", token_);
    } else {
      append_character(out_, code);
    }
  }

  [[noreturn]] void bad_pair() {
    raise_at(sqlstate::kInvalidEscape, "invalid Unicode surrogate pair", token_);
  }

  std::string finish() {
    if (high_surrogate_ != 0) bad_pair();
    if (!is_valid_utf8(out_)) {
      raise_at(sqlstate::kCharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\"", token_);
    }
    return std::move(out_);
  }

  std::string_view body_;
  const Token& token_;
  std::string out_;
  uint32_t high_surrogate_ = 0;
  size_t i_ = 0;
};

// The text between the quotes, doubled quotes made single and continued pieces joined.
std::string unquote(std::string_view literal, char quote, bool escapes) {
  const size_t open = literal.find(quote);
  std::string body;
  body.reserve(literal.size());
  size_t i = open + 1;
  while (i < literal.size()) {
    if (escapes && literal[i] == '\\') {
      body.append(literal, i, 2);
      i += 2;
    } else if (literal[i] != quote) {
      body += literal[i++];
    } else if (i + 1 < literal.size() && literal[i + 1] == quote) {
      body += quote;
      i += 2;
    } else {
      i = std::min(literal.find(quote, i + 1), literal.size());
      if (i < literal.size()) ++i;
    }
  }
  return body;
}

std::string decode_radix(std::string_view digits, int radix, const Token& token) {
  UInt128 value = 0;
  for (const char c : digits) {
    if (c == '_') continue;
    const UInt128 next = value * static_cast<unsigned>(radix) + static_cast<unsigned>(hex_value(c));
    if ((next - static_cast<unsigned>(hex_value(c))) / static_cast<unsigned>(radix) != value ||
        next < value) {
      raise_at(sqlstate::kNumericOutOfRange, "the integer literal is out of range", token);
    }
    value = next;
  }
  std::string text;
  do {
    text += static_cast<char>('0' + static_cast<int>(value % 10));
    value /= 10;
  } while (value != 0);
  std::reverse(text.begin(), text.end());
  return text;
}

}  // namespace

std::string decode_string(std::string_view text, const Token& token, char escape) {
  const std::string_view literal = text.substr(token.offset, token.length);
  if (token.kind == TokenKind::kDollarString) {
    const size_t tag_bytes = literal.find('$', 1) + 1;
    return std::string(literal.substr(tag_bytes, literal.size() - 2 * tag_bytes));
  }
  if (token.kind == TokenKind::kEscapeString)
    return EscapeReader(unquote(literal, '\'', true), token).c_style();
  std::string body = unquote(literal, '\'', false);
  if (token.kind == TokenKind::kUnicodeString) return EscapeReader(body, token).unicode_style(escape);
  return body;
}

std::string decode_hex_string(std::string_view text, const Token& token) {
  const std::string digits = unquote(text.substr(token.offset, token.length), '\'', false);
  std::string bytes;
  if (digits.size() % 2 != 0) {
    raise_at(sqlstate::kInvalidTextRepresentation, "invalid hexadecimal data: odd number of digits", token);
  }
  for (size_t i = 0; i < digits.size(); i += 2) {
    const int high = hex_value(digits[i]);
    const int low = hex_value(digits[i + 1]);
    if (high < 0 || low < 0) {
      raise_at(sqlstate::kInvalidTextRepresentation, "\"" + text_near(digits) + "\" is no hexadecimal data",
               token);
    }
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

std::string decode_bit_string(std::string_view text, const Token& token) {
  std::string digits = unquote(text.substr(token.offset, token.length), '\'', false);
  const size_t bad = digits.find_first_not_of("01");
  if (bad != std::string::npos) {
    raise_at(sqlstate::kInvalidTextRepresentation,
             "\"" + text_near(std::string_view(digits).substr(bad)) + "\" is not a valid binary digit",
             token);
  }
  return digits;
}

std::string decode_name(std::string_view text, const Token& token, char escape) {
  const std::string_view spelling = text.substr(token.offset, token.length);
  if (token.kind == TokenKind::kQuotedName) return unquote(spelling, '"', false);
  if (token.kind == TokenKind::kUnicodeName) {
    return EscapeReader(unquote(spelling, '"', false), token).unicode_style(escape);
  }
  std::string name(spelling);
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return name;
}

std::string decode_number(std::string_view text, const Token& token) {
  const std::string_view spelling = text.substr(token.offset, token.length);
  if (spelling.size() > 2 && spelling[0] == '0') {
    const char radix = static_cast<char>(spelling[1] | 0x20);
    if (radix == 'x') return decode_radix(spelling.substr(2), 16, token);
    if (radix == 'o') return decode_radix(spelling.substr(2), 8, token);
    if (radix == 'b') return decode_radix(spelling.substr(2), 2, token);
  }
  std::string number(spelling);
  std::erase(number, '_');
  return number;
}

}  // namespace stoa::sql
