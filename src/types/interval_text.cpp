// Reading intervals: PostgreSQL's verbose form, SQL's (1-2, 3 4:05:06) and ISO 8601's.
#include "types/interval_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "types/datetime_text.h"
#include "types/datetime_token.h"
#include "types/number_text.h"
#include "types/timestamp.h"

namespace stoa {
namespace {

enum class Unit : uint8_t {
  kNone,
  kMicrosecond,
  kMillisecond,
  kSecond,
  kMinute,
  kHour,
  kDay,
  kWeek,
  kMonth,
  kYear,
  kDecade,
  kCentury,
  kMillennium,
  kAgo,
};

struct UnitName {
  std::string_view name;
  Unit unit;
};

constexpr UnitName kUnits[] = {
    {"us", Unit::kMicrosecond},
    {"usec", Unit::kMicrosecond},
    {"usecs", Unit::kMicrosecond},
    {"useconds", Unit::kMicrosecond},
    {"microsecon", Unit::kMicrosecond},
    {"usecond", Unit::kMicrosecond},
    {"ms", Unit::kMillisecond},
    {"msec", Unit::kMillisecond},
    {"msecs", Unit::kMillisecond},
    {"msecond", Unit::kMillisecond},
    {"mseconds", Unit::kMillisecond},
    {"millisecon", Unit::kMillisecond},
    {"s", Unit::kSecond},
    {"sec", Unit::kSecond},
    {"secs", Unit::kSecond},
    {"second", Unit::kSecond},
    {"seconds", Unit::kSecond},
    {"m", Unit::kMinute},
    {"min", Unit::kMinute},
    {"mins", Unit::kMinute},
    {"minute", Unit::kMinute},
    {"minutes", Unit::kMinute},
    {"h", Unit::kHour},
    {"hr", Unit::kHour},
    {"hrs", Unit::kHour},
    {"hour", Unit::kHour},
    {"hours", Unit::kHour},
    {"d", Unit::kDay},
    {"day", Unit::kDay},
    {"days", Unit::kDay},
    {"w", Unit::kWeek},
    {"week", Unit::kWeek},
    {"weeks", Unit::kWeek},
    {"mon", Unit::kMonth},
    {"mons", Unit::kMonth},
    {"month", Unit::kMonth},
    {"months", Unit::kMonth},
    {"y", Unit::kYear},
    {"yr", Unit::kYear},
    {"yrs", Unit::kYear},
    {"year", Unit::kYear},
    {"years", Unit::kYear},
    {"dec", Unit::kDecade},
    {"decs", Unit::kDecade},
    {"decade", Unit::kDecade},
    {"decades", Unit::kDecade},
    {"c", Unit::kCentury},
    {"cent", Unit::kCentury},
    {"century", Unit::kCentury},
    {"centuries", Unit::kCentury},
    {"mil", Unit::kMillennium},
    {"mils", Unit::kMillennium},
    {"millennia", Unit::kMillennium},
    {"millennium", Unit::kMillennium},
    {"millenium", Unit::kMillennium},
    {"ago", Unit::kAgo},
};

Unit find_unit(std::string_view text) {
  // PostgreSQL looks at ten letters.
  constexpr size_t kLetters = 10;
  const std::string_view key = text.substr(0, kLetters);
  for (const UnitName& entry : kUnits) {
    const bool is_equal = std::ranges::equal(entry.name.substr(0, kLetters), key, {}, {}, [](char c) {
      return is_letter_char(c) ? static_cast<char>(c | 0x20) : c;
    });
    if (is_equal) {
      return entry.unit;
    }
  }
  return Unit::kNone;
}

/// Adds up an interval; goes bad for good when a part overflows.
class Sum {
 public:
  bool has_overflowed() const { return has_overflowed_; }

