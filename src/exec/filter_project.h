#pragma once

#include "exec/physical_operator.h"
#include "plan/expression.h"

namespace stoa {

/// Keeps the rows for which every conjunct is TRUE. Conjuncts are evaluated to packed masks, in order;
/// passing rows become selections over the same columns, no value is copied.
class PhysicalFilter final : public PhysicalOperator {
 public:
  explicit PhysicalFilter(ExpressionList conjuncts);
  std::unique_ptr<StreamFactory> open_stream(Execution& execution) const override;

 private:
  ExpressionList conjuncts_;
};

/// One expression per output column; a bare column is passed on as it is.
class PhysicalProject final : public PhysicalOperator {
 public:
  explicit PhysicalProject(ExpressionList expressions);
  std::unique_ptr<StreamFactory> open_stream(Execution& execution) const override;

 private:
  ExpressionList expressions_;
};

/// Filters batches by conjuncts; one per thread. Also used by scans and joins.
class BatchFilter {
 public:
  BatchFilter(const ExpressionList& conjuncts, const ColumnPositions& positions,
              const ExecutionContext& context);
  /// Keeps the passing rows of `batch`; false when none is left.
  bool apply(Batch& batch);
  bool is_empty() const { return conjuncts_.empty(); }

 private:
  std::vector<ExpressionEvaluator> conjuncts_;
  std::vector<uint64_t> mask_;
};

}  // namespace stoa
