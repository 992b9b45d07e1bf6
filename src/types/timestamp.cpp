#include "types/timestamp.h"

#include "types/datetime_text.h"
#include "types/iso_scan.h"

namespace stoa {
namespace {

/// 04:05:06 with or without a fraction, at the start of `text`, which is cut off.
bool take_iso_time(std::string_view& text, int64_t& micros) {
  if (text.size() < 8 || text[2] != ':' || text[5] != ':') {
    return false;
  }
  const int hour = two_digits(text.data());
  const int minute = two_digits(text.data() + 3);
  const int second = two_digits(text.data() + 6);
  if ((hour | minute | second) < 0 || hour > 23 || minute > 59 || second > 59) {
    return false;
  }
  micros = hour * kMicrosPerHour + minute * kMicrosPerMinute + second * kMicrosPerSecond;
  text.remove_prefix(8);
  if (text.empty() || text.front() != '.') {
    return true;
  }
  size_t end = 1;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') {
    ++end;
  }
  micros += fraction_to_micros(text.substr(1, end - 1));
  text.remove_prefix(end);
  return true;
}

/// Z, +02, +0200 or +02:00 and nothing behind it.
bool take_iso_offset(std::string_view text, int64_t& offset_micros) {
  offset_micros = 0;
  if (text == "Z") {
    return true;
  }
  if (text.size() < 3 || (text[0] != '+' && text[0] != '-')) {
    return false;
  }
  const int hours = two_digits(text.data() + 1);
  int minutes = 0;
  if (text.size() > 3) {
    const bool has_colon = text[3] == ':';
    if (text.size() != (has_colon ? 6U : 5U)) {
      return false;
    }
    minutes = two_digits(text.data() + (has_colon ? 4 : 3));
  }
  if (hours < 0 || hours > 15 || minutes < 0 || minutes > 59) {
    return false;
  }
  offset_micros = (hours * kMicrosPerHour + minutes * kMicrosPerMinute) * (text[0] == '-' ? -1 : 1);
  return true;
}

bool parse_iso(std::string_view text, bool with_zone, int64_t& micros) {
  if (text.size() < 10) {
    return false;
  }
  int32_t days = 0;
  if (!parse_iso_date(text.data(), days)) {
    return false;
  }
  int64_t time = 0;
  int64_t offset = 0;
  text.remove_prefix(10);
  if (!text.empty()) {
    if (text.front() != ' ' && text.front() != 'T') {
      return false;
    }
    text.remove_prefix(1);
    if (!take_iso_time(text, time)) {
      return false;
    }
    if (!text.empty() && !(with_zone && take_iso_offset(text, offset))) {
      return false;
    }
  }
  return make_timestamp(days, time - offset, micros);
}

void put_time(int64_t micros, char*& at) {
  const auto seconds = static_cast<int>(micros / kMicrosPerSecond);
  auto fraction = static_cast<int>(micros % kMicrosPerSecond);
  put_two_digits(seconds / 3600, at);
  at[2] = ':';
  put_two_digits(seconds / 60 % 60, at + 3);
  at[5] = ':';
  put_two_digits(seconds % 60, at + 6);
  at += 8;
  if (fraction == 0) {
    return;
  }
  *at = '.';
  size_t digits = 6;
  while (fraction % 10 == 0) {
    fraction /= 10;
    --digits;
  }
  for (size_t i = digits; i > 0; --i) {
    at[i] = static_cast<char>('0' + fraction % 10);
    fraction /= 10;
  }
  at += digits + 1;
}

size_t print_with_suffix(int64_t micros, std::string_view suffix, char* out) {
  if (!is_finite_timestamp(micros)) {
    return print_date(micros == kTimestampInfinity ? kDateInfinity : kDateMinusInfinity, out);
  }
  constexpr std::string_view kBeforeChrist = " BC";
  const DayAndTime parts = split_timestamp(micros);
  char* at = out + print_date(parts.days, out);
  const bool is_bc = at[-1] == 'C';
  if (is_bc) {
    at -= kBeforeChrist.size();
  }
  *at++ = ' ';
  put_time(parts.micros, at);
  std::memcpy(at, suffix.data(), suffix.size());
  at += suffix.size();
  if (is_bc) {
    std::memcpy(at, kBeforeChrist.data(), kBeforeChrist.size());
    at += kBeforeChrist.size();
  }
  return static_cast<size_t>(at - out);
}

}  // namespace

