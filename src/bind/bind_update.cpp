#include <fmt/format.h>

#include "base/error.h"
#include "bind/statement_binder.h"
#include "table/table_data.h"

namespace stoa {

/// The rows of the target to be changed, joined with FROM or USING, filtered: with row ids.
OperatorPtr StatementBinder::bind_target(QueryBinder& binder, const TableEntry& table,
                                         const sql::TargetTable& target,
                                         const std::vector<sql::TableReferencePtr>& others,
                                         const sql::Expression* where, ColumnId& row_id,
                                         std::vector<ColumnId>& table_columns) {
  Scope scope;
  OperatorPtr other;
  if (!others.empty()) {
    other = binder.bind_from(others);
    scope = std::move(binder.scope());
    binder.scope() = Scope();
  }
  Scope own;
  std::unique_ptr<LogicalScan> scan =
      binder.scan_table(table, target.alias.text.empty() ? table.name : target.alias.text, own);
  for (const LogicalScan::Column& column : scan->columns) {
    table_columns.push_back(column.id);
  }
  row_id = columns().add("row id", TypeId::kBigint);
  scan->columns.push_back({row_id, kRowIdColumn});
  own.append(std::move(scope));
  binder.scope() = std::move(own);
  OperatorPtr root = std::move(scan);
  if (other) {
    auto join = std::make_unique<LogicalJoin>();
    join->children.push_back(std::move(root));
    join->children.push_back(std::move(other));
    root = std::move(join);
  }
  if (where != nullptr) {
    auto filter = wrap<LogicalFilter>(std::move(root));
    split_conjuncts(binder.bind_condition(*where, Clause::kWhere), filter->conjuncts);
    root = std::move(filter);
  }
  return root;
}

namespace {

struct BoundAssignment {
  size_t column;
  ExpressionPtr value;
};

size_t assigned_column(const sql::Expression& target, const TableEntry& table) {
  if (!sql::is<sql::ColumnReference>(target) ||
      sql::as<sql::ColumnReference>(target).name.parts.size() != 1) {
    raise_at(target.place, sqlstate::kFeatureNotSupported,
             "assigning to a part of a column is not supported");
  }
  const std::string& name = sql::as<sql::ColumnReference>(target).name.last();
  const std::optional<size_t> found = table.definition->find_column(name);
  if (found) {
    return *found;
  }
  try {
    raise_unknown_column(*table.definition, name);
  } catch (Error& error) {
    error.set_place_if_none(target.place.offset);
    throw;
  }
}

/// The single values of an assignment: one, or the items of a row.
std::vector<const sql::Expression*> assigned_values(const sql::Assignment& assignment) {
  if (assignment.targets.size() == 1) {
    return {assignment.value.get()};
  }
  if (!sql::is<sql::Row>(*assignment.value)) {
    raise_at(assignment.place, sqlstate::kFeatureNotSupported,
             "assigning a subquery to several columns is not supported");
  }
  std::vector<const sql::Expression*> values;
  for (const sql::ExpressionPtr& item : sql::as<sql::Row>(*assignment.value).items) {
    values.push_back(item.get());
  }
  if (values.size() != assignment.targets.size()) {
    raise_at(assignment.place, sqlstate::kSyntaxError,
             fmt::format("{} values are assigned to {} columns", values.size(), assignment.targets.size()));
  }
  return values;
}

}  // namespace

/// Hands the columns of FROM's or USING's tables through to RETURNING, behind the target's own.
void StatementBinder::pass_on(std::span<const ScopeTable> others, LogicalProject& project,
                              std::vector<ColumnId>& row) {
  for (const ScopeTable& other : others) {
    for (const ScopeColumn& column : other.columns) {
      project.items.push_back({column.id, make_column(column.id, columns())});
      row.push_back(column.id);
    }
  }
}

OperatorPtr StatementBinder::bind_update(const sql::Update& update) {
  if (!update.current_of.text.empty()) {
    raise_unsupported("WHERE CURRENT OF");
  }
  const TableEntry& table = target_table(update.table);
  QueryBinder binder(statement_, nullptr);
  std::vector<std::unique_ptr<LogicalCte>> definitions;
  binder.add_common_tables(update.with, definitions);
  auto root = std::make_unique<LogicalUpdate>();
  root->table = table.definition;
  root->table_id = table.id;
  ColumnId row_id{};
  std::vector<ColumnId> old_columns;
  OperatorPtr input =
      bind_target(binder, table, update.table, update.from, update.where.get(), row_id, old_columns);
  auto project = wrap<LogicalProject>(std::move(input));
  project->items.push_back({row_id, make_column(row_id, columns())});
  root->row_id = row_id;
  root->new_row = old_columns;
  for (const sql::Assignment& assignment : update.assignments) {
    const std::vector<const sql::Expression*> values = assigned_values(assignment);
    for (size_t i = 0; i < values.size(); ++i) {
      const size_t column = assigned_column(*assignment.targets[i], table);
      const ColumnDefinition& definition = table.definition->columns[column];
      if (std::find(root->updated_columns.begin(), root->updated_columns.end(), column) !=
          root->updated_columns.end()) {
        raise_at(assignment.place, sqlstate::kSyntaxError,
                 fmt::format("column \"{}\" is assigned twice", definition.name));
      }
      ExpressionPtr value =
          sql::is<sql::Default>(*values[i])
              ? default_value(binder, definition)
              : binder.assign(binder.bind(*values[i], Clause::kAssignment), definition.type, definition.name);
      const ColumnId id = columns().add(definition.name, definition.type);
      project->items.push_back({id, std::move(value)});
      root->updated_columns.push_back(column);
      root->values.push_back(id);
      root->new_row[column] = id;
    }
  }
  const std::span<const ScopeTable> others = std::span(binder.scope().tables()).subspan(1);
  bind_returning(update.returning, table,
                 update.table.alias.text.empty() ? table.name : update.table.alias.text, *root, others);
  if (!root->has_returning) {
    root->new_row.clear();
  } else {
    for (size_t i = 0; i < old_columns.size(); ++i) {
      if (root->new_row[i] == old_columns[i]) {
        project->items.push_back({old_columns[i], make_column(old_columns[i], columns())});
      }
    }
    pass_on(others, *project, root->new_row);
  }
  root->children.push_back(std::move(project));
  return QueryBinder::wrap_common_tables(std::move(definitions), std::move(root));
}

OperatorPtr StatementBinder::bind_delete(const sql::Delete& erase) {
  if (!erase.current_of.text.empty()) {
    raise_unsupported("WHERE CURRENT OF");
  }
  const TableEntry& table = target_table(erase.table);
  QueryBinder binder(statement_, nullptr);
  std::vector<std::unique_ptr<LogicalCte>> definitions;
  binder.add_common_tables(erase.with, definitions);
  auto root = std::make_unique<LogicalDelete>();
  root->table = table.definition;
  root->table_id = table.id;
  std::vector<ColumnId> old_columns;
  OperatorPtr input = bind_target(binder, table, erase.table, erase.using_tables, erase.where.get(),
                                  root->row_id, old_columns);
  const std::span<const ScopeTable> others = std::span(binder.scope().tables()).subspan(1);
  bind_returning(erase.returning, table, erase.table.alias.text.empty() ? table.name : erase.table.alias.text,
                 *root, others);
  auto project = wrap<LogicalProject>(std::move(input));
  project->items.push_back({root->row_id, make_column(root->row_id, columns())});
  if (root->has_returning) {
    root->old_row = old_columns;
    for (const ColumnId id : old_columns) {
      project->items.push_back({id, make_column(id, columns())});
    }
    pass_on(others, *project, root->old_row);
  }
  root->children.push_back(std::move(project));
  return QueryBinder::wrap_common_tables(std::move(definitions), std::move(root));
}

}  // namespace stoa
