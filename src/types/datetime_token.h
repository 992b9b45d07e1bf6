#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// How texts of dates, times and intervals are cut into tokens, and the words that they may hold. Pure; never
/// throw.
namespace stoa {

enum class TokenKind : uint8_t {
  kNumber,  ///< 20240506, 1.5, .5
  kTime,    ///< 04:05:06.789
  kDate,    ///< 2024-05-06, 6-May-2024, America/New_York, 1-2
  kWord,    ///< May, UTC, days
  kSigned,  ///< a word behind a sign: -infinity
  kOffset,  ///< a number behind a sign: +02:00, -1, +3-4
};

struct Token {
  TokenKind kind;
  std::string_view text;  ///< without the sign and what blanks follow it
  char sign = '\0';
};

inline constexpr size_t kDateTimeTokensMax = 25;
using DateTimeTokens = std::array<Token, kDateTimeTokensMax>;

/// False when there is a character that no token can hold, too many tokens, or none.
bool tokenize_datetime(std::string_view text, DateTimeTokens& tokens, size_t& count) noexcept;

enum class WordKind : uint8_t {
  kMonth,
  kWeekday,
  kIgnored,
  kMeridiem,
  kEra,
  kTimeMark,
  kJulian,
  kSpecial,
  kUnit,
};

inline constexpr int kMorning = 0;
inline constexpr int kAfternoon = 1;
inline constexpr int kAfterChrist = 0;
inline constexpr int kBeforeChrist = 1;

struct DateTimeWord {
  std::string_view name;
  WordKind kind;
  int value;
};

/// Any case; null for a word that isn't of dates and times (a zone, perhaps).
const DateTimeWord* find_datetime_word(std::string_view text) noexcept;

constexpr bool is_digit_char(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter_char(char c) {
  return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

}  // namespace stoa
