#include "types/datetime_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "types/date.h"
#include "types/datetime_token.h"
#include "types/number_text.h"
#include "types/time_zone.h"
#include "types/timestamp.h"

namespace stoa {
namespace {

using Fields = unsigned;
constexpr Fields kYear = 1;
constexpr Fields kMonth = 2;
constexpr Fields kDay = 4;
constexpr Fields kWholeDate = kYear | kMonth | kDay;
constexpr Fields kTimeOfDay = 8;
constexpr Fields kZone = 16;
constexpr Fields kDayOfYear = 32;

bool to_int(std::string_view digits, int64_t& value) {
  constexpr int64_t kLimit = INT32_MAX;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() && value >= -kLimit && value <= kLimit;
}

/// Gives tokens their meaning. Every function returns kOk or the verdict for the whole text.
class Reader {
 public:
  Reader(std::string_view text, DateTimeForm form) : form_(form), text_(text) {}

  ParseStatus run(DateTimeText& result) {
    if (!tokenize_datetime(text_, tokens_, count_)) {
      return ParseStatus::kMalformed;
    }
    for (at_ = 0; at_ < count_; ++at_) {
      const ParseStatus status = take(tokens_[at_]);
      if (status != ParseStatus::kOk) {
        return status;
      }
    }
    return pending_ == Pending::kNone ? finish(result) : ParseStatus::kMalformed;
  }

 private:
  enum class Pending : uint8_t { kNone, kTime, kJulian };
  enum class Meridiem : uint8_t { kNone, kAm, kPm };

  static constexpr ParseStatus kOk = ParseStatus::kOk;
  static constexpr ParseStatus kMalformed = ParseStatus::kMalformed;
  static constexpr ParseStatus kOutOfRange = ParseStatus::kOutOfRange;

  bool has(Fields fields) const { return (fields_ & fields) == fields; }
  bool has_any(Fields fields) const { return (fields_ & fields) != 0; }

  ParseStatus set(Fields fields) {
    if (has_any(fields)) {
      return kMalformed;
    }
    fields_ |= fields;
    return kOk;
  }

  ParseStatus take(const Token& token) {
    if (special_ != DateTimeText::Special::kNone) {
      return kMalformed;
    }
    switch (token.kind) {
      case TokenKind::kNumber: return take_number(token.text);
      case TokenKind::kTime: return take_time(token.text);
      case TokenKind::kDate: return take_date(token.text);
      case TokenKind::kOffset: return take_offset(token.text, token.sign);
      case TokenKind::kWord: return take_word(token.text);
      case TokenKind::kSigned: return take_signed_word(token.text, token.sign);
    }
    return kMalformed;
  }

  // --- numbers
  ParseStatus take_number(std::string_view text) {
    if (pending_ == Pending::kJulian) {
      return take_julian(text);
    }
    if (pending_ == Pending::kTime) {
      pending_ = Pending::kNone;
      return take_joined_time(text);
    }
    const size_t point = text.find('.');
    const bool has_point = point != std::string_view::npos;
    if (form_ == DateTimeForm::kTime) {
      if (has_point && point <= 2) {
        return kMalformed;
      }
      return take_joined_time(text);
    }
    if (has_point && !has_any(kWholeDate)) {
      return take_date_parts(text);
    }
    if (has_point && point > 2) {
      return take_joined_time(text);
    }
    if (text.size() >= 6 && (!has_any(kWholeDate) || !has_any(kTimeOfDay))) {
      return take_joined(text);
    }
    return take_single(text, has_text_month_);
  }

  /// 20240506, 240506, or a time when the date is there.
  ParseStatus take_joined(std::string_view text) {
    if (has(kWholeDate) || text.size() < 6) {
      return take_joined_time(text);
    }
    const size_t size = text.size();
    if (!to_int(text.substr(0, size - 4), year_) || !to_int(text.substr(size - 4, 2), month_) ||
        !to_int(text.substr(size - 2), day_)) {
      return kOutOfRange;
    }
    year_has_two_digits_ = size == 6;
    return set(kWholeDate);
  }

