#include <fmt/format.h>

#include "base/error.h"
#include "bind/query_binder.h"
#include "types/decimal.h"

namespace stoa {

namespace {

constexpr size_t kDecimalDigitsMax = 38;

Value integer_value(const std::string& digits, const sql::Place& place) {
  Value text = Value::text(digits);
  for (const TypeId type : {TypeId::kInteger, TypeId::kBigint, TypeId::kHugeint}) {
    Value value;
    if (digits.size() <= kDecimalDigitsMax + 1 && try_cast_value(text, type, value)) {
      return value;
    }
  }
  raise_at(place, sqlstate::kNumericOutOfRange, "the integer " + digits + " is out of range",
           "integers have up to 128 bits; write it as a double (with an exponent) for more");
}

/// "12.50" has 4 digits, 2 of them behind the point; leading zeros don't count.
Value decimal_value(const std::string& text, const sql::Place& place) {
  const size_t point = text.find('.');
  const std::string fraction = point == std::string::npos ? "" : text.substr(point + 1);
  std::string whole = text.substr(0, point);
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
  const size_t digit_count = std::max<size_t>(1, whole.size() + fraction.size());
  const LogicalType type =
      digit_count <= kDecimalDigitsMax
          ? LogicalType::decimal(static_cast<uint8_t>(digit_count), static_cast<uint8_t>(fraction.size()))
          : LogicalType(TypeId::kDouble);
  Value value;
  if (!try_cast_value(Value::text(text), type, value)) {
    raise_at(place, sqlstate::kNumericOutOfRange, "the number " + text + " is out of range");
  }
  return value;
}

std::string interval_text(const sql::Literal& e) {
  const std::string& range = e.type->interval_range;
  const bool is_number = e.text.find_first_not_of("0123456789.+- ") == std::string::npos;
  const bool is_single = !range.empty() && range.find(' ') == std::string::npos;
  return is_number && is_single ? e.text + " " + range : e.text;
}

Value typed_value(const sql::Literal& e) {
  const LogicalType type = bind_type(*e.type);
  return cast_value(Value::text(type.id() == TypeId::kInterval ? interval_text(e) : e.text), type);
}

}  // namespace

ExpressionPtr QueryBinder::bind_literal(const sql::Literal& e) {
  switch (e.literal_kind) {
    case sql::LiteralKind::kNull: return make_constant(Value::null());
    case sql::LiteralKind::kBoolean: return make_constant(Value::boolean(e.boolean));
    case sql::LiteralKind::kInteger: return make_constant(integer_value(e.text, e.place));
    case sql::LiteralKind::kDecimal: return make_constant(decimal_value(e.text, e.place));
    case sql::LiteralKind::kDouble: return make_constant(cast_value(Value::text(e.text), TypeId::kDouble));
    case sql::LiteralKind::kString: {
      auto constant = std::make_unique<BoundConstant>(Value::text(e.text));
      constant->is_untyped = true;
      return constant;
    }
    case sql::LiteralKind::kBytes: return make_constant(Value::bytea(e.text));
    case sql::LiteralKind::kBits:
      raise_at(e.place, sqlstate::kFeatureNotSupported, "bit strings are not supported");
    case sql::LiteralKind::kTyped: return make_constant(typed_value(e));
  }
  raise_at(e.place, sqlstate::kInternalError, "unknown literal");
}

namespace {

int64_t modifier_value(const sql::Expression& e) {
  const bool is_negative = sql::is<sql::Unary>(e) && sql::as<sql::Unary>(e).op == sql::UnaryOperator::kMinus;
  const sql::Expression& operand = is_negative ? *sql::as<sql::Unary>(e).operand : e;
  if (!sql::is<sql::Literal>(operand) ||
      sql::as<sql::Literal>(operand).literal_kind != sql::LiteralKind::kInteger) {
    raise_at(e.place, sqlstate::kInvalidParameterValue, "a type modifier must be an integer");
  }
  const int64_t value =
      cast_value(Value::text(sql::as<sql::Literal>(operand).text), TypeId::kBigint).as_int64();
  return is_negative ? -value : value;
}

}  // namespace

LogicalType bind_type(const sql::TypeName& name) {
  if (!name.dimensions.empty()) {
    raise_at(name.place, sqlstate::kFeatureNotSupported, "list types are not supported");
  }
  if (!name.fields.empty()) {
    raise_at(name.place, sqlstate::kFeatureNotSupported, "nested types are not supported");
  }
  std::vector<int64_t> modifiers;
  for (const auto& modifier : name.modifiers) {
    modifiers.push_back(modifier_value(*modifier));
  }
  LogicalType type;
  try {
    type = type_from_name(name.name.last(), modifiers);
  } catch (Error& error) {
    error.set_place_if_none(name.place.offset);
    throw;
  }
  if (type.is_nested()) {
    raise_at(name.place, sqlstate::kFeatureNotSupported,
             "the type " + type.to_string() + " is not supported");
  }
  return type;
}

}  // namespace stoa
