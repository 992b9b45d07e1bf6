#include "plan/evaluator.h"

#include "base/assert.h"
#include "base/error.h"
#include "column/kernels/bool_logic.h"
#include "column/kernels/mask.h"
#include "plan/evaluator_node.h"
#include "plan/expression_tree.h"

namespace stoa {

namespace {

/// A conjunct is evaluated for selected rows only when fewer than this share of them is left, or when it may
/// raise.
constexpr size_t kSelectBelowShare = 4;

class ColumnNode final : public EvaluatorNode {
 public:
  ColumnNode(const BoundColumn& e, const EvaluatorSettings& settings) : EvaluatorNode(e) {
    const auto found = settings.positions.find(e.column);
    STOA_CHECK(found != settings.positions.end());
    position_ = found->second;
    is_trivial_ = true;
  }

 private:
  ColumnVector compute(const Batch& batch) override { return batch.columns[position_]; }
  size_t position_ = 0;
};

class ConstantNode final : public EvaluatorNode {
 public:
  ConstantNode(const BoundExpression& e, const Value& value)
      : EvaluatorNode(e), vector_(ColumnVector::make_constant(value, 1)) {
    is_trivial_ = true;
    vector_.set_type(e.type);
  }

 private:
  ColumnVector compute(const Batch& batch) override {
    ColumnVector result = vector_;
    result.set_size(batch.row_count);
    return result;
  }
  ColumnVector vector_;
};

EvaluatorNodePtr make_parameter_node(const BoundParameter& e, const EvaluatorSettings& settings) {
  if (e.index >= settings.parameters.size()) {
    raise(sqlstate::kUndefinedParameter, "no value for parameter $" + std::to_string(e.index + 1));
  }
  return std::make_unique<ConstantNode>(e, cast_value(settings.parameters[e.index], e.type));
}

EvaluatorNodePtr make_node(const BoundExpression& e, const EvaluatorSettings& settings) {
  switch (e.kind) {
    case ExpressionKind::kConstant: return std::make_unique<ConstantNode>(e, as<BoundConstant>(e).value);
    case ExpressionKind::kParameter: return make_parameter_node(as<BoundParameter>(e), settings);
    case ExpressionKind::kColumn: return std::make_unique<ColumnNode>(as<BoundColumn>(e), settings);
    case ExpressionKind::kCall: return make_call_node(as<BoundCall>(e), settings);
    case ExpressionKind::kComparison: return make_comparison_node(as<BoundComparison>(e), settings);
    case ExpressionKind::kConjunction: return make_conjunction_node(as<BoundConjunction>(e), settings);
    case ExpressionKind::kNot: return make_not_node(as<BoundNot>(e), settings);
    case ExpressionKind::kIsNull: return make_is_null_node(as<BoundIsNull>(e), settings);
    case ExpressionKind::kCase: return make_case_node(as<BoundCase>(e), settings);
    case ExpressionKind::kCoalesce: return make_coalesce_node(as<BoundCoalesce>(e), settings);
    case ExpressionKind::kCast: return make_cast_node(as<BoundCast>(e), settings);
    case ExpressionKind::kInList: return make_in_list_node(as<BoundInList>(e), settings);
    case ExpressionKind::kAggregate:
    case ExpressionKind::kWindow:
    case ExpressionKind::kSubquery: break;
  }
  STOA_UNREACHABLE("aggregates, windows and subqueries are computed by operators");
}

}  // namespace

EvaluatorNodePtr compile(const BoundExpression& expression, const EvaluatorSettings& settings) {
  EvaluatorNodePtr node = make_node(expression, settings);
  node->is_pure_ = !is_volatile(expression);
  node->may_raise_ = !cannot_raise(expression);
  for (const ColumnId column : columns_of(expression)) {
    node->inputs_.push_back(settings.positions.at(column));
  }
  return node;
}

std::vector<EvaluatorNodePtr> compile_all(const ExpressionList& expressions,
                                          const EvaluatorSettings& settings) {
  std::vector<EvaluatorNodePtr> nodes;
  nodes.reserve(expressions.size());
  for (const ExpressionPtr& e : expressions) {
    nodes.push_back(compile(*e, settings));
  }
  return nodes;
}

EvaluatorNode::EvaluatorNode(const BoundExpression& expression) : expression_(expression) {}

void EvaluatorNode::compute_mask(const Batch& batch, uint64_t* true_mask) {
  true_to_mask(compute(batch), batch.row_count, true_mask);
}

/// The one distinct dictionary that the value depends on, or null.
const ColumnVector* EvaluatorNode::dictionary_input(const Batch& batch) const {
  if (is_trivial_ || !is_pure_ || inputs_.size() != 1) {
    return nullptr;
  }
  const ColumnVector& input = batch.columns[inputs_[0]];
  return input.has_distinct_dictionary() ? &input : nullptr;
}

Batch EvaluatorNode::dictionary_batch(const ColumnVector& input) const {
  Batch entries;
  entries.columns.resize(inputs_[0] + 1);
  entries.columns[inputs_[0]] = input.dictionary();
  entries.row_count = input.dictionary().size();
  return entries;
}

bool EvaluatorNode::remember_dictionary(const ColumnVector& input) {
  if (seen_dictionary_ != input.shared_dictionary()) {
    seen_dictionary_ = input.shared_dictionary();
    has_dictionary_result_ = has_dictionary_mask_ = dictionary_failed_ = false;
  }
  if (has_dictionary_result_ || dictionary_failed_) {
    return !dictionary_failed_;
  }
  try {
    dictionary_result_ = compute(dictionary_batch(input));
    has_dictionary_result_ = true;
  } catch (const Error&) {
    dictionary_failed_ = true;
  }  // perhaps for an entry that no row has
  return !dictionary_failed_;
}

bool EvaluatorNode::remember_dictionary_mask(const ColumnVector& input) {
  if (seen_dictionary_ != input.shared_dictionary()) {
    seen_dictionary_ = input.shared_dictionary();
    has_dictionary_result_ = has_dictionary_mask_ = dictionary_failed_ = false;
  }
  if (has_dictionary_mask_ || dictionary_failed_) {
    return !dictionary_failed_;
  }
  try {
    const Batch entries = dictionary_batch(input);
    dictionary_mask_.assign(words_for_bits(entries.row_count) + 1, 0);
    compute_mask(entries, dictionary_mask_.data());
    has_dictionary_mask_ = true;
  } catch (const Error&) {
    dictionary_failed_ = true;
  }
  return !dictionary_failed_;
}

ColumnVector EvaluatorNode::evaluate(const Batch& batch) {
  if (is_trivial_) {
    return compute(batch);
  }
  if (is_pure_ && inputs_.empty() && batch.row_count != 0) {
    if (!constant_) {
      Batch one;
      one.row_count = 1;
      constant_ = ColumnVector::make_constant(compute(one).value(0), 1);
      constant_->set_type(expression_.type);
    }
    ColumnVector result = *constant_;
    result.set_size(batch.row_count);
    return result;
  }
  const ColumnVector* dictionary = dictionary_input(batch);
  if (dictionary != nullptr && remember_dictionary(*dictionary)) {
    return ColumnVector::make_dictionary(dictionary_result_, dictionary->indices(),
                                         dictionary->indices_owner(), batch.row_count);
  }
  return compute(batch);
}

void EvaluatorNode::evaluate_mask(const Batch& batch, uint64_t* true_mask) {
  const ColumnVector* dictionary = dictionary_input(batch);
  if (dictionary != nullptr && remember_dictionary_mask(*dictionary)) {
    mask_gather(dictionary_mask_.data(), dictionary->indices(), batch.row_count, true_mask);
    return;
  }
  if (is_pure_ && inputs_.empty()) {
    true_to_mask(evaluate(batch), batch.row_count, true_mask);
    return;
  }
  compute_mask(batch, true_mask);
}

Batch EvaluatorNode::select_inputs(const Batch& batch, Selection rows, const Owner& owner) const {
  Batch selected;
  selected.columns.resize(batch.columns.size());
  selected.row_count = rows.size();
  for (const size_t input : inputs_) {
    selected.columns[input] = batch.columns[input].select(rows, owner);
  }
  return selected;
}

ColumnVector EvaluatorNode::evaluate_selected(const Batch& batch, Selection rows, const Owner& owner) {
  return evaluate(select_inputs(batch, rows, owner));
}

void EvaluatorNode::narrow_mask(const Batch& batch, uint64_t* mask) {
  const size_t left_count = mask_count(mask, batch.row_count);
  if (left_count == 0) {
    return;
  }
  const size_t word_count = words_for_bits(batch.row_count);
  if (left_count == batch.row_count || (!may_raise_ && left_count * kSelectBelowShare >= batch.row_count)) {
    std::vector<uint64_t> own(word_count + 1, 0);
    evaluate_mask(batch, own.data());
    mask_and(mask, own.data(), batch.row_count);
    return;
  }
  const BufferRef rows = Buffer::allocate((batch.row_count + 64) * sizeof(uint32_t));
  const size_t count = mask_to_selection(mask, batch.row_count, rows->as<uint32_t>());
  const Selection selection(rows->as<uint32_t>(), count);
  std::vector<uint64_t> own(words_for_bits(count) + 1, 0);
  evaluate_mask(select_inputs(batch, selection, rows), own.data());
  for (size_t i = 0; i < count; ++i) {
    if (!get_bit(own.data(), i)) {
      clear_bit(mask, selection[i]);
    }
  }
}

ExpressionEvaluator::ExpressionEvaluator(const BoundExpression& expression, const ColumnPositions& positions,
                                         const FunctionContext& context, std::span<const Value> parameters)
    : root_(compile(expression, {positions, context, parameters})) {}

ExpressionEvaluator::~ExpressionEvaluator() = default;
ExpressionEvaluator::ExpressionEvaluator(ExpressionEvaluator&&) noexcept = default;

ColumnVector ExpressionEvaluator::evaluate(const Batch& batch) {
  return root_->evaluate(batch);
}

void ExpressionEvaluator::evaluate_mask(const Batch& batch, uint64_t* true_mask) {
  root_->evaluate_mask(batch, true_mask);
}

Value evaluate_constant(const BoundExpression& expression, const FunctionContext& context,
                        std::span<const Value> parameters) {
  const ColumnPositions none;
  ExpressionEvaluator evaluator(expression, none, context, parameters);
  Batch one;
  one.row_count = 1;
  return evaluator.evaluate(one).value(0);
}

}  // namespace stoa
