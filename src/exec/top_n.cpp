#include "exec/top_n.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>

#include "column/kernels/compare.h"
#include "column/kernels/mask.h"
#include "exec/execution.h"
#include "exec/limit.h"
#include "exec/ordered_input.h"
#include "exec/row_order.h"
#include "exec/top_bound.h"
#include "exec/top_n_target.h"

namespace stoa {

namespace {

/// When the first bound is sought, and how many rows beyond the wanted ones may gather from then on.
constexpr size_t kFirstPruneRows = 2048;
constexpr size_t kPruneRows = 256;

/// A batch that may hold rows of the result, with its sort columns.
struct Part {
  Batch batch;
  std::vector<ColumnVector> keys;
};

/// One thread's best rows: batches are taken in until there are several times as many rows as wanted, then
/// the best are kept. A row of a later morsel loses a tie.
class BestRows {
 public:
  BestRows(const SortKeyEncoder& encoder, size_t wanted_count, const ExecutionContext& context)
      : encoder_(encoder),
        wanted_count_(wanted_count),
        prune_count_(std::max(kFirstPruneRows, wanted_count * 2)),
        context_(context) {}

  /// Tells `bound` where enough rows are known.
  void add(Part part, size_t morsel, TopBound& bound) {
    row_count_ += part.batch.row_count;
    parts_.push_back(std::move(part));
    morsels_.push_back(morsel);
    if (row_count_ >= prune_count_) {
      prune(bound);
    }
  }

  void move_to(std::map<size_t, std::vector<Part>>& morsels) {
    for (size_t i = 0; i < parts_.size(); ++i) {
      morsels[morsels_[i]].push_back(std::move(parts_[i]));
    }
  }

 private:
  /// Ties are decided by the order of parts.
  void order_parts() {
    if (std::is_sorted(morsels_.begin(), morsels_.end())) {
      return;
    }
    std::vector<size_t> order(parts_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [this](size_t a, size_t b) { return morsels_[a] < morsels_[b]; });
    std::vector<Part> parts;
    std::vector<size_t> morsels;
    for (const size_t i : order) {
      parts.push_back(std::move(parts_[i]));
      morsels.push_back(morsels_[i]);
    }
    parts_ = std::move(parts);
    morsels_ = std::move(morsels);
  }

  void prune(TopBound& bound) {
    order_parts();
    std::vector<std::vector<ColumnVector>> keys;
    for (const Part& part : parts_) {
      keys.push_back(part.keys);
    }
    std::vector<RowReference> order = sort_rows(encoder_, keys, context_);
    order.resize(std::min(order.size(), wanted_count_));
    if (order.size() == wanted_count_ && wanted_count_ != 0) {
      const Value last = keys[order.back().batch][0].value(order.back().row);
      if (!last.is_null()) {
        bound.offer(last);
      }
      prune_count_ = wanted_count_ + std::max(wanted_count_, kPruneRows);
    }
    // Back to input order, so that ties go on being decided by it.
    std::sort(order.begin(), order.end(), [](const RowReference& a, const RowReference& b) {
      return a.batch != b.batch ? a.batch < b.batch : a.row < b.row;
    });
    keep(order);
  }

  void keep(const std::vector<RowReference>& rows) {
    std::vector<Part> kept;
    std::vector<size_t> kept_morsels;
    row_count_ = rows.size();
    for (size_t begin = 0; begin < rows.size();) {
      const uint32_t b = rows[begin].batch;
      size_t end = begin;
      const BufferRef selection = Buffer::allocate((rows.size() - begin) * sizeof(uint32_t));
      for (; end < rows.size() && rows[end].batch == b; ++end) {
        selection->as<uint32_t>()[end - begin] = rows[end].row;
      }
      const Selection selected(selection->as<uint32_t>(), end - begin);
      Part part;
      part.batch = parts_[b].batch.select(selected, selection);
      for (const ColumnVector& key : parts_[b].keys) {
        part.keys.push_back(key.select(selected, selection));
      }
      kept.push_back(std::move(part));
      kept_morsels.push_back(morsels_[b]);
      begin = end;
    }
    parts_ = std::move(kept);
    morsels_ = std::move(kept_morsels);
  }

  const SortKeyEncoder& encoder_;
  size_t wanted_count_;
  size_t prune_count_;
  const ExecutionContext& context_;
  std::vector<Part> parts_;
  std::vector<size_t> morsels_;
  size_t row_count_ = 0;
};

struct TopNLocal final : SinkLocal {
  TopNLocal(const SortKeyEncoder& encoder, size_t wanted_count, const ExecutionContext& context)
      : best(encoder, wanted_count, context) {}
  std::vector<ExpressionEvaluator> evaluators;
  BestRows best;
};

class TopNSink final : public SinkState {
 public:
  TopNSink(const std::vector<BoundOrder>& order_by, std::optional<uint64_t> limit, uint64_t offset,
           const PhysicalOperator& child, const ExecutionContext& context, std::shared_ptr<TopBound> bound)
      : order_by_(order_by),
        limit_(limit),
        offset_(offset),
        positions_(child.positions()),
        types_(child.types()),
        context_(context),
        encoder_(sort_specs(order_by)),
        bound_(std::move(bound)) {}

