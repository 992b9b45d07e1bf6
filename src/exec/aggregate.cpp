#include "exec/aggregate.h"

#include "exec/aggregate_sink.h"
#include "exec/execution.h"

namespace stoa {

PhysicalHashAggregate::PhysicalHashAggregate(AggregateExpressions expressions)
    : PhysicalHashAggregate("HashAggregate", std::move(expressions)) {}

PhysicalHashAggregate::PhysicalHashAggregate(std::string name, AggregateExpressions expressions)
    : PhysicalOperator(OperatorRole::kSink, std::move(name)), expressions_(std::move(expressions)) {}

std::unique_ptr<SinkState> PhysicalHashAggregate::open_sink(Execution& execution) const {
  return std::make_unique<AggregateSink>(expressions_, *this, children()[0]->positions(),
                                         execution.context());
}

PhysicalUngroupedAggregate::PhysicalUngroupedAggregate(ExpressionList aggregates)
    : PhysicalHashAggregate("UngroupedAggregate", {{}, std::move(aggregates), {}, false}) {}

}  // namespace stoa
