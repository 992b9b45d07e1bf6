#include "function/overload.h"

#include "types/cast.h"
#include "types/decimal.h"

namespace stoa {

namespace {

/// Dearer than any chain of casts: "any" is the last resort.
constexpr int kAnyCost = 1000;
constexpr int kNoFit = -1;

const LogicalType& parameter_of(const OverloadSignature& candidate, size_t argument) {
  const size_t last = candidate.parameters.size() - 1;
  return candidate.parameters[argument < last ? argument : last];
}

bool takes_count(const OverloadSignature& candidate, size_t argument_count) {
  const size_t parameter_count = candidate.parameters.size();
  return candidate.is_variadic ? argument_count + 1 >= parameter_count : argument_count == parameter_count;
}

int argument_cost(const LogicalType& parameter, const OverloadArgument& argument) {
  if (parameter.is_null()) {
    return argument.is_unknown ? 1 : kAnyCost;
  }
  if (argument.is_unknown) {
    return 0;
  }
  return implicit_cast_cost(argument.type, parameter);
}

int candidate_cost(const OverloadSignature& candidate, std::span<const OverloadArgument> arguments) {
  if (!takes_count(candidate, arguments.size())) {
    return kNoFit;
  }
  int total = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const int cost = argument_cost(parameter_of(candidate, i), arguments[i]);
    if (cost < 0) {
      return kNoFit;
    }
    total += cost;
  }
  return total;
}

std::vector<size_t> cheapest(std::span<const OverloadSignature> candidates,
                             std::span<const OverloadArgument> arguments) {
  std::vector<size_t> best;
  int best_cost = 0;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const int cost = candidate_cost(candidates[i], arguments);
    if (cost == kNoFit || (!best.empty() && cost > best_cost)) {
      continue;
    }
    if (!best.empty() && cost < best_cost) {
      best.clear();
    }
    best_cost = cost;
    best.push_back(i);
  }
  return best;
}

/// Keeps the candidates that `keep` likes, or all when it likes none.
template <class Keep>
void prefer(std::vector<size_t>& best, Keep keep) {
  std::vector<size_t> liked;
  for (const size_t i : best) {
    if (keep(i)) {
      liked.push_back(i);
    }
  }
  if (!liked.empty()) {
    best = std::move(liked);
  }
}

/// The type that an unknown argument is taken to have from a known one; null when there is none.
const LogicalType* known_type(std::span<const OverloadArgument> arguments) {
  for (const OverloadArgument& argument : arguments) {
    if (!argument.is_unknown) {
      return &argument.type;
    }
  }
  return nullptr;
}

void narrow_by_unknown(std::vector<size_t>& best, std::span<const OverloadSignature> candidates,
                       std::span<const OverloadArgument> arguments) {
  const LogicalType* known = known_type(arguments);
  for (size_t i = 0; i < arguments.size() && best.size() > 1; ++i) {
    if (!arguments[i].is_unknown) {
      continue;
    }
    if (known != nullptr) {
      prefer(best, [&](size_t c) { return parameter_of(candidates[c], i).id() == known->id(); });
    }
    prefer(best, [&](size_t c) { return parameter_of(candidates[c], i).is_text(); });
  }
}

LogicalType literal_decimal(const Value* constant) {
  Int128 unscaled = 0;
  uint8_t precision = 0;
  uint8_t scale = 0;
  const bool is_number = constant != nullptr && !constant->is_null() && constant->type().is_text() &&
                         parse_decimal_as_written(constant->as_text(), unscaled, precision, scale);
  return is_number ? LogicalType::decimal(precision, scale)
                   : LogicalType::decimal(kDecimalDigitsMax, kQuotientScale);
}

LogicalType settle_decimal(const OverloadArgument& argument, const Value* constant) {
  if (argument.type.is_decimal()) {
    return argument.type;
  }
  if (argument.type.is_integer()) {
    return LogicalType::decimal(integer_digits(argument.type.id()), 0);
  }
  return literal_decimal(constant);
}

}  // namespace

size_t resolve_overload(std::span<const OverloadSignature> candidates,
                        std::span<const OverloadArgument> arguments) {
  std::vector<size_t> best = cheapest(candidates, arguments);
  if (best.empty()) {
    return kNoOverload;
  }
  if (best.size() > 1) {
    narrow_by_unknown(best, candidates, arguments);
  }
  if (best.size() == 1) {
    return best.front();
  }
  for (const OverloadArgument& argument : arguments) {
    if (argument.is_unknown && argument.type.is_null()) {
      return best.front();
    }
  }
  return kAmbiguousOverload;
}

std::vector<LogicalType> settle_parameters(const OverloadSignature& candidate,
                                           std::span<const OverloadArgument> arguments,
                                           std::span<const Value* const> constants) {
  std::vector<LogicalType> settled;
  settled.reserve(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const LogicalType& parameter = parameter_of(candidate, i);
    const OverloadArgument& argument = arguments[i];
    if (parameter.is_null()) {
      settled.push_back(argument.is_unknown && !argument.type.is_null() ? LogicalType(TypeId::kText)
                                                                        : argument.type);
    } else if (parameter.is_decimal() && parameter.precision() == 0) {
      settled.push_back(settle_decimal(argument, i < constants.size() ? constants[i] : nullptr));
    } else if (parameter.id() == TypeId::kEnum && argument.type.id() == TypeId::kEnum) {
      settled.push_back(argument.type);  // with its labels
    } else {
      settled.push_back(parameter);
    }
  }
  return settled;
}

std::string parameter_text(const LogicalType& type) {
  return type.is_null() ? "any" : type.is_decimal() ? "decimal" : type.to_string();
}

std::string signature_text(const std::string& name, std::span<const LogicalType> parameters,
                           bool is_variadic) {
  std::string text = name + "(";
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (i > 0) {
      text += ", ";
    }
    text += parameter_text(parameters[i]);
  }
  if (is_variadic) {
    text += "...";
  }
  return text + ")";
}

}  // namespace stoa
