#include "types/time_zone.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include <date/tz.h>

namespace stoa {
namespace {

struct Abbreviation {
  std::string_view name;  // lower case
  int32_t minutes;
};

/// PostgreSQL's default set, without those of few users. Meanings are fixed, summer time included.
constexpr Abbreviation kAbbreviations[] = {
    {"utc", 0},    {"gmt", 0},    {"z", 0},      {"zulu", 0},    {"ut", 0},      {"uct", 0},    {"wet", 0},
    {"west", 60},  {"bst", 60},   {"cet", 60},   {"cest", 120},  {"met", 60},    {"mest", 120}, {"mez", 60},
    {"mesz", 120}, {"eet", 120},  {"eest", 180}, {"ist", 120},   {"msk", 180},   {"msd", 240},  {"sast", 120},
    {"cat", 120},  {"eat", 180},  {"pkt", 300},  {"npt", 345},   {"ict", 420},   {"wib", 420},  {"hkt", 480},
    {"sgt", 480},  {"awst", 480}, {"jst", 540},  {"kst", 540},   {"acst", 570},  {"acdt", 630}, {"aest", 600},
    {"aedt", 660}, {"nzst", 720}, {"nzdt", 780}, {"brt", -180},  {"art", -180},  {"nst", -210}, {"ndt", -150},
    {"ast", -240}, {"adt", -180}, {"est", -300}, {"edt", -240},  {"cst", -360},  {"cdt", -300}, {"mst", -420},
    {"mdt", -360}, {"pst", -480}, {"pdt", -420}, {"akst", -540}, {"akdt", -480}, {"hst", -600},
};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool equals_any_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

bool find_fixed(std::string_view zone, int32_t& offset_seconds) {
  if (!zone.empty() && (zone.front() == '+' || zone.front() == '-')) {
    return parse_zone_offset(zone, offset_seconds);
  }
  for (const Abbreviation& abbreviation : kAbbreviations) {
    if (!equals_any_case(zone, abbreviation.name)) {
      continue;
    }
    offset_seconds = abbreviation.minutes * 60;
    return true;
  }
  return false;
}

/// Null when there is none or when the system has no zone database.
const date::time_zone* find_zone(std::string_view name) {
  constexpr size_t kNameBytesMax = 64;
  if (name.empty() || name.size() > kNameBytesMax || name.find("..") != std::string_view::npos) {
    return nullptr;
  }
  try {
    const auto& zones = date::get_tzdb().zones;
    const auto zone =
        std::ranges::lower_bound(zones, name, {}, [](const auto& z) -> std::string_view { return z.name(); });
    if (zone != zones.end() && zone->name() == name) {
      return &*zone;
    }
    const auto any =
        std::ranges::find_if(zones, [&](const auto& z) { return equals_any_case(z.name(), name); });
    return any == zones.end() ? nullptr : &*any;
  } catch (const std::exception&) {
    return nullptr;
  }
}

/// Seconds rounded down, kept within what the zone database's calendar can reach.
std::chrono::seconds whole_seconds(int64_t micros) {
  constexpr int64_t kLimit = int64_t{32000 - 1970} * 31556952;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::microseconds(micros));
  return std::clamp(seconds, std::chrono::seconds(-kLimit), std::chrono::seconds(kLimit));
}

int32_t to_seconds(std::chrono::seconds offset) {
  return static_cast<int32_t>(offset.count());
}

/// Takes digits off the front: gives how many, and their value.
size_t take_digits(std::string_view& text, int& value) {
  size_t count = 0;
  value = 0;
  for (; count < text.size() && count < 5 && text[count] >= '0' && text[count] <= '9'; ++count) {
    value = value * 10 + (text[count] - '0');
  }
  text.remove_prefix(count);
  return count;
}

}  // namespace

bool parse_zone_offset(std::string_view text, int32_t& offset_seconds) noexcept {
  constexpr int kHoursMax = 15;
  if (text.empty() || (text.front() != '+' && text.front() != '-')) {
    return false;
  }
  const bool is_west = text.front() == '-';
  text.remove_prefix(1);
  int parts[3] = {};
  size_t digits = take_digits(text, parts[0]);
  if (digits == 0 || digits > 4) {
    return false;
  }
  if (digits > 2 && text.empty()) {  // hhmm or hmm
    parts[1] = parts[0] % 100;
    parts[0] /= 100;
  }
  for (int i = 1; i < 3 && !text.empty() && digits <= 2; ++i) {
    if (text.front() != ':') {
      return false;
    }
    text.remove_prefix(1);
    digits = take_digits(text, parts[i]);
    if (digits == 0 || digits > 2) {
      return false;
    }
  }
  if (!text.empty() || parts[0] > kHoursMax || parts[1] > 59 || parts[2] > 59) {
    return false;
  }
  const int32_t seconds = parts[0] * 3600 + parts[1] * 60 + parts[2];
  offset_seconds = is_west ? -seconds : seconds;
  return true;
}

bool zone_offset_at(std::string_view zone, int64_t utc_micros, int32_t& offset_seconds) noexcept {
  if (find_fixed(zone, offset_seconds)) {
    return true;
  }
  const date::time_zone* found = find_zone(zone);
  if (found == nullptr) {
    return false;
  }
  try {
    offset_seconds = to_seconds(found->get_info(date::sys_seconds(whole_seconds(utc_micros))).offset);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

bool zone_offset_of_local(std::string_view zone, int64_t local_micros, int32_t& offset_seconds) noexcept {
  if (find_fixed(zone, offset_seconds)) {
    return true;
  }
  const date::time_zone* found = find_zone(zone);
  if (found == nullptr) {
    return false;
  }
  try {
    const auto info = found->get_info(date::local_seconds(whole_seconds(local_micros)));
    const bool is_shown_twice = info.result == date::local_info::ambiguous;
    offset_seconds = to_seconds(is_shown_twice ? info.second.offset : info.first.offset);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace stoa
