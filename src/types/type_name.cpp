// SQL type names and what they mean.
#include <algorithm>
#include <array>
#include <span>

#include "base/error.h"
#include "base/near_name.h"
#include "types/logical_type.h"

namespace stoa {
namespace {

using Modifiers = std::span<const int64_t>;

/// What takes modifiers has a maker; the rest are a name for a TypeId.
enum class Form : uint8_t { kPlain, kDecimal, kFloat, kVarchar, kChar, kVector, kHalfvec, kTemporal };

struct Entry {
  std::string_view name;
  TypeId id;
  Form form = Form::kPlain;
};

constexpr Entry kEntries[] = {
    {"bool", TypeId::kBoolean},
    {"boolean", TypeId::kBoolean},
    {"logical", TypeId::kBoolean},
    {"tinyint", TypeId::kTinyint},
    {"int1", TypeId::kTinyint},
    {"smallint", TypeId::kSmallint},
    {"int2", TypeId::kSmallint},
    {"short", TypeId::kSmallint},
    {"int", TypeId::kInteger},
    {"int4", TypeId::kInteger},
    {"integer", TypeId::kInteger},
    {"signed", TypeId::kInteger},
    {"bigint", TypeId::kBigint},
    {"int8", TypeId::kBigint},
    {"long", TypeId::kBigint},
    {"oid", TypeId::kBigint},
    {"hugeint", TypeId::kHugeint},
    {"int16", TypeId::kHugeint},
    {"int128", TypeId::kHugeint},
    {"utinyint", TypeId::kUtinyint},
    {"uint1", TypeId::kUtinyint},
    {"usmallint", TypeId::kUsmallint},
    {"uint2", TypeId::kUsmallint},
    {"uinteger", TypeId::kUinteger},
    {"uint", TypeId::kUinteger},
    {"uint4", TypeId::kUinteger},
    {"ubigint", TypeId::kUbigint},
    {"uint8", TypeId::kUbigint},
    {"real", TypeId::kReal},
    {"float4", TypeId::kReal},
    {"double", TypeId::kDouble},
    {"double precision", TypeId::kDouble},
    {"float8", TypeId::kDouble},
    {"float", TypeId::kDouble, Form::kFloat},
    {"decimal", TypeId::kDecimal, Form::kDecimal},
    {"dec", TypeId::kDecimal, Form::kDecimal},
    {"numeric", TypeId::kDecimal, Form::kDecimal},
    {"text", TypeId::kText},
    {"string", TypeId::kText},
    {"name", TypeId::kText},
    {"clob", TypeId::kText},
    {"varchar", TypeId::kText, Form::kVarchar},
    {"nvarchar", TypeId::kText, Form::kVarchar},
    {"character varying", TypeId::kText, Form::kVarchar},
    {"char varying", TypeId::kText, Form::kVarchar},
    {"char", TypeId::kText, Form::kChar},
    {"nchar", TypeId::kText, Form::kChar},
    {"character", TypeId::kText, Form::kChar},
    {"bpchar", TypeId::kText, Form::kChar},
    {"bytea", TypeId::kBytea},
    {"blob", TypeId::kBytea},
    {"binary", TypeId::kBytea},
    {"varbinary", TypeId::kBytea},
    {"date", TypeId::kDate},
    {"time", TypeId::kTime, Form::kTemporal},
    {"time without time zone", TypeId::kTime, Form::kTemporal},
    {"timestamp", TypeId::kTimestamp, Form::kTemporal},
    {"timestamp without time zone", TypeId::kTimestamp, Form::kTemporal},
    {"datetime", TypeId::kTimestamp, Form::kTemporal},
    {"timestamptz", TypeId::kTimestamptz, Form::kTemporal},
    {"timestamp with time zone", TypeId::kTimestamptz, Form::kTemporal},
    {"interval", TypeId::kInterval, Form::kTemporal},
    {"uuid", TypeId::kUuid},
    {"guid", TypeId::kUuid},
    {"json", TypeId::kJson},
    {"jsonb", TypeId::kJson},
    {"vector", TypeId::kVector, Form::kVector},
    {"halfvec", TypeId::kHalfvec, Form::kHalfvec},
};

/// PostgreSQL's limit for character types and pgvector's for vectors.
constexpr int64_t kCharactersMax = 10'485'760;
constexpr int64_t kDimensionsMax = 16'000;
constexpr int64_t kDecimalPrecisionMax = 38;
/// DECIMAL without modifiers, as in DuckDB.
constexpr uint8_t kDefaultPrecision = 18;
constexpr uint8_t kDefaultScale = 3;
constexpr int64_t kFractionDigitsMax = 6;

[[noreturn]] void raise_modifier(std::string message) {
  raise(sqlstate::kInvalidParameterValue, std::move(message));
}

void check_count(std::string_view name, Modifiers modifiers, size_t count_max) {
  if (modifiers.size() <= count_max) {
    return;
  }
  if (count_max == 0) {
    raise_modifier("type modifier is not allowed for type \"" + std::string(name) + "\"");
  }
  raise_modifier("invalid type modifier: type \"" + std::string(name) + "\" takes at most " +
                 std::to_string(count_max));
}

LogicalType make_decimal(Modifiers modifiers) {
  if (modifiers.empty()) {
    return LogicalType::decimal(kDefaultPrecision, kDefaultScale);
  }
  const int64_t precision = modifiers[0];
  const int64_t scale = modifiers.size() > 1 ? modifiers[1] : 0;
  if (precision < 1 || precision > kDecimalPrecisionMax) {
    raise_modifier("DECIMAL precision " + std::to_string(precision) + " must be between 1 and 38");
  }
  if (scale < 0 || scale > precision) {
    raise_modifier("DECIMAL scale " + std::to_string(scale) + " must be between 0 and precision " +
                   std::to_string(precision));
  }
  return LogicalType::decimal(static_cast<uint8_t>(precision), static_cast<uint8_t>(scale));
}

LogicalType make_float(Modifiers modifiers) {
  constexpr int64_t kRealBits = 24;
  constexpr int64_t kDoubleBits = 53;
  if (modifiers.empty()) {
    return TypeId::kDouble;
  }
  if (modifiers[0] < 1) {
    raise_modifier("precision for type float must be at least 1 bit");
  }
  if (modifiers[0] > kDoubleBits) {
    raise_modifier("precision for type float must be less than 54 bits");
  }
  return modifiers[0] <= kRealBits ? TypeId::kReal : TypeId::kDouble;
}

uint32_t length_modifier(std::string_view name, Modifiers modifiers, uint32_t absent, int64_t length_max) {
  if (modifiers.empty()) {
    return absent;
  }
  if (modifiers[0] < 1) {
    raise_modifier("length for type " + std::string(name) + " must be at least 1");
  }
  if (modifiers[0] > length_max) {
    raise_modifier("length for type " + std::string(name) + " cannot exceed " + std::to_string(length_max));
  }
  return static_cast<uint32_t>(modifiers[0]);
}

LogicalType make_temporal(const Entry& entry, Modifiers modifiers) {
  if (!modifiers.empty() && (modifiers[0] < 0 || modifiers[0] > kFractionDigitsMax)) {
    raise_modifier("precision of type " + std::string(entry.name) + " must be between 0 and 6");
  }
  return entry.id;
}

LogicalType make_type(const Entry& entry, Modifiers modifiers) {
  switch (entry.form) {
    case Form::kPlain: check_count(entry.name, modifiers, 0); return entry.id;
    case Form::kDecimal: check_count(entry.name, modifiers, 2); return make_decimal(modifiers);
    default: check_count(entry.name, modifiers, 1); break;
  }
  switch (entry.form) {
    case Form::kFloat: return make_float(modifiers);
    case Form::kVarchar:
      return LogicalType::varchar(length_modifier(entry.name, modifiers, 0, kCharactersMax));
    case Form::kChar:
      if (entry.name == "bpchar" && modifiers.empty()) {
        return TypeId::kText;
      }
      return LogicalType::fixed_char(length_modifier(entry.name, modifiers, 1, kCharactersMax));
    case Form::kVector: return LogicalType::vector(length_modifier(entry.name, modifiers, 0, kDimensionsMax));
    case Form::kHalfvec:
      return LogicalType::halfvec(length_modifier(entry.name, modifiers, 0, kDimensionsMax));
    default: return make_temporal(entry, modifiers);
  }
}

[[noreturn]] void raise_unknown(std::string_view name) {
  std::array<std::string_view, std::size(kEntries)> names;
  std::ranges::transform(kEntries, names.begin(), &Entry::name);
  Error error(sqlstate::kUndefinedObject, "type \"" + std::string(name) + "\" does not exist");
  const std::string_view near = near_name(name, std::span<const std::string_view>(names));
  if (near.empty()) {
    throw error;
  }
  throw std::move(error).with_hint("Did you mean \"" + std::string(near) + "\"?");
}

}  // namespace

LogicalType type_from_name(std::string_view name, const std::vector<int64_t>& modifiers) {
  const auto* entry = std::ranges::find(kEntries, name, &Entry::name);
  if (entry == std::end(kEntries)) {
    raise_unknown(name);
  }
  return make_type(*entry, modifiers);
}

}  // namespace stoa
