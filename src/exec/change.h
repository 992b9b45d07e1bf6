#pragma once

#include "exec/physical_operator.h"
#include "plan/logical_statement.h"

/// The sinks of INSERT, UPDATE, DELETE and CREATE TABLE AS. Each writes to the context's fork and gives one
/// row with the number of rows changed, or with RETURNING the rows. A failing one leaves the fork to be
/// rolled back by its statement.
namespace stoa {

class PhysicalInsert final : public PhysicalOperator {
 public:
  explicit PhysicalInsert(std::unique_ptr<LogicalInsert> insert);
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;

 private:
  std::unique_ptr<LogicalInsert> insert_;
};

class PhysicalUpdate final : public PhysicalOperator {
 public:
  explicit PhysicalUpdate(std::unique_ptr<LogicalUpdate> update);
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;

 private:
  std::unique_ptr<LogicalUpdate> update_;
};

class PhysicalDelete final : public PhysicalOperator {
 public:
  explicit PhysicalDelete(std::unique_ptr<LogicalDelete> erase);
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;

 private:
  std::unique_ptr<LogicalDelete> erase_;
};

class PhysicalCreateTableAs final : public PhysicalOperator {
 public:
  explicit PhysicalCreateTableAs(std::unique_ptr<LogicalCreateTableAs> create);
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;

 private:
  std::unique_ptr<LogicalCreateTableAs> create_;
};

}  // namespace stoa