bool make_time(int64_t hour, int64_t minute, int64_t second_micros, int64_t& micros) noexcept {
  constexpr int64_t kSecondMicrosMax = 61 * kMicrosPerSecond;  // a leap second, with fraction
  if (hour < 0 || hour > 24 || minute < 0 || minute > 59 || second_micros < 0) {
    return false;
  }
  if (second_micros > kSecondMicrosMax) {
    return false;
  }
  const int64_t total = hour * kMicrosPerHour + minute * kMicrosPerMinute + second_micros;
  if (total > kMicrosPerDay) {
    return false;
  }
  micros = total;
  return true;
}

bool make_timestamp(int64_t days, int64_t time_micros, int64_t& micros) noexcept {
  const Int128 total = static_cast<Int128>(days) * kMicrosPerDay + time_micros;
  if (total < kTimestampMin || total > kTimestampMax) {
    return false;
  }
  micros = static_cast<int64_t>(total);
  return true;
}

bool date_to_timestamp(int32_t days, int64_t& micros) noexcept {
  if (is_finite_date(days)) {
    return make_timestamp(days, 0, micros);
  }
  micros = days == kDateInfinity ? kTimestampInfinity : kTimestampMinusInfinity;
  return true;
}

int32_t timestamp_to_date(int64_t micros) noexcept {
  if (is_finite_timestamp(micros)) {
    return split_timestamp(micros).days;
  }
  return micros == kTimestampInfinity ? kDateInfinity : kDateMinusInfinity;
}

ParseStatus read_time(std::string_view text, int64_t& micros) noexcept {
  DateTimeText fields;
  const ParseStatus status = read_datetime(text, DateTimeForm::kTime, fields);
  if (status == ParseStatus::kOk) {
    micros = fields.time_micros;
  }
  return status;
}

ParseStatus read_timestamp(std::string_view text, bool with_zone, int64_t& micros) noexcept {
  DateTimeText fields;
  const ParseStatus status = read_datetime(text, DateTimeForm::kDate, fields);
  if (status != ParseStatus::kOk) {
    return status;
  }
  switch (fields.special) {
    case DateTimeText::Special::kInfinity: micros = kTimestampInfinity; return ParseStatus::kOk;
    case DateTimeText::Special::kMinusInfinity: micros = kTimestampMinusInfinity; return ParseStatus::kOk;
    case DateTimeText::Special::kEpoch: micros = 0; return ParseStatus::kOk;
    case DateTimeText::Special::kNone: break;
  }
  const int64_t offset = with_zone ? fields.zone_seconds * kMicrosPerSecond : 0;
  return make_timestamp(fields.days, fields.time_micros - offset, micros) ? ParseStatus::kOk
                                                                          : ParseStatus::kOutOfRange;
}

bool parse_time(std::string_view text, int64_t& micros) noexcept {
  std::string_view rest = text;
  int64_t fast = 0;
  if (take_iso_time(rest, fast) && rest.empty()) {
    micros = fast;
    return true;
  }
  return read_time(text, micros) == ParseStatus::kOk;
}

bool parse_timestamp(std::string_view text, int64_t& micros) noexcept {
  return parse_iso(text, false, micros) || read_timestamp(text, false, micros) == ParseStatus::kOk;
}

bool parse_timestamptz(std::string_view text, int64_t& micros) noexcept {
  return parse_iso(text, true, micros) || read_timestamp(text, true, micros) == ParseStatus::kOk;
}

size_t print_time(int64_t micros, char* out) noexcept {
  char* at = out;
  put_time(micros, at);
  return static_cast<size_t>(at - out);
}

size_t print_timestamp(int64_t micros, char* out) noexcept {
  return print_with_suffix(micros, "", out);
}
size_t print_timestamptz(int64_t micros, char* out) noexcept {
  return print_with_suffix(micros, "+00", out);
}

std::string time_to_string(int64_t micros) {
  char buffer[kTimePrintBytesMax];
  return {buffer, print_time(micros, buffer)};
}

std::string timestamp_to_string(int64_t micros) {
  char buffer[kTimestampPrintBytesMax];
  return {buffer, print_timestamp(micros, buffer)};
}

std::string timestamptz_to_string(int64_t micros) {
  char buffer[kTimestampPrintBytesMax];
  return {buffer, print_timestamptz(micros, buffer)};
}

}  // namespace stoa