  /// 040506.789 or 0405.
  ParseStatus take_joined_time(std::string_view text) {
    if (has(kTimeOfDay)) {
      return kMalformed;
    }
    int64_t micros = 0;
    if (const size_t point = text.find('.'); point != std::string_view::npos) {
      micros = fraction_to_micros(text.substr(point + 1));
      text = text.substr(0, point);
    }
    if (text.size() != 6 && text.size() != 4) {
      return kMalformed;
    }
    int64_t second = 0;
    if (!to_int(text.substr(0, 2), hour_) || !to_int(text.substr(2, 2), minute_)) {
      return kMalformed;
    }
    if (text.size() == 6 && !to_int(text.substr(4), second)) {
      return kMalformed;
    }
    second_micros_ = second * kMicrosPerSecond + micros;
    return set(kTimeOfDay);
  }

  /// One number of a date whose parts stand apart.
  ParseStatus take_single(std::string_view text, bool has_text_month) {
    int64_t value = 0;
    const size_t point = text.find('.');
    if (point != std::string_view::npos && point > 2) {
      return take_joined_time(text);
    }
    if (!to_int(text.substr(0, std::min(point, text.size())), value)) {
      return kOutOfRange;
    }
    const Fields date = fields_ & kWholeDate;
    if (text.size() == 3 && date == kYear && value >= 1 && value <= 366) {
      day_of_year_ = value;
      return set(kDayOfYear | kMonth | kDay);
    }
    const bool is_long = text.size() >= 3;
    switch (date) {
      case 0: return is_long ? set_year(value, text) : set_month(value);
      case kYear: return set_month(value);
      case kMonth: return has_text_month && is_long ? set_year(value, text) : set_day(value);
      case kYear | kMonth:
        if (!has_text_month || !is_long || !year_has_two_digits_) {
          return set_day(value);
        }
        day_ = year_;  // the number that looked like a year of two digits was the day
        year_ = value;
        year_has_two_digits_ = false;
        return set(kDay);
      case kDay: return set_month(value);
      case kMonth | kDay: return set_year(value, text);
      case kWholeDate: return take_joined_time(text);
      default: return kMalformed;
    }
  }

  ParseStatus set_year(int64_t value, std::string_view text) {
    year_ = value;
    year_has_two_digits_ = text.size() <= 2;
    return set(kYear);
  }
  ParseStatus set_month(int64_t value) {
    month_ = value;
    return set(kMonth);
  }
  ParseStatus set_day(int64_t value) {
    day_ = value;
    return set(kDay);
  }

  ParseStatus take_julian(std::string_view text) {
    pending_ = Pending::kNone;
    const size_t point = text.find('.');
    int64_t day = 0;
    if (!to_int(text.substr(0, std::min(point, text.size())), day)) {
      return kOutOfRange;
    }
    if (day - kJulianDayOfEpoch > kDateMax) {
      return kOutOfRange;
    }
    is_julian_ = true;
    julian_days_ = static_cast<int32_t>(day - kJulianDayOfEpoch);
    if (point != std::string_view::npos) {
      double fraction = 0;
      const std::string_view digits = text.substr(point);
      if (digits.size() > 1) {
        std::from_chars(digits.data(), digits.data() + digits.size(), fraction);
      }
      second_micros_ = static_cast<int64_t>(fraction * static_cast<double>(kMicrosPerDay));
      julian_time_ = second_micros_;
      if (const ParseStatus status = set(kTimeOfDay); status != kOk) {
        return status;
      }
    }
    return set(kWholeDate);
  }

  // --- dates with punctuation
  ParseStatus take_date(std::string_view text) {
    if (pending_ == Pending::kJulian) {
      return take_julian_with_zone(text);
    }
    if (pending_ == Pending::kTime || has(kMonth | kDay) || is_zone_in_time_form()) {
      return take_time_or_zone(text);
    }
    return take_date_parts(text);
  }

  /// A TIME may have a date in front, but only there.
  bool is_zone_in_time_form() const {
    return form_ == DateTimeForm::kTime &&
           !(at_ == 0 && count_ >= 2 &&
             (tokens_[count_ - 1].kind == TokenKind::kDate || tokens_[1].kind == TokenKind::kTime));
  }

  ParseStatus take_julian_with_zone(std::string_view text) {
    const size_t end = text.find_first_of("+-");
    if (end == std::string_view::npos) {
      return kMalformed;
    }
    if (const ParseStatus status = take_julian(text.substr(0, end)); status != kOk) {
      return status;
    }
    return take_offset(text.substr(end + 1), text[end]);
  }