  void add_micros(int64_t count, double fraction, int64_t unit_micros) {
    add(micros_, static_cast<Int128>(count) * unit_micros);
    add_fraction(fraction * static_cast<double>(unit_micros));
  }
  void add_days(int64_t count, double fraction, int days_per_unit) {
    add(days_, static_cast<Int128>(count) * days_per_unit);
    add_fractional_days(fraction * days_per_unit);
  }
  void add_months(int64_t count, double fraction) {
    add(months_, count);
    add_fractional_days(fraction * 30);
  }
  void add_years(int64_t count, double fraction, int years_per_unit) {
    add(months_, static_cast<Int128>(count) * years_per_unit * 12);
    add(months_, static_cast<Int128>(std::rint(fraction * years_per_unit * 12)));
  }
  void negate() {
    months_ = -months_;
    days_ = -days_;
    micros_ = -micros_;
  }

  bool finish(Interval& result) const {
    if (has_overflowed_ || months_ != static_cast<int32_t>(months_) || days_ != static_cast<int32_t>(days_) ||
        micros_ != static_cast<int64_t>(micros_)) {
      return false;
    }
    result = {static_cast<int32_t>(months_), static_cast<int32_t>(days_), static_cast<int64_t>(micros_)};
    return true;
  }

 private:
  /// Far from the ends of Int128, so that a few terms can't overflow it.
  static constexpr Int128 kLimit = Int128{1} << 100;

  void add(Int128& part, Int128 term) {
    part += term;
    if (part > kLimit || part < -kLimit) {
      has_overflowed_ = true;
      part = 0;
    }
  }
  void add_fractional_days(double days) {
    const double whole = std::trunc(days);
    add(days_, static_cast<Int128>(whole));
    add_fraction((days - whole) * static_cast<double>(kMicrosPerDay));
  }
  void add_fraction(double micros) {
    const double whole = std::trunc(micros);
    const double rest = micros - whole;
    add(micros_, static_cast<Int128>(whole));
    add(micros_, rest > 0.5 ? 1 : rest < -0.5 ? -1 : 0);
  }

  Int128 months_ = 0;
  Int128 days_ = 0;
  Int128 micros_ = 0;
  bool has_overflowed_ = false;
};

/// A whole number and the fraction behind it, both with the sign.
struct Amount {
  int64_t whole = 0;
  double fraction = 0;
};

double read_fraction(std::string_view digits) {
  double fraction = 0;
  char buffer[24] = {'0', '.'};
  const size_t count = std::min(digits.size(), sizeof buffer - 2);
  std::copy_n(digits.data(), count, buffer + 2);
  std::from_chars(buffer, buffer + 2 + count, fraction);
  return fraction;
}

/// Takes [sign] digits [. digits] off the front. kOutOfRange when the whole part is too great.
ParseStatus take_amount(std::string_view& text, Amount& amount) {
  size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const bool is_negative = at == 1 && text[0] == '-';
  const size_t start = at;
  while (at < text.size() && is_digit_char(text[at])) {
    ++at;
  }
  const std::string_view digits = text.substr(start, at - start);
  size_t fraction_digits = 0;
  amount = {};
  if (at < text.size() && text[at] == '.') {
    const size_t from = ++at;
    while (at < text.size() && is_digit_char(text[at])) {
      ++at;
    }
    fraction_digits = at - from;
    amount.fraction = read_fraction(text.substr(from, fraction_digits));
  }
  if (digits.size() + fraction_digits == 0) {
    return ParseStatus::kMalformed;
  }
  text.remove_prefix(at);
  if (!digits.empty() && !parse_int64(digits, amount.whole)) {
    return ParseStatus::kOutOfRange;
  }
  if (is_negative) {
    amount = {-amount.whole, -amount.fraction};
  }
  return ParseStatus::kOk;
}

void add_unit(Sum& sum, Unit unit, const Amount& amount) {
  switch (unit) {
    case Unit::kMicrosecond: sum.add_micros(amount.whole, amount.fraction, 1); break;
    case Unit::kMillisecond: sum.add_micros(amount.whole, amount.fraction, 1000); break;
    case Unit::kSecond: sum.add_micros(amount.whole, amount.fraction, kMicrosPerSecond); break;
    case Unit::kMinute: sum.add_micros(amount.whole, amount.fraction, kMicrosPerMinute); break;
    case Unit::kHour: sum.add_micros(amount.whole, amount.fraction, kMicrosPerHour); break;
    case Unit::kDay: sum.add_days(amount.whole, amount.fraction, 1); break;
    case Unit::kWeek: sum.add_days(amount.whole, amount.fraction, 7); break;
    case Unit::kMonth: sum.add_months(amount.whole, amount.fraction); break;
    case Unit::kYear: sum.add_years(amount.whole, amount.fraction, 1); break;
    case Unit::kDecade: sum.add_years(amount.whole, amount.fraction, 10); break;
    case Unit::kCentury: sum.add_years(amount.whole, amount.fraction, 100); break;
    case Unit::kMillennium: sum.add_years(amount.whole, amount.fraction, 1000); break;
    case Unit::kNone:
    case Unit::kAgo: break;
  }
}

using Fields = unsigned;
constexpr Fields field_of(Unit unit) {
  return 1U << static_cast<unsigned>(unit);
}
constexpr Fields kAllSeconds =
    field_of(Unit::kSecond) | field_of(Unit::kMillisecond) | field_of(Unit::kMicrosecond);
constexpr Fields kTimeFields = field_of(Unit::kHour) | field_of(Unit::kMinute) | kAllSeconds;

/// The verbose and SQL forms, read from the right so that a number's unit is known before it.
class VerboseReader {
 public:
  VerboseReader(Unit default_unit, bool minutes_first) : unit_(default_unit), minutes_first_(minutes_first) {}

