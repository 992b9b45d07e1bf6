#include "column/kernels/bool_logic.h"
#include "column/kernels/compare.h"
#include "column/kernels/mask.h"
#include "plan/evaluator_node.h"

namespace stoa {

namespace {

class ComparisonNode final : public EvaluatorNode {
 public:
  ComparisonNode(const BoundComparison& e, const EvaluatorSettings& settings)
      : EvaluatorNode(e), op_(e.op), left_(compile(*e.left, settings)), right_(compile(*e.right, settings)) {}

 private:
  ColumnVector compute(const Batch& batch) override {
    return compare_to_bool(op_, left_->evaluate(batch), right_->evaluate(batch), batch.row_count);
  }
  void compute_mask(const Batch& batch, uint64_t* true_mask) override {
    compare_to_mask(op_, left_->evaluate(batch), right_->evaluate(batch), batch.row_count, true_mask);
  }
  CompareOperator op_;
  EvaluatorNodePtr left_;
  EvaluatorNodePtr right_;
};

/// AND, OR. Operands that may raise are evaluated only for the rows that those before them left undecided, so
/// that `x <> 0 AND 1 / x > 2` doesn't divide by zero.
class ConjunctionNode final : public EvaluatorNode {
 public:
  ConjunctionNode(const BoundConjunction& e, const EvaluatorSettings& settings)
      : EvaluatorNode(e), is_and_(e.is_and), operands_(compile_all(e.operands, settings)) {}

 private:
  ColumnVector compute(const Batch& batch) override {
    ColumnVector result = operands_[0]->evaluate(batch);
    for (size_t i = 1; i < operands_.size(); ++i) {
      const ColumnVector operand = operands_[i]->may_raise() ? undecided_operand(batch, result, *operands_[i])
                                                             : operands_[i]->evaluate(batch);
      result = is_and_ ? logical_and(result, operand, batch.row_count)
                       : logical_or(result, operand, batch.row_count);
    }
    return result;
  }

  void compute_mask(const Batch& batch, uint64_t* true_mask) override {
    operands_[0]->evaluate_mask(batch, true_mask);
    if (is_and_) {
      for (size_t i = 1; i < operands_.size(); ++i) {
        operands_[i]->narrow_mask(batch, true_mask);
      }
      return;
    }
    std::vector<uint64_t> rest(words_for_bits(batch.row_count) + 1);
    for (size_t i = 1; i < operands_.size(); ++i) {
      // Rows that are not TRUE yet, narrowed to those that this operand makes so.
      std::copy(true_mask, true_mask + words_for_bits(batch.row_count), rest.begin());
      mask_not(rest.data(), batch.row_count);
      operands_[i]->narrow_mask(batch, rest.data());
      mask_or(true_mask, rest.data(), batch.row_count);
    }
  }

  /// The operand's value where `result` doesn't decide alone; elsewhere the neutral value.
  ColumnVector undecided_operand(const Batch& batch, const ColumnVector& result,
                                 EvaluatorNode& operand) const {
    const BufferRef rows = Buffer::allocate((batch.row_count + 64) * sizeof(uint32_t));
    size_t count = 0;
    const UnifiedVector values(result);
    for (size_t i = 0; i < batch.row_count; ++i) {
      const size_t position = values.position(i);
      const bool decided =
          values.is_valid_at(position) && (values.values<uint8_t>()[position] != 0) != is_and_;
      rows->as<uint32_t>()[count] = static_cast<uint32_t>(i);
      count += decided ? 0 : 1;
    }
    if (count == batch.row_count) {
      return operand.evaluate(batch);
    }
    const Selection selection(rows->as<uint32_t>(), count);
    ColumnVector scattered = ColumnVector::make_flat(TypeId::kBoolean, batch.row_count);
    std::fill_n(scattered.mutable_values<uint8_t>(), batch.row_count, uint8_t{is_and_});
    if (count == 0) {
      return scattered;
    }
    const ColumnVector selected = operand.evaluate_selected(batch, selection, rows);
    const UnifiedVector from(selected);
    for (size_t i = 0; i < count; ++i) {
      scattered.mutable_values<uint8_t>()[selection[i]] = from.value<uint8_t>(i);
      if (!from.is_valid(i)) {
        scattered.set_null(selection[i]);
      }
    }
    return scattered;
  }

  bool is_and_;
  std::vector<EvaluatorNodePtr> operands_;
};

class NotNode final : public EvaluatorNode {
 public:
  NotNode(const BoundNot& e, const EvaluatorSettings& settings)
      : EvaluatorNode(e), operand_(compile(*e.operand, settings)) {}

 private:
  ColumnVector compute(const Batch& batch) override {
    return logical_not(operand_->evaluate(batch), batch.row_count);
  }
  EvaluatorNodePtr operand_;
};

class IsNullNode final : public EvaluatorNode {
 public:
  IsNullNode(const BoundIsNull& e, const EvaluatorSettings& settings)
      : EvaluatorNode(e), is_negated_(e.is_negated), operand_(compile(*e.operand, settings)) {}

 private:
  ColumnVector compute(const Batch& batch) override {
    const ColumnVector operand = operand_->evaluate(batch);
    return is_negated_ ? is_not_null_vector(operand, batch.row_count)
                       : is_null_vector(operand, batch.row_count);
  }
  void compute_mask(const Batch& batch, uint64_t* true_mask) override {
    valid_to_mask(operand_->evaluate(batch), batch.row_count, true_mask);
    if (!is_negated_) {
      mask_not(true_mask, batch.row_count);
    }
  }
  bool is_negated_;
  EvaluatorNodePtr operand_;
};

}  // namespace

EvaluatorNodePtr make_comparison_node(const BoundComparison& e, const EvaluatorSettings& settings) {
  return std::make_unique<ComparisonNode>(e, settings);
}

EvaluatorNodePtr make_conjunction_node(const BoundConjunction& e, const EvaluatorSettings& settings) {
  return std::make_unique<ConjunctionNode>(e, settings);
}

EvaluatorNodePtr make_not_node(const BoundNot& e, const EvaluatorSettings& settings) {
  return std::make_unique<NotNode>(e, settings);
}

EvaluatorNodePtr make_is_null_node(const BoundIsNull& e, const EvaluatorSettings& settings) {
  return std::make_unique<IsNullNode>(e, settings);
}

}  // namespace stoa
