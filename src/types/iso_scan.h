#pragma once

#include <cstdint>
#include <cstring>

#include "types/date.h"

/// Digits at fixed places, for the ISO fast paths. Pure.
namespace stoa {

/// Two digits as a number, or a negative one when they aren't digits.
inline int two_digits(const char* text) noexcept {
  const unsigned tens = static_cast<unsigned char>(text[0]) - '0';
  const unsigned ones = static_cast<unsigned char>(text[1]) - '0';
  return tens > 9 || ones > 9 ? -1 : static_cast<int>(tens * 10 + ones);
}

/// 2024-05-06: reads ten bytes.
inline bool parse_iso_date(const char* text, int32_t& days) noexcept {
  if (text[4] != '-' || text[7] != '-') {
    return false;
  }
  const int century = two_digits(text);
  const int year_of_century = two_digits(text + 2);
  const int month = two_digits(text + 5);
  const int day = two_digits(text + 8);
  if ((century | year_of_century | month | day) < 0) {
    return false;
  }
  const int year = century * 100 + year_of_century;
  if (year == 0 || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month)) {
    return false;
  }
  days = static_cast<int32_t>(days_from_civil(year, month, day));
  return true;
}

inline void put_two_digits(int value, char* out) noexcept {
  out[0] = static_cast<char>('0' + value / 10);
  out[1] = static_cast<char>('0' + value % 10);
}

}  // namespace stoa