  ParseStatus run(std::string_view text, Interval& result) {
    DateTimeTokens tokens;
    size_t count = 0;
    if (!tokenize_datetime(text, tokens, count)) {
      return ParseStatus::kMalformed;
    }
    for (size_t i = count; i > 0; --i) {
      const ParseStatus status = take(tokens[i - 1]);
      if (status != ParseStatus::kOk) {
        return status;
      }
    }
    if (fields_ == 0) {
      return ParseStatus::kMalformed;
    }
    if (is_ago_) {
      sum_.negate();
    }
    return sum_.finish(result) ? ParseStatus::kOk : ParseStatus::kOutOfRange;
  }

 private:
  ParseStatus take(const Token& token) {
    switch (token.kind) {
      case TokenKind::kTime: return take_time(token.text, false);
      case TokenKind::kOffset:
        if (token.text.find(':') != std::string_view::npos) {
          return take_time(token.text, token.sign == '-');
        }
        return take_number(token.text, token.sign == '-');
      case TokenKind::kDate:
      case TokenKind::kNumber: return take_number(token.text, false);
      case TokenKind::kWord: return take_unit(token.text);
      case TokenKind::kSigned: return ParseStatus::kMalformed;
    }
    return ParseStatus::kMalformed;
  }

  ParseStatus set(Fields fields) {
    if ((fields_ & fields) != 0) {
      return ParseStatus::kMalformed;
    }
    fields_ |= fields;
    return ParseStatus::kOk;
  }

  ParseStatus take_unit(std::string_view text) {
    const Unit unit = find_unit(text);
    if (unit == Unit::kNone) {
      return ParseStatus::kMalformed;
    }
    if (unit == Unit::kAgo) {
      is_ago_ = true;
    } else {
      unit_ = unit;
    }
    return ParseStatus::kOk;
  }

  ParseStatus take_number(std::string_view text, bool is_negative) {
    if (unit_ == Unit::kNone) {
      unit_ = Unit::kSecond;
    }
    Amount amount;
    if (const ParseStatus status = take_amount(text, amount); status != ParseStatus::kOk) {
      return status;
    }
    if (is_negative) {
      amount = {-amount.whole, -amount.fraction};
    }
    if (!text.empty()) {
      return take_years_months(text, amount, is_negative);
    }
    add_unit(sum_, unit_, amount);
    const bool is_fractional_second = unit_ == Unit::kSecond && amount.fraction != 0;
    const Fields fields = is_fractional_second ? kAllSeconds : field_of(unit_);
    if (unit_ == Unit::kHour) {
      unit_ = Unit::kDay;
    }
    return set(fields);
  }

