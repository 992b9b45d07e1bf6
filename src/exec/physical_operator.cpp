#include "exec/physical_operator.h"

#include "base/assert.h"
#include "exec/execution.h"

namespace stoa {

ColumnPositions PhysicalOperator::positions() const {
  ColumnPositions positions;
  for (size_t i = 0; i < output_.size(); ++i) {
    positions.emplace(output_[i], i);
  }
  return positions;
}

std::unique_ptr<TableScan> PhysicalOperator::open_source(Execution&) const {
  STOA_UNREACHABLE("not a source");
}
std::unique_ptr<StreamFactory> PhysicalOperator::open_stream(Execution&) const {
  STOA_UNREACHABLE("not a stream");
}
std::unique_ptr<SinkState> PhysicalOperator::open_sink(Execution&) const {
  STOA_UNREACHABLE("not a sink");
}

}  // namespace stoa
