#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "function/aggregate_function.h"
#include "function/scalar_function.h"
#include "function/table_function.h"

namespace stoa {

/// All functions by name, with overload resolution. Built-in ones are registered by the constructor; a
/// database owns one and may add to it before it is shared. Reading is thread-safe. Names are matched in
/// lower case.
class FunctionRegistry {
 public:
  FunctionRegistry();
  ~FunctionRegistry();
  FunctionRegistry(const FunctionRegistry&) = delete;
  FunctionRegistry& operator=(const FunctionRegistry&) = delete;

  void add(ScalarFunction function);
  void add(AggregateFunction function);
  void add(TableFunction function);

  bool has_scalar(std::string_view name) const;
  bool has_aggregate(std::string_view name) const;
  const TableFunction* find_table_function(std::string_view name) const;

  /// Picks the overload as PostgreSQL does: exact match, else the cheapest by implicit casts; untyped
  /// literals and NULL (TypeId::kNull) fit anything, `is_literal[i]` marks string literals, which take the
  /// parameter's type. Raises 42883 with candidate signatures or near names as hint, 42725 when two fit
  /// equally.
  BoundScalarCall bind_scalar(std::string_view name, std::span<const LogicalType> argument_types,
                              std::span<const Value* const> constants,
                              const std::vector<bool>& is_literal) const;
  BoundAggregateCall bind_aggregate(std::string_view name, std::span<const LogicalType> argument_types,
                                    std::span<const Value* const> constants,
                                    const std::vector<bool>& is_literal) const;

  /// A known name close to a misspelled one, or empty.
  std::string near_name(std::string_view name) const;

  std::vector<const ScalarFunction*> scalar_functions() const;
  std::vector<const AggregateFunction*> aggregate_functions() const;
  std::vector<const TableFunction*> table_functions() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace stoa
