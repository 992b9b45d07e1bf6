#include <algorithm>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/case_mapping.h"
#include "function/date_names.h"
#include "function/datetime_fields.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"
#include "types/time_zone.h"

namespace stoa {

namespace {

/// PostgreSQL's template patterns; longer ones stand before those that they begin with.
enum class Pattern : uint8_t {
  kLiteral,
  kHour24,
  kHour12,
  kMinute,
  kSecond,
  kMillisecond,
  kMicrosecond,
  kFraction,
  kSecondOfDay,
  kHalfDay,
  kHalfDayDotted,
  kYearComma,
  kYear4,
  kYear3,
  kYear2,
  kYear1,
  kIsoYear4,
  kIsoYear2,
  kEra,
  kEraDotted,
  kMonthName,
  kMonthShort,
  kMonth,
  kDayName,
  kDayShort,
  kDayOfYear,
  kIsoDayOfYear,
  kDay,
  kDayOfWeek,
  kIsoDayOfWeek,
  kWeekOfMonth,
  kWeekOfYear,
  kIsoWeek,
  kCentury,
  kJulian,
  kQuarter,
  kRoman,
  kZone,
  kZoneHour,
  kZoneMinute,
  kZoneOffset,
};

struct PatternName {
  std::string_view text;
  Pattern pattern;
};

constexpr PatternName kPatterns[] = {
    {"HH24", Pattern::kHour24},
    {"HH12", Pattern::kHour12},
    {"HH", Pattern::kHour12},
    {"MI", Pattern::kMinute},
    {"SSSSS", Pattern::kSecondOfDay},
    {"SSSS", Pattern::kSecondOfDay},
    {"SS", Pattern::kSecond},
    {"MS", Pattern::kMillisecond},
    {"US", Pattern::kMicrosecond},
    {"FF1", Pattern::kFraction},
    {"FF2", Pattern::kFraction},
    {"FF3", Pattern::kFraction},
    {"FF4", Pattern::kFraction},
    {"FF5", Pattern::kFraction},
    {"FF6", Pattern::kFraction},
    {"A.M.", Pattern::kHalfDayDotted},
    {"P.M.", Pattern::kHalfDayDotted},
    {"AM", Pattern::kHalfDay},
    {"PM", Pattern::kHalfDay},
    {"Y,YYY", Pattern::kYearComma},
    {"IYYY", Pattern::kIsoYear4},
    {"YYYY", Pattern::kYear4},
    {"YYY", Pattern::kYear3},
    {"IY", Pattern::kIsoYear2},
    {"YY", Pattern::kYear2},
    {"Y", Pattern::kYear1},
    {"B.C.", Pattern::kEraDotted},
    {"A.D.", Pattern::kEraDotted},
    {"BC", Pattern::kEra},
    {"AD", Pattern::kEra},
    {"MONTH", Pattern::kMonthName},
    {"MON", Pattern::kMonthShort},
    {"MM", Pattern::kMonth},
    {"DAY", Pattern::kDayName},
    {"DY", Pattern::kDayShort},
    {"IDDD", Pattern::kIsoDayOfYear},
    {"DDD", Pattern::kDayOfYear},
    {"DD", Pattern::kDay},
    {"ID", Pattern::kIsoDayOfWeek},
    {"D", Pattern::kDayOfWeek},
    {"WW", Pattern::kWeekOfYear},
    {"IW", Pattern::kIsoWeek},
    {"W", Pattern::kWeekOfMonth},
    {"CC", Pattern::kCentury},
    {"J", Pattern::kJulian},
    {"Q", Pattern::kQuarter},
    {"RM", Pattern::kRoman},
    {"TZH", Pattern::kZoneHour},
    {"TZM", Pattern::kZoneMinute},
    {"TZ", Pattern::kZone},
    {"OF", Pattern::kZoneOffset},
};

constexpr std::string_view kRomanMonths[] = {"I",   "II",   "III", "IV", "V",  "VI",
                                             "VII", "VIII", "IX",  "X",  "XI", "XII"};

enum class LetterCase : uint8_t { kUpper, kCapitalized, kLower };

struct FormatItem {
  Pattern pattern = Pattern::kLiteral;
  std::string text;  ///< the literal, or the pattern as written
  LetterCase letters = LetterCase::kUpper;
  bool fill = true;    ///< false behind FM
  std::string suffix;  ///< "TH", "th" or empty
};

bool equals_upper(std::string_view text, std::string_view upper) {
  return text.size() >= upper.size() &&
         std::equal(upper.begin(), upper.end(), text.begin(),
                    [](char u, char c) { return u == (c >= 'a' && c <= 'z' ? c - 32 : c); });
}

LetterCase letters_of(std::string_view written) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  if (is_lower(written[0])) {
    return LetterCase::kLower;
  }
  return written.size() > 1 && is_lower(written[1]) ? LetterCase::kCapitalized : LetterCase::kUpper;
}

/// Reads one pattern with its suffix; false when none begins here.
bool read_pattern(std::string_view format, size_t& place, bool fill, std::vector<FormatItem>& items) {
  const std::string_view rest = format.substr(place);
  for (const PatternName& known : kPatterns) {
    if (!equals_upper(rest, known.text)) {
      continue;
    }
    FormatItem item{
        known.pattern, std::string(rest.substr(0, known.text.size())), LetterCase::kUpper, fill, {}};
    item.letters = letters_of(item.text);
    place += known.text.size();
    const std::string_view behind = format.substr(place);
    if (behind.starts_with("TH") || behind.starts_with("th")) {
      item.suffix = behind.substr(0, 2);
      place += 2;
    }
    items.push_back(std::move(item));
    return true;
  }
  return false;
}

void add_literal(std::vector<FormatItem>& items, std::string_view text) {
  if (items.empty() || items.back().pattern != Pattern::kLiteral) {
    items.emplace_back();
  }
  items.back().text += text;
}

std::vector<FormatItem> parse_date_format(std::string_view format) {
  std::vector<FormatItem> items;
  bool fill = true;
  for (size_t place = 0; place < format.size();) {
    const std::string_view rest = format.substr(place);
    if (equals_upper(rest, "FM") || equals_upper(rest, "FX") || equals_upper(rest, "TM")) {
      fill = fill && equals_upper(rest, "FX");
      place += 2;
      continue;
    }
    if (read_pattern(format, place, fill, items)) {
      fill = true;
      continue;
    }
    if (format[place] == '"') {
      ++place;
      while (place < format.size() && format[place] != '"') {
        if (format[place] == '\\' && place + 1 < format.size()) {
          ++place;
        }
        add_literal(items, format.substr(place++, 1));
      }
      ++place;
      continue;
    }
    if (format[place] == '\\' && place + 1 < format.size()) {
      ++place;
    }
    add_literal(items, format.substr(place++, 1));
  }
  return items;
}

// --- writing
std::string with_zeros(int64_t number, int width, bool fill) {
  std::string digits = std::to_string(number < 0 ? -number : number);
  const size_t wanted = static_cast<size_t>(fill ? width : 0) - (number < 0 && fill && width > 0 ? 1 : 0);
  if (digits.size() < wanted) {
    digits.insert(0, wanted - digits.size(), '0');
  }
  return number < 0 ? "-" + digits : digits;
}

std::string ordinal_suffix(int64_t number, bool upper) {
  const int64_t tens = number % 100;
  const int64_t ones = number % 10;
  const char* suffix = "th";
  if (tens < 11 || tens > 13) {
    suffix = ones == 1 ? "st" : ones == 2 ? "nd" : ones == 3 ? "rd" : "th";
  }
  std::string text = suffix;
  if (upper) {
    upper_text(suffix, text);
  }
  return text;
}

std::string in_letters(std::string_view text, LetterCase letters) {
  std::string result(text);
  if (letters == LetterCase::kUpper) {
    upper_text(text, result);
  }
  if (letters == LetterCase::kLower) {
    lower_text(text, result);
  }
  return result;
}

std::string name_text(std::string_view name, const FormatItem& item, size_t width) {
  std::string text = in_letters(name, item.letters);
  if (item.fill && text.size() < width) {
    text.resize(width, ' ');
  }
  return text;
}

std::string halves(bool is_second, std::string_view first_name, std::string_view second_name,
                   const FormatItem& item) {
  return in_letters(is_second ? second_name : first_name,
                    item.letters == LetterCase::kLower ? LetterCase::kLower : LetterCase::kUpper);
}

/// The number that a numeric pattern shows; `width` is its digits. False for patterns of other kinds.
bool numeric_value(const FormatItem& item, const DateTimeFields& f, int64_t& number, int& width) {
  const auto set = [&](int64_t value, int digits) {
    number = value;
    width = digits;
    return true;
  };
  const int64_t year = f.date.year > 0 ? f.date.year : 1 - int64_t{f.date.year};
  const IsoWeek iso = iso_week_from_days(f.days);
  switch (item.pattern) {
    case Pattern::kHour24: return set(f.hour(), 2);
    case Pattern::kHour12: return set(f.hour12(), 2);
    case Pattern::kMinute: return set(f.minute(), 2);
    case Pattern::kSecond: return set(f.second(), 2);
    case Pattern::kMillisecond: return set(f.micros() / 1000, 3);
    case Pattern::kMicrosecond: return set(f.micros(), 6);
    case Pattern::kSecondOfDay: return set(f.time_micros / kMicrosPerSecond, 0);
    case Pattern::kYear4: return set(year, 4);
    case Pattern::kYear3: return set(year % 1000, 3);
    case Pattern::kYear2: return set(year % 100, 2);
    case Pattern::kYear1: return set(year % 10, 1);
    case Pattern::kIsoYear4: return set(iso.year, 4);
    case Pattern::kIsoYear2: return set(iso.year % 100, 2);
    case Pattern::kMonth: return set(f.date.month, 2);
    case Pattern::kDayOfYear: return set(day_of_year(f.days), 3);
    case Pattern::kIsoDayOfYear: return set((iso.week - 1) * 7 + iso.day_of_week, 3);
    case Pattern::kDay: return set(f.date.day, 2);
    case Pattern::kDayOfWeek: return set(day_of_week(f.days) + 1, 1);
    case Pattern::kIsoDayOfWeek: return set(iso.day_of_week, 1);
    case Pattern::kWeekOfMonth: return set((f.date.day - 1) / 7 + 1, 1);
    case Pattern::kWeekOfYear: return set((day_of_year(f.days) - 1) / 7 + 1, 2);
    case Pattern::kIsoWeek: return set(iso.week, 2);
    case Pattern::kCentury: return set((year - 1) / 100 + 1, 2);
    case Pattern::kJulian: return set(int64_t{f.days} + kJulianDayOfEpoch, 0);
    case Pattern::kQuarter: return set((f.date.month - 1) / 3 + 1, 1);
    default: return false;
  }
}

std::string item_text(const FormatItem& item, const DateTimeFields& f) {
  int64_t number = 0;
  int width = 0;
  if (numeric_value(item, f, number, width)) {
    return with_zeros(number, width, item.fill) +
           (item.suffix.empty() ? "" : ordinal_suffix(number, item.suffix == "TH"));
  }
  const auto month = static_cast<size_t>(f.date.month - 1);
  const auto weekday = static_cast<size_t>(day_of_week(f.days));
  const bool is_bc = f.date.year <= 0;
  switch (item.pattern) {
    case Pattern::kFraction: {
      const auto digits = static_cast<size_t>(item.text.back() - '0');
      return with_zeros(f.micros(), 6, true).substr(0, digits);
    }
    case Pattern::kYearComma: {
      const int64_t year = is_bc ? 1 - int64_t{f.date.year} : f.date.year;
      return std::to_string(year / 1000) + "," + with_zeros(year % 1000, 3, true);
    }
    case Pattern::kHalfDay: return halves(f.hour() >= 12, "am", "pm", item);
    case Pattern::kHalfDayDotted: return halves(f.hour() >= 12, "a.m.", "p.m.", item);
    case Pattern::kEra: return halves(is_bc, "ad", "bc", item);
    case Pattern::kEraDotted: return halves(is_bc, "a.d.", "b.c.", item);
    case Pattern::kMonthName: return name_text(kMonthNames[month], item, 9);
    case Pattern::kMonthShort: return in_letters(kMonthNames[month].substr(0, 3), item.letters);
    case Pattern::kDayName: return name_text(kDayNames[weekday], item, 9);
    case Pattern::kDayShort: return in_letters(kDayNames[weekday].substr(0, 3), item.letters);
    case Pattern::kRoman: return name_text(kRomanMonths[month], item, 4);
    case Pattern::kZone: return in_letters("utc", item.letters);
    case Pattern::kZoneHour:
    case Pattern::kZoneOffset: return "+00";
    case Pattern::kZoneMinute: return "00";
    default: return item.text;
  }
}

// --- reading
[[noreturn]] void raise_mismatch(const FormatItem& item, std::string_view text) {
  raise(sqlstate::kInvalidDatetimeFormat,
        "invalid value \"" + std::string(text.substr(0, 16)) + "\" for \"" + item.text + "\"");
}

class FormatParser {
 public:
  FormatParser(std::string_view text, const std::vector<FormatItem>& items) : text_(text), items_(items) {}

