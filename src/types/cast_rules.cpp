// Which casts there are and how far implicit ones go.
#include "types/cast.h"
#include "types/wide_integer.h"

namespace stoa {
namespace {

CastKind number_cast(const LogicalType& from, const LogicalType& to) {
  if (from.is_integer()) {
    if (!to.is_integer()) {
      return CastKind::kImplicit;
    }
    const bool widens = fits_integer(integer_minimum(from.id()), to.id()) &&
                        fits_integer(integer_maximum(from.id()), to.id());
    return widens ? CastKind::kImplicit : CastKind::kAssignment;
  }
  if (from.is_decimal()) {
    return to.is_floating() ? CastKind::kImplicit : CastKind::kAssignment;
  }
  return from.id() == TypeId::kReal && to.id() == TypeId::kDouble ? CastKind::kImplicit
                                                                  : CastKind::kAssignment;
}

/// DATE -> TIMESTAMP -> TIMESTAMPTZ go by themselves; the way back, and to TIME, loses something.
CastKind temporal_cast(TypeId from, TypeId to) {
  if (from == TypeId::kTime) {
    return CastKind::kNone;
  }
  if (to == TypeId::kTime) {
    return from == TypeId::kDate ? CastKind::kNone : CastKind::kAssignment;
  }
  return from < to ? CastKind::kImplicit : CastKind::kAssignment;
}

CastKind worse(CastKind a, CastKind b) {
  return a > b ? a : b;
}

CastKind nested_cast(const LogicalType& from, const LogicalType& to) {
  if (from.fields().size() != to.fields().size()) {
    return CastKind::kNone;
  }
  CastKind kind = CastKind::kImplicit;
  for (size_t i = 0; i < from.fields().size(); ++i) {
    kind = worse(kind, cast_kind(from.fields()[i].type, to.fields()[i].type));
  }
  return kind;
}

CastKind same_id_cast(const LogicalType& from, const LogicalType& to) {
  if (from.id() == TypeId::kEnum) {
    return from == to ? CastKind::kImplicit : CastKind::kNone;
  }
  if (from.fields().empty()) {
    return CastKind::kImplicit;
  }
  return nested_cast(from, to);
}

/// Numbers by how much they hold; steps between neighbours are cheap.
int number_rank(TypeId id) {
  switch (id) {
    case TypeId::kTinyint: return 1;
    case TypeId::kUtinyint: return 2;
    case TypeId::kSmallint: return 3;
    case TypeId::kUsmallint: return 4;
    case TypeId::kInteger: return 5;
    case TypeId::kUinteger: return 6;
    case TypeId::kBigint: return 7;
    case TypeId::kUbigint: return 8;
    case TypeId::kHugeint: return 9;
    case TypeId::kDecimal: return 10;
    case TypeId::kReal: return 12;
    default: return 13;
  }
}

constexpr int kLossyCost = 20;

bool loses_digits(const LogicalType& from, TypeId to) {
  if (!from.is_integer() && !from.is_decimal()) {
    return false;
  }
  if (to == TypeId::kReal) {
    return from.is_decimal() || from.width_bytes() > 2;
  }
  return to == TypeId::kDouble && (from.is_decimal() || from.width_bytes() > 4);
}

int number_cost(const LogicalType& from, const LogicalType& to) {
  const int steps = number_rank(to.id()) - number_rank(from.id());
  // A lossy double still comes before a lossier real.
  const int loss = loses_digits(from, to.id()) ? kLossyCost * (to.id() == TypeId::kReal ? 2 : 1) : 0;
  return 1 + steps + loss;
}

}  // namespace

Int128 integer_minimum(TypeId id) noexcept {
  switch (id) {
    case TypeId::kTinyint: return INT8_MIN;
    case TypeId::kSmallint: return INT16_MIN;
    case TypeId::kInteger: return INT32_MIN;
    case TypeId::kBigint: return INT64_MIN;
    case TypeId::kHugeint: return kInt128Min;
    default: return 0;
  }
}

Int128 integer_maximum(TypeId id) noexcept {
  switch (id) {
    case TypeId::kTinyint: return INT8_MAX;
    case TypeId::kSmallint: return INT16_MAX;
    case TypeId::kInteger: return INT32_MAX;
    case TypeId::kBigint: return INT64_MAX;
    case TypeId::kUtinyint: return UINT8_MAX;
    case TypeId::kUsmallint: return UINT16_MAX;
    case TypeId::kUinteger: return UINT32_MAX;
    case TypeId::kUbigint: return UINT64_MAX;
    default: return kInt128Max;
  }
}

CastKind cast_kind(const LogicalType& from, const LogicalType& to) noexcept {
  if (from.id() == to.id()) {
    return same_id_cast(from, to);
  }
  if (from.is_null()) {
    return CastKind::kImplicit;
  }
  if (to.is_null()) {
    return CastKind::kNone;
  }
  if (from.is_numeric() && to.is_numeric()) {
    return number_cast(from, to);
  }
  if (from.is_temporal() && to.is_temporal()) {
    return temporal_cast(from.id(), to.id());
  }
  if (from.id() == TypeId::kTime && to.id() == TypeId::kInterval) {
    return CastKind::kImplicit;
  }
  if (from.id() == TypeId::kInterval && to.id() == TypeId::kTime) {
    return CastKind::kAssignment;
  }
  if (to.is_text()) {
    return from.id() == TypeId::kEnum ? CastKind::kImplicit : CastKind::kAssignment;
  }
  if (from.is_text()) {
    if (to.is_nested()) {
      return CastKind::kNone;
    }
    return to.id() == TypeId::kJson ? CastKind::kAssignment : CastKind::kExplicit;
  }
  const bool is_boolean_and_integer = (from.id() == TypeId::kBoolean && to.is_integer()) ||
                                      (to.id() == TypeId::kBoolean && from.is_integer());
  return is_boolean_and_integer ? CastKind::kExplicit : CastKind::kNone;
}

int implicit_cast_cost(const LogicalType& from, const LogicalType& to) noexcept {
  if (cast_kind(from, to) != CastKind::kImplicit) {
    return -1;
  }
  if (from.id() == to.id()) {
    if (from.fields().empty() || from.id() == TypeId::kEnum) {
      return 0;
    }
    int cost = 0;
    for (size_t i = 0; i < from.fields().size(); ++i) {
      cost += implicit_cast_cost(from.fields()[i].type, to.fields()[i].type);
    }
    return cost;
  }
  if (from.is_null()) {
    return 1;
  }
  if (from.is_numeric()) {
    return number_cost(from, to);
  }
  return static_cast<int>(to.id()) > static_cast<int>(from.id()) && from.is_temporal() && to.is_temporal()
             ? static_cast<int>(to.id()) - static_cast<int>(from.id())
             : 1;
}

}  // namespace stoa
