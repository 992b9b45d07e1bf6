#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/date_names.h"
#include "function/datetime_fields.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"
#include "types/number_text.h"
#include "types/time_zone.h"

namespace stoa {

namespace {

std::string padded(int64_t number, int width, bool plain) {
  char digits[24];
  const size_t size = print_int64(number < 0 ? -number : number, digits);
  std::string text = number < 0 ? "-" : "";
  const auto wanted = static_cast<size_t>(plain ? 0 : width);
  if (text.size() + size < wanted) {
    text.append(wanted - text.size() - size, '0');
  }
  return text.append(digits, size);
}

/// Week of the year, from 0, when weeks begin on `first_day` (0: Sunday, 1: Monday).
int64_t week_of_year(const DateTimeFields& f, int first_day) {
  const int since = (day_of_week(f.days) - first_day + 7) % 7;
  return (day_of_year(f.days) - 1 - since + 7) / 7;
}

std::string date_time_text(const DateTimeFields& f) {
  return padded(f.year(), 4, false) + "-" + padded(f.date.month, 2, false) + "-" +
         padded(f.date.day, 2, false) + " " + padded(f.hour(), 2, false) + ":" +
         padded(f.minute(), 2, false) + ":" + padded(f.second(), 2, false);
}

/// One directive; `plain` is the '-' of %-d. False for an unknown one.
bool append_date_directive(std::string& out, const DateTimeFields& f, char directive, bool plain) {
  const auto number = [&](int64_t value, int width) {
    out += padded(value, width, plain);
    return true;
  };
  const auto text = [&](std::string_view value) {
    out += value;
    return true;
  };
  const auto month = static_cast<size_t>(f.date.month - 1);
  const auto weekday = static_cast<size_t>(day_of_week(f.days));
  switch (directive) {
    case 'Y': return number(f.year(), 4);
    case 'y': return number(((f.year() % 100) + 100) % 100, 2);
    case 'm': return number(f.date.month, 2);
    case 'd': return number(f.date.day, 2);
    case 'e': return text((f.date.day < 10 ? " " : "") + std::to_string(f.date.day));
    case 'j': return number(day_of_year(f.days), 3);
    case 'a': return text(kDayNames[weekday].substr(0, 3));
    case 'A': return text(kDayNames[weekday]);
    case 'b':
    case 'h': return text(kMonthNames[month].substr(0, 3));
    case 'B': return text(kMonthNames[month]);
    case 'w': return text(std::to_string(weekday));
    case 'u': return text(std::to_string(weekday == 0 ? 7 : weekday));
    case 'U': return number(week_of_year(f, 0), 2);
    case 'W': return number(week_of_year(f, 1), 2);
    case 'G': return number(iso_week_from_days(f.days).year, 4);
    case 'V': return number(iso_week_from_days(f.days).week, 2);
    case 'C': return number(f.year() / 100, 2);
    case 'F':
    case 'x': return text(date_time_text(f).substr(0, date_time_text(f).size() - 9));
    case 'D':
      return text(padded(f.date.month, 2, false) + "/" + padded(f.date.day, 2, false) + "/" +
                  padded(f.year() % 100, 2, false));
    default: return false;
  }
}

bool append_time_directive(std::string& out, const DateTimeFields& f, char directive, bool plain) {
  const auto number = [&](int64_t value, int width) {
    out += padded(value, width, plain);
    return true;
  };
  const auto text = [&](std::string_view value) {
    out += value;
    return true;
  };
  switch (directive) {
    case 'H': return number(f.hour(), 2);
    case 'I': return number(f.hour12(), 2);
    case 'M': return number(f.minute(), 2);
    case 'S': return number(f.second(), 2);
    case 'f': return number(f.micros(), 6);
    case 'g': return number(f.micros() / 1000, 3);
    case 'n': return number(f.micros() * 1000, 9);
    case 'p': return text(f.hour() < 12 ? "AM" : "PM");
    case 's': return text(std::to_string(int64_t{f.days} * 86400 + f.time_micros / kMicrosPerSecond));
    case 'z': return text("+00");
    case 'Z': return text("UTC");
    case 'c': return text(date_time_text(f));
    case 'T':
    case 'X': return text(date_time_text(f).substr(date_time_text(f).size() - 8));
    case 'R': return text(date_time_text(f).substr(date_time_text(f).size() - 8, 5));
    case 't': return text("\t");
    case '%': return text("%");
    default: return false;
  }
}

[[noreturn]] void raise_unknown_directive(char directive) {
  throw Error(sqlstate::kInvalidParameterValue,
              std::string("unknown directive %") + directive + " in a date format")
      .with_hint(
          "Known are %Y %m %d %H %M %S %f %j %a %A %b %B %p %I %y %U %W %G %V %s %c %x %X and the like.");
}

std::string strftime_row(int64_t timestamp, std::string_view format) {
  if (!is_finite_timestamp(timestamp)) {
    return timestamp > 0 ? "infinity" : "-infinity";
  }
  const DateTimeFields fields(timestamp);
  std::string out;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      out += format[i];
      continue;
    }
    ++i;
    const bool plain = format[i] == '-' && i + 1 < format.size();
    if (plain) {
      ++i;
    }
    if (!append_date_directive(out, fields, format[i], plain) &&
        !append_time_directive(out, fields, format[i], plain)) {
      raise_unknown_directive(format[i]);
    }
  }
  return out;
}
std::string strftime_flipped(std::string_view format, int64_t timestamp) {
  return strftime_row(timestamp, format);
}

