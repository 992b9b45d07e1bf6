#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"

namespace stoa {

namespace {

std::shared_ptr<const FunctionData> bind_all_text(const ScalarBindInput& input) {
  for (LogicalType& type : input.parameter_types) {
    type = TypeId::kText;
  }
  return nullptr;
}

std::vector<UnifiedVector> unify(std::span<const ColumnVector> arguments) {
  std::vector<UnifiedVector> unified;
  unified.reserve(arguments.size());
  for (const ColumnVector& argument : arguments) {
    unified.emplace_back(argument);
  }
  return unified;
}

/// NULLs count as empty.
ColumnVector concat_kernel(const ScalarCall& call) {
  ColumnVector result = ColumnVector::make_flat(TypeId::kText, call.row_count);
  TextSink sink(result);
  auto* to = result.mutable_values<TextView>();
  const std::vector<UnifiedVector> parts = unify(call.arguments);
  std::string joined;
  for (size_t row = 0; row < call.row_count; ++row) {
    joined.clear();
    for (const UnifiedVector& part : parts) {
      if (part.is_valid(row)) {
        joined += part.value<TextView>(row).view();
      }
    }
    to[row] = sink.add(joined);
  }
  return result;
}

/// NULLs are left out, with their separator; a NULL separator gives NULL.
ColumnVector concat_ws_kernel(const ScalarCall& call) {
  ColumnVector result = ColumnVector::make_flat(TypeId::kText, call.row_count);
  TextSink sink(result);
  auto* to = result.mutable_values<TextView>();
  const std::vector<UnifiedVector> parts = unify(call.arguments);
  std::string joined;
  for (size_t row = 0; row < call.row_count; ++row) {
    if (!parts[0].is_valid(row)) {
      result.set_null(row);
      continue;
    }
    const std::string_view separator = parts[0].value<TextView>(row).view();
    joined.clear();
    bool is_first = true;
    for (size_t i = 1; i < parts.size(); ++i) {
      if (!parts[i].is_valid(row)) {
        continue;
      }
      if (!is_first) {
        joined += separator;
      }
      joined += parts[i].value<TextView>(row).view();
      is_first = false;
    }
    to[row] = sink.add(joined);
  }
  return result;
}

std::string quote_literal_row(std::string_view text) {
  const bool has_backslash = text.find('\\') != std::string_view::npos;
  std::string quoted = has_backslash ? "E'" : "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') {
      quoted += c;
    }
    quoted += c;
  }
  return quoted + "'";
}

/// Names that are lower-case words need no quotes.
std::string quote_ident_row(std::string_view name) {
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  bool needs_quotes = name.empty() || !is_plain(name[0]);
  for (const char c : name) {
    needs_quotes = needs_quotes || !(is_plain(c) || (c >= '0' && c <= '9') || c == '$');
  }
  if (!needs_quotes) {
    return std::string(name);
  }
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') {
      quoted += c;
    }
    quoted += c;
  }
  return quoted + "\"";
}

ColumnVector quote_nullable_kernel(const ScalarCall& call) {
  ColumnVector result = ColumnVector::make_flat(TypeId::kText, call.row_count);
  TextSink sink(result);
  auto* to = result.mutable_values<TextView>();
  const UnifiedVector texts(call.arguments[0]);
  for (size_t row = 0; row < call.row_count; ++row) {
    to[row] = texts.is_valid(row) ? sink.add(quote_literal_row(texts.value<TextView>(row).view()))
                                  : TextView(std::string_view("NULL"));
  }
  return result;
}

/// One `%[position$][-][width]type` of a format.
struct FormatField {
  size_t position = 0;  ///< from 1; 0: the next one
  bool left_aligned = false;
  size_t width = 0;
  char type = 's';
};

size_t read_number(std::string_view format, size_t& place) {
  size_t number = 0;
  while (place < format.size() && format[place] >= '0' && format[place] <= '9') {
    number = number * 10 + static_cast<size_t>(format[place++] - '0');
    if (number > 1'000'000) {
      raise(sqlstate::kInvalidParameterValue, "number is out of range in format()");
    }
  }
  return number;
}

FormatField read_field(std::string_view format, size_t& place) {
  FormatField field;
  const size_t begin = place;
  const size_t number = read_number(format, place);
  if (place > begin && place < format.size() && format[place] == '$') {
    if (number == 0) {
      raise(sqlstate::kInvalidParameterValue,
            "format specifies argument 0, but arguments are numbered from 1");
    }
    field.position = number;
    ++place;
  } else {
    place = begin;
  }
  if (place < format.size() && format[place] == '-') {
    field.left_aligned = true;
    ++place;
  }
  field.width = read_number(format, place);
  if (place >= format.size()) {
    throw Error(sqlstate::kInvalidParameterValue, "unterminated format() type specifier")
        .with_hint("For a single \"%\" use \"%%\".");
  }
  field.type = format[place++];
  return field;
}

