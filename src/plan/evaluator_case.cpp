#include <cstring>

#include "base/assert.h"
#include "column/kernels/mask.h"
#include "plan/evaluator_node.h"

namespace stoa {

namespace {

/// Puts values of some rows, computed apart, into one flat vector.
class Scatter {
 public:
  Scatter(const LogicalType& type, size_t row_count) : result_(ColumnVector::make_flat(type, row_count)) {}

  /// Value i of `piece` goes to row rows[i].
  void put(Selection rows, const ColumnVector& piece) {
    const UnifiedVector from(piece);
    switch (result_.type().width_bytes()) {
      case 1: copy<uint8_t>(rows, from); break;
      case 2: copy<uint16_t>(rows, from); break;
      case 4: copy<uint32_t>(rows, from); break;
      case 8: copy<uint64_t>(rows, from); break;
      case 16: copy<Sixteen>(rows, from); break;
      default: STOA_UNREACHABLE("nested types have no operators yet");
    }
    if (from.validity != nullptr) {
      for (size_t i = 0; i < rows.size(); ++i) {
        if (!from.is_valid(i)) {
          result_.set_null(rows[i]);
        }
      }
    }
    const ColumnVector& holder = piece.is_dictionary() ? piece.dictionary() : piece;
    if (result_.type().is_text_like() && holder.heap()) {
      result_.mutable_heap().keep(holder.heap());
    }
  }

  ColumnVector take() { return std::move(result_); }

 private:
  struct Sixteen {
    uint64_t words[2];
  };

  template <class T>
  void copy(Selection rows, const UnifiedVector& from) {
    T* to = result_.mutable_values<T>();
    for (size_t i = 0; i < rows.size(); ++i) {
      to[rows[i]] = from.value<T>(i);
    }
  }

  ColumnVector result_;
};

/// The rows of a batch that no branch has taken yet.
class OpenRows {
 public:
  explicit OpenRows(size_t row_count) : mask_(words_for_bits(row_count) + 1, 0), row_count_(row_count) {
    mask_fill(mask_.data(), row_count, true);
  }
  uint64_t* mask() { return mask_.data(); }
  bool empty() const { return mask_count(mask_.data(), row_count_) == 0; }
  bool full() const { return mask_count(mask_.data(), row_count_) == row_count_; }

 private:
  std::vector<uint64_t> mask_;
  size_t row_count_;
};

struct OwnedSelection {
  BufferRef buffer;
  Selection rows;
};

OwnedSelection to_selection(const uint64_t* mask, size_t row_count) {
  BufferRef buffer = Buffer::allocate((row_count + 64) * sizeof(uint32_t));
  const size_t count = mask_to_selection(mask, row_count, buffer->as<uint32_t>());
  const uint32_t* rows = buffer->as<uint32_t>();
  return {std::move(buffer), {rows, count}};
}

class CaseNode final : public EvaluatorNode {
 public:
  CaseNode(const BoundCase& e, const EvaluatorSettings& settings)
      : EvaluatorNode(e), otherwise_(compile(*e.otherwise, settings)) {
    for (const BoundCase::Branch& b : e.branches) {
      branches_.push_back({compile(*b.condition, settings), compile(*b.result, settings)});
    }
  }

 private:
  struct Branch {
    EvaluatorNodePtr condition;
    EvaluatorNodePtr result;
  };

  ColumnVector compute(const Batch& batch) override {
    OpenRows open(batch.row_count);
    Scatter scatter(expression().type, batch.row_count);
    std::vector<uint64_t> taken(words_for_bits(batch.row_count) + 1);
    for (const Branch& branch : branches_) {
      if (open.empty()) {
        break;
      }
      std::copy_n(open.mask(), words_for_bits(batch.row_count), taken.begin());
      branch.condition->narrow_mask(batch, taken.data());
      const size_t count = mask_count(taken.data(), batch.row_count);
      if (count == batch.row_count) {
        return branch.result->evaluate(batch);
      }
      if (count == 0) {
        continue;
      }
      put(batch, taken.data(), *branch.result, scatter);
      mask_and_not(open.mask(), taken.data(), batch.row_count);
    }
    if (open.full()) {
      return otherwise_->evaluate(batch);
    }
    if (!open.empty()) {
      put(batch, open.mask(), *otherwise_, scatter);
    }
    return scatter.take();
  }

