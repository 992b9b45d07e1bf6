#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"
#include "types/decimal.h"
#include "types/number_text.h"

namespace stoa {

namespace {

/// A numeric template of PostgreSQL's to_char: 9 and 0 stand for digits.
struct NumberFormat {
  std::string body;  ///< 9 0 . , and signs as S M(inus) P(lus) G(SG), others are literal behind a \x01
  size_t whole_digits = 0;
  size_t fraction_digits = 0;
  bool fill = true;          ///< false: FM
  bool in_brackets = false;  ///< PR
  bool has_sign = false;     ///< S, MI, PL, SG or PR
  bool is_scientific = false;
  bool has_point = false;
  bool is_shifted = false;  ///< V: digits behind it are further digits of the number times a power of ten
  size_t shift_digits = 0;
  char roman = 0;      ///< R or r: RN or rn
  std::string suffix;  ///< TH or th
};

constexpr char kLiteralMark = '\x01';

bool matches_word(std::string_view format, size_t place, std::string_view upper) {
  if (format.size() - place < upper.size()) {
    return false;
  }
  return std::equal(upper.begin(), upper.end(), format.begin() + static_cast<ptrdiff_t>(place),
                    [](char u, char c) { return u == (c >= 'a' && c <= 'z' ? c - 32 : c); });
}

void add_number_literal(NumberFormat& parsed, char c) {
  parsed.body += {kLiteralMark, c};
}

/// Takes a pattern of two or more letters; false when none is here.
bool take_number_word(NumberFormat& parsed, std::string_view format, size_t& place) {
  const auto take = [&](std::string_view word) {
    if (!matches_word(format, place, word)) {
      return false;
    }
    place += word.size();
    return true;
  };
  if (take("FM")) {
    parsed.fill = false;
  } else if (take("PR")) {
    parsed.in_brackets = parsed.has_sign = true;
  } else if (take("MI")) {
    parsed.body += 'M';
    parsed.has_sign = true;
  } else if (take("PL")) {
    parsed.body += 'P';
    parsed.has_sign = true;
  } else if (take("SG")) {
    parsed.body += 'G';
    parsed.has_sign = true;
  } else if (take("EEEE")) {
    parsed.is_scientific = true;
  } else if (matches_word(format, place, "TH")) {
    parsed.suffix = format.substr(place, 2);
    place += 2;
  } else if (matches_word(format, place, "RN")) {
    parsed.roman = format[place];
    place += 2;
  } else {
    return false;
  }
  return true;
}

void refuse_shifted_point(bool is_refused) {
  if (is_refused) {
    raise(sqlstate::kSyntaxError, "cannot use \"V\" and a decimal point together in a number format");
  }
}

NumberFormat parse_number_format(std::string_view format) {
  NumberFormat parsed;
  for (size_t place = 0; place < format.size();) {
    if (take_number_word(parsed, format, place)) {
      continue;
    }
    const char c = format[place++];
    switch (c) {
      case '9':
      case '0':
        ++(parsed.has_point ? parsed.fraction_digits : parsed.whole_digits);
        parsed.shift_digits += parsed.is_shifted ? 1 : 0;
        parsed.body += c;
        break;
      case '.':
      case 'D':
      case 'd':
        if (parsed.has_point) {
          raise(sqlstate::kSyntaxError, "multiple decimal points in a number format");
        }
        refuse_shifted_point(parsed.is_shifted);
        parsed.has_point = true;
        parsed.body += '.';
        break;
      case ',':
      case 'G':
      case 'g': parsed.body += ','; break;
      case 'S':
      case 's':
        parsed.body += 'S';
        parsed.has_sign = true;
        break;
      case 'L':
      case 'l':
      case '$': add_number_literal(parsed, '$'); break;
      case 'V':
      case 'v':
        refuse_shifted_point(parsed.has_point);
        parsed.is_shifted = true;
        break;
      case '"':
        while (place < format.size() && format[place] != '"') {
          add_number_literal(parsed, format[place++]);
        }
        ++place;
        break;
      default: add_number_literal(parsed, c); break;
    }
  }
  return parsed;
}

/// A number ready to be laid out: digits without sign or leading zeros (none for 0), exactly the format's
/// fraction.
struct NumberDigits {
  bool is_negative = false;
  std::string whole;
  std::string fraction;
};

NumberDigits digits_of_text(std::string text) {
  NumberDigits digits;
  digits.is_negative = !text.empty() && text[0] == '-';
  if (digits.is_negative) {
    text.erase(0, 1);
  }
  const size_t point = text.find('.');
  digits.whole = text.substr(0, point);
  if (point != std::string::npos) {
    digits.fraction = text.substr(point + 1);
  }
  digits.whole.erase(0, std::min(digits.whole.find_first_not_of('0'), digits.whole.size()));
  const bool is_zero = digits.whole.empty() && digits.fraction.find_first_not_of('0') == std::string::npos;
  if (is_zero) {
    digits.is_negative = false;
  }
  return digits;
}

/// Lays digits out along the pattern.
class NumberLayout {
 public:
  NumberLayout(const NumberFormat& format, NumberDigits digits)
      : format_(format), digits_(std::move(digits)) {
    overflows_ = digits_.whole.size() > format_.whole_digits;
    first_zero_ = std::min(format_.body.find('0'), format_.body.find('.'));
    const std::string& f = digits_.fraction;
    const size_t last = f.find_last_not_of('0');
    significant_fraction_ = last == std::string::npos ? 0 : last + 1;
  }

