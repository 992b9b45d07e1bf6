#pragma once

#include <memory>
#include <string>
#include <vector>

#include "catalog/definitions.h"
#include "format/reader.h"
#include "plan/logical_operator.h"

/// The logical operators of queries.
namespace stoa {

/// Reads a table of the database (`table`, resolved to the newest snapshot when the plan runs) or a source
/// that was opened when the plan was bound (`source`: a file, a table function).
struct LogicalScan final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kScan;
  LogicalScan() : LogicalOperator(kKind) {}
  TableSchemaRef table;  ///< null when `source` is set
  ObjectId table_id{};
  std::shared_ptr<TableSource> source;
  /// For estimates: the table as it was at binding; dropped before a plan is cached.
  std::shared_ptr<TableSource> statistics_source;
  std::string name;  ///< for EXPLAIN and errors
  struct Column {
    ColumnId id;
    size_t source_column;  ///< index into the source's columns, or kRowIdColumn
  };
  std::vector<Column> columns;
  /// Conjuncts evaluated on each batch as it is read; the scan turns those it can into ScanFilters for
  /// skipping.
  ExpressionList filters;

  std::vector<ColumnId> output() const override;
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;
};

/// Rows of expressions: VALUES, and SELECT without FROM (one row, no column). Expressions may refer to outer
/// columns.
struct LogicalValues final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kValues;
  LogicalValues() : LogicalOperator(kKind) {}
  std::vector<ColumnId> columns;
  std::vector<ExpressionList> rows;

  std::vector<ColumnId> output() const override { return columns; }
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;
};

/// Exactly the projected columns; a column that is passed on appears as itself with the same id.
struct LogicalProject final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kProject;
  LogicalProject() : LogicalOperator(kKind) {}
  struct Item {
    ColumnId id;
    ExpressionPtr expression;
  };
  std::vector<Item> items;

  std::vector<ColumnId> output() const override;
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;
};

struct LogicalFilter final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kFilter;
  LogicalFilter() : LogicalOperator(kKind) {}
  ExpressionList conjuncts;

  std::vector<ColumnId> output() const override { return children[0]->output(); }
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;
};

enum class JoinKind : uint8_t {
  kInner,
  kLeft,  ///< every left row, NULLs on the right where nothing matches
  kRight,
  kFull,
  kSemi,    ///< left rows with a match; left columns only
  kAnti,    ///< left rows without a match (NOT EXISTS; a NULL condition is no match)
  kMark,    ///< every left row and `mark`: TRUE with a match, NULL when a condition was NULL for some right
            ///< row, else FALSE
  kSingle,  ///< kLeft, but a second match raises 21000 (scalar subqueries)
};

/// left JOIN right. `conditions` are conjuncts over both sides; the physical planner takes equalities between
/// the sides as hash keys. Cross join: inner without conditions. A dependent join's right side refers to
/// columns of the left one (LATERAL, correlated subqueries); the `unnest` rewrite leaves none.
struct LogicalJoin final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kJoin;
  LogicalJoin() : LogicalOperator(kKind) {}
  JoinKind join = JoinKind::kInner;
  ExpressionList conditions;
  bool is_dependent = false;
  ColumnId mark{};  ///< of kMark
  /// kMark/kAnti for NOT IN: a NULL on either side of a condition makes the mark NULL (three-valued IN); when
  /// false, NULL never matches and the mark is two-valued (EXISTS).
  bool is_null_aware = false;

  std::vector<ColumnId> output() const override;
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;
};

/// GROUP BY. Groups first, then aggregates. Without groups there is one row even over nothing. Several
/// grouping sets: `sets` lists, for each, which groups (by position) count; the others are NULL there.
struct LogicalAggregate final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kAggregate;
  LogicalAggregate() : LogicalOperator(kKind) {}
  struct Item {
    ColumnId id;
    ExpressionPtr expression;  ///< a BoundAggregate among `aggregates`
  };
  std::vector<Item> groups;
  std::vector<Item> aggregates;
  std::vector<std::vector<size_t>> sets;  ///< empty: one set of all groups
  /// GROUPING() of the set, as a bit mask over groups; present when `sets` is not empty.
  std::optional<ColumnId> grouping_id;

  std::vector<ColumnId> output() const override;
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;
};

