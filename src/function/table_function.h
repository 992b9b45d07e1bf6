#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "format/reader.h"
#include "function/function_context.h"
#include "types/value.h"

namespace stoa {

class FunctionRegistry;

/// The arguments of a call in FROM: constants only.
struct TableFunctionCall {
  const FunctionContext& context;
  std::vector<Value> arguments;
  std::vector<std::pair<std::string, Value>> named_arguments;  ///< lower-case names
  const FunctionRegistry* functions = nullptr;                 ///< those of the database
};

/// A function that gives rows: generate_series, read_csv, read_parquet, glob. Binding opens what it reads and
/// settles the columns; the reader is scanned later, maybe several times, maybe by several threads.
struct TableFunction {
  std::string name;  ///< lower case
  std::shared_ptr<TableSource> (*bind)(const TableFunctionCall& call) = nullptr;
  std::string description;
  std::string example;
};

}  // namespace stoa
