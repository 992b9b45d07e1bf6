#include "base/bits.h"
#include "base/error.h"
#include "column/cast.h"
#include "plan/evaluator_node.h"

namespace stoa {

namespace {

/// Runs `work`, giving an error the place of the expression; want of memory is the whole statement's.
template <class Work>
ColumnVector at_place(const BoundExpression& e, const Work& work) {
  try {
    return work();
  } catch (Error& error) {
    if (e.place && !(error.state() == sqlstate::kOutOfMemory)) {
      error.set_place_if_none(*e.place);
    }
    throw;
  }
}

bool is_constant_null(const ColumnVector& vector) {
  return vector.is_constant() && vector.is_null(0);
}

/// NULL where any argument is: result validity AND the arguments' validities.
void propagate_nulls(std::span<const ColumnVector> arguments, ColumnVector& result, size_t row_count) {
  for (const ColumnVector& argument : arguments) {
    if (!argument.is_flat() || !argument.validity().has_mask()) {
      continue;
    }
    if (!result.validity().has_mask()) {
      result.set_validity(argument.validity());
      continue;
    }
    const size_t word_count = words_for_bits(row_count);
    const BufferRef merged = Buffer::allocate(word_count * sizeof(uint64_t));
    for (size_t i = 0; i < word_count; ++i) {
      merged->as<uint64_t>()[i] = result.validity().word(i) & argument.validity().word(i);
    }
    result.set_validity(Validity(merged->as<uint64_t>(), merged));
  }
}

class CallNode final : public EvaluatorNode {
 public:
  CallNode(const BoundCall& e, const EvaluatorSettings& settings)
      : EvaluatorNode(e),
        call_(e.call),
        context_(settings.context),
        arguments_(compile_all(e.arguments, settings)) {}

 private:
  ColumnVector compute(const Batch& batch) override {
    std::vector<ColumnVector> arguments;
    arguments.reserve(arguments_.size());
    bool all_constant = call_.function->volatility != Volatility::kVolatile;
    for (const EvaluatorNodePtr& node : arguments_) {
      ColumnVector argument = node->evaluate(batch);
      if (argument.is_dictionary()) {
        argument = argument.flatten();
      }
      all_constant = all_constant && argument.is_constant();
      arguments.push_back(std::move(argument));
    }
    return at_place(expression(), [&] { return run(arguments, batch.row_count, all_constant); });
  }

  ColumnVector run(std::vector<ColumnVector>& arguments, size_t row_count, bool all_constant) const {
    const bool propagates = call_.function->null_handling == NullHandling::kPropagate;
    if (propagates) {
      for (const ColumnVector& argument : arguments) {
        if (is_constant_null(argument)) {
          return ColumnVector::make_null(call_.return_type, row_count);
        }
      }
    }
    if (row_count == 0) {
      return ColumnVector::make_flat(call_.return_type, 0);
    }
    const size_t computed_rows = all_constant ? 1 : row_count;
    if (all_constant) {
      for (ColumnVector& argument : arguments) {
        argument.set_size(1);
      }
    }
    ColumnVector result =
        call_.function->kernel({context_, call_.data.get(), call_.return_type, arguments, computed_rows});
    if (propagates) {
      propagate_nulls(arguments, result, computed_rows);
    }
    if (!all_constant) {
      return result;
    }
    ColumnVector constant = ColumnVector::make_constant(result.value(0), row_count);
    constant.set_type(call_.return_type);
    return constant;
  }

  const BoundScalarCall& call_;
  const FunctionContext& context_;
  std::vector<EvaluatorNodePtr> arguments_;
};

class CastNode final : public EvaluatorNode {
 public:
  CastNode(const BoundCast& e, const EvaluatorSettings& settings)
      : EvaluatorNode(e),
        operand_(compile(*e.operand, settings)),
        failure_(e.is_try ? CastFailure::kNull : CastFailure::kRaise) {}

 private:
  ColumnVector compute(const Batch& batch) override {
    const ColumnVector operand = operand_->evaluate(batch);
    return at_place(expression(), [&] { return cast_vector(operand, expression().type, failure_); });
  }
  EvaluatorNodePtr operand_;
  CastFailure failure_;
};

}  // namespace

EvaluatorNodePtr make_call_node(const BoundCall& e, const EvaluatorSettings& settings) {
  return std::make_unique<CallNode>(e, settings);
}

EvaluatorNodePtr make_cast_node(const BoundCast& e, const EvaluatorSettings& settings) {
  return std::make_unique<CastNode>(e, settings);
}

}  // namespace stoa
