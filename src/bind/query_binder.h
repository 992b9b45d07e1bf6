#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "bind/binder.h"
#include "bind/scope.h"
#include "plan/evaluator.h"
#include "plan/expression_tree.h"
#include "plan/logical_query.h"
#include "plan/plan_rewrite.h"

/// The workings of the binder, shared by the bind_*.cpp files. Used by one thread, for one statement.
namespace stoa {

/// A bound query: its tree and the columns of its select list with their names.
struct BoundQuery {
  OperatorPtr root;
  std::vector<OutputColumn> output;
};

/// A WITH entry in scope.
struct CommonTableBinding {
  const sql::CommonTable* syntax = nullptr;
  uint32_t number = 0;
  std::vector<std::string> names;
  std::vector<LogicalType> types;
  /// Its columns depend on outer queries: every reference binds the syntax again instead of sharing rows.
  bool is_correlated = false;
};

/// What the whole statement shares.
struct StatementBinding {
  explicit StatementBinding(const BindContext& c) : context(c), parameter_types(c.parameter_types) {}
  const BindContext& context;
  ColumnTable columns;
  std::vector<LogicalType> parameter_types;
  uint32_t next_common_table = 0;
  std::vector<ObjectId> referenced_views;  ///< by name, outside of other views
  std::vector<std::string>
      open_views;  ///< being expanded, innermost last: finds views that refer to themselves
};

/// The place in a query where an expression stands: decides what it may contain.
enum class Clause : uint8_t {
  kSelect,
  kWhere,
  kJoinCondition,
  kGroupBy,
  kHaving,
  kQualify,
  kOrderBy,
  kLimit,
  kValues,
  kAggregateArgument,
  kWindowArgument,
  kReturning,
  kTableFunction,
  kAssignment,
};

class QueryBinder;

/// Aggregates and windows gathered while the expressions of one SELECT are bound.
struct SelectState {
  const sql::SelectQuery* syntax = nullptr;
  std::vector<LogicalAggregate::Item> aggregates;
  std::vector<LogicalWindow::Item> windows;
  /// Aliases of the select list, which other clauses may use where no column has the name.
  std::unordered_map<std::string, const sql::Expression*> aliases;
  std::vector<std::string> open_aliases;
};

/// Binds one query block and the expressions in it. A nested query has a binder of its own with this one as
/// parent; names not found here are looked up there and noted as outer references.
class QueryBinder {
 public:
  /// `is_lateral`: an item of the parent's FROM that may refer to the items to its left.
  QueryBinder(StatementBinding& statement, QueryBinder* parent, bool is_lateral = false)
      : statement_(statement), parent_(parent), is_lateral_(is_lateral) {}

  // bind_query.cpp
  BoundQuery bind_query(const sql::Query& query);
  // bind_select.cpp
  BoundQuery bind_select(const sql::SelectQuery& query);
  // bind_from.cpp, bind_join.cpp
  OperatorPtr bind_from(const std::vector<sql::TableReferencePtr>& from);
  OperatorPtr bind_table(const sql::TableReference& table, Scope& scope);
  /// A scan of all columns of a catalog table, under `alias`.
  std::unique_ptr<LogicalScan> scan_table(const TableEntry& table, const std::string& alias, Scope& scope);
  // bind_expression.cpp and kin
  ExpressionPtr bind(const sql::Expression& expression, Clause clause);
  ExpressionPtr bind_condition(const sql::Expression& expression, Clause clause);

  Scope& scope() { return scope_; }
  StatementBinding& statement() { return statement_; }
  const ColumnSet& outer_references() const { return outer_references_; }
  ColumnTable& columns() { return statement_.columns; }

  /// The type that fits all, or 42804; every expression is cast to it.
  LogicalType unify(const std::vector<ExpressionPtr*>& expressions, std::string_view where);
  /// Casts to `type` as assignment does (INSERT, UPDATE) or implicitly.
  ExpressionPtr assign(ExpressionPtr expression, const LogicalType& type, const std::string& column);
  ExpressionPtr coerce(ExpressionPtr expression, const LogicalType& type);
  ExpressionPtr make_bound_comparison(CompareOperator op, ExpressionPtr left, ExpressionPtr right);
  ExpressionPtr call(std::string_view name, ExpressionList arguments, const sql::Place& place);

  void add_common_tables(const sql::With& with, std::vector<std::unique_ptr<LogicalCte>>& definitions);
  static OperatorPtr wrap_common_tables(std::vector<std::unique_ptr<LogicalCte>> definitions,
                                        OperatorPtr root);

 private:
  friend class SelectBinder;