  ParsedDateTime run() {
    for (size_t i = 0; i < items_.size() && place_ < text_.size(); ++i) {
      read_item(i);
    }
    return found_;
  }

 private:
  /// Digits of a number whose pattern is followed by another number right away must be exactly its width.
  size_t digits_of(size_t i, size_t width) const {
    const bool next_is_pattern = i + 1 < items_.size() && items_[i + 1].pattern != Pattern::kLiteral;
    return next_is_pattern ? width : 18;
  }
  int64_t number(size_t i, size_t width) {
    int64_t value = 0;
    if (!read_digits(text_, place_, digits_of(i, width), value)) {
      raise_mismatch(items_[i], text_.substr(place_));
    }
    if (!items_[i].suffix.empty()) {
      place_ = std::min(text_.size(), place_ + 2);
    }
    return value;
  }
  int64_t fraction(size_t i, size_t digits) {
    const size_t before = place_;
    int64_t value = 0;
    if (!read_digits(text_, place_, digits, value)) {
      raise_mismatch(items_[i], text_.substr(place_));
    }
    for (size_t count = place_ - before; count < 6; ++count) {
      value *= 10;
    }
    return value;
  }
  template <size_t kCount>
  int64_t name(size_t i, const std::array<std::string_view, kCount>& names) {
    skip_blanks();
    size_t size = 0;
    const int index = find_name(names, text_.substr(place_), size);
    if (index < 0) {
      raise_mismatch(items_[i], text_.substr(place_));
    }
    place_ += size;
    skip_blanks_of_names(i);
    return index;
  }
  void skip_blanks() {
    while (place_ < text_.size() && text_[place_] == ' ') {
      ++place_;
    }
  }
  /// Names are padded with blanks when written with fill.
  void skip_blanks_of_names(size_t i) {
    const bool blank_follows = i + 1 < items_.size() && items_[i + 1].text.starts_with(' ');
    if (!blank_follows) {
      skip_blanks();
    }
  }
  void read_item(size_t i);
  void read_year(size_t i);
  void read_zone(size_t i);
  bool read_choice(std::string_view first, std::string_view second, size_t i);

