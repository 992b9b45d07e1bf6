#include "exec/values.h"

#include "column/column_builder.h"
#include "exec/collected_rows.h"
#include "exec/execution.h"

namespace stoa {

PhysicalValues::PhysicalValues(std::vector<ExpressionList> rows)
    : PhysicalOperator(OperatorRole::kSource, "Values"), rows_(std::move(rows)) {}

std::unique_ptr<TableScan> PhysicalValues::open_source(Execution& execution) const {
  const ExecutionContext& context = execution.context();
  std::vector<Batch> batches;
  for (size_t begin = 0; begin < rows_.size(); begin += context.vector_size) {
    const size_t end = std::min(begin + context.vector_size, rows_.size());
    Batch batch;
    batch.row_count = end - begin;
    for (size_t c = 0; c < types().size(); ++c) {
      VectorBuilder builder(types()[c]);
      for (size_t r = begin; r < end; ++r) {
        builder.append(evaluate_constant(*rows_[r][c], context.functions, context.parameters));
      }
      batch.columns.push_back(builder.finish());
    }
    batches.push_back(std::move(batch));
  }
  return scan_rows(std::make_shared<CollectedRows>(types(), std::move(batches)), {});
}

}  // namespace stoa