std::string format_value(const FormatField& field, const UnifiedVector& argument, size_t row) {
  const bool is_valid = argument.is_valid(row);
  const std::string_view text = is_valid ? argument.value<TextView>(row).view() : std::string_view();
  switch (field.type) {
    case 's': return std::string(text);
    case 'L': return is_valid ? quote_literal_row(text) : "NULL";
    case 'I':
      if (!is_valid) {
        raise(sqlstate::kNullNotAllowed, "null values cannot be formatted as an SQL identifier");
      }
      return quote_ident_row(text);
    default:
      throw Error(sqlstate::kInvalidParameterValue,
                  std::string("unrecognized format() type specifier \"") + field.type + "\"")
          .with_hint("Types are s, I and L; for a single \"%\" use \"%%\".");
  }
}

std::string format_row(std::string_view format, const std::vector<UnifiedVector>& arguments, size_t row) {
  std::string result;
  size_t next = 1;
  for (size_t place = 0; place < format.size();) {
    if (format[place] != '%') {
      result += format[place++];
      continue;
    }
    ++place;
    if (place < format.size() && format[place] == '%') {
      result += '%';
      ++place;
      continue;
    }
    const FormatField field = read_field(format, place);
    const size_t index = field.position != 0 ? field.position : next;
    next = index + 1;
    if (index >= arguments.size()) {
      raise(sqlstate::kInvalidParameterValue, "too few arguments for format()");
    }
    const std::string text = format_value(field, arguments[index], row);
    Reservation room = Reservation::from_scope();
    room.resize(2 * field.width);
    const std::string padding(field.width > text.size() ? field.width - text.size() : 0, ' ');
    result += field.left_aligned ? text + padding : padding + text;
  }
  return result;
}

ColumnVector format_kernel(const ScalarCall& call) {
  ColumnVector result = ColumnVector::make_flat(TypeId::kText, call.row_count);
  TextSink sink(result);
  auto* to = result.mutable_values<TextView>();
  const std::vector<UnifiedVector> arguments = unify(call.arguments);
  for (size_t row = 0; row < call.row_count; ++row) {
    if (arguments[0].is_valid(row)) {
      to[row] = sink.add(format_row(arguments[0].value<TextView>(row).view(), arguments, row));
    } else {
      result.set_null(row);
    }
  }
  return result;
}

ScalarFunction variadic(ScalarFunction function) {
  function.is_variadic = true;
  function.null_handling = NullHandling::kSpecial;
  return function;
}

}  // namespace

void register_string_join(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  constexpr auto kAny = TypeId::kNull;
  registry.add(variadic(
      scalar("concat", {kAny}, kText, concat_kernel,
             {"The texts of all arguments behind each other; NULLs are empty.", "concat('a', NULL, 1)", "a1"},
             bind_all_text)));
  registry.add(variadic(scalar(
      "concat_ws", {kText, kAny}, kText, concat_ws_kernel,
      {"The same with a separator between; NULLs are left out.", "concat_ws('-', 'a', NULL, 1)", "a-1"},
      bind_all_text)));
  for (const char* name : {"format", "printf"}) {
    registry.add(variadic(scalar(name, {kText, kAny}, kText, format_kernel,
                                 {"Fills %s (text), %I (identifier), %L (literal) of a format.",
                                  std::string(name) + "('%s = %L', 'a', 'it''s')", "a = 'it''s'"},
                                 bind_all_text)));
  }
  registry.add(scalar("quote_literal", {kText}, kText, row_kernel<&quote_literal_row>,
                      {"The text as a literal of SQL.", "quote_literal('it''s')", "'it''s'"}));
  registry.add(scalar("quote_ident", {kText}, kText, row_kernel<&quote_ident_row>,
                      {"The text as a name in SQL.", "quote_ident('My table')", "\"My table\""}));
  ScalarFunction nullable =
      scalar("quote_nullable", {kText}, kText, quote_nullable_kernel,
             {"The text as a literal of SQL, NULL as NULL.", "quote_nullable(NULL)", "NULL"});
  nullable.null_handling = NullHandling::kSpecial;
  registry.add(std::move(nullable));
}

}  // namespace stoa