  std::string_view text_;
  const std::vector<FormatItem>& items_;
  size_t place_ = 0;
  ParsedDateTime found_;
};

bool FormatParser::read_choice(std::string_view first, std::string_view second, size_t i) {
  skip_blanks();
  const std::string_view rest = text_.substr(place_);
  const bool is_second = equals_upper(rest, second);
  if (!is_second && !equals_upper(rest, first)) {
    raise_mismatch(items_[i], rest);
  }
  place_ += first.size();
  return is_second;
}

void FormatParser::read_year(size_t i) {
  switch (items_[i].pattern) {
    case Pattern::kYear2:
    case Pattern::kYear1: {
      const int64_t value = number(i, items_[i].pattern == Pattern::kYear2 ? 2 : 1);
      found_.year = value < 70 ? value + 2000 : value < 100 ? value + 1900 : value;
      return;
    }
    case Pattern::kYear3: {
      const int64_t value = number(i, 3);
      found_.year = value < 520 ? value + 2000 : value < 1000 ? value + 1000 : value;
      return;
    }
    case Pattern::kYearComma: {
      const int64_t thousands = number(i, 18);
      if (place_ < text_.size() && text_[place_] == ',') {
        ++place_;
      }
      int64_t rest = 0;
      read_digits(text_, place_, 3, rest);
      found_.year = thousands * 1000 + rest;
      return;
    }
    default: {
      skip_blanks();
      const bool is_negative = place_ < text_.size() && text_[place_] == '-';
      place_ += is_negative ? 1 : 0;
      found_.year = number(i, 4) * (is_negative ? -1 : 1);
    }
  }
}

void FormatParser::read_zone(size_t i) {
  skip_blanks();
  size_t end = place_;
  while (end < text_.size() && text_[end] != ' ') {
    ++end;
  }
  int32_t seconds = 0;
  const std::string_view zone = text_.substr(place_, end - place_);
  if (zone != "Z" && !zone_offset_at(zone, 0, seconds)) {
    raise_mismatch(items_[i], zone);
  }
  found_.zone_offset_seconds = seconds;
  place_ = end;
}

void FormatParser::read_item(size_t i) {
  const FormatItem& item = items_[i];
  switch (item.pattern) {
    case Pattern::kLiteral:
      // Any separator stands for any other, as in PostgreSQL; letters are skipped one for one.
      for (const char c : item.text) {
        if (c == ' ') {
          skip_blanks();
        } else if (place_ < text_.size() && !(text_[place_] >= '0' && text_[place_] <= '9')) {
          ++place_;
        }
      }
      return;
    case Pattern::kHour24: found_.hour = number(i, 2); return;
    case Pattern::kHour12:
      found_.hour = number(i, 2);
      if (!found_.is_afternoon.has_value()) {
        found_.is_afternoon = false;
      }
      return;
    case Pattern::kMinute: found_.minute = number(i, 2); return;
    case Pattern::kSecond: found_.second = number(i, 2); return;
    case Pattern::kMillisecond: found_.micros = fraction(i, 3); return;
    case Pattern::kMicrosecond: found_.micros = fraction(i, 6); return;
    case Pattern::kFraction: found_.micros = fraction(i, static_cast<size_t>(item.text.back() - '0')); return;
    case Pattern::kSecondOfDay: found_.second_of_day = number(i, 5); return;
    case Pattern::kHalfDay: found_.is_afternoon = read_choice("AM", "PM", i); return;
    case Pattern::kHalfDayDotted: found_.is_afternoon = read_choice("A.M.", "P.M.", i); return;
    case Pattern::kEra: found_.is_bc = read_choice("AD", "BC", i); return;
    case Pattern::kEraDotted: found_.is_bc = read_choice("A.D.", "B.C.", i); return;
    case Pattern::kYearComma:
    case Pattern::kYear4:
    case Pattern::kYear3:
    case Pattern::kYear2:
    case Pattern::kYear1: read_year(i); return;
    case Pattern::kIsoYear4: found_.iso_year = number(i, 4); return;
    case Pattern::kIsoYear2: found_.iso_year = 2000 + number(i, 2); return;
    case Pattern::kMonthName:
    case Pattern::kMonthShort: found_.month = name(i, kMonthNames) + 1; return;
    case Pattern::kMonth: found_.month = number(i, 2); return;
    case Pattern::kDayName:
    case Pattern::kDayShort: name(i, kDayNames); return;
    case Pattern::kDayOfYear: found_.day_of_year = number(i, 3); return;
    case Pattern::kDay: found_.day = number(i, 2); return;
    case Pattern::kIsoDayOfWeek: found_.iso_day = number(i, 1); return;
    case Pattern::kIsoWeek: found_.iso_week = number(i, 2); return;
    case Pattern::kJulian: found_.julian_day = number(i, 7); return;
    case Pattern::kDayOfWeek:
    case Pattern::kWeekOfMonth:
    case Pattern::kWeekOfYear:
    case Pattern::kQuarter:
    case Pattern::kCentury: number(i, 2); return;
    case Pattern::kZone:
    case Pattern::kZoneHour:
    case Pattern::kZoneOffset: read_zone(i); return;
    default: raise_unsupported("the pattern \"" + item.text + "\" for reading dates");
  }
}

// --- functions
struct FormatData : FunctionData {
  std::vector<FormatItem> items;
};

std::shared_ptr<const FunctionData> bind_format(const ScalarBindInput& input) {
  const Value* format = input.constants.size() > 1 ? input.constants[1] : nullptr;
  if (format == nullptr || format->is_null() || !format->type().is_text()) {
    return nullptr;
  }
  auto data = std::make_shared<FormatData>();
  data->items = parse_date_format(format->as_text());
  return data;
}

template <class Use>
auto with_format(const ScalarCall& call, std::string_view format, Use use) {
  if (call.data != nullptr) {
    return use(static_cast<const FormatData&>(*call.data).items);
  }
  return use(parse_date_format(format));
}

std::string to_char_row(const ScalarCall& call, int64_t timestamp, std::string_view format) {
  if (!is_finite_timestamp(timestamp)) {
    return timestamp > 0 ? "infinity" : "-infinity";
  }
  return with_format(call, format, [&](const std::vector<FormatItem>& items) {
    const DateTimeFields fields(timestamp);
    std::string text;
    for (const FormatItem& item : items) {
      text += item_text(item, fields);
    }
    return text;
  });
}

std::string interval_to_char_row(const ScalarCall& call, Interval interval, std::string_view format) {
  // Hours, minutes and seconds as of a time of day; the fields of days and months as of year 0.
  return with_format(call, format, [&](const std::vector<FormatItem>& items) {
    std::string text;
    const DateTimeFields time(interval.micros % kMicrosPerDay);
    for (const FormatItem& item : items) {
      switch (item.pattern) {
        case Pattern::kYear4: text += with_zeros(interval.months / 12, 4, item.fill); break;
        case Pattern::kMonth: text += with_zeros(interval.months % 12, 2, item.fill); break;
        case Pattern::kDay: text += with_zeros(interval.days, 2, item.fill); break;
        case Pattern::kHour24: text += with_zeros(interval.micros / kMicrosPerHour, 2, item.fill); break;
        default: text += item_text(item, time); break;
      }
    }
    return text;
  });
}

int32_t to_date_row(const ScalarCall& call, std::string_view text, std::string_view format) {
  return with_format(call, format, [&](const std::vector<FormatItem>& items) {
    return FormatParser(text, items).run().to_date(text);
  });
}

int64_t to_timestamp_row(const ScalarCall& call, std::string_view text, std::string_view format) {
  return with_format(call, format, [&](const std::vector<FormatItem>& items) {
    return FormatParser(text, items).run().to_timestamp(text);
  });
}

}  // namespace

