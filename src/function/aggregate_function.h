#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "column/column_vector.h"
#include "function/function_context.h"
#include "function/scalar_function.h"

namespace stoa {

/// The states of a batch's rows: row i's state lies at base + groups[i] * stride_bytes. States are
/// `state_bytes` long, 16-byte aligned, zero-filled before `initialize`, and may be moved by memcpy between
/// calls.
struct GroupedStates {
  std::byte* base;
  size_t stride_bytes;
  const uint32_t* groups;
  std::byte* at(size_t row) const { return base + groups[row] * stride_bytes; }
};

struct AggregateCall {
  const FunctionContext& context;
  const FunctionData* data;  ///< from `bind`, or null
  const LogicalType& return_type;
  std::span<const LogicalType> argument_types;
};

/// One overload of an aggregate function; a parameter type of TypeId::kNull stands for "any type".
///
/// A run of calls: initialize; update or update_single over batches (arguments of any vector kind, NULLs
/// included, which most aggregates skip); combine of partial states; finalize. Results don't depend on how
/// rows were shared out, but for order-sensitive aggregates, which get rows in the order promised. Errors
/// (overflow) are raised in finalize or update.
struct AggregateFunction {
  std::string name;                     ///< lower case
  std::vector<LogicalType> parameters;  ///< none: count(*)
  bool is_variadic = false;
  LogicalType return_type;
  size_t state_bytes = 0;
  /// Null: zero bytes are a fresh state.
  void (*initialize)(std::byte* state) = nullptr;
  void (*update)(const AggregateCall& call, std::span<const ColumnVector> arguments, size_t row_count,
                 const GroupedStates& states) = nullptr;
  /// All rows into one state: the ungrouped case and windows.
  void (*update_single)(const AggregateCall& call, std::span<const ColumnVector> arguments, size_t row_count,
                        std::byte* state) = nullptr;
  /// Adds `from` to `into`; `from` stays destroyable.
  void (*combine)(const AggregateCall& call, std::byte* from, std::byte* into) = nullptr;
  /// Values of the states at base + i * stride_bytes, i < count, into a flat vector of return_type, NULLs
  /// set.
  void (*finalize)(const AggregateCall& call, std::byte* base, size_t stride_bytes, size_t count,
                   ColumnVector& result) = nullptr;
  /// Frees what states own besides their bytes; null: nothing.
  void (*destroy)(std::byte* state) = nullptr;
  ScalarBind bind = nullptr;
  /// Rows must come in the order of the input (string_agg, array_agg, first): the executor feeds them so.
  bool is_order_sensitive = false;
  /// DISTINCT changes nothing (min, max, bool_and, any_value).
  bool ignores_duplicates = false;
  /// Its value over no rows is not NULL (count): unnesting of correlated subqueries needs to know.
  bool has_value_when_empty = false;
  std::string description;
  std::string example;  ///< over `VALUES`, e.g. `(SELECT sum(x) FROM (VALUES (1), (2)) t(x))`
  std::string example_result;
};

struct BoundAggregateCall {
  const AggregateFunction* function = nullptr;
  std::vector<LogicalType> parameter_types;
  LogicalType return_type;
  std::shared_ptr<const FunctionData> data;
};

}  // namespace stoa
