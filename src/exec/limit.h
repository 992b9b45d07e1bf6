#pragma once

#include "exec/physical_operator.h"
#include "plan/expression.h"

namespace stoa {

/// The number that a LIMIT or OFFSET expression gives: none for null expressions and NULL. Raises 2201W /
/// 2201X below 0.
std::optional<uint64_t> limit_value(const ExpressionPtr& expression, bool is_offset,
                                    const ExecutionContext& context);

/// LIMIT / OFFSET in row order. Every morsel keeps at most limit + offset rows, and no morsel is begun once
/// the finished ones before it hold enough.
class PhysicalLimit final : public PhysicalOperator {
 public:
  PhysicalLimit(ExpressionPtr limit, ExpressionPtr offset);
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;

 private:
  ExpressionPtr limit_;
  ExpressionPtr offset_;
};

}  // namespace stoa
