#include "function/function_registry.h"

#include <deque>
#include <map>

#include "base/error.h"
#include "base/near_name.h"
#include "function/builtin_functions.h"
#include "function/overload.h"

namespace stoa {

namespace {

std::string lower_name(std::string_view name) {
  std::string lowered(name);
  for (char& c : lowered) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return lowered;
}

bool is_operator_name(std::string_view name) {
  const char c = name.empty() ? 'a' : name.front();
  return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<uint8_t>(c) >= 0x80);
}

std::vector<OverloadArgument> describe_arguments(std::span<const LogicalType> types,
                                                 const std::vector<bool>& is_literal) {
  std::vector<OverloadArgument> arguments;
  arguments.reserve(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    const bool is_literal_text = i < is_literal.size() && is_literal[i] && types[i].is_text();
    const bool is_unknown = types[i].is_null() || is_literal_text;
    arguments.push_back({types[i], is_unknown});
  }
  return arguments;
}

std::string argument_text(const OverloadArgument& argument) {
  return argument.is_unknown ? "unknown" : argument.type.to_string();
}

/// `function lower(integer)`, `operator integer + text`: what was called, for messages.
std::string call_text(const std::string& name, std::span<const OverloadArgument> arguments) {
  if (is_operator_name(name) && arguments.size() == 2) {
    return "operator " + argument_text(arguments[0]) + " " + name + " " + argument_text(arguments[1]);
  }
  if (is_operator_name(name) && arguments.size() == 1) {
    return "operator " + name + " " + argument_text(arguments[0]);
  }
  std::string text = "function " + name + "(";
  for (size_t i = 0; i < arguments.size(); ++i) {
    text += (i > 0 ? ", " : "") + argument_text(arguments[i]);
  }
  return text + ")";
}

template <class Function>
std::string candidates_text(std::span<const Function* const> overloads) {
  constexpr size_t kListedMax = 12;
  std::string text;
  for (size_t i = 0; i < overloads.size() && i < kListedMax; ++i) {
    if (i > 0) {
      text += ", ";
    }
    text += signature_text(overloads[i]->name, overloads[i]->parameters, overloads[i]->is_variadic);
  }
  return overloads.size() > kListedMax ? text + ", ..." : text;
}

template <class Function>
std::vector<OverloadSignature> signatures_of(std::span<const Function* const> overloads) {
  std::vector<OverloadSignature> signatures;
  signatures.reserve(overloads.size());
  for (const Function* overload : overloads) {
    signatures.push_back({overload->parameters, overload->is_variadic});
  }
  return signatures;
}

/// Picks the overload and settles the types; raises 42883 and 42725.
template <class Bound, class Function>
Bound bind_call(std::span<const Function* const> overloads, const std::string& name,
                std::span<const LogicalType> argument_types, std::span<const Value* const> constants,
                const std::vector<bool>& is_literal) {
  const std::vector<OverloadArgument> arguments = describe_arguments(argument_types, is_literal);
  const std::vector<OverloadSignature> signatures = signatures_of<Function>(overloads);
  const size_t chosen = resolve_overload(signatures, arguments);
  if (chosen == kNoOverload) {
    throw Error(sqlstate::kUndefinedFunction, call_text(name, arguments) + " does not exist")
        .with_hint("Candidates: " + candidates_text<Function>(overloads) + ".");
  }
  if (chosen == kAmbiguousOverload) {
    throw Error(sqlstate::kAmbiguousFunction, call_text(name, arguments) + " is not unique")
        .with_hint("Add casts to choose among: " + candidates_text<Function>(overloads) + ".");
  }
  Bound bound;
  bound.function = overloads[chosen];
  bound.parameter_types = settle_parameters(signatures[chosen], arguments, constants);
  bound.return_type = bound.function->return_type;
  if (bound.function->bind != nullptr) {
    bound.data = bound.function->bind({bound.parameter_types, constants, bound.return_type});
  }
  // A bare NULL that no one gave a type to is text, as in PostgreSQL.
  for (LogicalType& type : bound.parameter_types) {
    if (type.is_null()) {
      type = TypeId::kText;
    }
  }
  return bound;
}

}  // namespace

struct FunctionRegistry::State {
  std::deque<ScalarFunction> scalars;
  std::deque<AggregateFunction> aggregates;
  std::deque<TableFunction> tables;
  std::map<std::string, std::vector<const ScalarFunction*>, std::less<>> scalar_names;
  std::map<std::string, std::vector<const AggregateFunction*>, std::less<>> aggregate_names;
  std::map<std::string, const TableFunction*, std::less<>> table_names;
};

