#pragma once

#include <array>

#include "types/logical_type.h"

/// The number types, for functions with an overload for each.
namespace stoa {

inline constexpr std::array kIntegerTypes = {TypeId::kTinyint,   TypeId::kSmallint, TypeId::kInteger,
                                             TypeId::kBigint,    TypeId::kHugeint,  TypeId::kUtinyint,
                                             TypeId::kUsmallint, TypeId::kUinteger, TypeId::kUbigint};
inline constexpr std::array kSignedTypes = {TypeId::kTinyint, TypeId::kSmallint, TypeId::kInteger,
                                            TypeId::kBigint, TypeId::kHugeint};
inline constexpr std::array kFloatingTypes = {TypeId::kReal, TypeId::kDouble};

}  // namespace stoa