  static void put(const Batch& batch, const uint64_t* mask, EvaluatorNode& result, Scatter& scatter) {
    const OwnedSelection selection = to_selection(mask, batch.row_count);
    scatter.put(selection.rows, result.evaluate_selected(batch, selection.rows, selection.buffer));
  }

  std::vector<Branch> branches_;
  EvaluatorNodePtr otherwise_;
};

class CoalesceNode final : public EvaluatorNode {
 public:
  CoalesceNode(const BoundCoalesce& e, const EvaluatorSettings& settings)
      : EvaluatorNode(e), operands_(compile_all(e.operands, settings)) {}

 private:
  ColumnVector compute(const Batch& batch) override {
    ColumnVector first = operands_[0]->evaluate(batch);
    std::vector<uint64_t> open(words_for_bits(batch.row_count) + 1);
    valid_to_mask(first, batch.row_count, open.data());
    mask_not(open.data(), batch.row_count);
    if (mask_count(open.data(), batch.row_count) == 0) {
      return first;
    }
    Scatter scatter(expression().type, batch.row_count);
    const OwnedSelection all = every_row(batch.row_count);
    scatter_valid(all.rows, first, scatter);
    for (size_t i = 1; i < operands_.size(); ++i) {
      const OwnedSelection rows = to_selection(open.data(), batch.row_count);
      if (rows.rows.empty()) {
        return scatter.take();
      }
      const ColumnVector piece = operands_[i]->evaluate_selected(batch, rows.rows, rows.buffer);
      const UnifiedVector values(piece);
      scatter_valid(rows.rows, piece, scatter);
      for (size_t k = 0; k < rows.rows.size(); ++k) {
        if (values.is_valid(k)) {
          clear_bit(open.data(), rows.rows[k]);
        }
      }
    }
    const OwnedSelection rest = to_selection(open.data(), batch.row_count);
    scatter.put(rest.rows, ColumnVector::make_null(expression().type, rest.rows.size()));
    return scatter.take();
  }

  static OwnedSelection every_row(size_t row_count) {
    BufferRef buffer = Buffer::allocate((row_count + 64) * sizeof(uint32_t));
    for (size_t i = 0; i < row_count; ++i) {
      buffer->as<uint32_t>()[i] = static_cast<uint32_t>(i);
    }
    const uint32_t* rows = buffer->as<uint32_t>();
    return {std::move(buffer), {rows, row_count}};
  }

  /// Puts the rows that are not NULL; the others stay open for the next operand.
  static void scatter_valid(Selection rows, const ColumnVector& piece, Scatter& scatter) {
    const BufferRef kept = Buffer::allocate((piece.size() + 64) * sizeof(uint32_t));
    const size_t count = valid_to_selection(piece, rows.size(), kept->as<uint32_t>());
    std::vector<uint32_t> targets(count);
    for (size_t i = 0; i < count; ++i) {
      targets[i] = rows[kept->as<uint32_t>()[i]];
    }
    scatter.put(targets, piece.select({kept->as<uint32_t>(), count}, kept));
  }

  std::vector<EvaluatorNodePtr> operands_;
};

}  // namespace

EvaluatorNodePtr make_case_node(const BoundCase& e, const EvaluatorSettings& settings) {
  return std::make_unique<CaseNode>(e, settings);
}

EvaluatorNodePtr make_coalesce_node(const BoundCoalesce& e, const EvaluatorSettings& settings) {
  return std::make_unique<CoalesceNode>(e, settings);
}

}  // namespace stoa