// --- reading
struct FormatReader {
  std::string_view text;
  size_t place = 0;
  ParsedDateTime found;

  bool number(size_t digits, int64_t& to) { return read_digits(text, place, digits, to); }
  bool number(size_t digits, std::optional<int64_t>& to) {
    int64_t value = 0;
    if (!number(digits, value)) {
      return false;
    }
    to = value;
    return true;
  }
  bool fraction(size_t digits) {
    const size_t begin = place;
    int64_t value = 0;
    if (!number(digits, value)) {
      return false;
    }
    for (size_t count = place - begin; count < 6; ++count) {
      value *= 10;
    }
    for (size_t count = place - begin; count > 6; --count) {
      value /= 10;
    }
    found.micros = value;
    return true;
  }
  template <size_t kCount>
  bool name(const std::array<std::string_view, kCount>& names, int& index) {
    size_t size = 0;
    index = find_name(names, text.substr(place), size);
    place += index < 0 ? 0 : size;
    return index >= 0;
  }
  bool half_day() {
    if (place + 2 > text.size()) {
      return false;
    }
    const char c = static_cast<char>(text[place] | 0x20);
    if ((c != 'a' && c != 'p') || (text[place + 1] | 0x20) != 'm') {
      return false;
    }
    found.is_afternoon = c == 'p';
    place += 2;
    return true;
  }
  bool zone() {
    size_t end = place;
    while (end < text.size() && text[end] != ' ' && text[end] != ')') {
      ++end;
    }
    const std::string_view name_text = text.substr(place, end - place);
    int32_t seconds = 0;
    if (name_text.empty()) {
      return true;
    }
    if (name_text != "Z" && !zone_offset_at(name_text, 0, seconds)) {
      return false;
    }
    found.zone_offset_seconds = seconds;
    place = end;
    return true;
  }
  bool literal(char c) {
    if (c == ' ') {
      while (place < text.size() && text[place] == ' ') {
        ++place;
      }
      return true;
    }
    if (place >= text.size() || text[place] != c) {
      return false;
    }
    ++place;
    return true;
  }
  bool all(std::string_view format);
  bool directive(char c);
};

bool FormatReader::directive(char c) {
  int index = 0;
  switch (c) {
    case 'Y': {
      const bool is_negative = place < text.size() && text[place] == '-';
      place += is_negative ? 1 : 0;
      if (!number(6, found.year)) {
        return false;
      }
      if (is_negative) {
        found.year = -*found.year;
      }
      return true;
    }
    case 'y':
      if (!number(2, found.year)) {
        return false;
      }
      *found.year += *found.year < 69 ? 2000 : 1900;
      return true;
    case 'm': return number(2, found.month);
    case 'd':
    case 'e': return number(2, found.day);
    case 'j': return number(3, found.day_of_year);
    case 'H': return number(2, found.hour);
    case 'I':
      if (!found.is_afternoon.has_value()) {
        found.is_afternoon = false;
      }
      return number(2, found.hour);
    case 'M': return number(2, found.minute);
    case 'S': return number(2, found.second);
    case 'f':
    case 'n': return fraction(9);
    case 'g': return fraction(3);
    case 's': return number(18, found.epoch_seconds);
    case 'G': return number(4, found.iso_year);
    case 'V': return number(2, found.iso_week);
    case 'u': return number(1, found.iso_day);
    case 'p': return half_day();
    case 'a':
    case 'A': return name(kDayNames, index);
    case 'b':
    case 'B':
    case 'h':
      if (!name(kMonthNames, index)) {
        return false;
      }
      found.month = index + 1;
      return true;
    case 'z':
    case 'Z': return zone();
    case 'F':
    case 'x': return all("%Y-%m-%d");
    case 'T':
    case 'X': return all("%H:%M:%S");
    case 'R': return all("%H:%M");
    case 'c': return all("%Y-%m-%d %H:%M:%S");
    case 'D': return all("%m/%d/%y");
    case '%': return literal('%');
    default: raise_unknown_directive(c);
  }
}

