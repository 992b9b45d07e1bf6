// The type that two types meet in: UNION, CASE, COALESCE, comparison, arithmetic.
#include <algorithm>

#include "types/logical_type.h"

namespace stoa {
namespace {

constexpr int kDecimalDigits = 38;

LogicalType wider_integer(const LogicalType& a, const LogicalType& b) {
  if (a.is_signed_integer() == b.is_signed_integer()) {
    return a.id() > b.id() ? a : b;
  }
  const TypeId with_sign = a.is_signed_integer() ? a.id() : b.id();
  const TypeId without = a.is_signed_integer() ? b.id() : a.id();
  // The signed type one step above the unsigned one holds all of both.
  TypeId least = TypeId::kHugeint;
  if (without == TypeId::kUtinyint) {
    least = TypeId::kSmallint;
  }
  if (without == TypeId::kUsmallint) {
    least = TypeId::kInteger;
  }
  if (without == TypeId::kUinteger) {
    least = TypeId::kBigint;
  }
  return std::max(with_sign, least);
}

LogicalType decimal_of(const LogicalType& type) {
  return type.is_decimal() ? type : LogicalType::decimal(integer_digits(type.id()), 0);
}

LogicalType wider_decimal(const LogicalType& a, const LogicalType& b) {
  const LogicalType x = decimal_of(a);
  const LogicalType y = decimal_of(b);
  const int scale = std::max(x.scale(), y.scale());
  const int whole = std::max(x.precision() - x.scale(), y.precision() - y.scale());
  return LogicalType::decimal(static_cast<uint8_t>(std::clamp(whole + scale, 1, kDecimalDigits)),
                              static_cast<uint8_t>(scale));
}

/// REAL's 24 bits hold the integers of up to 16 bits exactly.
bool fits_real(const LogicalType& type) {
  return type.id() == TypeId::kReal || (type.is_integer() && type.width_bytes() <= 2);
}

LogicalType common_number(const LogicalType& a, const LogicalType& b) {
  if (a.is_integer() && b.is_integer()) {
    return wider_integer(a, b);
  }
  if (a.is_floating() || b.is_floating()) {
    return fits_real(a) && fits_real(b) ? TypeId::kReal : TypeId::kDouble;
  }
  return wider_decimal(a, b);
}

bool common_temporal(const LogicalType& a, const LogicalType& b, LogicalType& result) {
  if (a.id() == TypeId::kTime || b.id() == TypeId::kTime) {
    return false;
  }
  result = std::max(a.id(), b.id());
  return true;
}

bool common_fields(const LogicalType& a, const LogicalType& b, LogicalType& result) {
  if (a.fields().size() != b.fields().size()) {
    return false;
  }
  std::vector<TypeField> fields = a.fields();
  for (size_t i = 0; i < fields.size(); ++i) {
    const TypeField& other = b.fields()[i];
    if (a.id() == TypeId::kStruct && fields[i].name != other.name) {
      return false;
    }
    LogicalType type;
    if (!common_type(fields[i].type, other.type, type)) {
      return false;
    }
    fields[i].type = std::move(type);
  }
  switch (a.id()) {
    case TypeId::kList: result = LogicalType::list(std::move(fields[0].type)); return true;
    case TypeId::kMap:
      result = LogicalType::map(std::move(fields[0].type), std::move(fields[1].type));
      return true;
    case TypeId::kStruct: result = LogicalType::structure(std::move(fields)); return true;
    default: return false;
  }
}

bool is_label_or_text(const LogicalType& type) {
  return type.is_text() || type.id() == TypeId::kEnum;
}

}  // namespace

bool common_type(const LogicalType& a, const LogicalType& b, LogicalType& result) {
  if (a == b || b.is_null()) {
    result = a;
    return true;
  }
  if (a.is_null()) {
    result = b;
    return true;
  }
  if (a.is_numeric() && b.is_numeric()) {
    result = common_number(a, b);
    return true;
  }
  if (a.is_temporal() && b.is_temporal()) {
    return common_temporal(a, b, result);
  }
  if (is_label_or_text(a) && is_label_or_text(b) && (a.is_text() || b.is_text())) {
    result = TypeId::kText;
    return true;
  }
  return a.id() == b.id() && a.id() != TypeId::kEnum && common_fields(a, b, result);
}

}  // namespace stoa