FunctionRegistry::FunctionRegistry() : state_(std::make_unique<State>()) {
  register_builtin_functions(*this);
}
FunctionRegistry::~FunctionRegistry() = default;

void FunctionRegistry::add(ScalarFunction function) {
  const ScalarFunction& added = state_->scalars.emplace_back(std::move(function));
  state_->scalar_names[added.name].push_back(&added);
}

void FunctionRegistry::add(AggregateFunction function) {
  const AggregateFunction& added = state_->aggregates.emplace_back(std::move(function));
  state_->aggregate_names[added.name].push_back(&added);
}

void FunctionRegistry::add(TableFunction function) {
  const TableFunction& added = state_->tables.emplace_back(std::move(function));
  state_->table_names[added.name] = &added;
}

bool FunctionRegistry::has_scalar(std::string_view name) const {
  return state_->scalar_names.contains(lower_name(name));
}

bool FunctionRegistry::has_aggregate(std::string_view name) const {
  return state_->aggregate_names.contains(lower_name(name));
}

const TableFunction* FunctionRegistry::find_table_function(std::string_view name) const {
  const auto found = state_->table_names.find(lower_name(name));
  return found == state_->table_names.end() ? nullptr : found->second;
}

namespace {

template <class Names>
const auto& find_overloads(const FunctionRegistry& registry, const Names& names, const std::string& name,
                           std::span<const LogicalType> argument_types, const std::vector<bool>& is_literal) {
  const auto found = names.find(name);
  if (found != names.end()) {
    return found->second;
  }
  if (registry.find_table_function(name) != nullptr) {
    throw Error(sqlstate::kFeatureNotSupported, "a call of " + name + " outside of FROM is not supported")
        .with_hint("Write it in FROM: SELECT * FROM " + name + "(...).");
  }
  if (name == "nextval" || name == "currval" || name == "setval" || name == "lastval") {
    raise_unsupported("a sequence (" + name + ")");
  }
  const std::vector<OverloadArgument> arguments = describe_arguments(argument_types, is_literal);
  Error error(sqlstate::kUndefinedFunction, call_text(name, arguments) + " does not exist");
  const std::string near = registry.near_name(name);
  if (near.empty()) {
    throw error;
  }
  throw std::move(error).with_hint("Did you mean '" + near + "'?");
}

}  // namespace

BoundScalarCall FunctionRegistry::bind_scalar(std::string_view name,
                                              std::span<const LogicalType> argument_types,
                                              std::span<const Value* const> constants,
                                              const std::vector<bool>& is_literal) const {
  const std::string lowered = lower_name(name);
  const auto& overloads = find_overloads(*this, state_->scalar_names, lowered, argument_types, is_literal);
  return bind_call<BoundScalarCall, ScalarFunction>(overloads, lowered, argument_types, constants,
                                                    is_literal);
}

BoundAggregateCall FunctionRegistry::bind_aggregate(std::string_view name,
                                                    std::span<const LogicalType> argument_types,
                                                    std::span<const Value* const> constants,
                                                    const std::vector<bool>& is_literal) const {
  const std::string lowered = lower_name(name);
  const auto& overloads = find_overloads(*this, state_->aggregate_names, lowered, argument_types, is_literal);
  return bind_call<BoundAggregateCall, AggregateFunction>(overloads, lowered, argument_types, constants,
                                                          is_literal);
}

std::string FunctionRegistry::near_name(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const auto& [known, overloads] : state_->scalar_names) {
    if (!is_operator_name(known)) {
      names.push_back(known);
    }
  }
  for (const auto& [known, overloads] : state_->aggregate_names) {
    names.push_back(known);
  }
  for (const auto& [known, function] : state_->table_names) {
    names.push_back(known);
  }
  return std::string(stoa::near_name(lower_name(name), names));
}

std::vector<const ScalarFunction*> FunctionRegistry::scalar_functions() const {
  std::vector<const ScalarFunction*> all;
  for (const auto& [name, overloads] : state_->scalar_names) {
    all.insert(all.end(), overloads.begin(), overloads.end());
  }
  return all;
}

std::vector<const AggregateFunction*> FunctionRegistry::aggregate_functions() const {
  std::vector<const AggregateFunction*> all;
  for (const auto& [name, overloads] : state_->aggregate_names) {
    all.insert(all.end(), overloads.begin(), overloads.end());
  }
  return all;
}

std::vector<const TableFunction*> FunctionRegistry::table_functions() const {
  std::vector<const TableFunction*> all;
  for (const auto& [name, function] : state_->table_names) {
    all.push_back(function);
  }
  return all;
}

}  // namespace stoa
