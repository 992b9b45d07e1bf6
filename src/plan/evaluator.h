#pragma once

#include <memory>
#include <span>
#include <vector>

#include "column/batch.h"
#include "function/function_context.h"
#include "plan/expression.h"

namespace stoa {

class EvaluatorNode;

/// Where the columns of an expression lie in a batch: column id -> position.
using ColumnPositions = ColumnMap<size_t>;

/// Evaluates one bound expression over batches. Made once per thread and pipeline (it has scratch space and
/// compiled state such as the hash set of an IN list); used by one thread. The expression, the context and
/// the parameters must outlive it.
///
/// Answers once per distinct value where it can: a subexpression whose only varying input is one distinct
/// dictionary is evaluated over the dictionary (remembered from batch to batch) and keeps it; constants are
/// evaluated once. Where that raises, the rows themselves are evaluated, so no error comes from an entry that
/// no row has. Errors carry the place of the expression that raised them.
class ExpressionEvaluator {
 public:
  ExpressionEvaluator(const BoundExpression& expression, const ColumnPositions& positions,
                      const FunctionContext& context, std::span<const Value> parameters);
  ~ExpressionEvaluator();
  ExpressionEvaluator(ExpressionEvaluator&&) noexcept;

  /// One value per row of the batch; any vector kind. May share the batch's columns.
  ColumnVector evaluate(const Batch& batch);

  /// For a BOOLEAN expression: sets bit i of `true_mask` where row i is TRUE (not NULL, not FALSE); words
  /// beyond the rows' last are untouched, bits beyond the last row are zero. AND and OR work on packed masks.
  void evaluate_mask(const Batch& batch, uint64_t* true_mask);

 private:
  std::unique_ptr<EvaluatorNode> root_;
};

/// The value of an expression without columns.
Value evaluate_constant(const BoundExpression& expression, const FunctionContext& context,
                        std::span<const Value> parameters = {});

}  // namespace stoa
