#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exec/execution_context.h"
#include "format/reader.h"
#include "plan/columns.h"
#include "plan/evaluator.h"

/// Physical plans. A physical operator is immutable once planned and may be executed many times, by several
/// statements at once (the plan cache keeps it); everything that changes lives in the states it makes for an
/// execution.
///
/// Execution is push-based, in pipelines: a source (a TableScan with numbered morsels) -> streaming operators
/// -> a sink. Threads take morsels in ascending order (or in one that the sink prefers), read batches, push
/// each through the streaming operators into the sink. A sink that has finished is the source of the next
/// pipeline. pipeline.h runs them.
///
/// Order: rows belong to their morsel, and morsel numbers are the order of rows. A sink whose result is
/// ordered (a plain result, LIMIT, string_agg) puts what it got back into morsel order, so results don't
/// depend on the thread count.
namespace stoa {

class PhysicalOperator;

/// Hands a batch to the next operator; false when no more rows are wanted (LIMIT reached): the caller stops
/// early.
using Emit = std::function<bool(Batch& batch)>;

/// A streaming operator at work in one thread. `process` may emit any number of batches for one it gets.
class StreamState {
 public:
  virtual ~StreamState() = default;
  /// A new morsel begins; batches until the next call belong to it.
  virtual void begin_morsel(size_t /*morsel*/) {}
  /// Returns what emit returned last (true when nothing was emitted).
  virtual bool process(Batch& batch, const Emit& emit) = 0;
  /// The morsel's last batch has been processed; emits what was held back.
  virtual bool end_morsel(const Emit& /*emit*/) { return true; }
};

/// A streaming operator's part that is shared by the threads of one execution: makes the per-thread states.
class StreamFactory {
 public:
  virtual ~StreamFactory() = default;
  virtual std::unique_ptr<StreamState> make_state() = 0;
  /// Rows to be pushed through the operators above once all morsels are done (unmatched build rows of an
  /// outer join); null: none.
  virtual std::unique_ptr<TableScan> remainder() { return nullptr; }
};

/// A sink's per-thread part.
class SinkLocal {
 public:
  virtual ~SinkLocal() = default;
};

/// A sink at work: shared by all threads of one execution; `consume` and `finish_local` are called by many
/// threads with their own local, `finish` once by one thread after all (it may use the scheduler itself).
class SinkState {
 public:
  virtual ~SinkState() = default;
  /// The rows of child `index` come next (only of sinks that take all children).
  virtual void begin_child(size_t /*index*/) {}
  virtual std::unique_ptr<SinkLocal> make_local() = 0;
  /// Takes a batch of a morsel (moves from it when useful). False: wants no more rows from this morsel; see
  /// is_full().
  virtual bool consume(SinkLocal& local, Batch& batch, size_t morsel) = 0;
  /// A morsel's last batch has been consumed.
  virtual void end_morsel(SinkLocal& /*local*/, size_t /*morsel*/) {}
  /// Folds a thread's part into the whole.
  virtual void finish_local(SinkLocal& /*local*/) {}
  virtual void finish() {}
  /// The order in which the scan's morsels are best read, each once; empty: ascending, which every sink that
  /// does not override this may rely on.
  virtual std::vector<size_t> morsel_order() const { return {}; }
  /// True: no morsel that has not begun can matter any more (LIMIT).
  virtual bool is_full() const { return false; }
  /// The result as a source for the next pipeline; called once, after finish(). The scan may outlive this
  /// state.
  virtual std::unique_ptr<TableScan> open_result() = 0;
};

class Execution;

enum class OperatorRole : uint8_t {
  kSource,
  kStream,
  kSink,
  kUnion,  ///< feeds the rows of child 0, then child 1, ... to what is above it
};

/// One node of a physical plan.
class PhysicalOperator {
 public:
  PhysicalOperator(OperatorRole role, std::string name) : role_(role), name_(std::move(name)) {}
  virtual ~PhysicalOperator() = default;
  PhysicalOperator(const PhysicalOperator&) = delete;
  PhysicalOperator& operator=(const PhysicalOperator&) = delete;

  OperatorRole role() const { return role_; }
  /// For EXPLAIN: `HashJoin`, and `inner, a.id = b.id`.
  const std::string& name() const { return name_; }
  const std::string& details() const { return details_; }
  void set_details(std::string details) { details_ = std::move(details); }

  /// Child 0 feeds this operator; further children (a join's build side) are run before.
  std::vector<std::unique_ptr<PhysicalOperator>>& children() { return children_; }
  const std::vector<std::unique_ptr<PhysicalOperator>>& children() const { return children_; }

  /// The columns of the batches that it gives, in order.
  const std::vector<ColumnId>& output() const { return output_; }
  const std::vector<LogicalType>& types() const { return types_; }
  void set_output(std::vector<ColumnId> output, std::vector<LogicalType> types) {
    output_ = std::move(output);
    types_ = std::move(types);
  }
  /// Column id -> position in its batches.
  ColumnPositions positions() const;

  std::optional<double> estimated_rows() const { return estimated_rows_; }
  void set_estimated_rows(std::optional<double> rows) { estimated_rows_ = rows; }
  /// Numbers the operators of a plan 0, 1, ...: the index of its profile.
  size_t number() const { return number_; }
  void set_number(size_t number) { number_ = number; }

  // Exactly the one of its role is implemented. `execution` gives access to the finished sinks of further
  // children.
  virtual std::unique_ptr<TableScan> open_source(Execution& execution) const;
  virtual std::unique_ptr<StreamFactory> open_stream(Execution& execution) const;
  virtual std::unique_ptr<SinkState> open_sink(Execution& execution) const;
  /// A plan of its own that this operator may run instead of what it is for; not among the children. Null:
  /// none.
  virtual PhysicalOperator* alternative() const { return nullptr; }
  /// A sink that takes the rows of all its children (set operations), one child after the other, told by
  /// begin_child; otherwise only child 0 feeds it.
  virtual bool takes_all_children() const { return false; }

 private:
  OperatorRole role_;
  std::string name_;
  std::string details_;
  std::vector<std::unique_ptr<PhysicalOperator>> children_;
  std::vector<ColumnId> output_;
  std::vector<LogicalType> types_;
  std::optional<double> estimated_rows_;
  size_t number_ = 0;
};

using PhysicalOperatorPtr = std::unique_ptr<PhysicalOperator>;

}  // namespace stoa