  // --- expressions, one per kind of syntax
  ExpressionPtr bind_node(const sql::Expression& e, Clause clause);
  [[noreturn]] static void refuse_node(const sql::Expression& e);
  ExpressionPtr bind_column(const sql::ColumnReference& e, Clause clause);
  ExpressionPtr bind_alias(const std::string& name, Clause clause);
  [[noreturn]] void raise_unknown_column(const sql::ColumnReference& e) const;
  /// Looks a name up here and in the enclosing queries; notes outer references. False when unknown.
  bool resolve(const sql::QualifiedName& name, ColumnId& id, bool& has_table);
  bool resolve_for_child(const sql::QualifiedName& name, bool is_lateral, ColumnId& id, bool& has_table);
  ExpressionPtr bind_literal(const sql::Literal& e);
  ExpressionPtr bind_parameter(const sql::Parameter& e);
  ExpressionPtr bind_unary(const sql::Unary& e, Clause clause);
  ExpressionPtr bind_binary(const sql::Binary& e, Clause clause);
  ExpressionPtr bind_row_comparison(const sql::Binary& e, Clause clause);
  ExpressionPtr bind_concatenation(const sql::Chain& e, Clause clause);
  ExpressionPtr bind_chain(const sql::Chain& e, Clause clause);
  ExpressionPtr bind_is_test(const sql::IsTest& e, Clause clause);
  ExpressionPtr bind_between(const sql::Between& e, Clause clause);
  ExpressionPtr bind_in_list(const sql::InList& e, Clause clause);
  ExpressionPtr bind_like(const sql::Like& e, Clause clause);
  ExpressionPtr bind_case(const sql::Case& e, Clause clause);
  ExpressionPtr bind_function(const sql::FunctionCall& e, Clause clause);
  ExpressionPtr bind_special_function(const std::string& name, const sql::FunctionCall& e, Clause clause);
  ExpressionPtr bind_scalar_function(const std::string& name, const sql::FunctionCall& e, Clause clause);
  ExpressionPtr bind_aggregate(const std::string& name, const sql::FunctionCall& e, Clause clause);
  BoundAggregateCall resolve_aggregate(const std::string& name, const sql::FunctionCall& e,
                                       ExpressionList& arguments);
  static bool is_window_function(std::string_view name);
  ExpressionPtr bind_window(const std::string& name, const sql::FunctionCall& e, Clause clause);
  void bind_frame(const sql::WindowSpecification& window, BoundWindow& bound);
  std::vector<BoundOrder> bind_orders(const std::vector<sql::SortItem>& items, Clause clause);
  ExpressionPtr bind_scalar_subquery(const sql::ScalarSubquery& e);
  ExpressionPtr bind_exists(const sql::Exists& e);
  ExpressionPtr bind_in_subquery(const sql::InSubquery& e, Clause clause);
  ExpressionPtr bind_quantified(const sql::QuantifiedComparison& e, Clause clause);
  std::unique_ptr<BoundSubquery> make_subquery(SubqueryKind kind, const sql::Query& query, LogicalType type);
  ExpressionPtr compare_subquery(std::unique_ptr<BoundSubquery> subquery, ExpressionList operands);
  ExpressionPtr implicit_cast(ExpressionPtr e, const LogicalType& type);
  void give_parameter_type(BoundExpression& e, const LogicalType& type);

  // --- tables
  OperatorPtr bind_named_table(const sql::NamedTable& table, Scope& scope);
  OperatorPtr bind_view(const ViewEntry& view, const std::string& alias, const sql::TableReference& table,
                        Scope& scope);
  OperatorPtr bind_source(std::shared_ptr<TableSource> source, const std::string& name, Scope& scope,
                          const sql::TableReference& table);
  OperatorPtr bind_table_function(const sql::TableFunction& table, Scope& scope);
  OperatorPtr bind_subquery_table(const sql::SubqueryTable& table, Scope& scope);
  OperatorPtr bind_common_table(const CommonTableBinding& binding, QueryBinder& owner,
                                const std::string& alias, const sql::TableReference& table, Scope& scope);
  OperatorPtr bind_join(const sql::Join& join, Scope& scope);
  OperatorPtr finish_using(std::unique_ptr<LogicalJoin> join, const std::vector<std::string>& names,
                           Scope left, Scope right, Scope& scope);
  void add_output_table(const std::vector<OutputColumn>& output, const std::string& alias,
                        const sql::TableReference& table, Scope& scope);
  const CommonTableBinding* find_common_table(const std::string& name, QueryBinder*& owner);

  // --- query.cpp
  BoundQuery bind_body(const sql::Query& query);
  BoundQuery bind_set_operation(const sql::SetQuery& query);
  BoundQuery bind_values(const sql::ValuesQuery& query);
  void bind_limit(const sql::Modifiers& modifiers, BoundQuery& query);
  void bind_output_order(const sql::Modifiers& modifiers, BoundQuery& query);

  StatementBinding& statement_;
  QueryBinder* parent_;
  bool is_lateral_ = false;
  Scope scope_;
  /// Scopes of FROM items to the left, which a LATERAL item being bound may refer to.
  std::vector<const Scope*> lateral_scopes_;
  std::unordered_map<std::string, CommonTableBinding> common_tables_;
  ColumnSet outer_references_;
  SelectState* select_ = nullptr;
};

/// Raises at a place of the SQL text.
[[noreturn]] void raise_at(const sql::Place& place, const SqlState& state, std::string message,
                           std::string hint = "");

}  // namespace stoa
