#pragma once

#include <memory>
#include <string_view>

#include "catalog/catalog.h"
#include "catalog/definitions.h"
#include "function/function_registry.h"
#include "plan/logical_operator.h"
#include "sql/statement.h"

namespace stoa {

/// What binding needs to know; all of it outlives the binding.
struct BindContext {
  const Catalog& catalog;
  const FunctionRegistry& functions;
  const FunctionContext& function_context;
  /// Types of the parameters that the client gave; TypeId::kNull (or missing): to be inferred.
  std::vector<LogicalType> parameter_types;
};

/// Whether the binder makes a plan of this statement; others (DDL, transactions, settings) the engine runs
/// itself.
bool is_bindable(const sql::Statement& statement);

/// Names looked up, types settled: a syntax tree becomes a logical plan, not yet rewritten (subqueries are
/// still inside expressions). REQUIRES: is_bindable(statement). Raises 42xxx with places and hints; 0A000
/// naming the feature for syntax that can't run yet.
LogicalPlan bind_statement(const sql::Statement& statement, const BindContext& context);

/// An expression without columns, for settings, defaults and EXECUTE arguments; cast to `type` unless that is
/// kNull.
ExpressionPtr bind_constant_expression(const sql::Expression& expression, const LogicalType& type,
                                       const BindContext& context);

/// The type that a written type name means. Raises 42704 with a near name, 0A000 for types without operators
/// yet.
LogicalType bind_type(const sql::TypeName& name);

}  // namespace stoa
