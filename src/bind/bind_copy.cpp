#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "bind/statement_binder.h"
#include "function/file_source.h"
#include "sql/definition_statements.h"

namespace stoa {

namespace {

using NamedValues = std::vector<std::pair<std::string, Value>>;

Value option_value(const sql::Option& option, const FunctionContext& context, StatementBinding& statement) {
  if (!option.value) {
    return Value::boolean(true);
  }
  if (sql::is<sql::ColumnReference>(*option.value)) {
    return Value::text(sql::as<sql::ColumnReference>(*option.value).name.last());
  }
  QueryBinder nothing(statement, nullptr);
  const ExpressionPtr bound = nothing.bind(*option.value, Clause::kValues);
  if (!is_foldable(*bound)) {
    raise_at(option.name.place, sqlstate::kInvalidParameterValue, "COPY options must be constants");
  }
  return evaluate_constant(*bound, context);
}

NamedValues copy_options(const sql::Copy& copy, StatementBinding& statement) {
  NamedValues options;
  for (const sql::Option& option : copy.options) {
    options.emplace_back(option.name.text,
                         option_value(option, statement.context.function_context, statement));
  }
  return options;
}

std::string copy_path(const sql::Copy& copy) {
  if (copy.endpoint != sql::CopyEndpoint::kFile) {
    raise_unsupported("COPY from or to anything but a file");
  }
  if (!sql::is<sql::Literal>(*copy.target)) {
    raise_at(copy.target->place, sqlstate::kFeatureNotSupported, "COPY wants the file name as a literal");
  }
  return sql::as<sql::Literal>(*copy.target).text;
}

/// The format: named by an option (which is taken out), or by the file's ending.
std::string take_format(NamedValues& options, const std::string& path) {
  std::string format;
  for (const auto& [name, value] : options) {
    if (name == "format") {
      format = value.to_string();
    }
  }
  std::erase_if(options, [](const auto& option) { return option.first == "format"; });
  if (!format.empty()) {
    return format;
  }
  return path.ends_with(".parquet") || path.ends_with(".pq") ? "parquet" : "csv";
}

/// Whether the options say what types a CSV file's columns have.
bool names_types(const NamedValues& options) {
  static constexpr std::string_view kOptions[] = {"types",   "dtypes",      "column_types",
                                                  "columns", "all_varchar", "all_text"};
  return std::any_of(options.begin(), options.end(), [](const auto& option) {
    return std::find(std::begin(kOptions), std::end(kOptions), option.first) != std::end(kOptions);
  });
}

/// The types that the columns to be filled have, for the reader: nothing is inferred from a sample, and an
/// error tells the line. Lengths are checked where rows are stored.
std::string type_list(const TableSchema& table, const std::vector<size_t>& columns) {
  std::string list;
  for (const size_t column : columns) {
    const LogicalType& type = table.columns[column].type;
    list += list.empty() ? "" : ", ";
    list += type.is_text() ? "text" : type.to_string();
  }
  return list;
}

}  // namespace

OperatorPtr StatementBinder::bind_copy(const sql::Copy& copy) {
  if (copy.where) {
    raise_at(copy.where->place, sqlstate::kFeatureNotSupported, "COPY ... WHERE is not supported");
  }
  return copy.from ? bind_copy_from(copy) : bind_copy_to(copy);
}

OperatorPtr StatementBinder::bind_copy_to(const sql::Copy& copy) {
  auto root = std::make_unique<LogicalCopyTo>();
  root->path = copy_path(copy);
  root->options = copy_options(copy, statement_);
  root->format = take_format(root->options, root->path);
  if (root->format != "csv" && root->format != "parquet") {
    raise_at(copy.place, sqlstate::kFeatureNotSupported,
             fmt::format("COPY TO in format {} is not supported", root->format));
  }
  QueryBinder binder(statement_, nullptr);
  std::vector<OutputColumn> output;
  if (copy.query) {
    BoundQuery bound = binder.bind_query(*copy.query);
    output = std::move(bound.output);
    root->children.push_back(std::move(bound.root));
  } else {
    const TableEntry& table = target_table({copy.place, copy.table, {}, false});
    Scope scope;
    std::unique_ptr<LogicalScan> scan = binder.scan_table(table, table.name, scope);
    for (const VisibleColumn& column : scope.visible()) {
      output.push_back({column.id, column.name});
    }
    if (!copy.columns.empty()) {
      output.clear();
      for (const sql::Name& name : copy.columns) {
        ColumnId id{};
        if (scope.find_column(name.text, id) != Scope::Found::kOne) {
          raise_unknown_column(*table.definition, name.text);
        }
        output.push_back({id, name.text});
      }
    }
    root->children.push_back(std::move(scan));
  }
  for (const OutputColumn& column : output) {
    root->values.push_back(column.column);
    root->names.push_back(column.name);
  }
  root->row_count = add_row_count("Count");
  return root;
}

OperatorPtr StatementBinder::bind_copy_from(const sql::Copy& copy) {
  const TableEntry& table = target_table({copy.place, copy.table, {}, false});
  const std::string path = copy_path(copy);
  NamedValues options = copy_options(copy, statement_);
  const std::string format = take_format(options, path);
  const TableFunction* reader = statement_.context.functions.find_table_function("read_" + format);
  if (reader == nullptr) {
    raise_at(copy.place, sqlstate::kFeatureNotSupported,
             fmt::format("COPY FROM in format {} is not supported", format));
  }
  std::vector<size_t> targets;
  for (const sql::Name& name : copy.columns) {
    const std::optional<size_t> found = table.definition->find_column(name.text);
    if (!found) {
      raise_unknown_column(*table.definition, name.text);
    }
    targets.push_back(*found);
  }
  for (size_t i = 0; copy.columns.empty() && i < table.definition->columns.size(); ++i) {
    targets.push_back(i);
  }
  if (format == "csv" && !names_types(options)) {
    options.emplace_back("types", Value::text(type_list(*table.definition, targets)));
  }
  const std::shared_ptr<TableSource> source =
      reader->bind({statement_.context.function_context, {Value::text(path)}, std::move(options)});
  if (source->columns().size() != targets.size()) {
    throw Error(sqlstate::kBadCopyFormat, fmt::format("{} has {} columns, but {} are to be filled", path,
                                                      source->columns().size(), targets.size()))
        .with_hint("name the columns: COPY table (a, b) FROM ...");
  }
  QueryBinder binder(statement_, nullptr);
  auto scan = std::make_unique<LogicalScan>();
  scan->name = path;
  scan->source = source;
  auto cast = std::make_unique<LogicalProject>();
  std::vector<ColumnId> source_columns;
  for (size_t i = 0; i < targets.size(); ++i) {
    const ColumnDefinition& target = table.definition->columns[targets[i]];
    const ColumnId id = columns().add(target.name, source->columns()[i].type);
    scan->columns.push_back({id, i});
    const bool is_limited_text = target.type.is_text() && target.type.length() != 0;
    ExpressionPtr value =
        make_cast(make_column(id, columns()), is_limited_text ? LogicalType(TypeId::kText) : target.type);
    source_columns.push_back(columns().add(target.name, value->type));
    cast->items.push_back({source_columns.back(), std::move(value)});
  }
  cast->children.push_back(std::move(scan));
  std::unique_ptr<LogicalInsert> insert =
      make_insert(binder, table, std::move(cast), targets, source_columns);
  insert->row_count = add_row_count("Count");
  return insert;
}

OperatorPtr StatementBinder::bind_create_table_as(const sql::CreateTable& create) {
  if (!create.constraints.empty() || !create.options.empty()) {
    raise_at(create.place, sqlstate::kFeatureNotSupported,
             "constraints and options in CREATE TABLE AS are not supported");
  }
  OperatorPtr query = bind_query_statement(*create.query);
  if (!create.with_data) {
    auto nothing = wrap<LogicalLimit>(std::move(query));
    nothing->limit = make_constant(Value::bigint(0));
    query = std::move(nothing);
  }
  auto root = wrap<LogicalCreateTableAs>(std::move(query));
  root->if_not_exists = create.flags.if_not_exists;
  root->or_replace = create.flags.or_replace;
  root->is_temporary = create.flags.temporary;
  const std::vector<sql::Name>& parts = create.name.parts;
  root->definition.name = create.name.last();
  root->definition.schema_name = statement_.context.catalog.creation_schema(
      parts.size() >= 2 ? parts[parts.size() - 2].text : "", create.flags.temporary);
  if (create.columns.size() > output_.size()) {
    raise_at(create.place, sqlstate::kSyntaxError, "CREATE TABLE AS names more columns than the query has");
  }
  for (size_t i = 0; i < output_.size(); ++i) {
    ColumnDefinition column;
    column.name = i < create.columns.size() ? create.columns[i].name.text : output_[i].name;
    column.type = columns().type(output_[i].column);
    column.initial_value = Value::null(column.type);
    root->definition.add_column(std::move(column));
    root->values.push_back(output_[i].column);
  }
  root->row_count = add_row_count("Count");
  return root;
}

}  // namespace stoa
