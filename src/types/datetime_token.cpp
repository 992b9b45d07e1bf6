#include "types/datetime_token.h"

#include <algorithm>
#include <cstring>

namespace stoa {
namespace {

constexpr bool is_alnum(char c) {
  return is_digit_char(c) || is_letter_char(c);
}
constexpr bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
constexpr bool is_punctuation(char c) {
  return c > ' ' && c < 0x7F && !is_alnum(c);
}

constexpr DateTimeWord kWords[] = {
    {"jan", WordKind::kMonth, 1},
    {"january", WordKind::kMonth, 1},
    {"feb", WordKind::kMonth, 2},
    {"february", WordKind::kMonth, 2},
    {"mar", WordKind::kMonth, 3},
    {"march", WordKind::kMonth, 3},
    {"apr", WordKind::kMonth, 4},
    {"april", WordKind::kMonth, 4},
    {"may", WordKind::kMonth, 5},
    {"jun", WordKind::kMonth, 6},
    {"june", WordKind::kMonth, 6},
    {"jul", WordKind::kMonth, 7},
    {"july", WordKind::kMonth, 7},
    {"aug", WordKind::kMonth, 8},
    {"august", WordKind::kMonth, 8},
    {"sep", WordKind::kMonth, 9},
    {"sept", WordKind::kMonth, 9},
    {"september", WordKind::kMonth, 9},
    {"oct", WordKind::kMonth, 10},
    {"october", WordKind::kMonth, 10},
    {"nov", WordKind::kMonth, 11},
    {"november", WordKind::kMonth, 11},
    {"dec", WordKind::kMonth, 12},
    {"december", WordKind::kMonth, 12},
    {"sun", WordKind::kWeekday, 0},
    {"sunday", WordKind::kWeekday, 0},
    {"mon", WordKind::kWeekday, 1},
    {"monday", WordKind::kWeekday, 1},
    {"tue", WordKind::kWeekday, 2},
    {"tues", WordKind::kWeekday, 2},
    {"tuesday", WordKind::kWeekday, 2},
    {"wed", WordKind::kWeekday, 3},
    {"weds", WordKind::kWeekday, 3},
    {"wednesday", WordKind::kWeekday, 3},
    {"thu", WordKind::kWeekday, 4},
    {"thur", WordKind::kWeekday, 4},
    {"thurs", WordKind::kWeekday, 4},
    {"thursday", WordKind::kWeekday, 4},
    {"fri", WordKind::kWeekday, 5},
    {"friday", WordKind::kWeekday, 5},
    {"sat", WordKind::kWeekday, 6},
    {"saturday", WordKind::kWeekday, 6},
    {"at", WordKind::kIgnored, 0},
    {"on", WordKind::kIgnored, 0},
    {"am", WordKind::kMeridiem, kMorning},
    {"pm", WordKind::kMeridiem, kAfternoon},
    {"ad", WordKind::kEra, kAfterChrist},
    {"bc", WordKind::kEra, kBeforeChrist},
    {"t", WordKind::kTimeMark, 0},
    {"j", WordKind::kJulian, 0},
    {"jd", WordKind::kJulian, 0},
    {"julian", WordKind::kJulian, 0},
    {"epoch", WordKind::kSpecial, 3},
    {"infinity", WordKind::kSpecial, 1},
    {"d", WordKind::kUnit, 0},
    {"h", WordKind::kUnit, 0},
    {"m", WordKind::kUnit, 0},
    {"s", WordKind::kUnit, 0},
    {"y", WordKind::kUnit, 0},
};

/// Cuts a text into tokens: what belongs together by its punctuation.
class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  bool run(DateTimeTokens& tokens, size_t& count) {
    count = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_blank(c)) {
        ++at_;
        continue;
      }
      start_ = at_;
      TokenKind kind;
      if (is_digit_char(c)) {
        kind = number();
      } else if (c == '.') {
        ++at_;
        skip_digits();
        kind = TokenKind::kNumber;
      } else if (is_letter_char(c)) {
        kind = word();
      } else if (c == '+' || c == '-') {
        if (!signed_token(kind)) {
          return false;
        }
      } else if (is_punctuation(c)) {
        ++at_;
        continue;
      } else {
        return false;
      }
      if (count == kDateTimeTokensMax) {
        return false;
      }
      const bool is_signed = kind == TokenKind::kSigned || kind == TokenKind::kOffset;
      tokens[count++] = {kind, text_.substr(start_, at_ - start_), is_signed ? c : '\0'};
    }
    return count > 0;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_digits() {
    while (is_digit_char(peek())) {
      ++at_;
    }
  }
  template <class Predicate>
  void skip_while(Predicate predicate) {
    while (at_ < text_.size() && predicate(text_[at_])) {
      ++at_;
    }
  }

  TokenKind number() {
    skip_digits();
    const char delimiter = peek();
    if (delimiter == ':') {
      skip_while([](char c) { return is_digit_char(c) || c == ':' || c == '.'; });
      return TokenKind::kTime;
    }
    if (delimiter != '-' && delimiter != '/' && delimiter != '.') {
      return TokenKind::kNumber;
    }
    ++at_;
    if (!is_digit_char(peek())) {
      skip_while([&](char c) { return is_alnum(c) || c == delimiter; });
      return TokenKind::kDate;
    }
    skip_digits();
    if (peek() != delimiter) {
      return delimiter == '.' ? TokenKind::kNumber : TokenKind::kDate;
    }
    skip_while([&](char c) { return is_digit_char(c) || c == delimiter; });
    return TokenKind::kDate;
  }

  TokenKind word() {
    skip_while(is_letter_char);
    const char next = peek();
    const bool goes_on = next == '-' || next == '/' || next == '.' ||
                         ((next == '+' || is_digit_char(next)) &&
                          find_datetime_word(text_.substr(start_, at_ - start_)) == nullptr);
    if (!goes_on) {
      return TokenKind::kWord;
    }
    skip_while([](char c) { return is_alnum(c) || std::strchr("+-/_.:", c) != nullptr; });
    return TokenKind::kDate;
  }

  bool signed_token(TokenKind& kind) {
    ++at_;
    skip_while(is_blank);
    start_ = at_;
    if (is_digit_char(peek())) {
      skip_while([](char c) { return is_digit_char(c) || c == ':' || c == '.' || c == '-'; });
      kind = TokenKind::kOffset;
      return true;
    }
    if (!is_letter_char(peek())) {
      return false;
    }
    skip_while(is_letter_char);
    kind = TokenKind::kSigned;
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t start_ = 0;
};

}  // namespace

bool tokenize_datetime(std::string_view text, DateTimeTokens& tokens, size_t& count) noexcept {
  return Tokenizer(text).run(tokens, count);
}

const DateTimeWord* find_datetime_word(std::string_view text) noexcept {
  char lowered[12];
  if (text.empty() || text.size() > sizeof lowered) {
    return nullptr;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    lowered[i] = static_cast<char>(is_letter_char(text[i]) ? text[i] | 0x20 : text[i]);
  }
  const auto* word = std::ranges::find(kWords, std::string_view(lowered, text.size()), &DateTimeWord::name);
  return word == std::end(kWords) ? nullptr : word;
}

}  // namespace stoa