void register_to_char_date(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  for (const TypeId type : {TypeId::kTimestamp, TypeId::kTimestamptz}) {
    registry.add(scalar("to_char", {type, kText}, kText, row_kernel<&to_char_row>,
                        {"A timestamp by PostgreSQL's patterns: YYYY-MM-DD HH24:MI:SS, Month, Dy, Q, FM, ...",
                         "to_char(TIMESTAMP '2024-05-06 07:08:09', 'FMDay, DD Mon YYYY HH12:MI am')",
                         "Monday, 06 May 2024 07:08 am"},
                        bind_format));
  }
  registry.add(scalar(
      "to_char", {TypeId::kInterval, kText}, kText, row_kernel<&interval_to_char_row>,
      {"An interval by PostgreSQL's patterns.", "to_char(INTERVAL '26 hours', 'HH24:MI:SS')", "26:00:00"},
      bind_format));
  registry.add(scalar(
      "to_date", {kText, kText}, TypeId::kDate, row_kernel<&to_date_row>,
      {"Reads a date by PostgreSQL's patterns.", "to_date('06 May 2024', 'DD Mon YYYY')", "2024-05-06"},
      bind_format));
  registry.add(scalar("to_timestamp", {kText, kText}, TypeId::kTimestamptz, row_kernel<&to_timestamp_row>,
                      {"Reads a timestamp by PostgreSQL's patterns.",
                       "to_timestamp('06.05.2024 07:08', 'DD.MM.YYYY HH24:MI')", "2024-05-06 07:08:00+00"},
                      bind_format));
}

}  // namespace stoa