  /// hhmmss-zz behind a date, or a zone's name with punctuation.
  ParseStatus take_time_or_zone(std::string_view text) {
    if (pending_ == Pending::kNone && !is_digit_char(text.front())) {
      return take_zone_name(text);
    }
    pending_ = Pending::kNone;
    const size_t minus = text.find('-');
    if (minus == std::string_view::npos) {
      return kMalformed;
    }
    if (const ParseStatus status = take_joined_time(text.substr(0, minus)); status != kOk) {
      return status;
    }
    return take_offset(text.substr(minus + 1), '-');
  }

  ParseStatus take_date_parts(std::string_view text) {
    constexpr size_t kPartsMax = 25;
    std::array<std::string_view, kPartsMax> parts;
    size_t count = 0;
    for (size_t at = 0; at < text.size();) {
      while (at < text.size() && !is_digit_char(text[at]) && !is_letter_char(text[at])) {
        ++at;
      }
      if (at == text.size() || count == kPartsMax) {
        return kMalformed;
      }
      const size_t start = at;
      const bool is_number = is_digit_char(text[at]);
      while (at < text.size() && (is_number ? is_digit_char(text[at]) : is_letter_char(text[at]))) {
        ++at;
      }
      parts[count++] = text.substr(start, at - start);
      if (at < text.size()) {
        ++at;
      }
    }
    return take_parts(parts.data(), count);
  }

  ParseStatus take_parts(const std::string_view* parts, size_t count) {
    bool has_text_month = false;
    for (size_t i = 0; i < count; ++i) {
      if (!is_letter_char(parts[i].front())) {
        continue;
      }
      const DateTimeWord* word = find_datetime_word(parts[i]);
      if (word == nullptr) {
        return kMalformed;
      }
      if (word->kind == WordKind::kIgnored) {
        continue;
      }
      if (word->kind != WordKind::kMonth || has(kMonth)) {
        return kMalformed;
      }
      has_text_month = true;
      static_cast<void>(set_month(word->value));
    }
    for (size_t i = 0; i < count; ++i) {
      if (is_letter_char(parts[i].front())) {
        continue;
      }
      if (has(kWholeDate)) {
        return kMalformed;
      }
      if (const ParseStatus status = take_single(parts[i], has_text_month); status != kOk) {
        return status;
      }
    }
    return has(kWholeDate) ? kOk : kMalformed;
  }

  // --- times and zones
  ParseStatus take_time(std::string_view text) {
    if (pending_ == Pending::kJulian) {
      return kMalformed;
    }
    pending_ = Pending::kNone;
    ClockText clock;
    if (const ParseStatus status = read_clock(text, false, clock); status != kOk) {
      return status;
    }
    hour_ = clock.hour;
    minute_ = clock.minute;
    second_micros_ = clock.second_micros;
    return set(kTimeOfDay);
  }

  ParseStatus take_offset(std::string_view text, char sign) {
    std::array<char, 16> buffer = {sign};
    if (text.size() >= buffer.size()) {
      return kMalformed;
    }
    std::memcpy(buffer.data() + 1, text.data(), text.size());
    if (!parse_zone_offset({buffer.data(), text.size() + 1}, zone_seconds_)) {
      return kMalformed;
    }
    return set(kZone);
  }

  ParseStatus take_zone_name(std::string_view name) {
    int32_t ignored = 0;
    if (!zone_offset_at(name, 0, ignored)) {
      return kMalformed;
    }
    zone_name_ = name;
    return set(kZone);
  }

  // --- words
  ParseStatus take_word(std::string_view text) {
    const DateTimeWord* word = find_datetime_word(text);
    if (word == nullptr) {
      return take_zone_name(text);
    }
    if (pending_ != Pending::kNone) {
      return kMalformed;
    }
    switch (word->kind) {
      case WordKind::kMonth: return take_month(word->value);
      case WordKind::kWeekday:
        if (has_weekday_) {
          return kMalformed;
        }
        has_weekday_ = true;
        return kOk;
      case WordKind::kIgnored: return kOk;
      case WordKind::kMeridiem:
        meridiem_ = word->value == kAfternoon ? Meridiem::kPm : Meridiem::kAm;
        return kOk;
      case WordKind::kEra: is_bc_ = word->value == kBeforeChrist; return kOk;
      case WordKind::kTimeMark: return take_time_mark();
      case WordKind::kJulian: pending_ = Pending::kJulian; return kOk;
      case WordKind::kUnit: return kMalformed;
      case WordKind::kSpecial:
        special_ = static_cast<DateTimeText::Special>(word->value);
        return count_ == 1 ? kOk : kMalformed;
    }
    return kMalformed;
  }