  std::string run() {
    for (size_t i = 0; i < format_.body.size(); ++i) {
      lay(i);
    }
    place_default_sign();
    if (!format_.suffix.empty() && !digits_.is_negative && format_.fraction_digits == 0) {
      text_ += ordinal();
    }
    return text_;
  }

 private:
  void lay(size_t& i);
  void lay_digit(size_t i, char pattern);
  void lay_fraction_digit(size_t i);
  void mark_first();
  void place_default_sign();
  std::string ordinal() const;

  const NumberFormat& format_;
  NumberDigits digits_;
  bool overflows_ = false;
  size_t first_zero_ = 0;  ///< digits from here on are shown even when they lead
  size_t significant_fraction_ = 0;
  size_t whole_seen_ = 0;
  size_t fraction_seen_ = 0;
  bool is_behind_point_ = false;
  size_t first_shown_ = std::string::npos;  ///< where the first digit or the point stands
  std::string text_;
};

void NumberLayout::mark_first() {
  if (first_shown_ == std::string::npos) {
    first_shown_ = text_.size();
  }
}

void NumberLayout::lay_digit(size_t i, char pattern) {
  const size_t from_right = format_.whole_digits - ++whole_seen_;  // digits of the pattern right of this one
  if (overflows_) {
    mark_first();
    text_ += '#';
    return;
  }
  const size_t count = digits_.whole.size();
  if (from_right < count) {
    mark_first();
    text_ += digits_.whole[count - 1 - from_right];
    return;
  }
  // Zero shows its digit where it has no fraction.
  const bool is_last_of_zero = count == 0 && from_right == 0 && format_.fraction_digits == 0;
  if (pattern == '0' || i > first_zero_ || first_shown_ != std::string::npos || is_last_of_zero) {
    mark_first();
    text_ += '0';
  } else if (format_.fill) {
    text_ += ' ';
  }
}

void NumberLayout::lay_fraction_digit(size_t i) {
  const size_t index = fraction_seen_++;
  const bool zero_follows = format_.body.find('0', i) != std::string::npos;
  if (!format_.fill && index >= significant_fraction_ && !zero_follows) {
    return;
  }
  text_ += overflows_ ? '#' : digits_.fraction[index];
}

void NumberLayout::lay(size_t& i) {
  const char c = format_.body[i];
  switch (c) {
    case kLiteralMark: text_ += format_.body[++i]; return;
    case '9':
    case '0':
      if (is_behind_point_) {
        lay_fraction_digit(i);
      } else {
        lay_digit(i, c);
      }
      return;
    case '.':
      mark_first();
      text_ += '.';
      is_behind_point_ = true;
      return;
    case ',':
      if (first_shown_ != std::string::npos) {
        text_ += ',';
      } else if (format_.fill) {
        text_ += ' ';
      }
      return;
    case 'M':
      if (digits_.is_negative || format_.fill) {
        text_ += digits_.is_negative ? '-' : ' ';
      }
      return;
    case 'P':
      if (!digits_.is_negative || format_.fill) {
        text_ += digits_.is_negative ? ' ' : '+';
      }
      return;
    case 'G': text_ += digits_.is_negative ? '-' : '+'; return;
    default: return;  // S is placed when it is known where digits begin
  }
}

void NumberLayout::place_default_sign() {
  const size_t first = first_shown_ == std::string::npos ? 0 : first_shown_;
  const size_t sign = format_.body.find('S');
  if (sign != std::string::npos) {
    const std::string text(1, digits_.is_negative ? '-' : '+');
    const bool leads = sign < format_.body.find_first_of("90");
    text_.insert(leads ? first : text_.size(), text);
  } else if (format_.in_brackets) {
    text_.insert(first, digits_.is_negative ? "<" : format_.fill ? " " : "");
    if (digits_.is_negative || format_.fill) {
      text_ += digits_.is_negative ? '>' : ' ';
    }
  } else if (!format_.has_sign) {
    if (digits_.is_negative) {
      text_.insert(first, "-");
    } else if (format_.fill) {
      text_.insert(0, " ");
    }
  }
}

std::string NumberLayout::ordinal() const {
  const std::string& d = digits_.whole;
  const char ones = d.empty() ? '0' : d.back();
  const bool is_teen = d.size() > 1 && d[d.size() - 2] == '1';
  std::string text = is_teen ? "th" : ones == '1' ? "st" : ones == '2' ? "nd" : ones == '3' ? "rd" : "th";
  if (format_.suffix == "TH") {
    for (char& c : text) {
      c = static_cast<char>(c - 32);
    }
  }
  return text;
}

/// 1 to 3999 in Roman numerals, right-justified in PostgreSQL's 15 places; '#' for others.
std::string roman(double value, const NumberFormat& format) {
  constexpr size_t kWidth = 15;
  const double rounded = std::nearbyint(value);
  if (!(rounded >= 1 && rounded <= 3999)) {
    return std::string(kWidth, '#');
  }
  static constexpr std::pair<int, std::string_view> kNumerals[] = {
      {1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
      {40, "XL"},  {10, "X"},   {9, "IX"},  {5, "V"},    {4, "IV"},  {1, "I"}};
  std::string text;
  int left = static_cast<int>(rounded);
  for (const auto& [worth, numeral] : kNumerals) {
    for (; left >= worth; left -= worth) {
      text += numeral;
    }
  }
  if (format.roman == 'r') {
    for (char& c : text) {
      c = static_cast<char>(c + 32);
    }
  }
  return format.fill ? std::string(kWidth - text.size(), ' ') + text : text;
}

std::string scientific(double value, const NumberFormat& format) {
  char text[64];
  const int size = std::snprintf(text, sizeof(text), "%.*e",
                                 static_cast<int>(std::min<size_t>(format.fraction_digits, 20)), value);
  return (value < 0 ? "" : " ") + std::string(text, static_cast<size_t>(size));
}

// --- functions
struct NumberFormatData : FunctionData {
  NumberFormat format;
};

std::shared_ptr<const FunctionData> bind_number_format(const ScalarBindInput& input) {
  const Value* format = input.constants.size() > 1 ? input.constants[1] : nullptr;
  if (format == nullptr || format->is_null() || !format->type().is_text()) {
    return nullptr;
  }
  auto data = std::make_shared<NumberFormatData>();
  data->format = parse_number_format(format->as_text());
  return data;
}

std::shared_ptr<const FunctionData> bind_decimal_format(const ScalarBindInput& input) {
  input.parameter_types[0] = LogicalType::decimal(kDecimalDigitsMax, input.parameter_types[0].scale());
  return bind_number_format(input);
}

template <class Use>
std::string with_number_format(const ScalarCall& call, std::string_view format, Use use) {
  if (call.data != nullptr) {
    return use(static_cast<const NumberFormatData&>(*call.data).format);
  }
  return use(parse_number_format(format));
}

std::string decimal_text(Int128 value, unsigned scale, const NumberFormat& format) {
  if (format.roman != 0) {
    Int128 whole = value;
    const bool fits = rescale_decimal(value, scale, 0, kDecimalDigitsMax, whole);
    return roman(fits && whole < 4000 && whole > 0 ? static_cast<double>(whole) : 0, format);
  }
  if (format.shift_digits > 0) {
    // A larger scale's digits become whole ones; what lacks is made up by zeros.
    const auto shift = static_cast<unsigned>(std::min<size_t>(format.shift_digits, kDecimalDigitsMax));
    NumberFormat plain = format;
    plain.shift_digits = 0;
    Int128 shifted = value;
    const bool fits =
        shift <= scale || (rescale_decimal(value, 0, shift - scale, kDecimalDigitsMax, shifted));
    if (!fits) {
      raise(sqlstate::kNumericOutOfRange, "a number is too long for the pattern V");
    }
    return decimal_text(shifted, shift <= scale ? scale - shift : 0, plain);
  }
  if (format.is_scientific) {
    return scientific(decimal_to_double(value, scale), format);
  }
  const auto wanted = static_cast<unsigned>(std::min<size_t>(format.fraction_digits, kDecimalDigitsMax));
  Int128 rounded = value;
  unsigned shown = std::min(scale, wanted);
  if (shown < scale && !rescale_decimal(value, scale, shown, kDecimalDigitsMax, rounded)) {
    shown = scale;
  }
  NumberDigits digits = digits_of_text(decimal_to_string(rounded, shown));
  digits.fraction.resize(format.fraction_digits, '0');
  return NumberLayout(format, std::move(digits)).run();
}

std::string decimal_to_char_row(const ScalarCall& call, Int128 value, std::string_view format) {
  return with_number_format(call, format, [&](const NumberFormat& parsed) {
    return decimal_text(value, call.arguments[0].type().scale(), parsed);
  });
}

std::string integer_to_char_row(const ScalarCall& call, Int128 value, std::string_view format) {
  return with_number_format(call, format,
                            [&](const NumberFormat& parsed) { return decimal_text(value, 0, parsed); });
}

std::string double_to_char_row(const ScalarCall& call, double value, std::string_view format) {
  return with_number_format(call, format, [&](const NumberFormat& parsed) -> std::string {
    if (!std::isfinite(value)) {
      return double_to_string(value);
    }
    if (parsed.is_scientific) {
      return scientific(value, parsed);
    }
    if (parsed.roman != 0) {
      return roman(value, parsed);
    }
    if (parsed.shift_digits > 0) {
      value *= std::pow(10.0, static_cast<double>(std::min<size_t>(parsed.shift_digits, 100)));
    }
    const auto digits = static_cast<int>(std::min<size_t>(parsed.fraction_digits, 100));
    std::string text(512, '\0');
    const int size = std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    text.resize(static_cast<size_t>(size));
    NumberDigits laid = digits_of_text(std::move(text));
    laid.fraction.resize(parsed.fraction_digits, '0');
    return NumberLayout(parsed, std::move(laid)).run();
  });
}

/// to_number(text, format): DECIMAL(38, digits behind the format's point).
std::shared_ptr<const FunctionData> bind_to_number(const ScalarBindInput& input) {
  auto data = bind_number_format(input);
  const size_t scale =
      data == nullptr ? 10 : static_cast<const NumberFormatData&>(*data).format.fraction_digits;
  input.return_type =
      LogicalType::decimal(kDecimalDigitsMax, static_cast<uint8_t>(std::min<size_t>(scale, 37)));
  return data;
}

Int128 to_number_row(const ScalarCall& call, std::string_view text, std::string_view) {
  std::string number;
  bool is_negative = false;
  for (const char c : text) {
    is_negative = is_negative || c == '-' || c == '<';
    if ((c >= '0' && c <= '9') || c == '.') {
      number += c;
    }
  }
  Int128 value = 0;
  if (!parse_decimal(number, kDecimalDigitsMax, call.return_type.scale(), value)) {
    raise(sqlstate::kInvalidTextRepresentation,
          "invalid input syntax for type numeric: \"" + std::string(text) + "\"");
  }
  return is_negative ? -value : value;
}

}  // namespace

void register_to_char_number(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  const Documentation documentation = {
      "A number by PostgreSQL's patterns: 9 and 0 digits, point, comma, S MI PL PR signs, FM, EEEE, V, RN.",
      "to_char(-12345.678, 'FM999,999.00')", "-12,345.68"};
  registry.add(scalar("to_char", {TypeId::kHugeint, kText}, kText, row_kernel<&integer_to_char_row>,
                      documentation, bind_number_format));
  registry.add(scalar("to_char", {TypeId::kDecimal, kText}, kText, row_kernel<&decimal_to_char_row>,
                      documentation, bind_decimal_format));
  registry.add(scalar("to_char", {TypeId::kDouble, kText}, kText, row_kernel<&double_to_char_row>,
                      documentation, bind_number_format));
  registry.add(scalar("to_number", {kText, kText}, TypeId::kDecimal, row_kernel<&to_number_row>,
                      {"Reads a number by a pattern.", "to_number('12,345.6-', '99G999D9S')", "-12345.6"},
                      bind_to_number));
}

}  // namespace stoa
