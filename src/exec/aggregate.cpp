#include "exec/aggregate.h"

#include "base/error.h"
#include "exec/aggregate_sink.h"
#include "exec/execution.h"

namespace stoa {

namespace {
/// The grouping id is a BIGINT with a bit per group.
constexpr size_t kGroupsWithIdMax = 63;
}  // namespace

PhysicalHashAggregate::PhysicalHashAggregate(AggregateExpressions expressions)
    : PhysicalHashAggregate("HashAggregate", std::move(expressions)) {}

PhysicalHashAggregate::PhysicalHashAggregate(std::string name, AggregateExpressions expressions)
    : PhysicalOperator(OperatorRole::kSink, std::move(name)), expressions_(std::move(expressions)) {
  if (expressions_.has_grouping_id && expressions_.groups.size() > kGroupsWithIdMax) {
    raise(sqlstate::kTooManyColumns, "GROUPING over more than 63 columns");
  }
}

std::unique_ptr<SinkState> PhysicalHashAggregate::open_sink(Execution& execution) const {
  return std::make_unique<AggregateSink>(expressions_, *this, children()[0]->positions(),
                                         execution.context());
}

PhysicalUngroupedAggregate::PhysicalUngroupedAggregate(ExpressionList aggregates)
    : PhysicalHashAggregate("UngroupedAggregate", {{}, std::move(aggregates), {}, false}) {}

}  // namespace stoa
