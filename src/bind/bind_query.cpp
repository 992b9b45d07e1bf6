#include <fmt/format.h>

#include "base/error.h"
#include "bind/query_binder.h"

namespace stoa {

namespace {

/// A projection to exactly the output columns, when the tree gives more (hidden sort columns).
void drop_hidden_columns(BoundQuery& query, const ColumnTable& columns) {
  if (query.root->output().size() == query.output.size()) {
    return;
  }
  auto project = wrap<LogicalProject>(std::move(query.root));
  for (const OutputColumn& column : query.output) {
    project->items.push_back({column.column, make_column(column.column, columns)});
  }
  query.root = std::move(project);
}

SetOperationKind set_operation_kind(const sql::SetQuery& query) {
  switch (query.op) {
    case sql::SetOperator::kUnion: return query.all ? SetOperationKind::kUnionAll : SetOperationKind::kUnion;
    case sql::SetOperator::kIntersect:
      return query.all ? SetOperationKind::kIntersectAll : SetOperationKind::kIntersect;
    case sql::SetOperator::kExcept:
      return query.all ? SetOperationKind::kExceptAll : SetOperationKind::kExcept;
  }
  return SetOperationKind::kUnionAll;
}

}  // namespace

BoundQuery QueryBinder::bind_query(const sql::Query& query) {
  std::vector<std::unique_ptr<LogicalCte>> definitions;
  add_common_tables(query.with, definitions);
  if (!query.modifiers.locks.empty()) {
    raise_at(query.modifiers.locks[0].place, sqlstate::kFeatureNotSupported,
             "FOR UPDATE and the like are not supported");
  }
  BoundQuery bound = bind_body(query);
  bind_limit(query.modifiers, bound);
  drop_hidden_columns(bound, columns());
  bound.root = wrap_common_tables(std::move(definitions), std::move(bound.root));
  return bound;
}

BoundQuery QueryBinder::bind_body(const sql::Query& query) {
  switch (query.kind) {
    case sql::QueryKind::kSelect: return bind_select(sql::as<sql::SelectQuery>(query));
    case sql::QueryKind::kSetOperation: {
      BoundQuery bound = bind_set_operation(sql::as<sql::SetQuery>(query));
      bind_output_order(query.modifiers, bound);
      return bound;
    }
    case sql::QueryKind::kValues: {
      BoundQuery bound = bind_values(sql::as<sql::ValuesQuery>(query));
      bind_output_order(query.modifiers, bound);
      return bound;
    }
    case sql::QueryKind::kStatement:
      raise_at(query.place, sqlstate::kFeatureNotSupported, "a statement inside of a query is not supported");
  }
  raise_at(query.place, sqlstate::kInternalError, "unknown query");
}

namespace {

/// The bare literal that a column of a set operation's part is, or null: it takes its type from the others.
ExpressionPtr copy_of_literal(const LogicalOperator& part, ColumnId id) {
  const auto* project = try_as<LogicalProject>(part);
  if (project == nullptr) {
    return nullptr;
  }
  for (const LogicalProject::Item& item : project->items) {
    const auto* constant = try_as<BoundConstant>(*item.expression);
    if (item.id == id && constant != nullptr && constant->is_untyped) {
      auto literal = std::make_unique<BoundConstant>(constant->value);
      literal->is_untyped = true;
      literal->place = constant->place;
      return literal;
    }
  }
  return nullptr;
}

}  // namespace

BoundQuery QueryBinder::bind_set_operation(const sql::SetQuery& query) {
  if (query.by_name) {
    raise_at(query.place, sqlstate::kFeatureNotSupported, "UNION BY NAME is not supported");
  }
  auto set = std::make_unique<LogicalSetOperation>();
  set->operation = set_operation_kind(query);
  std::vector<BoundQuery> parts;
  for (const sql::QueryPtr& operand : query.operands) {
    QueryBinder inner(statement_, this, is_lateral_);
    parts.push_back(inner.bind_query(*operand));
    outer_references_.insert(inner.outer_references().begin(), inner.outer_references().end());
    if (parts.back().output.size() != parts[0].output.size()) {
      raise_at(operand->place, sqlstate::kSyntaxError,
               fmt::format("each part of a set operation must have as many columns: {} and {} here",
                           parts[0].output.size(), parts.back().output.size()));
    }
  }
  BoundQuery result;
  std::vector<LogicalType> types;
  std::vector<std::vector<ExpressionPtr>> heads(parts.size());
  for (size_t c = 0; c < parts[0].output.size(); ++c) {
    std::vector<ExpressionPtr*> all;
    for (size_t p = 0; p < parts.size(); ++p) {
      const ColumnId id = parts[p].output[c].column;
      ExpressionPtr literal = copy_of_literal(*parts[p].root, id);
      heads[p].push_back(literal ? std::move(literal) : make_column(id, columns()));
      all.push_back(&heads[p].back());
    }
    types.push_back(unify(all, "UNION"));
    const ColumnId id = columns().add(parts[0].output[c].name, types[c]);
    set->columns.push_back(id);
    result.output.push_back({id, parts[0].output[c].name});
  }
  for (size_t p = 0; p < parts.size(); ++p) {
    BoundQuery& part = parts[p];
    auto project = wrap<LogicalProject>(std::move(part.root));
    std::vector<ColumnId> ids;
    for (size_t c = 0; c < types.size(); ++c) {
      ExpressionPtr column = std::move(heads[p][c]);
      const bool is_new = column->kind != ExpressionKind::kColumn ||
                          std::find(ids.begin(), ids.end(), part.output[c].column) != ids.end();
      ids.push_back(is_new ? columns().add(part.output[c].name, types[c]) : part.output[c].column);
      project->items.push_back({ids.back(), std::move(column)});
    }
    set->child_columns.push_back(std::move(ids));
    set->children.push_back(std::move(project));
  }
  result.root = std::move(set);
  return result;
}

BoundQuery QueryBinder::bind_values(const sql::ValuesQuery& query) {
  auto values = std::make_unique<LogicalValues>();
  for (const sql::ExpressionList& row : query.rows) {
    if (row.size() != query.rows[0].size()) {
      raise_at(row.empty() ? query.place : row[0]->place, sqlstate::kSyntaxError,
               "all rows of VALUES must have as many columns");
    }
    ExpressionList bound;
    for (const sql::ExpressionPtr& e : row) {
      bound.push_back(bind(*e, Clause::kValues));
    }
    values->rows.push_back(std::move(bound));
  }
  BoundQuery result;
  for (size_t c = 0; c < query.rows[0].size(); ++c) {
    std::vector<ExpressionPtr*> all;
    for (ExpressionList& row : values->rows) {
      all.push_back(&row[c]);
    }
    const LogicalType type = unify(all, "VALUES");
    const std::string name = fmt::format("column{}", c + 1);
    values->columns.push_back(columns().add(name, type));
    result.output.push_back({values->columns.back(), name});
  }
  result.root = std::move(values);
  return result;
}

/// ORDER BY of a set operation or VALUES: names and positions of its columns, and expressions over them.
void QueryBinder::bind_output_order(const sql::Modifiers& modifiers, BoundQuery& query) {
  if (modifiers.order_by.empty() && !modifiers.order_by_all) {
    return;
  }
  QueryBinder over_output(statement_, this);
  ScopeTable table;
  for (const OutputColumn& column : query.output) {
    table.columns.push_back({column.name, column.column});
  }
  over_output.scope_.add_table(std::move(table));
  auto sort = wrap<LogicalSort>(std::move(query.root));
  for (const sql::SortItem& item : modifiers.order_by) {
    const sql::Expression& e = *item.expression;
    ExpressionPtr key;
    if (sql::is<sql::Literal>(e) && sql::as<sql::Literal>(e).literal_kind == sql::LiteralKind::kInteger) {
      const std::string& digits = sql::as<sql::Literal>(e).text;
      const size_t number = digits.size() > 6 ? 0 : std::stoul(digits);
      if (number == 0 || number > query.output.size()) {
        raise_at(e.place, sqlstate::kInvalidColumnReference,
                 fmt::format("ORDER BY position {} is not in the select list", digits));
      }
      key = make_column(query.output[number - 1].column, columns());
    } else {
      key = over_output.bind(e, Clause::kOrderBy);
    }
    const bool descending = item.direction == sql::SortDirection::kDescending || item.using_operator == ">";
    const bool nulls_first =
        item.nulls == sql::NullOrder::kDefault ? descending : item.nulls == sql::NullOrder::kFirst;
    sort->order_by.push_back({std::move(key), descending, nulls_first});
  }
  if (modifiers.order_by_all) {
    const bool descending = modifiers.order_by_all->direction == sql::SortDirection::kDescending;
    for (const OutputColumn& column : query.output) {
      sort->order_by.push_back({make_column(column.column, columns()), descending, descending});
    }
  }
  query.root = std::move(sort);
}

void QueryBinder::bind_limit(const sql::Modifiers& modifiers, BoundQuery& query) {
  if (!modifiers.limit && !modifiers.offset) {
    return;
  }
  if (modifiers.limit_percent) {
    raise_at(modifiers.limit_place, sqlstate::kFeatureNotSupported,
             "LIMIT with a percentage is not supported");
  }
  if (modifiers.with_ties) {
    raise_at(modifiers.limit_place, sqlstate::kFeatureNotSupported, "WITH TIES is not supported");
  }
  const auto bind_count = [this](const sql::ExpressionPtr& e) -> ExpressionPtr {
    if (!e) {
      return nullptr;
    }
    QueryBinder nothing(statement_, nullptr);
    ExpressionPtr count = nothing.bind(*e, Clause::kLimit);
    if (contains(*count, ExpressionKind::kSubquery)) {
      raise_at(e->place, sqlstate::kFeatureNotSupported, "a subquery in LIMIT is not supported");
    }
    give_parameter_type(*count, TypeId::kBigint);
    return make_cast(std::move(count), TypeId::kBigint);
  };
  auto limit = wrap<LogicalLimit>(std::move(query.root));
  limit->limit = bind_count(modifiers.limit);
  limit->offset = bind_count(modifiers.offset);
  query.root = std::move(limit);
}

// --- WITH

void QueryBinder::add_common_tables(const sql::With& with,
                                    std::vector<std::unique_ptr<LogicalCte>>& definitions) {
  for (const sql::CommonTable& table : with.tables) {
    if (common_tables_.contains(table.name.text)) {
      raise_at(table.place, sqlstate::kDuplicateAlias,
               fmt::format("WITH name \"{}\" is used more than once", table.name.text));
    }
    if (!table.key_columns.empty() || table.search || table.cycle) {
      raise_at(table.place, sqlstate::kFeatureNotSupported, "USING KEY, SEARCH and CYCLE are not supported");
    }
    QueryBinder inner(statement_, this, is_lateral_);
    BoundQuery bound;
    try {
      bound = inner.bind_query(*table.query);
    } catch (const Error& error) {
      // The only way a WITH RECURSIVE entry can see itself is recursion.
      const bool is_itself = with.recursive && error.state() == sqlstate::kUndefinedTable &&
                             error.message().find("\"" + table.name.text + "\"") != std::string::npos;
      if (!is_itself) {
        throw;
      }
      raise_at(table.place, sqlstate::kFeatureNotSupported, "WITH RECURSIVE is not supported");
    }
    if (table.columns.size() > bound.output.size()) {
      raise_at(table.place, sqlstate::kInvalidColumnReference,
               fmt::format("WITH query \"{}\" has {} columns, but {} names are given", table.name.text,
                           bound.output.size(), table.columns.size()));
    }
    CommonTableBinding binding;
    binding.syntax = &table;
    binding.number = statement_.next_common_table++;
    binding.is_correlated = !inner.outer_references().empty();
    auto definition = std::make_unique<LogicalCte>();
    definition->number = binding.number;
    definition->name = table.name.text;
    definition->must_materialize = table.materialization == sql::Materialization::kMaterialized;
    for (size_t i = 0; i < bound.output.size(); ++i) {
      binding.names.push_back(i < table.columns.size() ? table.columns[i].text : bound.output[i].name);
      binding.types.push_back(columns().type(bound.output[i].column));
      definition->definition_columns.push_back(bound.output[i].column);
    }
    definition->children.push_back(std::move(bound.root));
    if (!binding.is_correlated) {
      definitions.push_back(std::move(definition));
    }
    common_tables_.emplace(table.name.text, std::move(binding));
  }
}

OperatorPtr QueryBinder::wrap_common_tables(std::vector<std::unique_ptr<LogicalCte>> definitions,
                                            OperatorPtr root) {
  // The first definition is the outermost, so that later ones may read it.
  for (auto definition = definitions.rbegin(); definition != definitions.rend(); ++definition) {
    (*definition)->children.push_back(std::move(root));
    root = std::move(*definition);
  }
  return root;
}

const CommonTableBinding* QueryBinder::find_common_table(const std::string& name, QueryBinder*& owner) {
  for (QueryBinder* binder = this; binder != nullptr; binder = binder->parent_) {
    const auto found = binder->common_tables_.find(name);
    if (found != binder->common_tables_.end()) {
      owner = binder;
      return &found->second;
    }
  }
  return nullptr;
}

}  // namespace stoa