  ParseStatus take_signed_word(std::string_view text, char sign) {
    const DateTimeWord* word = find_datetime_word(text);
    if (word == nullptr || word->name != "infinity" || sign != '-' || count_ != 1) {
      return kMalformed;
    }
    special_ = DateTimeText::Special::kMinusInfinity;
    return kOk;
  }

  ParseStatus take_month(int month) {
    if (has(kMonth) && !has_text_month_ && !has(kDay) && month_ >= 1 && month_ <= 31) {
      day_ = month_;  // the number that looked like a month was the day
      fields_ |= kDay;
      fields_ &= ~kMonth;
    }
    has_text_month_ = true;
    return set_month(month);
  }

  ParseStatus take_time_mark() {
    if (form_ == DateTimeForm::kDate && !has(kWholeDate)) {
      return kMalformed;
    }
    if (at_ + 1 >= count_) {
      return kMalformed;
    }
    const TokenKind next = tokens_[at_ + 1].kind;
    if (next != TokenKind::kNumber && next != TokenKind::kTime && next != TokenKind::kDate) {
      return kMalformed;
    }
    pending_ = Pending::kTime;
    return kOk;
  }

  // --- the end
  ParseStatus finish(DateTimeText& result) {
    if (special_ != DateTimeText::Special::kNone) {
      if (form_ == DateTimeForm::kTime) {
        return kMalformed;
      }
      result.special = special_;
      return kOk;
    }
    if (const ParseStatus status = finish_date(result.days); status != kOk) {
      return status;
    }
    if (form_ == DateTimeForm::kDate ? !has(kWholeDate) : !has(kTimeOfDay)) {
      return kMalformed;
    }
    if (const ParseStatus status = finish_time(result.time_micros); status != kOk) {
      return status;
    }
    result.has_time = has(kTimeOfDay);
    result.has_zone = has(kZone);
    return finish_zone(result);
  }

  ParseStatus finish_date(int32_t& days) {
    if (has(kYear) && !is_julian_) {
      if (const ParseStatus status = finish_year(); status != kOk) {
        return status;
      }
    }
    if (has(kMonth) && !has(kDayOfYear) && !is_julian_ && (month_ < 1 || month_ > 12)) {
      return kOutOfRange;
    }
    if (has(kDay) && !has(kDayOfYear) && !is_julian_ && (day_ < 1 || day_ > 31)) {
      return kOutOfRange;
    }
    if (!has(kWholeDate)) {
      return kOk;
    }
    if (is_julian_) {
      days = julian_days_;
      return kOk;
    }
    if (!has(kDayOfYear)) {
      return make_date(year_, month_, day_, days) ? kOk : kOutOfRange;
    }
    return make_date(year_, 1, 1, days) && (days += static_cast<int32_t>(day_of_year_ - 1)) <= kDateMax
               ? kOk
               : kOutOfRange;
  }

  ParseStatus finish_year() {
    if (is_bc_) {
      if (year_ <= 0) {
        return kOutOfRange;
      }
      year_ = 1 - year_;
      return kOk;
    }
    if (year_has_two_digits_) {
      year_ += year_ < 70 ? 2000 : year_ < 100 ? 1900 : 0;
      return kOk;
    }
    return year_ <= 0 ? kOutOfRange : kOk;
  }

  ParseStatus finish_time(int64_t& micros) {
    if (julian_time_ >= 0) {
      micros = julian_time_;
      return kOk;
    }
    if (meridiem_ != Meridiem::kNone && hour_ > 12) {
      return kOutOfRange;
    }
    if (meridiem_ == Meridiem::kAm && hour_ == 12) {
      hour_ = 0;
    }
    if (meridiem_ == Meridiem::kPm && hour_ != 12) {
      hour_ += 12;
    }
    return make_time(hour_, minute_, second_micros_, micros) ? kOk : kOutOfRange;
  }

