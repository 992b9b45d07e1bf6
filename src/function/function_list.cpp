#include <algorithm>
#include <array>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/overload.h"
#include "function/rows_source.h"

namespace stoa {

namespace {

constexpr size_t kColumnCount = 6;
using Row = std::array<Value, kColumnCount>;

std::string parameter_list(const std::vector<LogicalType>& parameters, bool is_variadic) {
  std::string list;
  for (const LogicalType& parameter : parameters) {
    list += (list.empty() ? "" : ", ") + parameter_text(parameter);
  }
  return is_variadic ? list + ", ..." : list;
}

template <class Function>
Row row_of(const Function& function, const char* kind) {
  return {Value::text(function.name),
          Value::text(parameter_list(function.parameters, function.is_variadic)),
          Value::text(parameter_text(function.return_type)),
          Value::text(kind),
          Value::text(function.description),
          Value::text(function.example)};
}

std::vector<Row> rows_of(const FunctionRegistry& registry) {
  std::vector<Row> rows;
  for (const ScalarFunction* function : registry.scalar_functions()) {
    rows.push_back(row_of(*function, "scalar"));
  }
  for (const AggregateFunction* function : registry.aggregate_functions()) {
    rows.push_back(row_of(*function, "aggregate"));
  }
  for (const TableFunction* function : registry.table_functions()) {
    rows.push_back({Value::text(function->name), Value::null(TypeId::kText), Value::null(TypeId::kText),
                    Value::text("table"), Value::text(function->description),
                    Value::text(function->example)});
  }
  std::ranges::stable_sort(rows, [](const Row& a, const Row& b) { return a[0].as_text() < b[0].as_text(); });
  return rows;
}

std::shared_ptr<TableSource> bind_function_list(const TableFunctionCall& call) {
  if (!call.arguments.empty() || !call.named_arguments.empty()) {
    throw Error(sqlstate::kUndefinedFunction, "stoa_functions() takes no arguments");
  }
  if (call.functions == nullptr) {
    raise(sqlstate::kFeatureNotSupported, "the functions are not known here");
  }
  const std::vector<Row> rows = rows_of(*call.functions);
  std::vector<SourceColumn> columns;
  Batch batch;
  batch.row_count = rows.size();
  constexpr const char* kNames[kColumnCount] = {"name", "arguments",   "type",
                                                "kind", "description", "example"};
  for (size_t c = 0; c < kColumnCount; ++c) {
    std::vector<Value> values;
    for (const Row& row : rows) {
      values.push_back(row[c]);
    }
    columns.push_back({kNames[c], TypeId::kText, true, {}});
    batch.columns.push_back(ColumnVector::from_values(TypeId::kText, values));
  }
  return std::make_shared<RowsSource>(std::move(columns), std::move(batch));
}

}  // namespace

void register_function_list(FunctionRegistry& registry) {
  registry.add(TableFunction{"stoa_functions", &bind_function_list,
                             "All functions, one row for each overload, with a description and an example.",
                             "SELECT name, description FROM stoa_functions() WHERE name = 'lower'"});
}

}  // namespace stoa
