#include "types/json_text.h"

#include <bitset>

#include "types/number_text.h"
#include "types/utf8.h"

namespace stoa {
namespace {

constexpr size_t kDepthMax = 1000;

/// Walks over one value without recursion: a bit per open container says what closes it.
class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  bool run() {
    for (;;) {
      skip_blanks();
      if (!take_value()) {
        return false;
      }
      if (is_value_open_) {
        continue;
      }
      if (!close_containers()) {
        return false;
      }
      if (depth_ == 0) {
        return at_ == text_.size();
      }
    }
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (peek() != c) {
      return false;
    }
    ++at_;
    return true;
  }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r') {
      ++at_;
    }
  }
  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) {
      return false;
    }
    at_ += word.size();
    return true;
  }

  /// A scalar, or the start of a container up to its first value (is_value_open_).
  bool take_value() {
    is_value_open_ = false;
    switch (peek()) {
      case '{': return open(true);
      case '[': return open(false);
      case '"': return take_string();
      case 't': return take_word("true");
      case 'f': return take_word("false");
      case 'n': return take_word("null");
      default: return take_number();
    }
  }

  bool open(bool is_object) {
    ++at_;
    skip_blanks();
    if (take(is_object ? '}' : ']')) {
      return true;
    }
    if (depth_ == kDepthMax) {
      return false;
    }
    is_object_[depth_++] = is_object;
    is_value_open_ = true;
    return !is_object || take_key();
  }

  bool take_key() {
    skip_blanks();
    if (peek() != '"' || !take_string()) {
      return false;
    }
    skip_blanks();
    return take(':');
  }

  /// Behind a value: closes what ends here, or moves on to the next value of the innermost container.
  bool close_containers() {
    for (;;) {
      skip_blanks();
      if (depth_ == 0) {
        return true;
      }
      const bool is_object = is_object_[depth_ - 1];
      if (take(',')) {
        return !is_object || take_key();
      }
      if (!take(is_object ? '}' : ']')) {
        return false;
      }
      --depth_;
    }
  }

  bool take_string() {
    const size_t start = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) {
        return false;
      }
      if (text_[at_] == '\\' && !take_escape()) {
        return false;
      }
      ++at_;
    }
    return is_valid_utf8(text_.substr(start, at_ - start)) && take('"');
  }

  /// Leaves at_ on the escape's last character.
  bool take_escape() {
    ++at_;
    if (peek() != 'u') {
      return peek() != '\0' && std::string_view("\"\\/bfnrt").contains(peek());
    }
    for (int i = 0; i < 4; ++i) {
      ++at_;
      const char c = static_cast<char>(peek() | 0x20);
      const bool is_hex = (peek() >= '0' && peek() <= '9') || (c >= 'a' && c <= 'f');
      if (!is_hex) {
        return false;
      }
    }
    return true;
  }

  bool take_digits() {
    const size_t start = at_;
    while (peek() >= '0' && peek() <= '9') {
      ++at_;
    }
    return at_ > start;
  }

  bool take_number() {
    take('-');
    if (!take('0') && !take_digits()) {
      return false;
    }
    if (take('.') && !take_digits()) {
      return false;
    }
    if (peek() != 'e' && peek() != 'E') {
      return true;
    }
    ++at_;
    if (!take('+')) {
      take('-');
    }
    return take_digits();
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t depth_ = 0;
  bool is_value_open_ = false;
  std::bitset<kDepthMax> is_object_;
};

}  // namespace

bool is_valid_json(std::string_view text) noexcept {
  return Checker(text).run();
}

}  // namespace stoa
