#include <fmt/format.h>

#include "base/error.h"
#include "bind/binder.h"
#include "engine/commands.h"
#include "sql/parser.h"
#include "sql/tree.h"

namespace stoa::engine {

QueryResult Commands::show(const sql::Show& show) {
  switch (show.show) {
    case sql::ShowKind::kTables:
    case sql::ShowKind::kAllTables: return show_tables(show.name.empty() ? "" : show.name.last());
    case sql::ShowKind::kSetting: {
      const std::string name = show.name.last();
      return values_result("SHOW", {name}, {TypeId::kText},
                           {{Value::text(show_setting(name, session_.settings_, session_.database_))}});
    }
    case sql::ShowKind::kAllSettings: {
      std::vector<std::vector<Value>> rows;
      for (const SettingRow& row : all_settings(session_.settings_, session_.database_)) {
        rows.push_back({Value::text(row.name), Value::text(row.value), Value::text(row.description)});
      }
      return values_result("SHOW", {"name", "setting", "description"},
                           {TypeId::kText, TypeId::kText, TypeId::kText}, rows);
    }
    case sql::ShowKind::kSchemas:
      return session_.read([&](const Root& root) {
        std::vector<std::vector<Value>> rows;
        const Catalog catalog(root, session_.search_path());
        for (const SchemaEntry* schema : catalog.schemas()) {
          rows.push_back({Value::text(schema->name)});
        }
        return values_result("SHOW", {"schema_name"}, {TypeId::kText}, rows);
      });
    case sql::ShowKind::kDatabases:
      return values_result("SHOW", {"database_name"}, {TypeId::kText}, {{Value::text("main")}});
    case sql::ShowKind::kColumns: {
      sql::Describe describe_table;
      auto table = std::make_unique<sql::NamedTable>();
      table->name = show.name;
      describe_table.table = std::move(table);
      return describe(describe_table);
    }
    case sql::ShowKind::kIndexes: return values_result("SHOW", {"index_name"}, {TypeId::kText}, {});
  }
  raise_unsupported("this SHOW");
}

QueryResult Commands::show_tables(std::string_view schema) {
  return session_.read([&](const Root& root) {
    const Catalog catalog(root, session_.search_path());
    const std::vector<const CatalogEntry*> entries =
        schema.empty() ? catalog.visible_entries() : catalog.entries(schema);
    std::vector<std::vector<Value>> rows;
    for (const CatalogEntry* entry : entries) {
      Value row_count = Value::null(TypeId::kBigint);
      if (entry->kind == CatalogKind::kTable) {
        const auto& table = static_cast<const TableEntry&>(*entry);
        row_count = Value::bigint(static_cast<int64_t>(catalog.table_data(table)->row_count()));
      }
      rows.push_back({Value::text(entry->schema_name), Value::text(entry->name),
                      Value::text(std::string(to_text(entry->kind))), std::move(row_count)});
    }
    return values_result("SHOW", {"schema", "name", "type", "rows"},
                         {TypeId::kText, TypeId::kText, TypeId::kText, TypeId::kBigint}, rows);
  });
}

namespace {

/// The query whose columns DESCRIBE shows.
std::string described_query(const sql::Describe& describe) {
  if (describe.query) {
    return sql::to_text(*describe.query);
  }
  return "SELECT * FROM " + sql::to_text(*describe.table);
}

}  // namespace

QueryResult Commands::describe(const sql::Describe& describe) {
  if (!describe.table && !describe.query) {
    return show_tables("");
  }
  const std::string query = described_query(describe);
  if (describe.summarize) {
    return summarize(query);
  }
  return session_.read([&](const Root& root) {
    const FunctionContext functions = session_.make_function_context();
    const Catalog catalog(root, session_.search_path());
    const sql::StatementPtr statement = sql::parse_statement(query);
    const LogicalPlan plan =
        bind_statement(*statement, {catalog, session_.database().functions(), functions, {}});
    const TableEntry* table = nullptr;
    if (describe.table && sql::is<sql::NamedTable>(*describe.table) &&
        sql::as<sql::NamedTable>(*describe.table).file.empty()) {
      const auto [schema, name] = split(sql::as<sql::NamedTable>(*describe.table).name);
      table = catalog.find_table(schema, name);
    }
    std::vector<std::vector<Value>> rows;
    for (size_t i = 0; i < plan.output.size(); ++i) {
      const stoa::ColumnDefinition* column = table != nullptr ? &table->definition->columns[i] : nullptr;
      const bool is_nullable = column == nullptr || column->is_nullable;
      Value default_value = column != nullptr && column->default_sql ? Value::text(*column->default_sql)
                                                                     : Value::null(TypeId::kText);
      rows.push_back({Value::text(plan.output[i].name),
                      Value::text(plan.columns.type(plan.output[i].column).to_string()),
                      Value::text(is_nullable ? "YES" : "NO"), std::move(default_value)});
    }
    return values_result("DESCRIBE", {"column_name", "column_type", "null", "default"},
                         {TypeId::kText, TypeId::kText, TypeId::kText, TypeId::kText}, rows);
  });
}

/// One row for each column: type, bounds, distinct values, mean, deviation, quartiles, NULLs.
QueryResult Commands::summarize(const std::string& source) {
  const sql::StatementPtr statement = sql::parse_statement(source);
  std::vector<std::string> names;
  std::vector<LogicalType> types;
  session_.read([&](const Root& root) {
    const FunctionContext functions = session_.make_function_context();
    const Catalog catalog(root, session_.search_path());
    const LogicalPlan plan =
        bind_statement(*statement, {catalog, session_.database().functions(), functions, {}});
    for (const OutputColumn& column : plan.output) {
      names.push_back(column.name);
      types.push_back(plan.columns.type(column.column));
    }
    return QueryResult();
  });
  std::string query;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string column = sql::quote_identifier(names[i]);
    const bool is_number = types[i].is_numeric();
    const auto number = [&](std::string_view expression) {
      return is_number ? fmt::format("({})::text", fmt::format(fmt::runtime(expression), column))
                       : std::string("NULL::text");
    };
    query += fmt::format("{}SELECT {} AS column_name, {} AS column_type, ", i == 0 ? "" : " UNION ALL ",
                         sql::quote_string(names[i]), sql::quote_string(types[i].to_string()));
    query += fmt::format(
        "min({0})::text AS min, max({0})::text AS max, count(DISTINCT {0}) AS distinct_count, {1} AS avg, "
        "{2} AS std, "
        "{3} AS q25, {4} AS q50, {5} AS q75, count(*) AS count, count(*) - count({0}) AS null_count FROM "
        "summarized",
        column, number("avg({})"), number("stddev({})"), number("quantile_cont({}, 0.25)"),
        number("median({})"), number("quantile_cont({}, 0.75)"));
  }
  const std::string text = fmt::format("WITH summarized AS ({}) {}", source, query);
  QueryResult result = session_.run_bindable(*sql::parse_statement(text), {}, {}, nullptr);
  result.command = "SUMMARIZE";
  return result;
}

}  // namespace stoa::engine
