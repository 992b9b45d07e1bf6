#include "format/csv/options.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <mutex>

#include "base/error.h"
#include "format/csv/dialect.h"
#include "types/number_text.h"

namespace stoa::csv {

struct LearnedTypes::State {
  mutable std::mutex mutex;
  std::map<std::string, std::pair<uint64_t, std::vector<LogicalType>>> types;
};

LearnedTypes::LearnedTypes() : state_(std::make_unique<State>()) {}
LearnedTypes::~LearnedTypes() = default;

std::optional<std::vector<LogicalType>> LearnedTypes::find(const std::string& path,
                                                           uint64_t fingerprint) const {
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->types.find(path);
  if (found == state_->types.end() || found->second.first != fingerprint) return std::nullopt;
  return found->second.second;
}

void LearnedTypes::remember(const std::string& path, uint64_t fingerprint, std::vector<LogicalType> types) {
  const std::lock_guard lock(state_->mutex);
  state_->types[path] = {fingerprint, std::move(types)};
}

namespace {

std::string describe_char(char c) {
  switch (c) {
    case 0: return "none";
    case '\t': return "tab";
    case '\'': return "\"'\"";
    default: return std::string("'") + c + "'";
  }
}

[[noreturn]] void raise_bad_value(std::string_view name, const Value& value, std::string_view expected) {
  raise(sqlstate::kInvalidParameterValue, "option " + std::string(name) + " takes " + std::string(expected) +
                                              ", not '" + value.to_string() + "'");
}

bool to_boolean(std::string_view name, const Value& value) {
  Value converted;
  if (value.is_null() || !try_cast_value(value, TypeId::kBoolean, converted)) {
    raise_bad_value(name, value, "true or false");
  }
  return converted.as_boolean();
}

int64_t to_integer(std::string_view name, const Value& value, int64_t minimum) {
  Value converted;
  if (value.is_null() || !try_cast_value(value, TypeId::kBigint, converted) ||
      converted.as_int64() < minimum) {
    raise_bad_value(name, value, "a number of at least " + std::to_string(minimum));
  }
  return converted.as_int64();
}

std::string to_text(std::string_view name, const Value& value) {
  if (value.is_null() || !value.type().is_text_like()) raise_bad_value(name, value, "a text");
  return value.as_text();
}

// One byte; "\t" may be written with its backslash. Empty is 0 where that is allowed.
char to_character(std::string_view name, const Value& value, bool may_be_empty) {
  const std::string text = to_text(name, value);
  if (text == "\\t" || text == "tab") return '\t';
  if (text.empty() && may_be_empty) return 0;
  if (text.size() != 1 || is_line_end(text[0]) || text[0] == 0) {
    raise_bad_value(name, value,
                    may_be_empty ? "one character (one byte, no line end) or ''"
                                 : "one character (one byte, no line end)");
  }
  return text[0];
}

std::vector<std::string> to_texts(std::string_view name, const Value& value) {
  if (!value.is_null() && value.type().id() == TypeId::kList) {
    std::vector<std::string> texts;
    for (const Value& element : value.as_list()) texts.push_back(to_text(name, element));
    return texts;
  }
  return {to_text(name, value)};
}

Encoding to_encoding(std::string_view name, const Value& value) {
  std::string text = to_text(name, value);
  for (char& c : text) c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (text == "utf-8" || text == "utf8") return Encoding::kUtf8;
  if (text == "latin-1" || text == "latin1" || text == "iso-8859-1") return Encoding::kLatin1;
  if (text == "utf-16" || text == "utf16") return Encoding::kUtf16;
  if (text == "auto") return Encoding::kDetect;
  raise_bad_value(name, value, "utf-8, latin-1 or utf-16");
}

// `integer`, `decimal(10,2)`, `varchar(5)`.
LogicalType to_type(std::string_view name, const std::string& text) {
  const size_t open = text.find('(');
  std::string base = text.substr(0, open);
  while (!base.empty() && base.back() == ' ') base.pop_back();
  for (char& c : base) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::vector<int64_t> modifiers;
  if (open != std::string::npos) {
    if (text.back() != ')') raise_bad_value(name, Value::text(text), "a type");
    std::string_view rest = std::string_view(text).substr(open + 1, text.size() - open - 2);
    while (!rest.empty()) {
      const size_t comma = std::min(rest.find(','), rest.size());
      modifiers.push_back(to_integer(name, Value::text(std::string(rest.substr(0, comma))), 0));
      rest.remove_prefix(std::min(rest.size(), comma + 1));
    }
  }
  return type_from_name(base, modifiers);
}

using Setter = std::function<void(Options&, std::string_view, const Value&)>;

Setter set_flag(bool Options::* member) {
  return [member](Options& options, std::string_view name, const Value& value) {
    options.*member = to_boolean(name, value);
  };
}

Setter set_character(std::optional<char> Options::* member, bool may_be_empty) {
  return [member, may_be_empty](Options& options, std::string_view name, const Value& value) {
    options.*member = to_character(name, value, may_be_empty);
  };
}

// One text per element of a list, or the pieces of a text between its commas (not those within parentheses).
std::vector<std::string> to_pieces(std::string_view name, const Value& value) {
  if (!value.is_null() && value.type().id() == TypeId::kList) return to_texts(name, value);
  const std::string text = to_text(name, value);
  std::vector<std::string> pieces(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      pieces.emplace_back();
    } else {
      pieces.back() += c;
    }
  }
  for (std::string& piece : pieces) piece = trim_blanks(piece);
  return pieces;
}

// `name type`, the name perhaps in double quotes. False where there is no blank to part them.
bool split_definition(const std::string& text, std::string& name, std::string& type) {
  const size_t quote = text.starts_with('"') ? text.find('"', 1) : std::string::npos;
  const size_t end = quote == std::string::npos ? text.find(' ') : quote + 1;
  if (end == std::string::npos || end >= text.size()) return false;
  name = quote == std::string::npos ? text.substr(0, end) : text.substr(1, quote - 1);
  type = trim_blanks(std::string_view(text).substr(end));
  return true;
}

// 'bigint, text' types columns by position, 'b text' the one of that name.
void set_types(Options& options, std::string_view name, const Value& value) {
  options.column_types.clear();
  options.types.clear();
  for (const std::string& text : to_pieces(name, value)) {
    std::string column;
    std::string type;
    try {
      options.column_types.push_back(to_type(name, text));
    } catch (const Error&) {
      if (!split_definition(text, column, type)) throw;
      options.types.emplace_back(column, to_type(name, type));
    }
  }
}

// 'a bigint, b text': names and types of all columns.
void set_columns(Options& options, std::string_view name, const Value& value) {
  options.names.clear();
  options.column_types.clear();
  for (const std::string& text : to_pieces(name, value)) {
    std::string column;
    std::string type;
    if (!split_definition(text, column, type))
      raise_bad_value(name, value, "names with types, as 'a bigint, b text'");
    options.names.push_back(column);
    options.column_types.push_back(to_type(name, type));
  }
}

void set_sample_size(Options& options, std::string_view name, const Value& value) {
  const int64_t count = to_integer(name, value, -1);
  options.sample_row_count = count < 0 ? SIZE_MAX : static_cast<size_t>(count);
}

void set_decimal_separator(Options& options, std::string_view name, const Value& value) {
  const std::string text = to_text(name, value);
  if (text != "," && text != ".") raise_bad_value(name, value, "',' or '.'");
  options.decimal_comma = text == ",";
}

void set_compression(Options& options, std::string_view name, const Value& value) {
  const std::string text = to_text(name, value);
  options.compression.reset();
  if (text != "auto" && text != "auto_detect") options.compression = compression_from_name(text);
}

void set_auto_detect(Options& options, std::string_view name, const Value& value) {
  if (to_boolean(name, value)) return;
  options.all_text = true;
  options.delimiter = options.delimiter.value_or(',');
  options.quote = options.quote.value_or('"');
  options.header = options.header.value_or(false);
  options.skip = options.skip.value_or(0);
}

const std::map<std::string, Setter, std::less<>>& setters() {
  static const std::map<std::string, Setter, std::less<>> kSetters = [] {
    std::map<std::string, Setter, std::less<>> table;
    const auto add = [&](std::initializer_list<const char*> names, const Setter& setter) {
      for (const char* name : names) table[name] = setter;
    };
    add({"delim", "sep", "delimiter"}, set_character(&Options::delimiter, false));
    add({"quote"}, set_character(&Options::quote, true));
    add({"escape"}, set_character(&Options::escape, true));
    add({"comment"}, set_character(&Options::comment, true));
    add({"header"},
        [](Options& options, auto name, auto& value) { options.header = to_boolean(name, value); });
    add({"skip"}, [](Options& options, auto name, auto& value) {
      options.skip = static_cast<size_t>(to_integer(name, value, 0));
    });
    add({"skip_blank_lines", "skip_empty_lines"},
        [](Options& options, auto name, auto& value) { options.skip_blank_lines = to_boolean(name, value); });
    add({"names", "column_names"},
        [](Options& options, auto name, auto& value) { options.names = to_pieces(name, value); });
    add({"nullstr", "null"},
        [](Options& options, auto name, auto& value) { options.null_texts = to_texts(name, value); });
    add({"types", "dtypes", "column_types"}, set_types);
    add({"columns"}, set_columns);
    add({"empty_as_null"}, set_flag(&Options::empty_as_null));
    add({"allow_quoted_nulls"}, set_flag(&Options::quoted_null));
    add({"all_varchar", "all_text"}, set_flag(&Options::all_text));
    add({"ignore_errors"}, set_flag(&Options::ignore_errors));
    add({"null_padding"}, set_flag(&Options::null_padding));
    add({"strict", "strict_mode"}, set_flag(&Options::strict));
    add({"filename"}, set_flag(&Options::file_name_column));
    add({"decimal_separator"}, set_decimal_separator);
    add({"sample_size"}, set_sample_size);
    add({"max_line_size"}, [](Options& options, auto name, auto& value) {
      options.line_bytes_max = static_cast<size_t>(to_integer(name, value, 1));
    });
    add({"encoding"},
        [](Options& options, auto name, auto& value) { options.encoding = to_encoding(name, value); });
    add({"compression"}, set_compression);
    add({"auto_detect"}, set_auto_detect);
    add({"union_by_name"}, [](Options&, auto name, auto& value) { (void)to_boolean(name, value); });
    return table;
  }();
  return kSetters;
}

}  // namespace

bool set_option(Options& options, std::string_view name, const Value& value) {
  const auto found = setters().find(name);
  if (found == setters().end()) return false;
  found->second(options, name, value);
  return true;
}

const std::vector<std::string>& option_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const auto& [name, setter] : setters()) names.push_back(name);
    return names;
  }();
  return kNames;
}

std::string describe(const Dialect& dialect) {
  std::string text =
      "delimiter " + describe_char(dialect.delimiter) + ", quote " + describe_char(dialect.quote);
  if (!dialect.doubles_quotes()) text += ", escape " + describe_char(dialect.escape);
  if (dialect.comment != 0) text += ", comment " + describe_char(dialect.comment);
  return text;
}

}  // namespace stoa::csv
