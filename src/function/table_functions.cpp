#include <algorithm>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/file_source.h"
#include "function/function_registry.h"
#include "function/rows_source.h"
#include "function/series_source.h"
#include "io/file_system.h"
#include "types/timestamp.h"

namespace stoa {

namespace {

[[noreturn]] void raise_bad_arguments(const std::string& signature) {
  throw Error(sqlstate::kUndefinedFunction, "the arguments don't fit " + signature);
}

void refuse_named(const TableFunctionCall& call, const char* name) {
  if (call.named_arguments.empty()) {
    return;
  }
  raise(sqlstate::kInvalidParameterValue,
        std::string(name) + " has no option \"" + call.named_arguments[0].first + "\"");
}

/// Paths: texts, or lists of texts.
std::vector<std::string> path_arguments(const TableFunctionCall& call, const char* name) {
  std::vector<std::string> paths;
  const auto add = [&](const Value& value) {
    if (value.is_null() || !value.type().is_text()) {
      raise_bad_arguments(std::string(name) + "(path, ...)");
    }
    paths.push_back(value.as_text());
  };
  for (const Value& argument : call.arguments) {
    if (argument.type().id() == TypeId::kList && !argument.is_null()) {
      for (const Value& element : argument.as_list()) {
        add(element);
      }
    } else {
      add(argument);
    }
  }
  if (paths.empty()) {
    raise_bad_arguments(std::string(name) + "(path, ...)");
  }
  return paths;
}

std::shared_ptr<TableSource> bind_read_csv(const TableFunctionCall& call) {
  return open_csv_files(call.context, path_arguments(call, "read_csv"), call.named_arguments);
}

std::shared_ptr<TableSource> bind_read_parquet(const TableFunctionCall& call) {
  return open_parquet_files(call.context, path_arguments(call, "read_parquet"), call.named_arguments);
}

std::shared_ptr<TableSource> bind_glob(const TableFunctionCall& call) {
  refuse_named(call, "glob");
  if (call.context.files == nullptr) {
    raise(sqlstate::kInsufficientPrivilege, "files cannot be read here");
  }
  std::vector<Value> found;
  for (const std::string& pattern : path_arguments(call, "glob")) {
    for (std::string& path : call.context.files->glob(pattern)) {
      found.push_back(Value::text(std::move(path)));
    }
  }
  Batch rows;
  rows.row_count = found.size();
  rows.columns.push_back(ColumnVector::from_values(TypeId::kText, found));
  return std::make_shared<RowsSource>(std::vector<SourceColumn>{{"file", TypeId::kText, true, {}}},
                                      std::move(rows));
}

// --- series
/// How many of start, start + step, ... do not pass `stop`.
uint64_t count_steps(int64_t start, int64_t stop, int64_t step, bool includes_stop) {
  const Int128 span = step > 0 ? Int128{stop} - start : Int128{start} - stop;
  const Int128 stride = step > 0 ? Int128{step} : -Int128{step};
  if (span < 0 || (span == 0 && !includes_stop)) {
    return 0;
  }
  const Int128 count = includes_stop ? span / stride + 1 : (span + stride - 1) / stride;
  if (count > Int128{UINT64_MAX}) {
    raise(sqlstate::kProgramLimitExceeded, "the series has too many rows");
  }
  return static_cast<uint64_t>(count);
}

[[noreturn]] void raise_zero_step() {
  raise(sqlstate::kInvalidParameterValue, "step size cannot equal zero");
}

std::shared_ptr<TableSource> integer_series(std::vector<Value> arguments, const char* name,
                                            bool includes_stop) {
  for (Value& argument : arguments) {
    argument = cast_value(argument, TypeId::kBigint);
  }
  if (std::ranges::any_of(arguments, [](const Value& value) { return value.is_null(); })) {
    return make_number_series(name, TypeId::kBigint, 0, 1, 0);
  }
  const int64_t start = arguments.size() == 1 ? 0 : arguments[0].as_int64();
  const int64_t stop = arguments[arguments.size() == 1 ? 0 : 1].as_int64();
  const int64_t step = arguments.size() == 3 ? arguments[2].as_int64() : 1;
  if (step == 0) {
    raise_zero_step();
  }
  return make_number_series(name, TypeId::kBigint, start, step,
                            count_steps(start, stop, step, includes_stop));
}

std::shared_ptr<TableSource> timestamp_series(const std::vector<Value>& arguments, const char* name,
                                              bool includes_stop) {
  const bool has_zone = arguments[0].type().id() == TypeId::kTimestamptz;
  const LogicalType type = has_zone ? TypeId::kTimestamptz : TypeId::kTimestamp;
  const Value start = cast_value(arguments[0], type);
  const Value stop = cast_value(arguments[1], type);
  const Value step = cast_value(arguments[2], TypeId::kInterval);
  if (start.is_null() || stop.is_null() || step.is_null()) {
    return make_number_series(name, type, 0, 1, 0);
  }
  const Interval interval = step.as_interval();
  if (interval.length_us() == 0) {
    raise_zero_step();
  }
  if (!is_finite_timestamp(start.as_int64()) || !is_finite_timestamp(stop.as_int64())) {
    raise(sqlstate::kInvalidParameterValue, "start and stop must be finite");
  }
  const Int128 micros = interval.length_us();
  if (interval.months != 0 || micros != static_cast<int64_t>(micros)) {
    return make_month_series(name, type, start.as_int64(), stop.as_int64(), interval, includes_stop);
  }
  const auto stride = static_cast<int64_t>(micros);
  return make_number_series(name, type, start.as_int64(), stride,
                            count_steps(start.as_int64(), stop.as_int64(), stride, includes_stop));
}

std::shared_ptr<TableSource> make_series(const TableFunctionCall& call, const char* name,
                                         bool includes_stop) {
  refuse_named(call, name);
  const std::vector<Value>& arguments = call.arguments;
  const auto is_integer = [](const Value& v) { return v.type().is_integer() || v.type().is_null(); };
  if (!arguments.empty() && arguments.size() <= 3 && std::ranges::all_of(arguments, is_integer)) {
    return integer_series(arguments, name, includes_stop);
  }
  const auto is_moment = [](const Value& v) { return v.type().is_temporal() || v.type().is_text(); };
  if (arguments.size() == 3 && is_moment(arguments[0]) && is_moment(arguments[1]) &&
      (arguments[2].type().id() == TypeId::kInterval || arguments[2].type().is_text())) {
    return timestamp_series(arguments, name, includes_stop);
  }
  raise_bad_arguments(std::string(name) +
                      "(start, stop [, step]) of integers, or of timestamps with an interval");
}

std::shared_ptr<TableSource> bind_generate_series(const TableFunctionCall& call) {
  return make_series(call, "generate_series", true);
}

std::shared_ptr<TableSource> bind_range(const TableFunctionCall& call) {
  return make_series(call, "range", false);
}

}  // namespace

void register_table_functions(FunctionRegistry& registry) {
  registry.add(TableFunction{"generate_series", bind_generate_series,
                             "Numbers or moments from start to stop, by steps.",
                             "SELECT * FROM generate_series(1, 10, 3)"});
  registry.add(TableFunction{"range", bind_range, "The same without the stop itself.",
                             "SELECT * FROM range(0, 10, 5)"});
  for (const char* name : {"read_csv", "read_csv_auto", "csv_scan"}) {
    registry.add(TableFunction{name, bind_read_csv,
                               "The rows of CSV files; delimiter, header and types are detected.",
                               "SELECT * FROM read_csv('data/*.csv', header = true)"});
  }
  for (const char* name : {"read_parquet", "parquet_scan"}) {
    registry.add(TableFunction{name, bind_read_parquet, "The rows of Parquet files.",
                               "SELECT * FROM read_parquet('data/*.parquet', filename = true)"});
  }
  registry.add(TableFunction{"glob", bind_glob, "The files that a pattern means.",
                             "SELECT * FROM glob('data/*.csv')"});
}

}  // namespace stoa
