#include <cctype>

#include <fmt/format.h>

#include "base/error.h"
#include "bind/statement_binder.h"
#include "sql/definition_statements.h"
#include "sql/session_statements.h"
#include "sql/tree.h"

namespace stoa {

bool is_bindable(const sql::Statement& statement) {
  switch (statement.kind) {
    case sql::StatementKind::kQuery:
    case sql::StatementKind::kInsert:
    case sql::StatementKind::kUpdate:
    case sql::StatementKind::kDelete:
    case sql::StatementKind::kCopy: return true;
    case sql::StatementKind::kCreateTable: return sql::as<sql::CreateTable>(statement).query != nullptr;
    case sql::StatementKind::kExplain: return is_bindable(*sql::as<sql::Explain>(statement).statement);
    default: return false;
  }
}

LogicalPlan bind_statement(const sql::Statement& statement, const BindContext& context) {
  return StatementBinder(context).bind(statement);
}

ExpressionPtr bind_constant_expression(const sql::Expression& expression, const LogicalType& type,
                                       const BindContext& context) {
  StatementBinding statement(context);
  QueryBinder binder(statement, nullptr);
  ExpressionPtr bound = binder.bind(expression, Clause::kValues);
  return type.is_null() ? std::move(bound) : binder.assign(std::move(bound), type, "value");
}

namespace {

/// NULL has no type of its own in a result: it is TEXT there, as in PostgreSQL.
OperatorPtr give_types_to_nulls(OperatorPtr root, std::vector<OutputColumn>& output, ColumnTable& columns) {
  const bool is_needed = std::any_of(output.begin(), output.end(),
                                     [&](const OutputColumn& c) { return columns.type(c.column).is_null(); });
  if (!is_needed) {
    return root;
  }
  auto project = wrap<LogicalProject>(std::move(root));
  for (OutputColumn& column : output) {
    ExpressionPtr value = make_column(column.column, columns);
    if (value->type.is_null()) {
      value = make_constant(Value::null(TypeId::kText));
      column.column = columns.add(column.name, TypeId::kText);
    }
    project->items.push_back({column.column, std::move(value)});
  }
  return project;
}

}  // namespace

LogicalPlan StatementBinder::bind(const sql::Statement& statement) {
  LogicalPlan plan;
  plan.root = bind_root(statement);
  for (LogicalType& type : statement_.parameter_types) {
    if (type.is_null()) {
      type = TypeId::kText;
    }
  }
  statement_.parameter_types.resize(
      std::max<size_t>(statement_.parameter_types.size(), statement.parameter_count), TypeId::kText);
  // Parameters met before their type was known take it now.
  visit_all_expressions(*plan.root, [this](ExpressionPtr& e) {
    const std::function<void(ExpressionPtr&)> settle = [&](ExpressionPtr& node) {
      if (auto* parameter = try_as<BoundParameter>(*node)) {
        if (parameter->type.is_null()) {
          parameter->type = statement_.parameter_types[parameter->index];
        }
      }
      visit_children(*node, settle);
    };
    settle(e);
  });
  plan.columns = std::move(statement_.columns);
  plan.output = std::move(output_);
  plan.parameter_types = std::move(statement_.parameter_types);
  plan.referenced_views = std::move(statement_.referenced_views);
  return plan;
}

namespace {

void refuse_explain_formats(const sql::Explain& explain) {
  for (const sql::Option& option : explain.options) {
    if (option.name.text != "format" || option.value == nullptr) {
      continue;
    }
    std::string format = sql::to_text(*option.value);
    std::erase(format, '\'');
    std::erase(format, '"');
    for (char& c : format) {
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    if (format != "text") {
      raise_at(option.name.place, sqlstate::kFeatureNotSupported,
               fmt::format("EXPLAIN (FORMAT {}) is not supported", format));
    }
  }
}

}  // namespace

OperatorPtr StatementBinder::bind_root(const sql::Statement& statement) {
  switch (statement.kind) {
    case sql::StatementKind::kQuery:
      return bind_query_statement(*sql::as<sql::QueryStatement>(statement).query);
    case sql::StatementKind::kInsert: return bind_insert(sql::as<sql::Insert>(statement));
    case sql::StatementKind::kUpdate: return bind_update(sql::as<sql::Update>(statement));
    case sql::StatementKind::kDelete: return bind_delete(sql::as<sql::Delete>(statement));
    case sql::StatementKind::kCopy: return bind_copy(sql::as<sql::Copy>(statement));
    case sql::StatementKind::kCreateTable: return bind_create_table_as(sql::as<sql::CreateTable>(statement));
    case sql::StatementKind::kExplain: {
      const auto& explain = sql::as<sql::Explain>(statement);
      refuse_explain_formats(explain);
      auto root = wrap<LogicalExplain>(bind_root(*explain.statement));
      root->is_analyze = explain.analyze;
      root->text = columns().add("plan", TypeId::kText);
      output_ = {{root->text, "plan"}};
      return root;
    }
    default: raise_at(statement.place, sqlstate::kInternalError, "a statement without a plan");
  }
}

OperatorPtr StatementBinder::bind_query_statement(const sql::Query& query) {
  QueryBinder binder(statement_, nullptr);
  BoundQuery bound = binder.bind_query(query);
  output_ = std::move(bound.output);
  return give_types_to_nulls(std::move(bound.root), output_, columns());
}

const TableEntry& StatementBinder::target_table(const sql::TargetTable& target) const {
  const std::vector<sql::Name>& parts = target.name.parts;
  try {
    return statement_.context.catalog.get_table(parts.size() >= 2 ? parts[parts.size() - 2].text : "",
                                                target.name.last());
  } catch (Error& error) {
    error.set_place_if_none(target.name.place.offset);
    throw;
  }
}

ColumnId StatementBinder::add_row_count(std::string name) {
  const ColumnId id = columns().add(name, TypeId::kBigint);
  output_ = {{id, std::move(name)}};
  return id;
}

void StatementBinder::bind_returning(const std::vector<sql::SelectItem>& returning, const TableEntry& table,
                                     const std::string& alias, LogicalChange& change,
                                     std::span<const ScopeTable> others) {
  change.row_count = add_row_count("Count");
  if (returning.empty()) {
    return;
  }
  change.has_returning = true;
  QueryBinder binder(statement_, nullptr);
  ScopeTable scope{table.schema_name, alias, {}};
  for (const ColumnDefinition& column : table.definition->columns) {
    change.returning_columns.push_back(columns().add(column.name, column.type));
    scope.columns.push_back({column.name, change.returning_columns.back()});
  }
  binder.scope().add_table(std::move(scope));
  for (ScopeTable other : std::vector<ScopeTable>(others.begin(), others.end())) {
    for (ScopeColumn& column : other.columns) {
      column.id = columns().add(column.name, columns().type(column.id));
      change.returning_columns.push_back(column.id);
    }
    binder.scope().add_table(std::move(other));
  }
  output_.clear();
  for (const sql::SelectItem& item : returning) {
    if (sql::is<sql::Star>(*item.expression)) {
      const auto& star = sql::as<sql::Star>(*item.expression);
      if (!star.excluded.empty() || !star.replaced.empty() || !star.renamed.empty() || star.columns) {
        raise_at(star.place, sqlstate::kFeatureNotSupported,
                 "EXCLUDE, REPLACE, RENAME and COLUMNS in RETURNING are not supported");
      }
      const sql::QualifiedName& of = star.qualifier;
      bool is_known = of.parts.empty();
      for (const ScopeTable& shown : binder.scope().tables()) {
        if (!of.parts.empty() && of.last() != shown.name) {
          continue;
        }
        is_known = true;
        for (const ScopeColumn& column : shown.columns) {
          const ColumnId id = columns().add(column.name, columns().type(column.id));
          change.returning.push_back({id, make_column(column.id, columns())});
          output_.push_back({id, column.name});
        }
      }
      if (!is_known) {
        raise_at(item.expression->place, sqlstate::kUndefinedTable,
                 fmt::format("there is no table \"{}\" in FROM here", of.last()));
      }
      continue;
    }
    ExpressionPtr value = binder.bind(*item.expression, Clause::kReturning);
    if (contains(*value, ExpressionKind::kSubquery)) {
      raise_at(item.expression->place, sqlstate::kFeatureNotSupported,
               "a subquery in RETURNING is not supported");
    }
    std::string name = item.alias.text;
    if (name.empty() && sql::is<sql::ColumnReference>(*item.expression)) {
      name = sql::as<sql::ColumnReference>(*item.expression).name.last();
    }
    if (name.empty()) {
      name = "column";
    }
    const ColumnId id = columns().add(name, value->type);
    change.returning.push_back({id, std::move(value)});
    output_.push_back({id, name});
  }
}

}  // namespace stoa
