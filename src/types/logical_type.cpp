#include "types/logical_type.h"

#include <algorithm>

#include "base/assert.h"
#include "types/interval.h"
#include "types/text_view.h"

namespace stoa {

struct LogicalType::Nested {
  std::string name;
  std::vector<TypeField> fields;
};

namespace {

constexpr uint8_t kShortDecimalPrecision = 18;
constexpr uint8_t kFixedCharMark = 1;

std::string with_number(std::string_view name, uint32_t number) {
  return std::string(name) + "(" + std::to_string(number) + ")";
}

std::string text_name(const LogicalType& type) {
  if (type.is_fixed_char()) {
    return with_number("character", type.length());
  }
  return type.length() == 0 ? "text" : with_number("character varying", type.length());
}

std::string struct_name(const LogicalType& type) {
  std::string out = "struct(";
  for (const TypeField& field : type.fields()) {
    if (out.back() != '(') {
      out += ", ";
    }
    out += field.name + " " + field.type.to_string();
  }
  return out + ")";
}

std::string_view plain_name(TypeId id) {
  switch (id) {
    case TypeId::kBoolean: return "boolean";
    case TypeId::kTinyint: return "tinyint";
    case TypeId::kSmallint: return "smallint";
    case TypeId::kInteger: return "integer";
    case TypeId::kBigint: return "bigint";
    case TypeId::kHugeint: return "hugeint";
    case TypeId::kUtinyint: return "utinyint";
    case TypeId::kUsmallint: return "usmallint";
    case TypeId::kUinteger: return "uinteger";
    case TypeId::kUbigint: return "ubigint";
    case TypeId::kReal: return "real";
    case TypeId::kDouble: return "double precision";
    case TypeId::kBytea: return "bytea";
    case TypeId::kDate: return "date";
    case TypeId::kTime: return "time";
    case TypeId::kTimestamp: return "timestamp";
    case TypeId::kTimestamptz: return "timestamp with time zone";
    case TypeId::kInterval: return "interval";
    case TypeId::kUuid: return "uuid";
    case TypeId::kJson: return "json";
    default: return "unknown";
  }
}

}  // namespace

LogicalType LogicalType::decimal(uint8_t precision, uint8_t scale) {
  STOA_CHECK(precision >= 1 && precision <= 38 && scale <= precision);
  LogicalType type(TypeId::kDecimal);
  type.precision_ = precision;
  type.scale_ = scale;
  return type;
}

LogicalType LogicalType::varchar(uint32_t length_max) {
  LogicalType type(TypeId::kText);
  type.length_ = length_max;
  return type;
}

LogicalType LogicalType::fixed_char(uint32_t length) {
  LogicalType type(TypeId::kText);
  type.length_ = length;
  type.scale_ = kFixedCharMark;
  return type;
}

LogicalType LogicalType::list(LogicalType element) {
  LogicalType type(TypeId::kList);
  type.nested_ = std::make_shared<Nested>(Nested{"", {{"element", std::move(element)}}});
  return type;
}

LogicalType LogicalType::structure(std::vector<TypeField> fields) {
  LogicalType type(TypeId::kStruct);
  type.nested_ = std::make_shared<Nested>(Nested{"", std::move(fields)});
  return type;
}

LogicalType LogicalType::map(LogicalType key, LogicalType value) {
  LogicalType type(TypeId::kMap);
  type.nested_ = std::make_shared<Nested>(Nested{"", {{"key", std::move(key)}, {"value", std::move(value)}}});
  return type;
}

LogicalType LogicalType::enumeration(std::string name, std::vector<std::string> labels) {
  LogicalType type(TypeId::kEnum);
  Nested nested{std::move(name), {}};
  nested.fields.reserve(labels.size());
  for (std::string& label : labels) {
    nested.fields.push_back({std::move(label), TypeId::kNull});
  }
  type.nested_ = std::make_shared<Nested>(std::move(nested));
  return type;
}

LogicalType LogicalType::vector(uint32_t dimension_count) {
  LogicalType type(TypeId::kVector);
  type.length_ = dimension_count;
  return type;
}

LogicalType LogicalType::halfvec(uint32_t dimension_count) {
  LogicalType type(TypeId::kHalfvec);
  type.length_ = dimension_count;
  return type;
}

PhysicalType LogicalType::physical() const noexcept {
  switch (id_) {
    case TypeId::kNull:
    case TypeId::kBoolean: return PhysicalType::kBool;
    case TypeId::kTinyint: return PhysicalType::kInt8;
    case TypeId::kSmallint: return PhysicalType::kInt16;
    case TypeId::kInteger:
    case TypeId::kDate: return PhysicalType::kInt32;
    case TypeId::kBigint:
    case TypeId::kTime:
    case TypeId::kTimestamp:
    case TypeId::kTimestamptz: return PhysicalType::kInt64;
    case TypeId::kHugeint:
    case TypeId::kUuid: return PhysicalType::kInt128;
    case TypeId::kUtinyint: return PhysicalType::kUint8;
    case TypeId::kUsmallint: return PhysicalType::kUint16;
    case TypeId::kUinteger:
    case TypeId::kEnum: return PhysicalType::kUint32;
    case TypeId::kUbigint: return PhysicalType::kUint64;
    case TypeId::kReal: return PhysicalType::kFloat;
    case TypeId::kDouble: return PhysicalType::kDouble;
    case TypeId::kDecimal:
      return precision_ <= kShortDecimalPrecision ? PhysicalType::kInt64 : PhysicalType::kInt128;
    case TypeId::kText:
    case TypeId::kBytea:
    case TypeId::kJson: return PhysicalType::kText;
    case TypeId::kInterval: return PhysicalType::kInterval;
    default: return PhysicalType::kNested;
  }
}

size_t LogicalType::width_bytes() const noexcept {
  switch (physical()) {
    case PhysicalType::kBool:
    case PhysicalType::kInt8:
    case PhysicalType::kUint8: return 1;
    case PhysicalType::kInt16:
    case PhysicalType::kUint16: return 2;
    case PhysicalType::kInt32:
    case PhysicalType::kUint32:
    case PhysicalType::kFloat: return 4;
    case PhysicalType::kInt64:
    case PhysicalType::kUint64:
    case PhysicalType::kDouble: return 8;
    case PhysicalType::kInt128: return sizeof(Int128);
    case PhysicalType::kText: return sizeof(TextView);
    case PhysicalType::kInterval: return sizeof(Interval);
    case PhysicalType::kNested: return 0;
  }
  return 0;
}

const std::vector<TypeField>& LogicalType::fields() const noexcept {
  static const std::vector<TypeField> kNone;
  return nested_ == nullptr ? kNone : nested_->fields;
}

const std::string& LogicalType::name() const noexcept {
  static const std::string kNone;
  return nested_ == nullptr ? kNone : nested_->name;
}

std::string LogicalType::to_string() const {
  switch (id_) {
    case TypeId::kDecimal:
      return "decimal(" + std::to_string(precision_) + "," + std::to_string(scale_) + ")";
    case TypeId::kText: return text_name(*this);
    case TypeId::kEnum: return name().empty() ? "enum" : name();
    case TypeId::kList: return fields()[0].type.to_string() + "[]";
    case TypeId::kStruct: return struct_name(*this);
    case TypeId::kMap:
      return "map(" + fields()[0].type.to_string() + ", " + fields()[1].type.to_string() + ")";
    case TypeId::kVector: return length_ == 0 ? "vector" : with_number("vector", length_);
    case TypeId::kHalfvec: return length_ == 0 ? "halfvec" : with_number("halfvec", length_);
    default: return std::string(plain_name(id_));
  }
}

bool operator==(const LogicalType& a, const LogicalType& b) noexcept {
  if (a.id_ != b.id_ || a.precision_ != b.precision_ || a.scale_ != b.scale_ || a.length_ != b.length_) {
    return false;
  }
  return a.nested_ == b.nested_ || (a.name() == b.name() && a.fields() == b.fields());
}

uint8_t integer_digits(TypeId id) {
  switch (id) {
    case TypeId::kTinyint:
    case TypeId::kUtinyint: return 3;
    case TypeId::kSmallint:
    case TypeId::kUsmallint: return 5;
    case TypeId::kInteger:
    case TypeId::kUinteger: return 10;
    case TypeId::kBigint: return 19;
    case TypeId::kUbigint: return 20;
    default: return 38;
  }
}

}  // namespace stoa
