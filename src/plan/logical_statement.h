#pragma once

#include "catalog/definitions.h"
#include "plan/logical_operator.h"

/// Logical operators that change something. Each gives one column, the number of rows changed, or with
/// RETURNING the rows themselves: `returning` are expressions over `returning_columns` (ids that stand for
/// the target's columns, after the change; before it for DELETE).
namespace stoa {

struct LogicalChange : LogicalOperator {
  TableSchemaRef table;
  ObjectId table_id{};
  ColumnId row_count{};
  bool has_returning = false;
  std::vector<ColumnId> returning_columns;  ///< one per column of the table
  struct Item {
    ColumnId id;
    ExpressionPtr expression;
  };
  std::vector<Item> returning;

  std::vector<ColumnId> output() const override;
  void visit_expressions(const std::function<void(ExpressionPtr&)>& visit) override;

 protected:
  using LogicalOperator::LogicalOperator;
};

/// INSERT: `values[i]` is the child's column for column i of the table (defaults and casts already
/// projected).
struct LogicalInsert final : LogicalChange {
  static constexpr OperatorKind kKind = OperatorKind::kInsert;
  LogicalInsert() : LogicalChange(kKind) {}
  std::vector<ColumnId> values;
};

/// UPDATE: the child gives `row_id` and the new value of each updated column; with RETURNING all columns' new
/// values
/// (`new_row`, one per column of the table; empty otherwise).
struct LogicalUpdate final : LogicalChange {
  static constexpr OperatorKind kKind = OperatorKind::kUpdate;
  LogicalUpdate() : LogicalChange(kKind) {}
  ColumnId row_id{};
  std::vector<size_t> updated_columns;  ///< positions in the table
  std::vector<ColumnId> values;         ///< one per updated column
  std::vector<ColumnId> new_row;
};

/// DELETE: the child gives `row_id`, and with RETURNING all columns (`old_row`).
struct LogicalDelete final : LogicalChange {
  static constexpr OperatorKind kKind = OperatorKind::kDelete;
  LogicalDelete() : LogicalChange(kKind) {}
  ColumnId row_id{};
  std::vector<ColumnId> old_row;
};

/// CREATE TABLE AS: makes the table and fills it from the child.
struct LogicalCreateTableAs final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kCreateTableAs;
  LogicalCreateTableAs() : LogicalOperator(kKind) {}
  TableSchema definition;
  bool if_not_exists = false;
  bool or_replace = false;
  bool is_temporary = false;
  std::vector<ColumnId> values;
  ColumnId row_count{};

  std::vector<ColumnId> output() const override { return {row_count}; }
  void visit_expressions(const std::function<void(ExpressionPtr&)>&) override {}
};

/// COPY query TO file.
struct LogicalCopyTo final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kCopyTo;
  LogicalCopyTo() : LogicalOperator(kKind) {}
  std::string path;
  std::string format;  ///< "csv", "parquet"
  std::vector<std::pair<std::string, Value>> options;
  std::vector<ColumnId> values;
  std::vector<std::string> names;
  ColumnId row_count{};

  std::vector<ColumnId> output() const override { return {row_count}; }
  void visit_expressions(const std::function<void(ExpressionPtr&)>&) override {}
};

/// EXPLAIN [ANALYZE] of any plan: rows of text.
struct LogicalExplain final : LogicalOperator {
  static constexpr OperatorKind kKind = OperatorKind::kExplain;
  LogicalExplain() : LogicalOperator(kKind) {}
  bool is_analyze = false;
  ColumnId text{};

  std::vector<ColumnId> output() const override { return {text}; }
  void visit_expressions(const std::function<void(ExpressionPtr&)>&) override {}
};

}  // namespace stoa
