// Values as text (Value::to_string) and as SQL literals (Value::to_sql).
#include <cmath>

#include "base/assert.h"
#include "types/bytea.h"
#include "types/date.h"
#include "types/decimal.h"
#include "types/interval_text.h"
#include "types/literal.h"
#include "types/number_text.h"
#include "types/timestamp.h"
#include "types/uuid.h"
#include "types/value.h"

namespace stoa {
namespace {

std::string real_to_string(float value) {
  char buffer[kDoublePrintBytesMax];
  return {buffer, print_float(value, buffer)};
}

std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote) {
      out += quote;
    }
    out += c;
  }
  return out + quote;
}

std::string label_of(const Value& value) {
  const auto& labels = value.type().fields();
  const auto code = static_cast<size_t>(value.as_int64());
  STOA_CHECK(code < labels.size());
  return labels[code].name;
}

bool needs_array_quotes(std::string_view text) {
  if (text.empty()) {
    return true;
  }
  if (text.size() == 4 && (text[0] | 32) == 'n' && (text[1] | 32) == 'u' && (text[2] | 32) == 'l' &&
      (text[3] | 32) == 'l') {
    return true;
  }
  return text.find_first_of("{}\",\\ \t\n\r\f\v") != std::string_view::npos;
}

/// An element of `{1,2,"a b"}`, quoted as PostgreSQL does.
void append_element(const Value& element, std::string& out) {
  const std::string text = element.to_string();
  if (element.is_null() || element.type().id() == TypeId::kList || !needs_array_quotes(text)) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  out += '"';
}

std::string list_to_string(const Value& value) {
  std::string out = "{";
  for (const Value& element : value.as_list()) {
    if (out.size() > 1) {
      out += ',';
    }
    append_element(element, out);
  }
  return out + "}";
}

std::string list_to_sql(const Value& value) {
  std::string out = "ARRAY[";
  for (const Value& element : value.as_list()) {
    if (out.back() != '[') {
      out += ", ";
    }
    out += element.to_sql();
  }
  return out + "]::" + value.type().to_string();
}

/// True when the bare text, perhaps behind a minus sign, reads back as exactly this value.
bool is_plain_literal(const Value& value, std::string_view text) {
  if (!value.type().is_numeric()) {
    return false;
  }
  if (!text.empty() && text.front() == '-') {
    text.remove_prefix(1);
  }
  const bool starts_with_digit = !text.empty() && text.front() >= '0' && text.front() <= '9';
  return starts_with_digit && number_literal(text).type() == value.type();
}

}  // namespace

std::string Value::to_string() const {
  if (is_null()) {
    return "NULL";
  }
  switch (type_.id()) {
    case TypeId::kBoolean: return as_boolean() ? "true" : "false";
    case TypeId::kReal: return real_to_string(static_cast<float>(as_double()));
    case TypeId::kDouble: return double_to_string(as_double());
    case TypeId::kDecimal: return decimal_to_string(as_integer(), type_.scale());
    case TypeId::kText:
    case TypeId::kJson: return as_text();
    case TypeId::kBytea: return bytea_to_string(as_text());
    case TypeId::kDate: return date_to_string(static_cast<int32_t>(as_int64()));
    case TypeId::kTime: return time_to_string(as_int64());
    case TypeId::kTimestamp: return timestamp_to_string(as_int64());
    case TypeId::kTimestamptz: return timestamptz_to_string(as_int64());
    case TypeId::kInterval: return interval_to_string(as_interval());
    case TypeId::kUuid: return uuid_to_string(as_integer());
    case TypeId::kEnum: return label_of(*this);
    case TypeId::kList: return list_to_string(*this);
    default: return int128_to_string(as_integer());
  }
}

std::string Value::to_sql() const {
  if (is_null()) {
    return type_.is_null() ? "NULL" : "NULL::" + type_.to_string();
  }
  switch (type_.id()) {
    case TypeId::kBoolean: return as_boolean() ? "TRUE" : "FALSE";
    case TypeId::kDate: return "DATE '" + to_string() + "'";
    case TypeId::kTime: return "TIME '" + to_string() + "'";
    case TypeId::kTimestamp: return "TIMESTAMP '" + to_string() + "'";
    case TypeId::kTimestamptz: return "TIMESTAMPTZ '" + to_string() + "'";
    case TypeId::kInterval: return "INTERVAL '" + to_string() + "'";
    case TypeId::kList: return list_to_sql(*this);
    default: break;
  }
  const std::string text = to_string();
  if (type_ == LogicalType(TypeId::kText)) {
    return quoted(text, '\'');
  }
  if (is_plain_literal(*this, text)) {
    return text;
  }
  return quoted(text, '\'') + "::" + type_.to_string();
}

}  // namespace stoa
