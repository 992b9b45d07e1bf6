// The syntax tree of queries: SELECT, set operations, VALUES, and what stands in FROM.
//
// Ownership and invariants as in expression.h.
#pragma once

#include "sql/expression.h"

namespace stoa::sql {

struct Statement;
struct TableReference;
using TableReferencePtr = std::unique_ptr<TableReference>;

enum class Materialization : uint8_t { kDefault, kMaterialized, kNotMaterialized };

/// SEARCH DEPTH|BREADTH FIRST BY columns SET name.
struct SearchClause {
  bool breadth_first = false;
  std::vector<Name> columns;
  Name sequence_column;
};

/// CYCLE columns SET mark [TO value DEFAULT value] USING path.
struct CycleClause {
  std::vector<Name> columns;
  Name mark_column;
  ExpressionPtr mark_value;    // or null
  ExpressionPtr mark_default;  // or null
  Name path_column;
};

/// One `name [(columns)] [USING KEY (..)] AS [[NOT] MATERIALIZED] (query)` of a WITH list. A statement in it
/// (INSERT .. RETURNING) is a StatementQuery.
struct CommonTable {
  Place place;
  Name name;
  std::vector<Name> columns;
  std::vector<Name> key_columns;
  Materialization materialization = Materialization::kDefault;
  QueryPtr query;
  std::optional<SearchClause> search;
  std::optional<CycleClause> cycle;
};

struct With {
  Place place;
  bool recursive = false;
  std::vector<CommonTable> tables;
};

enum class LockStrength : uint8_t { kUpdate, kNoKeyUpdate, kShare, kKeyShare };
enum class LockWait : uint8_t { kWait, kNoWait, kSkipLocked };

/// FOR UPDATE and its kin.
struct LockClause {
  Place place;
  LockStrength strength = LockStrength::kUpdate;
  std::vector<QualifiedName> tables;
  LockWait wait = LockWait::kWait;
};

/// ORDER BY, LIMIT and the like of a query. `ORDER BY ALL [DESC] [NULLS ..]` sets `order_by_all`, whose
/// expression is null.
struct Modifiers {
  std::vector<SortItem> order_by;
  std::optional<SortItem> order_by_all;
  ExpressionPtr limit;  // or null, also for LIMIT ALL; FETCH FIRST without a count is the literal 1
  Place limit_place;    // of the LIMIT or FETCH clause; zero length when none
  bool limit_percent = false;
  bool with_ties = false;
  ExpressionPtr offset;  // or null
  Place offset_place;
  std::vector<LockClause> locks;
};

enum class QueryKind : uint8_t { kSelect, kSetOperation, kValues, kStatement };

/// A query: one of the classes below with the WITH before it and the modifiers after it.
struct Query {
  const QueryKind kind;
  Place place;
  With with;  // no tables when there is none
  Modifiers modifiers;

  virtual ~Query();
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

 protected:
  explicit Query(QueryKind node_kind) : kind(node_kind) {}
};

template <QueryKind K>
struct QueryOf : Query {
  static constexpr QueryKind kKind = K;
  QueryOf() : Query(K) {}
};

template <class Node>
bool is(const Query& q) {
  return q.kind == Node::kKind;
}
template <class Node>
const Node& as(const Query& q) {
  return static_cast<const Node&>(q);
}
template <class Node>
Node& as(Query& q) {
  return static_cast<Node&>(q);
}

/// One entry of a select list. DuckDB's `alias: expression` is the same as `expression AS alias`.
struct SelectItem {
  ExpressionPtr expression;
  Name alias;  // empty text when none
};

enum class GroupKind : uint8_t { kExpression, kSet, kRollup, kCube, kGroupingSets };

/// One entry of GROUP BY. kSet is `(a, b)` or `()`; the children of kSet are kExpression.
struct GroupItem {
  GroupKind kind = GroupKind::kExpression;
  Place place;
  ExpressionPtr expression;  // of kExpression; null otherwise
  std::vector<GroupItem> items;
};

struct NamedWindow {
  Name name;
  WindowSpecification specification;
};

enum class SampleUnit : uint8_t { kPercent, kRows };

/// TABLESAMPLE method (size) REPEATABLE (seed), USING SAMPLE ...
struct Sample {
  Place place;
  std::string method;  // lower case: "bernoulli", "system", "reservoir"; or empty
  ExpressionPtr size;
  SampleUnit unit = SampleUnit::kPercent;
  ExpressionPtr seed;  // or null
};

/// How a query was written, for printing alone: it has no meaning.
enum class QueryLayout : uint8_t { kSelectFirst, kFromFirst };

struct SelectQuery final : QueryOf<QueryKind::kSelect> {
  bool distinct = false;
  ExpressionList distinct_on;           // of DISTINCT ON (..), which sets `distinct` too
  std::vector<SelectItem> items;        // FROM t alone has one Star; `SELECT FROM t` and `SELECT` have none
  std::vector<TableReferencePtr> from;  // the parts between commas
  ExpressionPtr where;                  // or null
  std::vector<GroupItem> group_by;
  bool group_by_all = false;       // GROUP BY ALL
  bool group_by_distinct = false;  // GROUP BY DISTINCT ..
  ExpressionPtr having;            // or null
  std::vector<NamedWindow> windows;
  ExpressionPtr qualify;         // or null
  std::optional<Sample> sample;  // USING SAMPLE
  QueryLayout layout = QueryLayout::kSelectFirst;
  Name into;  // SELECT INTO name; empty text when none

  SelectQuery();
  ~SelectQuery() override;
};

enum class SetOperator : uint8_t { kUnion, kIntersect, kExcept };

/// Two or more queries joined by the same operator: ((a op b) op c) .. `a UNION ALL b UNION c` nests.
struct SetQuery final : QueryOf<QueryKind::kSetOperation> {
  SetOperator op = SetOperator::kUnion;
  bool all = false;
  bool by_name = false;  // UNION [ALL] BY NAME
  std::vector<QueryPtr> operands;
};

struct ValuesQuery final : QueryOf<QueryKind::kValues> {
  std::vector<ExpressionList> rows;  // at least one; a DEFAULT in INSERT's is a Default
};

/// A statement that yields rows where a query stands: INSERT .. RETURNING in WITH, FROM (DESCRIBE t).
struct StatementQuery final : QueryOf<QueryKind::kStatement> {
  std::unique_ptr<Statement> statement;
  StatementQuery();
  ~StatementQuery() override;
};

}  // namespace stoa::sql

#include "sql/table_reference.h"
