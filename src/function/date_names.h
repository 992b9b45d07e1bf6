#pragma once

#include <array>
#include <string_view>

/// English names of months and days.
namespace stoa {

inline constexpr std::array<std::string_view, 12> kMonthNames = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};
/// From Sunday, as day_of_week counts.
inline constexpr std::array<std::string_view, 7> kDayNames = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                              "Thursday", "Friday", "Saturday"};

/// The index of the name that `text` begins with, ignoring case: a whole name, or its first three letters;
/// `size` is set to what was read. -1 when there is none.
template <size_t kCount>
int find_name(const std::array<std::string_view, kCount>& names, std::string_view text, size_t& size) {
  const auto begins_with = [&](std::string_view name) {
    if (text.size() < name.size()) {
      return false;
    }
    for (size_t i = 0; i < name.size(); ++i) {
      const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
      if (lower(text[i]) != lower(name[i])) {
        return false;
      }
    }
    return true;
  };
  for (size_t i = 0; i < kCount; ++i) {
    if (begins_with(names[i])) {
      size = names[i].size();
      return static_cast<int>(i);
    }
  }
  for (size_t i = 0; i < kCount; ++i) {
    if (begins_with(names[i].substr(0, 3))) {
      size = 3;
      return static_cast<int>(i);
    }
  }
  return -1;
}

}  // namespace stoa