bool FormatReader::all(std::string_view format) {
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      if (!literal(format[i])) {
        return false;
      }
      continue;
    }
    ++i;
    if (format[i] == '-' && i + 1 < format.size()) {
      ++i;
    }
    if (!directive(format[i])) {
      return false;
    }
  }
  return true;
}

bool read_formatted(std::string_view text, std::string_view format, FormatReader& reader) {
  reader.text = text;
  return reader.all(format) && reader.literal(' ') && reader.place == text.size();
}

int64_t strptime_row(std::string_view text, std::string_view format) {
  FormatReader reader;
  if (!read_formatted(text, format, reader)) {
    raise(sqlstate::kInvalidDatetimeFormat,
          "\"" + std::string(text) + "\" does not match the format \"" + std::string(format) + "\"");
  }
  return reader.found.to_timestamp(text);
}

std::optional<int64_t> try_strptime_row(std::string_view text, std::string_view format) {
  FormatReader reader;
  if (!read_formatted(text, format, reader)) {
    return std::nullopt;
  }
  try {
    return reader.found.to_timestamp(text);
  } catch (const Error&) {
    return std::nullopt;
  }
}

template <bool kIsMonth>
std::string name_row(int64_t timestamp) {
  if (!is_finite_timestamp(timestamp)) {
    return timestamp > 0 ? "infinity" : "-infinity";
  }
  const DateTimeFields fields(timestamp);
  return std::string(kIsMonth ? kMonthNames[static_cast<size_t>(fields.date.month - 1)]
                              : kDayNames[static_cast<size_t>(day_of_week(fields.days))]);
}

}  // namespace

void register_strftime(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  for (const TypeId type : {TypeId::kTimestamp, TypeId::kTimestamptz}) {
    registry.add(
        scalar("strftime", {type, kText}, kText, row_kernel<&strftime_row>,
               {"A timestamp in a format: %Y year, %m month, %d day, %H hour, %M minute, %S second, ...",
                "strftime(TIMESTAMP '2024-05-06 07:08:09', '%d.%m.%Y %H:%M')", "06.05.2024 07:08"}));
    registry.add(scalar("strftime", {kText, type}, kText, row_kernel<&strftime_flipped>,
                        {"The same with the format first.",
                         "strftime('%d.%m.%Y', TIMESTAMP '2024-05-06 07:08:09')", "06.05.2024"}));
    registry.add(scalar("monthname", {type}, kText, row_kernel<&name_row<true>>,
                        {"The English name of the month.", "monthname(TIMESTAMP '2024-05-06')", "May"}));
    registry.add(
        scalar("dayname", {type}, kText, row_kernel<&name_row<false>>,
               {"The English name of the day of the week.", "dayname(TIMESTAMP '2024-05-06')", "Monday"}));
  }
  registry.add(scalar("strptime", {kText, kText}, TypeId::kTimestamp, row_kernel<&strptime_row>,
                      {"Reads a timestamp in a format.", "strptime('06.05.2024 07:08', '%d.%m.%Y %H:%M')",
                       "2024-05-06 07:08:00"}));
  registry.add(scalar("try_strptime", {kText, kText}, TypeId::kTimestamp, row_kernel<&try_strptime_row>,
                      {"The same, NULL where the text doesn't fit.",
                       "try_strptime('tomorrow', '%d.%m.%Y') IS NULL", "true"}));
}

}  // namespace stoa