  std::vector<size_t> morsel_order() const override { return bound_->morsel_order(); }

  std::unique_ptr<SinkLocal> make_local() override {
    const uint64_t most = ~uint64_t{0} / 4;
    const uint64_t wanted = limit_ ? std::min(most, *limit_ + std::min(offset_, most)) : most;
    auto local = std::make_unique<TopNLocal>(encoder_, wanted, context_);
    for (const BoundOrder& o : order_by_) {
      local->evaluators.emplace_back(*o.expression, positions_, context_.functions, context_.parameters);
    }
    return local;
  }

  bool consume(SinkLocal& base, Batch& batch, size_t morsel) override {
    auto& local = static_cast<TopNLocal&>(base);
    Part part;
    for (ExpressionEvaluator& evaluator : local.evaluators) {
      part.keys.push_back(evaluator.evaluate(batch));
    }
    part.batch = std::move(batch);
    batch = Batch();
    if (drop_beyond_bound(part)) {
      local.best.add(std::move(part), morsel, *bound_);
    }
    return true;
  }

  void finish_local(SinkLocal& base) override {
    const std::lock_guard lock(mutex_);
    std::map<size_t, std::vector<Part>> own;
    static_cast<TopNLocal&>(base).best.move_to(own);
    morsels_.merge(own);
  }

  std::unique_ptr<TableScan> open_result() override {
    std::vector<Batch> batches;
    std::vector<std::vector<ColumnVector>> keys;
    for (auto& [morsel, parts] : morsels_) {
      for (Part& part : parts) {
        batches.push_back(std::move(part.batch));
        keys.push_back(std::move(part.keys));
      }
    }
    std::vector<RowReference> order = sort_rows(encoder_, keys, context_);
    const size_t begin = std::min<uint64_t>(offset_, order.size());
    const size_t count = std::min<uint64_t>(limit_.value_or(~uint64_t{0}), order.size() - begin);
    order = {order.begin() + static_cast<ptrdiff_t>(begin),
             order.begin() + static_cast<ptrdiff_t>(begin + count)};
    return scan_in_order(std::make_shared<RowGatherer>(types_, std::move(batches)), std::move(order),
                         context_.vector_size);
  }

 private:
  /// Keeps the rows whose first sort column is not beyond the bound (ties stay); false when none is left.
  bool drop_beyond_bound(Part& part) const {
    const size_t row_count = part.batch.row_count;
    std::vector<uint64_t> mask(words_for_bits(row_count) + 1, 0);
    const size_t count = bound_->find_wanted(part.keys[0], row_count, mask.data());
    if (count == 0) {
      return false;
    }
    if (count == row_count) {
      return true;
    }
    const BufferRef rows = Buffer::allocate((row_count + 64) * sizeof(uint32_t));
    mask_to_selection(mask.data(), row_count, rows->as<uint32_t>());
    const Selection selection(rows->as<uint32_t>(), count);
    part.batch = part.batch.select(selection, rows);
    for (ColumnVector& key : part.keys) {
      key = key.select(selection, rows);
    }
    return true;
  }

  const std::vector<BoundOrder>& order_by_;
  std::optional<uint64_t> limit_;
  uint64_t offset_;
  ColumnPositions positions_;
  std::vector<LogicalType> types_;
  const ExecutionContext& context_;
  SortKeyEncoder encoder_;
  std::shared_ptr<TopBound> bound_;
  std::mutex mutex_;
  std::map<size_t, std::vector<Part>> morsels_;
};

}  // namespace

PhysicalTopN::PhysicalTopN(std::vector<BoundOrder> order_by, ExpressionPtr limit, ExpressionPtr offset)
    : PhysicalOperator(OperatorRole::kSink, "TopN"),
      order_by_(std::move(order_by)),
      limit_(std::move(limit)),
      offset_(std::move(offset)) {}

std::unique_ptr<SinkState> PhysicalTopN::open_sink(Execution& execution) const {
  const auto limit = limit_value(limit_, false, execution.context());
  const auto offset = limit_value(offset_, true, execution.context());
  const BoundOrder& first = order_by_[0];
  const auto* column = try_as<BoundColumn>(*first.expression);
  const ColumnId column_id = column != nullptr ? column->column : ColumnId{};
  auto bound = std::make_shared<TopBound>(column_id, first.is_descending, first.nulls_first);
  const PhysicalOperator* scan = column != nullptr ? find_top_n_target(*children()[0], column_id) : nullptr;
  if (scan != nullptr) {
    execution.set_top_bound(*scan, bound);
  }
  return std::make_unique<TopNSink>(order_by_, limit, offset.value_or(0), *children()[0], execution.context(),
                                    std::move(bound));
}

}  // namespace stoa
