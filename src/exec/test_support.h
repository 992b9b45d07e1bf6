#pragma once

#include <bit>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "exec/collected_rows.h"
#include "exec/execution.h"
#include "function/function_registry.h"
#include "plan/expression.h"

/// Driving operators in tests: a source over given rows, and runs of a plan under different settings, whose
/// results are compared as exact texts. Only tests include it.
namespace stoa::exec_test {

/// Gives the rows of one batch: morsels of `morsel_rows` rows, batches of the context's vector size. Column k
/// has the id `first_id` + k.
class TestSource final : public PhysicalOperator {
 public:
  TestSource(std::vector<ColumnVector> columns, size_t row_count, size_t morsel_rows, uint32_t first_id = 0)
      : PhysicalOperator(OperatorRole::kSource, "TestSource"), morsel_rows_(morsel_rows) {
    rows_.columns = std::move(columns);
    rows_.row_count = row_count;
    std::vector<ColumnId> ids;
    std::vector<LogicalType> types;
    for (const ColumnVector& column : rows_.columns) {
      ids.push_back(static_cast<ColumnId>(first_id + ids.size()));
      types.push_back(column.type());
    }
    set_output(std::move(ids), std::move(types));
  }

  std::unique_ptr<TableScan> open_source(Execution& execution) const override {
    return std::make_unique<Scan>(*this, execution.context().vector_size);
  }

 private:
  class Scan final : public TableScan {
   public:
    Scan(const TestSource& source, size_t vector_size) : source_(source), vector_size_(vector_size) {}
    size_t morsel_count() const override {
      return (source_.rows_.row_count + source_.morsel_rows_ - 1) / source_.morsel_rows_;
    }
    std::unique_ptr<MorselReader> open_morsel(size_t morsel) override {
      const size_t begin = morsel * source_.morsel_rows_;
      const size_t end = std::min(begin + source_.morsel_rows_, source_.rows_.row_count);
      return std::make_unique<Reader>(source_.rows_, begin, end, vector_size_);
    }

   private:
    const TestSource& source_;
    size_t vector_size_;
  };
  class Reader final : public MorselReader {
   public:
    Reader(const Batch& rows, size_t begin, size_t end, size_t vector_size)
        : rows_(rows), next_(begin), end_(end), vector_size_(vector_size) {}
    bool next(Batch& batch) override {
      const size_t count = std::min(vector_size_, end_ - next_);
      batch = count == 0 ? Batch() : rows_.slice(next_, count);
      next_ += count;
      return count != 0;
    }

   private:
    const Batch& rows_;
    size_t next_;
    size_t end_;
    size_t vector_size_;
  };

  Batch rows_;
  size_t morsel_rows_;
};

struct RunSettings {
  size_t thread_count = 1;
  size_t vector_size = 2048;
  uint64_t memory_limit_bytes = MemoryBudget::kUnlimited;
};

/// The settings under which results must be the same.
inline std::vector<RunSettings> all_settings() {
  return {{1, 2048}, {2, 2048}, {8, 2048}, {1, 2}, {2, 2}, {8, 2}};
}

/// A value with its bits: equal texts are equal values in the same representation.
inline std::string exact_text(const Value& value) {
  if (value.is_null()) {
    return "NULL";
  }
  if (value.type().is_floating()) {
    return value.to_string() + "#" + std::to_string(std::bit_cast<uint64_t>(value.as_double()));
  }
  if (value.type().id() == TypeId::kInterval) {
    const Interval interval = value.as_interval();
    return std::to_string(interval.months) + "m" + std::to_string(interval.days) + "d" +
           std::to_string(interval.micros);
  }
  return value.to_string();
}

using Rows = std::vector<std::string>;

inline Rows rows_of(const CollectedRows& collected) {
  Rows rows;
  for (const Batch& batch : collected.batches()) {
    for (size_t row = 0; row < batch.row_count; ++row) {
      std::string text;
      for (size_t c = 0; c < batch.columns.size(); ++c) {
        text += (c == 0 ? "" : "|") + exact_text(batch.columns[c].value(row));
      }
      rows.push_back(std::move(text));
    }
  }
  return rows;
}

/// Runs plans: owns all that a statement needs.
class TestStatement {
 public:
  explicit TestStatement(const RunSettings& settings)
      : scheduler_(settings.thread_count), budget_(settings.memory_limit_bytes) {
    functions_.vector_size = settings.vector_size;
    functions_.scheduler = &scheduler_;
    functions_.budget = &budget_;
    context_.thread_count_max = settings.thread_count;
    context_.vector_size = settings.vector_size;
  }

  ExecutionContext& context() { return context_; }
  MemoryBudget& budget() { return budget_; }
  Cancellation& cancellation() { return cancellation_; }
  std::shared_ptr<const CollectedRows> run(const PhysicalOperator& plan) {
    Execution execution(context_);
    return execution.run_to_rows(plan);
  }

 private:
  Scheduler scheduler_;
  MemoryBudget budget_;
  Cancellation cancellation_;
  Progress progress_;
  FunctionContext functions_;
  ExecutionContext context_{functions_, {}, scheduler_, budget_, cancellation_, progress_};
};

inline Rows run_rows(const PhysicalOperator& plan, const RunSettings& settings = {}) {
  TestStatement statement(settings);
  return rows_of(*statement.run(plan));
}

/// The SQLSTATE that a run raises, or "".
inline std::string run_state(const PhysicalOperator& plan, const RunSettings& settings) {
  try {
    TestStatement statement(settings);
    statement.run(plan);
    return "";
  } catch (const Error& error) {
    return std::string(error.state().view());
  }
}

/// A flat column of values made one by one.
inline ColumnVector make_column(const LogicalType& type, size_t row_count,
                                const std::function<Value(size_t)>& value_of) {
  std::vector<Value> values;
  values.reserve(row_count);
  for (size_t row = 0; row < row_count; ++row) {
    values.push_back(value_of(row));
  }
  return ColumnVector::from_values(type, values);
}

/// Rows of `entries` chosen by `entry_of`, as a dictionary vector.
inline ColumnVector make_dictionary_column(const ColumnVector& entries, bool is_distinct, size_t row_count,
                                           const std::function<size_t(size_t)>& entry_of) {
  const BufferRef indices = Buffer::allocate(row_count * sizeof(uint32_t));
  for (size_t row = 0; row < row_count; ++row) {
    indices->as<uint32_t>()[row] = static_cast<uint32_t>(entry_of(row));
  }
  return ColumnVector::make_over(std::make_shared<const ColumnVector>(entries), is_distinct,
                                 indices->as<uint32_t>(), indices, row_count);
}

inline ExpressionPtr column(uint32_t id, LogicalType type) {
  return std::make_unique<BoundColumn>(static_cast<ColumnId>(id), std::move(type));
}
template <class... Expressions>
ExpressionList list_of(Expressions... expressions) {
  ExpressionList list;
  (list.push_back(std::move(expressions)), ...);
  return list;
}

inline const FunctionRegistry& registry() {
  static const FunctionRegistry kRegistry;
  return kRegistry;
}

/// An aggregate call by name.
inline std::unique_ptr<BoundAggregate> aggregate_of(const char* name, ExpressionList arguments) {
  std::vector<LogicalType> types;
  for (const ExpressionPtr& argument : arguments) {
    types.push_back(argument->type);
  }
  const std::vector<const Value*> constants(types.size(), nullptr);
  BoundAggregateCall call =
      registry().bind_aggregate(name, types, constants, std::vector<bool>(types.size(), false));
  return std::make_unique<BoundAggregate>(std::move(call), std::move(arguments));
}

}  // namespace stoa::exec_test
