#include <algorithm>
#include <bit>

#include "column/kernels/bool_logic.h"
#include "column/kernels/compare.h"
#include "column/kernels/hash.h"
#include "column/kernels/mask.h"
#include "column/row_compare.h"
#include "plan/evaluator_node.h"

namespace stoa {

namespace {

/// Lists up to this long are compared item by item, which SIMD does faster than a hash table.
constexpr size_t kShortList = 4;

/// The constant items of an IN list without NULL and duplicates, found by hash.
class ItemTable {
 public:
  ItemTable(const LogicalType& type, const std::vector<Value>& values)
      : items_(ColumnVector::from_values(type, values)), hashes_(values.size()) {
    hash_column(items_, values.size(), hashes_.data(), false);
    slots_.assign(std::bit_ceil(std::max<size_t>(values.size() * 2, 2)), kEmpty);
    for (uint32_t i = 0; i < values.size(); ++i) {
      size_t slot = hashes_[i] & (slots_.size() - 1);
      while (slots_[slot] != kEmpty) {
        slot = (slot + 1) & (slots_.size() - 1);
      }
      slots_[slot] = i;
    }
  }

  bool contains(const ColumnVector& vector, size_t row, uint64_t hash) const {
    for (size_t slot = hash & (slots_.size() - 1); slots_[slot] != kEmpty;
         slot = (slot + 1) & (slots_.size() - 1)) {
      const uint32_t item = slots_[slot];
      if (hashes_[item] == hash && compare_rows(items_, item, vector, row) == 0) {
        return true;
      }
    }
    return false;
  }

 private:
  static constexpr uint32_t kEmpty = ~uint32_t{0};
  ColumnVector items_;
  std::vector<uint64_t> hashes_;
  std::vector<uint32_t> slots_;
};

class InListNode final : public EvaluatorNode {
 public:
  InListNode(const BoundInList& e, const EvaluatorSettings& settings)
      : EvaluatorNode(e), is_negated_(e.is_negated), operand_(compile(*e.operand, settings)) {
    std::vector<Value> constants;
    for (const ExpressionPtr& item : e.items) {
      const auto* constant = try_as<BoundConstant>(*item);
      if (constant == nullptr) {
        others_.push_back(compile(*item, settings));
      } else if (constant->value.is_null()) {
        has_null_ = true;
      } else {
        constants.push_back(constant->value);
      }
    }
    if (constants.size() > kShortList) {
      table_.emplace(e.operand->type, constants);
      return;
    }
    for (const Value& value : constants) {
      shorts_.push_back(ColumnVector::make_constant(value, 1));
    }
  }

 private:
  ColumnVector compute(const Batch& batch) override {
    const ColumnVector operand = operand_->evaluate(batch);
    const size_t word_count = words_for_bits(batch.row_count);
    std::vector<uint64_t> found(word_count + 1, 0);
    std::vector<uint64_t> known(word_count + 1, 0);
    find_constants(operand, batch.row_count, found.data());
    valid_to_mask(operand, batch.row_count, known.data());
    if (has_null_) {
      mask_and(known.data(), found.data(), batch.row_count);
    }
    ColumnVector result = bool_vector(found.data(), known.data(), batch.row_count);
    for (const EvaluatorNodePtr& other : others_) {
      const ColumnVector equal =
          compare_to_bool(CompareOperator::kEqual, operand, other->evaluate(batch), batch.row_count);
      result = logical_or(result, equal, batch.row_count);
    }
    return is_negated_ ? logical_not(result, batch.row_count) : result;
  }

  void compute_mask(const Batch& batch, uint64_t* true_mask) override {
    if (is_negated_ || !others_.empty()) {
      return EvaluatorNode::compute_mask(batch, true_mask);
    }
    find_constants(operand_->evaluate(batch), batch.row_count, true_mask);
  }

  void find_constants(const ColumnVector& operand, size_t row_count, uint64_t* found) const {
    if (table_) {
      return find_in_table(operand, row_count, found);
    }
    std::vector<uint64_t> one(words_for_bits(row_count) + 1);
    std::fill_n(found, words_for_bits(row_count), 0);
    for (ColumnVector item : shorts_) {
      item.set_size(row_count);
      compare_to_mask(CompareOperator::kEqual, operand, item, row_count, one.data());
      mask_or(found, one.data(), row_count);
    }
  }

  void find_in_table(const ColumnVector& operand, size_t row_count, uint64_t* found) const {
    std::vector<uint64_t> hashes(row_count);
    hash_column(operand, row_count, hashes.data(), false);
    std::fill_n(found, words_for_bits(row_count), 0);
    for (size_t i = 0; i < row_count; ++i) {
      if (!operand.is_null(i) && table_->contains(operand, i, hashes[i])) {
        set_bit(found, i);
      }
    }
  }

  bool is_negated_;
  bool has_null_ = false;
  EvaluatorNodePtr operand_;
  std::vector<EvaluatorNodePtr> others_;
  std::vector<ColumnVector> shorts_;
  std::optional<ItemTable> table_;
};

}  // namespace

EvaluatorNodePtr make_in_list_node(const BoundInList& e, const EvaluatorSettings& settings) {
  return std::make_unique<InListNode>(e, settings);
}

}  // namespace stoa