  /// 1-2: years and months.
  ParseStatus take_years_months(std::string_view rest, const Amount& years, bool is_negative) {
    if (rest.front() != '-' || years.fraction != 0) {
      return ParseStatus::kMalformed;
    }
    rest.remove_prefix(1);
    int32_t months = 0;
    if (!std::ranges::all_of(rest, is_digit_char)) {
      return ParseStatus::kMalformed;
    }
    if ((!rest.empty() && !parse_int32(rest, months)) || months >= 12) {
      return ParseStatus::kOutOfRange;
    }
    sum_.add_years(years.whole, 0, 1);
    sum_.add_months(is_negative ? -months : months, 0);
    unit_ = Unit::kMonth;
    return set(field_of(Unit::kMonth));
  }

  ParseStatus take_time(std::string_view text, bool is_negative) {
    ClockText clock;
    const ParseStatus status = read_clock(text, minutes_first_, clock);
    if (status != ParseStatus::kOk) {
      return status;
    }
    const int64_t sign = is_negative ? -1 : 1;
    sum_.add_micros(sign * clock.hour, 0, kMicrosPerHour);
    sum_.add_micros(sign * clock.minute, 0, kMicrosPerMinute);
    sum_.add_micros(sign * clock.second_micros, 0, 1);
    unit_ = Unit::kDay;
    return set(kTimeFields);
  }

  Sum sum_;
  Unit unit_;
  bool minutes_first_;
  Fields fields_ = 0;
  bool is_ago_ = false;
};

/// P1Y2M3DT4H5M6S, P0001-02-03T04:05:06, P00010203T040506.
class IsoReader {
 public:
  ParseStatus run(std::string_view text, Interval& result) {
    text_ = text;
    if (text_.size() < 2 || text_.front() != 'P') {
      return ParseStatus::kMalformed;
    }
    text_.remove_prefix(1);
    while (!text_.empty()) {
      if (text_.front() == 'T') {
        start_time();
        text_.remove_prefix(1);
        continue;
      }
      const ParseStatus status = take_field();
      if (status != ParseStatus::kOk) {
        return status;
      }
      has_field_ = true;
    }
    return sum_.finish(result) ? ParseStatus::kOk : ParseStatus::kOutOfRange;
  }

 private:
  void start_time() {
    in_time_ = true;
    has_field_ = false;
  }

  ParseStatus take_field() {
    const size_t width = std::min(text_.find_first_not_of("0123456789"), text_.size());
    Amount amount;
    if (text_.front() == '+') {
      return ParseStatus::kMalformed;
    }
    if (const ParseStatus status = take_amount(text_, amount); status != ParseStatus::kOk) {
      return status;
    }
    const char mark = text_.empty() ? '\0' : text_.front();
    const bool is_alternative = mark == '\0' || mark == (in_time_ ? ':' : '-') || (!in_time_ && mark == 'T');
    if (is_alternative) {
      if (has_field_) {
        return ParseStatus::kMalformed;
      }
      if (mark != '-' && mark != ':' && width == (in_time_ ? 6U : 8U)) {
        return take_basic(amount);
      }
      return take_extended(amount);
    }
    text_.remove_prefix(1);
    const Unit unit = unit_of(mark);
    if (unit == Unit::kNone) {
      return ParseStatus::kMalformed;
    }
    add_unit(sum_, unit, amount);
    return ParseStatus::kOk;
  }

  Unit unit_of(char mark) const {
    switch (mark) {
      case 'Y': return in_time_ ? Unit::kNone : Unit::kYear;
      case 'M': return in_time_ ? Unit::kMinute : Unit::kMonth;
      case 'W': return in_time_ ? Unit::kNone : Unit::kWeek;
      case 'D': return in_time_ ? Unit::kNone : Unit::kDay;
      case 'H': return in_time_ ? Unit::kHour : Unit::kNone;
      case 'S': return in_time_ ? Unit::kSecond : Unit::kNone;
      default: return Unit::kNone;
    }
  }

