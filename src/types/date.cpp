#include "types/date.h"

#include <charconv>

#include "types/datetime_text.h"
#include "types/iso_scan.h"

namespace stoa {
namespace {

size_t put(std::string_view text, char* out) {
  std::memcpy(out, text.data(), text.size());
  return text.size();
}

}  // namespace

bool make_date(int64_t year, int64_t month, int64_t day, int32_t& result) noexcept {
  constexpr int64_t kYearMin = -4713;
  constexpr int64_t kYearMax = 5874897;
  if (year < kYearMin || year > kYearMax || month < 1 || month > 12 || day < 1) {
    return false;
  }
  if (day > days_in_month(year, static_cast<int>(month))) {
    return false;
  }
  const int64_t days = days_from_civil(year, static_cast<int>(month), static_cast<int>(day));
  if (days < kDateMin || days > kDateMax) {
    return false;
  }
  result = static_cast<int32_t>(days);
  return true;
}

ParseStatus read_date(std::string_view text, int32_t& days) noexcept {
  DateTimeText fields;
  const ParseStatus status = read_datetime(text, DateTimeForm::kDate, fields);
  if (status != ParseStatus::kOk) {
    return status;
  }
  switch (fields.special) {
    case DateTimeText::Special::kInfinity: days = kDateInfinity; break;
    case DateTimeText::Special::kMinusInfinity: days = kDateMinusInfinity; break;
    case DateTimeText::Special::kEpoch: days = 0; break;
    case DateTimeText::Special::kNone: days = fields.days; break;
  }
  return ParseStatus::kOk;
}

bool parse_date(std::string_view text, int32_t& days) noexcept {
  return (text.size() == 10 && parse_iso_date(text.data(), days)) ||
         read_date(text, days) == ParseStatus::kOk;
}

size_t print_date(int32_t days, char* out) noexcept {
  if (!is_finite_date(days)) {
    return put(days == kDateInfinity ? "infinity" : "-infinity", out);
  }
  const CivilDate date = civil_from_days(days);
  const int year = date.year > 0 ? date.year : 1 - date.year;
  char* at = out;
  if (year <= 9999) {
    put_two_digits(year / 100, at);
    put_two_digits(year % 100, at + 2);
    at += 4;
  } else {
    at = std::to_chars(at, at + 10, year).ptr;
  }
  at[0] = '-';
  put_two_digits(date.month, at + 1);
  at[3] = '-';
  put_two_digits(date.day, at + 4);
  at += 6;
  if (date.year <= 0) {
    at += put(" BC", at);
  }
  return static_cast<size_t>(at - out);
}

std::string date_to_string(int32_t days) {
  char buffer[kDatePrintBytesMax];
  return {buffer, print_date(days, buffer)};
}

}  // namespace stoa
