#include <fmt/format.h>

#include "base/error.h"
#include "bind/statement_binder.h"
#include "sql/parser.h"

namespace stoa {

namespace {

std::vector<size_t> target_columns(const std::vector<sql::Name>& names, const TableEntry& table) {
  std::vector<size_t> targets;
  if (names.empty()) {
    for (size_t i = 0; i < table.definition->columns.size(); ++i) {
      targets.push_back(i);
    }
    return targets;
  }
  for (const sql::Name& name : names) {
    const std::optional<size_t> found = table.definition->find_column(name.text);
    if (!found) {
      try {
        raise_unknown_column(*table.definition, name.text);
      } catch (Error& error) {
        error.set_place_if_none(name.place.offset);
        throw;
      }
    }
    if (std::find(targets.begin(), targets.end(), *found) != targets.end()) {
      raise_at(name.place, sqlstate::kDuplicateColumn,
               fmt::format("column \"{}\" is named more than once", name.text));
    }
    targets.push_back(*found);
  }
  return targets;
}

void require_width(size_t value_count, std::vector<size_t>& targets, bool has_names,
                   const sql::Place& place) {
  if (value_count > targets.size()) {
    raise_at(place, sqlstate::kSyntaxError,
             fmt::format("INSERT has {} values for {} columns", value_count, targets.size()));
  }
  if (value_count < targets.size() && has_names) {
    raise_at(place, sqlstate::kSyntaxError,
             fmt::format("INSERT has {} columns but {} values", targets.size(), value_count));
  }
  targets.resize(value_count);  // without names, the first columns get the values
}

}  // namespace

ExpressionPtr StatementBinder::default_value(QueryBinder& binder, const ColumnDefinition& column) {
  if (!column.default_sql) {
    return make_constant(Value::null(column.type));
  }
  const sql::ExpressionPtr syntax = sql::parse_expression(*column.default_sql);
  ExpressionPtr value = binder.assign(binder.bind(*syntax, Clause::kValues), column.type, column.name);
  value->place.reset();
  return value;
}

OperatorPtr StatementBinder::bind_insert(const sql::Insert& insert) {
  if (insert.on_conflict) {
    raise_at(insert.on_conflict->place, sqlstate::kFeatureNotSupported, "ON CONFLICT is not supported");
  }
  if (insert.or_action != sql::InsertOr::kNone) {
    raise_unsupported("INSERT OR REPLACE and INSERT OR IGNORE");
  }
  if (insert.by_name) {
    raise_unsupported("INSERT BY NAME");
  }
  const TableEntry& table = target_table(insert.table);
  std::vector<size_t> targets = target_columns(insert.columns, table);
  QueryBinder binder(statement_, nullptr);
  std::vector<std::unique_ptr<LogicalCte>> definitions;
  binder.add_common_tables(insert.with, definitions);
  OperatorPtr source;
  std::vector<ColumnId> source_columns;
  if (!insert.source) {
    targets.clear();
    source = binder.bind_from({});
  } else if (sql::is<sql::ValuesQuery>(*insert.source) && insert.source->with.tables.empty()) {
    const auto& values = sql::as<sql::ValuesQuery>(*insert.source);
    require_width(values.rows[0].size(), targets, !insert.columns.empty(), values.place);
    source = bind_insert_values(binder, values, table, targets, source_columns);
  } else {
    QueryBinder inner(statement_, &binder);
    BoundQuery bound = inner.bind_query(*insert.source);
    require_width(bound.output.size(), targets, !insert.columns.empty(), insert.source->place);
    for (const OutputColumn& column : bound.output) {
      source_columns.push_back(column.column);
    }
    source = std::move(bound.root);
  }
  std::unique_ptr<LogicalInsert> root =
      make_insert(binder, table, std::move(source), targets, source_columns);
  bind_returning(insert.returning, table,
                 insert.table.alias.text.empty() ? table.name : insert.table.alias.text, *root);
  return QueryBinder::wrap_common_tables(std::move(definitions), std::move(root));
}

/// VALUES right under INSERT: DEFAULT may stand in it, and each value takes its column's type.
OperatorPtr StatementBinder::bind_insert_values(QueryBinder& binder, const sql::ValuesQuery& query,
                                                const TableEntry& table, const std::vector<size_t>& targets,
                                                std::vector<ColumnId>& source_columns) {
  auto values = std::make_unique<LogicalValues>();
  for (const size_t target : targets) {
    const ColumnDefinition& column = table.definition->columns[target];
    source_columns.push_back(columns().add(column.name, column.type));
  }
  values->columns = source_columns;
  for (const sql::ExpressionList& row : query.rows) {
    if (row.size() != targets.size()) {
      raise_at(row.empty() ? query.place : row[0]->place, sqlstate::kSyntaxError,
               "all rows of VALUES must have as many columns");
    }
    ExpressionList bound;
    for (size_t i = 0; i < row.size(); ++i) {
      const ColumnDefinition& column = table.definition->columns[targets[i]];
      bound.push_back(sql::is<sql::Default>(*row[i])
                          ? default_value(binder, column)
                          : binder.assign(binder.bind(*row[i], Clause::kValues), column.type, column.name));
    }
    values->rows.push_back(std::move(bound));
  }
  return values;
}

/// The source's columns cast to those of the table, the rest defaults, in the table's order.
std::unique_ptr<LogicalInsert> StatementBinder::make_insert(QueryBinder& binder, const TableEntry& table,
                                                            OperatorPtr source,
                                                            const std::vector<size_t>& targets,
                                                            const std::vector<ColumnId>& source_columns) {
  auto project = wrap<LogicalProject>(std::move(source));
  auto insert = std::make_unique<LogicalInsert>();
  insert->table = table.definition;
  insert->table_id = table.id;
  for (size_t i = 0; i < table.definition->columns.size(); ++i) {
    const ColumnDefinition& column = table.definition->columns[i];
    const auto target = std::find(targets.begin(), targets.end(), i);
    ExpressionPtr value =
        target == targets.end()
            ? default_value(binder, column)
            : binder.assign(
                  make_column(source_columns[static_cast<size_t>(target - targets.begin())], columns()),
                  column.type, column.name);
    const ColumnId id = columns().add(column.name, column.type);
    project->items.push_back({id, std::move(value)});
    insert->values.push_back(id);
  }
  insert->children.push_back(std::move(project));
  return insert;
}

}  // namespace stoa