  ParseStatus take_basic(const Amount& amount) {
    const int64_t high = amount.whole / 10000;
    const int64_t middle = amount.whole / 100 % 100;
    const Amount low = {amount.whole % 100, amount.fraction};
    add_unit(sum_, in_time_ ? Unit::kHour : Unit::kYear, {high, 0});
    add_unit(sum_, in_time_ ? Unit::kMinute : Unit::kMonth, {middle, 0});
    add_unit(sum_, in_time_ ? Unit::kSecond : Unit::kDay, low);
    return ParseStatus::kOk;
  }

  ParseStatus take_extended(Amount amount) {
    const Unit units[3] = {in_time_ ? Unit::kHour : Unit::kYear, in_time_ ? Unit::kMinute : Unit::kMonth,
                           in_time_ ? Unit::kSecond : Unit::kDay};
    const char separator = in_time_ ? ':' : '-';
    for (int i = 0;; ++i) {
      add_unit(sum_, units[i], amount);
      if (text_.empty() || (!in_time_ && text_.front() == 'T')) {
        return ParseStatus::kOk;
      }
      if (text_.front() != separator || i == 2) {
        return ParseStatus::kMalformed;
      }
      text_.remove_prefix(1);
      if (const ParseStatus status = take_amount(text_, amount); status != ParseStatus::kOk) {
        return status;
      }
    }
  }

  Sum sum_;
  std::string_view text_;
  bool in_time_ = false;
  bool has_field_ = false;
};

/// What a SQL field range does to an interval literal.
struct Range {
  std::string_view name;
  Unit last;
};

constexpr Range kRanges[] = {
    {"YEAR", Unit::kYear},
    {"MONTH", Unit::kMonth},
    {"DAY", Unit::kDay},
    {"HOUR", Unit::kHour},
    {"MINUTE", Unit::kMinute},
    {"SECOND", Unit::kSecond},
    {"YEAR TO MONTH", Unit::kMonth},
    {"DAY TO HOUR", Unit::kHour},
    {"DAY TO MINUTE", Unit::kMinute},
    {"DAY TO SECOND", Unit::kSecond},
    {"HOUR TO MINUTE", Unit::kMinute},
    {"HOUR TO SECOND", Unit::kSecond},
    {"MINUTE TO SECOND", Unit::kSecond},
};

void cut_to(Unit last, Interval& interval) {
  switch (last) {
    case Unit::kYear: interval = {interval.months / 12 * 12, 0, 0}; break;
    case Unit::kMonth: interval = {interval.months, 0, 0}; break;
    case Unit::kDay: interval.micros = 0; break;
    case Unit::kHour: interval.micros -= interval.micros % kMicrosPerHour; break;
    case Unit::kMinute: interval.micros -= interval.micros % kMicrosPerMinute; break;
    default: break;
  }
}

ParseStatus read_forms(std::string_view text, Unit default_unit, bool minutes_first, Interval& result) {
  text = trim_blanks(text);
  const ParseStatus status = VerboseReader(default_unit, minutes_first).run(text, result);
  return status == ParseStatus::kMalformed ? IsoReader().run(text, result) : status;
}

}  // namespace

ParseStatus read_interval(std::string_view text, Interval& result) noexcept {
  return read_forms(text, Unit::kNone, false, result);
}

bool parse_interval(std::string_view text, Interval& result) noexcept {
  return read_interval(text, result) == ParseStatus::kOk;
}

bool parse_interval_range(std::string_view text, std::string_view range, Interval& result) noexcept {
  if (range.empty()) {
    return parse_interval(text, result);
  }
  const auto* found = std::ranges::find(kRanges, range, &Range::name);
  if (found == std::end(kRanges)) {
    return false;
  }
  const bool minutes_first = range == "MINUTE TO SECOND";
  if (read_forms(text, found->last, minutes_first, result) != ParseStatus::kOk) {
    return false;
  }
  cut_to(found->last, result);
  return true;
}

}  // namespace stoa
