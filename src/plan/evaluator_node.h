#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "plan/evaluator.h"

namespace stoa {

/// What all nodes of one evaluator share.
struct EvaluatorSettings {
  const ColumnPositions& positions;
  const FunctionContext& context;
  std::span<const Value> parameters;
};

/// A compiled expression node; one subclass per kind of expression, in evaluator_*.cpp. `evaluate` takes the
/// short cuts that hold for every kind (constants once, dictionaries once per entry) and otherwise calls
/// `compute`.
class EvaluatorNode {
 public:
  virtual ~EvaluatorNode() = default;
  EvaluatorNode(const EvaluatorNode&) = delete;
  EvaluatorNode& operator=(const EvaluatorNode&) = delete;

  ColumnVector evaluate(const Batch& batch);
  void evaluate_mask(const Batch& batch, uint64_t* true_mask);

  /// Evaluates for some rows only: the result has one value per row of the selection.
  ColumnVector evaluate_selected(const Batch& batch, Selection rows, const Owner& owner);
  /// Clears the bits of the rows of `mask` for which this is not TRUE, evaluating only rows whose bit is set.
  void narrow_mask(const Batch& batch, uint64_t* mask);

  const BoundExpression& expression() const { return expression_; }
  bool may_raise() const { return may_raise_; }

 protected:
  explicit EvaluatorNode(const BoundExpression& expression);
  virtual ColumnVector compute(const Batch& batch) = 0;
  virtual void compute_mask(const Batch& batch, uint64_t* true_mask);
  /// Set by nodes for which the short cuts cost more than they save (columns, constants).
  bool is_trivial_ = false;

 private:
  friend std::unique_ptr<EvaluatorNode> compile(const BoundExpression&, const EvaluatorSettings&);

  Batch select_inputs(const Batch& batch, Selection rows, const Owner& owner) const;
  const ColumnVector* dictionary_input(const Batch& batch) const;
  Batch dictionary_batch(const ColumnVector& input) const;
  bool remember_dictionary(const ColumnVector& input);
  bool remember_dictionary_mask(const ColumnVector& input);

  const BoundExpression& expression_;
  bool may_raise_ = false;
  bool is_pure_ = false;        ///< immutable or stable: the same input gives the same value
  std::vector<size_t> inputs_;  ///< positions of the columns that it reads
  std::optional<ColumnVector> constant_;
  // The last dictionary seen and what came of it; a failed one raised, and its rows are evaluated instead.
  std::shared_ptr<const ColumnVector> seen_dictionary_;
  ColumnVector dictionary_result_;
  std::vector<uint64_t> dictionary_mask_;
  bool has_dictionary_result_ = false;
  bool has_dictionary_mask_ = false;
  bool dictionary_failed_ = false;
};

using EvaluatorNodePtr = std::unique_ptr<EvaluatorNode>;

EvaluatorNodePtr compile(const BoundExpression& expression, const EvaluatorSettings& settings);
std::vector<EvaluatorNodePtr> compile_all(const ExpressionList& expressions,
                                          const EvaluatorSettings& settings);

// One maker per kind of expression with logic of its own.
EvaluatorNodePtr make_call_node(const BoundCall& e, const EvaluatorSettings& settings);
EvaluatorNodePtr make_cast_node(const BoundCast& e, const EvaluatorSettings& settings);
EvaluatorNodePtr make_comparison_node(const BoundComparison& e, const EvaluatorSettings& settings);
EvaluatorNodePtr make_conjunction_node(const BoundConjunction& e, const EvaluatorSettings& settings);
EvaluatorNodePtr make_not_node(const BoundNot& e, const EvaluatorSettings& settings);
EvaluatorNodePtr make_is_null_node(const BoundIsNull& e, const EvaluatorSettings& settings);
EvaluatorNodePtr make_case_node(const BoundCase& e, const EvaluatorSettings& settings);
EvaluatorNodePtr make_coalesce_node(const BoundCoalesce& e, const EvaluatorSettings& settings);
EvaluatorNodePtr make_in_list_node(const BoundInList& e, const EvaluatorSettings& settings);

}  // namespace stoa
