#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "bind/query_binder.h"
#include "catalog/catalog.h"
#include "function/file_source.h"
#include "sql/parser.h"
#include "table/table_source.h"

namespace stoa {

namespace {

/// Functions of other systems in FROM that are known but not there.
bool is_known_table_function(std::string_view name) {
  static constexpr std::string_view kNames[] = {"unnest",
                                                "read_json",
                                                "read_json_auto",
                                                "read_ndjson",
                                                "json_each",
                                                "jsonb_each",
                                                "json_tree",
                                                "json_table",
                                                "json_to_record",
                                                "jsonb_to_record",
                                                "json_array_elements",
                                                "jsonb_array_elements",
                                                "regexp_split_to_table"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

constexpr size_t kViewDepthMax = 64;

/// Applies the column names of `AS t(a, b)` to the first columns.
void rename_columns(const sql::TableReference& table, std::vector<ScopeColumn>& columns) {
  if (table.alias_columns.size() > columns.size()) {
    raise_at(table.alias_columns[columns.size()].name.place, sqlstate::kInvalidColumnReference,
             fmt::format("table \"{}\" has {} columns, but {} names are given", table.alias.text,
                         columns.size(), table.alias_columns.size()));
  }
  for (size_t i = 0; i < table.alias_columns.size(); ++i) {
    columns[i].name = table.alias_columns[i].name.text;
  }
}

std::string file_stem(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  const std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
  return file.substr(0, file.find('.'));
}

bool depends_on(const LogicalOperator& right, const LogicalOperator& left) {
  const ColumnSet available = output_set(left);
  for (const ColumnId outer : outer_columns(right)) {
    if (available.contains(outer)) {
      return true;
    }
  }
  return false;
}

}  // namespace

OperatorPtr QueryBinder::bind_from(const std::vector<sql::TableReferencePtr>& from) {
  Scope scope;
  OperatorPtr root;
  lateral_scopes_.push_back(&scope);
  for (const sql::TableReferencePtr& table : from) {
    Scope item_scope;
    OperatorPtr item = bind_table(*table, item_scope);
    scope.append(std::move(item_scope));
    if (!root) {
      root = std::move(item);
      continue;
    }
    auto join = std::make_unique<LogicalJoin>();
    join->is_dependent = depends_on(*item, *root);
    join->children.push_back(std::move(root));
    join->children.push_back(std::move(item));
    root = std::move(join);
  }
  lateral_scopes_.pop_back();
  scope_ = std::move(scope);
  if (!root) {
    auto one_row = std::make_unique<LogicalValues>();
    one_row->rows.emplace_back();
    root = std::move(one_row);
  }
  return root;
}

OperatorPtr QueryBinder::bind_table(const sql::TableReference& table, Scope& scope) {
  if (table.sample) {
    raise_at(table.sample->place, sqlstate::kFeatureNotSupported, "TABLESAMPLE is not supported");
  }
  try {
    switch (table.kind) {
      case sql::TableReferenceKind::kNamedTable:
        return bind_named_table(sql::as<sql::NamedTable>(table), scope);
      case sql::TableReferenceKind::kTableFunction:
        return bind_table_function(sql::as<sql::TableFunction>(table), scope);
      case sql::TableReferenceKind::kSubquery:
        return bind_subquery_table(sql::as<sql::SubqueryTable>(table), scope);
      case sql::TableReferenceKind::kJoin: return bind_join(sql::as<sql::Join>(table), scope);
      case sql::TableReferenceKind::kPivot:
        raise_at(table.place, sqlstate::kFeatureNotSupported, "PIVOT is not supported");
      case sql::TableReferenceKind::kUnpivot:
        raise_at(table.place, sqlstate::kFeatureNotSupported, "UNPIVOT is not supported");
    }
  } catch (Error& error) {
    error.set_place_if_none(table.place.offset);
    throw;
  }
  raise_at(table.place, sqlstate::kInternalError, "unknown table reference");
}

std::unique_ptr<LogicalScan> QueryBinder::scan_table(const TableEntry& table, const std::string& alias,
                                                     Scope& scope) {
  auto scan = std::make_unique<LogicalScan>();
  scan->table = table.definition;
  scan->table_id = table.id;
  scan->name = table.name;
  scan->statistics_source = std::make_shared<TableDataSource>(statement_.context.catalog.table_data(table));
  ScopeTable entry{table.schema_name, alias, {}};
  for (size_t i = 0; i < table.definition->columns.size(); ++i) {
    const ColumnDefinition& column = table.definition->columns[i];
    const ColumnId id = columns().add(column.name, column.type);
    scan->columns.push_back({id, i});
    entry.columns.push_back({column.name, id});
  }
  scope.add_table(std::move(entry));
  return scan;
}

OperatorPtr QueryBinder::bind_named_table(const sql::NamedTable& table, Scope& scope) {
  if (table.as_of.kind != sql::AsOfKind::kNone) {
    raise_at(table.as_of.place, sqlstate::kFeatureNotSupported, "AS OF is not supported");
  }
  if (table.name.empty()) {
    const std::string alias = table.alias.text.empty() ? file_stem(table.file) : table.alias.text;
    return bind_source(open_file_source(statement_.context.function_context, table.file), alias, scope,
                       table);
  }
  if (table.name.parts.size() > 3) {
    raise_at(table.place, sqlstate::kSyntaxError, "too many dots in a table name");
  }
  const std::string& name = table.name.last();
  const std::string schema =
      table.name.parts.size() >= 2 ? table.name.parts[table.name.parts.size() - 2].text : "";
  const std::string alias = table.alias.text.empty() ? name : table.alias.text;
  QueryBinder* owner = nullptr;
  if (const CommonTableBinding* binding = schema.empty() ? find_common_table(name, owner) : nullptr) {
    return bind_common_table(*binding, *owner, alias, table, scope);
  }
  const CatalogEntry& entry = statement_.context.catalog.get(schema, name);
  if (entry.kind == CatalogKind::kView) {
    return bind_view(static_cast<const ViewEntry&>(entry), alias, table, scope);
  }
  Scope own;
  OperatorPtr scan = scan_table(static_cast<const TableEntry&>(entry), alias, own);
  ScopeTable renamed = own.tables()[0];
  rename_columns(table, renamed.columns);
  scope.add_table(std::move(renamed));
  return scan;
}

void QueryBinder::add_output_table(const std::vector<OutputColumn>& output, const std::string& alias,
                                   const sql::TableReference& table, Scope& scope) {
  ScopeTable entry{"", alias, {}};
  for (const OutputColumn& column : output) {
    entry.columns.push_back({column.name, column.column});
  }
  rename_columns(table, entry.columns);
  scope.add_table(std::move(entry));
}

OperatorPtr QueryBinder::bind_view(const ViewEntry& view, const std::string& alias,
                                   const sql::TableReference& table, Scope& scope) {
  if (statement_.open_views.size() >= kViewDepthMax) {
    raise_at(table.place, sqlstate::kStatementTooComplex,
             fmt::format("views nest deeper than {}", kViewDepthMax));
  }
  if (statement_.open_views.empty()) {
    statement_.referenced_views.push_back(view.id);
  }
  statement_.open_views.push_back(view.name);
  const sql::QueryPtr query = sql::parse_query(view.query_sql);
  QueryBinder inner(statement_, nullptr);
  BoundQuery bound;
  try {
    bound = inner.bind_query(*query);
  } catch (const Error& error) {
    // Places inside of the view's text mean nothing in this statement's.
    throw Error(error.state(), fmt::format("view \"{}\": {}", view.name, error.message()))
        .with_hint(error.hint());
  }
  statement_.open_views.pop_back();
  for (size_t i = 0; i < bound.output.size() && i < view.column_names.size(); ++i) {
    bound.output[i].name = view.column_names[i];
  }
  add_output_table(bound.output, alias, table, scope);
  return std::move(bound.root);
}

OperatorPtr QueryBinder::bind_source(std::shared_ptr<TableSource> source, const std::string& name,
                                     Scope& scope, const sql::TableReference& table) {
  auto scan = std::make_unique<LogicalScan>();
  scan->name = name;
  std::vector<OutputColumn> output;
  for (size_t i = 0; i < source->columns().size(); ++i) {
    const SourceColumn& column = source->columns()[i];
    const ColumnId id = columns().add(column.name, column.type);
    scan->columns.push_back({id, i});
    output.push_back({id, column.name});
  }
  scan->source = std::move(source);
  add_output_table(output, name, table, scope);
  return scan;
}

OperatorPtr QueryBinder::bind_table_function(const sql::TableFunction& table, Scope& scope) {
  if (table.rows_from) {
    raise_at(table.place, sqlstate::kFeatureNotSupported, "ROWS FROM is not supported");
  }
  if (table.with_ordinality) {
    raise_at(table.place, sqlstate::kFeatureNotSupported, "WITH ORDINALITY is not supported");
  }
  const sql::FunctionCall& call = *table.calls[0];
  const std::string& name = call.name.last();
  const TableFunction* function = statement_.context.functions.find_table_function(name);
  if (function == nullptr && is_known_table_function(name)) {
    raise_at(call.place, sqlstate::kFeatureNotSupported, fmt::format("{} is not supported", name));
  }
  if (function == nullptr) {
    const std::string near = statement_.context.functions.near_name(name);
    raise_at(call.place, sqlstate::kUndefinedFunction, fmt::format("there is no table function {}", name),
             near.empty() ? "" : fmt::format("perhaps you meant {}", near));
  }
  TableFunctionCall bound{statement_.context.function_context, {}, {}, &statement_.context.functions};
  for (const sql::Argument& argument : call.arguments) {
    QueryBinder nothing(statement_, nullptr);
    ExpressionPtr value = nothing.bind(*argument.value, Clause::kTableFunction);
    if (!is_foldable(*value)) {
      raise_at(argument.value->place, sqlstate::kFeatureNotSupported,
               "arguments of functions in FROM must be constants; others are not supported");
    }
    Value constant = evaluate_constant(*value, statement_.context.function_context);
    if (argument.name.text.empty()) {
      bound.arguments.push_back(std::move(constant));
    } else {
      bound.named_arguments.emplace_back(argument.name.text, std::move(constant));
    }
  }
  const std::string alias = table.alias.text.empty() ? name : table.alias.text;
  std::shared_ptr<TableSource> source = function->bind(bound);
  // A function of one column shows it under the alias: FROM generate_series(1, 3) AS n.
  const bool renames_column =
      source->columns().size() == 1 && !table.alias.text.empty() && table.alias_columns.empty();
  const size_t before = scope.tables().size();
  OperatorPtr scan = bind_source(std::move(source), alias, scope, table);
  if (renames_column && (name == "generate_series" || name == "range")) {
    ScopeTable renamed = scope.tables()[before];
    renamed.columns[0].name = alias;
    Scope replaced;
    replaced.add_table(std::move(renamed));
    scope = std::move(replaced);
  }
  return scan;
}

OperatorPtr QueryBinder::bind_subquery_table(const sql::SubqueryTable& table, Scope& scope) {
  QueryBinder inner(statement_, this, table.lateral);
  BoundQuery bound = inner.bind_query(*table.query);
  // What it takes from beyond this query block is an outer reference of this block too.
  ColumnSet here;
  for (const Scope* lateral : lateral_scopes_) {
    for (const ScopeTable& t : lateral->tables()) {
      for (const ScopeColumn& c : t.columns) {
        here.insert(c.id);
      }
    }
  }
  for (const ColumnId outer : inner.outer_references()) {
    if (!here.contains(outer)) {
      outer_references_.insert(outer);
    }
  }
  add_output_table(bound.output, table.alias.text, table, scope);
  return std::move(bound.root);
}

OperatorPtr QueryBinder::bind_common_table(const CommonTableBinding& binding, QueryBinder& owner,
                                           const std::string& alias, const sql::TableReference& table,
                                           Scope& scope) {
  std::vector<OutputColumn> output;
  OperatorPtr root;
  if (binding.is_correlated) {
    QueryBinder inner(statement_, &owner, owner.is_lateral_);
    BoundQuery bound = inner.bind_query(*binding.syntax->query);
    for (QueryBinder* b = this; b != &owner; b = b->parent_) {
      b->outer_references_.insert(inner.outer_references().begin(), inner.outer_references().end());
    }
    for (size_t i = 0; i < bound.output.size(); ++i) {
      output.push_back({bound.output[i].column, binding.names[i]});
    }
    root = std::move(bound.root);
  } else {
    auto reference = std::make_unique<LogicalCteReference>();
    reference->number = binding.number;
    reference->name = binding.syntax->name.text;
    for (size_t i = 0; i < binding.names.size(); ++i) {
      const ColumnId id = columns().add(binding.names[i], binding.types[i]);
      reference->columns.push_back(id);
      reference->positions.push_back(i);
      output.push_back({id, binding.names[i]});
    }
    root = std::move(reference);
  }
  add_output_table(output, alias, table, scope);
  return root;
}

}  // namespace stoa