  ParseStatus finish_zone(DateTimeText& result) {
    result.zone_seconds = zone_seconds_;
    if (zone_name_.empty()) {
      return kOk;
    }
    int64_t local = 0;
    if (!make_timestamp(result.days, result.time_micros, local)) {
      return kOutOfRange;
    }
    return zone_offset_of_local(zone_name_, local, result.zone_seconds) ? kOk : kMalformed;
  }

  DateTimeForm form_;
  std::string_view text_;
  DateTimeTokens tokens_;
  size_t count_ = 0;
  size_t at_ = 0;

  Fields fields_ = 0;
  Pending pending_ = Pending::kNone;
  Meridiem meridiem_ = Meridiem::kNone;
  DateTimeText::Special special_ = DateTimeText::Special::kNone;
  bool has_text_month_ = false;
  bool has_weekday_ = false;
  bool year_has_two_digits_ = false;
  bool is_bc_ = false;
  bool is_julian_ = false;
  int64_t year_ = 0;
  int64_t month_ = 0;
  int64_t day_ = 0;
  int64_t day_of_year_ = 0;
  int32_t julian_days_ = 0;
  int64_t julian_time_ = -1;
  int64_t hour_ = 0;
  int64_t minute_ = 0;
  int64_t second_micros_ = 0;
  int32_t zone_seconds_ = 0;
  std::string_view zone_name_;
};

}  // namespace

ParseStatus read_datetime(std::string_view text, DateTimeForm form, DateTimeText& result) noexcept {
  // PostgreSQL's limit too; nothing that means a time is longer.
  constexpr size_t kTextBytesMax = 128;
  text = trim_blanks(text);
  if (text.size() > kTextBytesMax) {
    return ParseStatus::kMalformed;
  }
  return Reader(text, form).run(result);
}

ParseStatus read_clock(std::string_view text, bool minutes_first, ClockText& result) noexcept {
  int64_t parts[3] = {};
  size_t count = 0;
  size_t at = 0;
  for (;;) {
    const size_t start = at;
    while (at < text.size() && is_digit_char(text[at])) {
      ++at;
    }
    if (at == start && count == 0) {
      return ParseStatus::kMalformed;
    }
    if (at > start && !parse_int64(text.substr(start, at - start), parts[count])) {
      return ParseStatus::kOutOfRange;
    }
    ++count;
    if (at == text.size() || text[at] != ':' || count == 3) {
      break;
    }
    ++at;
  }
  int64_t micros = 0;
  const bool has_fraction = at < text.size();
  if (has_fraction) {
    const std::string_view digits = text.substr(at + 1);
    if (text[at] != '.' || !std::ranges::all_of(digits, is_digit_char)) {
      return ParseStatus::kMalformed;
    }
    micros = fraction_to_micros(digits);
  }
  if (count < 2) {
    return ParseStatus::kMalformed;
  }
  if (count == 2 && (has_fraction || minutes_first)) {
    parts[2] = parts[1];
    parts[1] = parts[0];
    parts[0] = 0;
  }
  if (parts[1] > 59 || parts[2] > 60) {
    return ParseStatus::kOutOfRange;
  }
  result = {parts[0], parts[1], parts[2] * kMicrosPerSecond + micros};
  return ParseStatus::kOk;
}

int64_t fraction_to_micros(std::string_view digits) noexcept {
  constexpr size_t kExactDigits = 6;
  if (digits.size() <= kExactDigits) {
    int64_t micros = 0;
    for (size_t i = 0; i < kExactDigits; ++i) {
      micros = micros * 10 + (i < digits.size() ? digits[i] - '0' : 0);
    }
    return micros;
  }
  std::array<char, 32> buffer = {'0', '.'};
  const size_t count = std::min(digits.size(), buffer.size() - 2);
  std::memcpy(buffer.data() + 2, digits.data(), count);
  double fraction = 0;
  std::from_chars(buffer.data(), buffer.data() + 2 + count, fraction);
  return static_cast<int64_t>(std::rint(fraction * static_cast<double>(kMicrosPerSecond)));
}

}  // namespace stoa
