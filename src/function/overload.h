#pragma once

#include <span>
#include <string>
#include <vector>

#include "types/logical_type.h"
#include "types/value.h"

/// Choosing among functions of one name, as PostgreSQL's manual, chapter 10, has it.
namespace stoa {

/// What the resolution needs to know of one candidate.
struct OverloadSignature {
  std::span<const LogicalType> parameters;
  bool is_variadic = false;
};

/// One argument: its type, and whether it has none yet (a quoted literal, or NULL).
struct OverloadArgument {
  LogicalType type;
  bool is_unknown = false;
};

inline constexpr size_t kNoOverload = ~size_t{0};
inline constexpr size_t kAmbiguousOverload = kNoOverload - 1;

/// The index of the candidate to call, kNoOverload or kAmbiguousOverload.
///
/// A candidate fits when every argument has the parameter's type or casts to it implicitly; "any" parameters
/// fit everything. The cheapest by cast costs wins. Arguments of unknown type cost nothing; among equals, an
/// unknown one beside a known one is taken to be of its type, then as text, and a NULL picks the first
/// candidate as any would give NULL.
size_t resolve_overload(std::span<const OverloadSignature> candidates,
                        std::span<const OverloadArgument> arguments);

/// The types that arguments are cast to for a candidate: parameters, with "any" and plain DECIMAL filled from
/// the arguments. Constants (null pointer: not constant) say what scale a quoted literal needs as a decimal.
std::vector<LogicalType> settle_parameters(const OverloadSignature& candidate,
                                           std::span<const OverloadArgument> arguments,
                                           std::span<const Value* const> constants);

/// A parameter's type as signatures show it: "any" for any type, "decimal" whatever its digits.
std::string parameter_text(const LogicalType& type);

/// `name(integer, text)`; a variadic one ends in "...".
std::string signature_text(const std::string& name, std::span<const LogicalType> parameters,
                           bool is_variadic);

}  // namespace stoa