/// DISTINCT over all columns, or DISTINCT ON (`on`): the first row of each in the child's order.
struct LogicalDistinct final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kDistinct;
  LogicalDistinct() : LogicalOperator(kKind) {}
  ExpressionList on;

  std::vector<ColumnId> output() const override { return children[0]->output(); }
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;
};

struct LogicalSort final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kSort;
  LogicalSort() : LogicalOperator(kKind) {}
  std::vector<BoundOrder> order_by;

  std::vector<ColumnId> output() const override { return children[0]->output(); }
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;
};

/// LIMIT/OFFSET; null expressions for none. Expressions are constant or parameters (BIGINT; NULL means none).
struct LogicalLimit final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kLimit;
  LogicalLimit() : LogicalOperator(kKind) {}
  ExpressionPtr limit;
  ExpressionPtr offset;
  bool with_ties = false;  ///< then the child is a LogicalSort

  std::vector<ColumnId> output() const override { return children[0]->output(); }
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;
};

/// Sort + limit in one, made by the `top_n` rewrite: keeps only limit + offset rows.
struct LogicalTopN final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kTopN;
  LogicalTopN() : LogicalOperator(kKind) {}
  std::vector<BoundOrder> order_by;
  ExpressionPtr limit;
  ExpressionPtr offset;  ///< or null

  std::vector<ColumnId> output() const override { return children[0]->output(); }
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;
};

/// Adds window columns to the child's. All calls of one operator share partition and order; the binder stacks
/// several.
struct LogicalWindow final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kWindow;
  LogicalWindow() : LogicalOperator(kKind) {}
  struct Item {
    ColumnId id;
    ExpressionPtr expression;  ///< a BoundWindow
  };
  std::vector<Item> items;

  std::vector<ColumnId> output() const override;
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;
};

enum class SetOperationKind : uint8_t { kUnionAll, kUnion, kIntersect, kIntersectAll, kExcept, kExceptAll };

/// Two or more children with the same number and types of columns, by position; new ids for the result.
struct LogicalSetOperation final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kSetOperation;
  LogicalSetOperation() : LogicalOperator(kKind) {}
  SetOperationKind operation = SetOperationKind::kUnionAll;
  std::vector<ColumnId> columns;
  /// For each child, which of its columns stand for `columns`, in that order.
  std::vector<std::vector<ColumnId>> child_columns;

  std::vector<ColumnId> output() const override { return columns; }
  void visit_expressions(const std::function<void(ExpressionPtr&)>&) override {}
};

/// WITH name AS (children[0]) children[1]: evaluated once, read by each LogicalCteReference with the same
/// number.
struct LogicalCte final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kCte;
  LogicalCte() : LogicalOperator(kKind) {}
  uint32_t number = 0;
  std::string name;
  std::vector<ColumnId> definition_columns;
  bool must_materialize = false;

  std::vector<ColumnId> output() const override { return children[1]->output(); }
  void visit_expressions(const std::function<void(ExpressionPtr&)>&) override {}
};

/// Reads a materialized common table; `columns[i]` is a new id for the definition's column `positions[i]`.
struct LogicalCteReference final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kCteReference;
  LogicalCteReference() : LogicalOperator(kKind) {}
  uint32_t number = 0;
  std::string name;
  std::vector<ColumnId> columns;
  std::vector<size_t> positions;

  std::vector<ColumnId> output() const override { return columns; }
  void visit_expressions(const std::function<void(ExpressionPtr&)>&) override {}
};

}  // namespace stoa
