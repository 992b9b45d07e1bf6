#include "exec/limit.h"

#include <map>
#include <mutex>

#include "base/error.h"
#include "exec/collected_rows.h"
#include "exec/execution.h"

namespace stoa {

std::optional<uint64_t> limit_value(const ExpressionPtr& expression, bool is_offset,
                                    const ExecutionContext& context) {
  if (!expression) {
    return std::nullopt;
  }
  const Value value = evaluate_constant(*expression, context.functions, context.parameters);
  if (value.is_null()) {
    return std::nullopt;
  }
  if (value.as_integer() < 0) {
    raise(is_offset ? sqlstate::kInvalidRowCountInOffset : sqlstate::kInvalidRowCountInLimit,
          is_offset ? "OFFSET must not be negative" : "LIMIT must not be negative");
  }
  return static_cast<uint64_t>(value.as_int64());
}

namespace {

struct LimitLocal final : SinkLocal {
  std::map<size_t, std::vector<Batch>> morsels;
  std::vector<Batch>* current = nullptr;
  size_t current_morsel = ~size_t{0};
  uint64_t current_row_count = 0;
};

class LimitSink final : public SinkState {
 public:
  LimitSink(std::vector<LogicalType> types, std::optional<uint64_t> limit, uint64_t offset)
      : types_(std::move(types)), limit_(limit), offset_(offset) {
    const uint64_t most = ~uint64_t{0};
    wanted_count_ = limit && *limit <= most - offset ? *limit + offset : most;
    is_full_ = wanted_count_ == offset_ && limit_;
  }

  std::unique_ptr<SinkLocal> make_local() override { return std::make_unique<LimitLocal>(); }

  bool consume(SinkLocal& base, Batch& batch, size_t morsel) override {
    auto& local = static_cast<LimitLocal&>(base);
    if (local.current_morsel != morsel) {
      begin_morsel(local, morsel);
    }
    const uint64_t room = wanted_count_ - std::min(wanted_count_, local.current_row_count);
    if (batch.row_count > room) {
      batch = batch.slice(0, room);
    }
    local.current_row_count += batch.row_count;
    if (batch.row_count != 0) {
      local.current->push_back(std::move(batch));
    }
    batch = Batch();
    return local.current_row_count < wanted_count_;
  }

  void end_morsel(SinkLocal& base, size_t morsel) override {
    auto& local = static_cast<LimitLocal&>(base);
    const uint64_t row_count = local.current_morsel == morsel ? local.current_row_count : 0;
    const std::lock_guard lock(mutex_);
    finished_[morsel] = row_count;
    // The finished prefix: morsels are begun in ascending order, so it decides when the rest can't matter.
    for (auto it = finished_.find(prefix_end_); it != finished_.end(); it = finished_.find(prefix_end_)) {
      prefix_row_count_ += std::min(it->second, wanted_count_ - prefix_row_count_);
      finished_.erase(it);
      ++prefix_end_;
    }
    if (prefix_row_count_ >= wanted_count_) {
      is_full_ = true;
    }
  }

  void finish_local(SinkLocal& base) override {
    const std::lock_guard lock(mutex_);
    morsels_.merge(static_cast<LimitLocal&>(base).morsels);
  }

  bool is_full() const override { return is_full_; }

  std::unique_ptr<TableScan> open_result() override {
    std::vector<Batch> batches;
    uint64_t to_skip = offset_;
    uint64_t to_take = limit_.value_or(~uint64_t{0});
    for (auto& [morsel, parts] : morsels_) {
      for (Batch& batch : parts) {
        const size_t skipped = std::min<uint64_t>(to_skip, batch.row_count);
        const size_t taken = std::min<uint64_t>(to_take, batch.row_count - skipped);
        to_skip -= skipped;
        to_take -= taken;
        if (taken == 0) {
          continue;
        }
        batches.push_back(taken == batch.row_count ? std::move(batch) : batch.slice(skipped, taken));
      }
    }
    return scan_rows(std::make_shared<CollectedRows>(std::move(types_), std::move(batches)), {});
  }

 private:
  static void begin_morsel(LimitLocal& local, size_t morsel) {
    local.current = &local.morsels[morsel];
    local.current_morsel = morsel;
    local.current_row_count = 0;
  }

  std::vector<LogicalType> types_;
  std::optional<uint64_t> limit_;
  uint64_t offset_;
  uint64_t wanted_count_;
  std::mutex mutex_;
  std::map<size_t, std::vector<Batch>> morsels_;
  std::map<size_t, uint64_t> finished_;
  size_t prefix_end_ = 0;
  uint64_t prefix_row_count_ = 0;
  std::atomic<bool> is_full_{false};
};

}  // namespace

PhysicalLimit::PhysicalLimit(ExpressionPtr limit, ExpressionPtr offset)
    : PhysicalOperator(OperatorRole::kSink, "Limit"), limit_(std::move(limit)), offset_(std::move(offset)) {}

std::unique_ptr<SinkState> PhysicalLimit::open_sink(Execution& execution) const {
  const auto limit = limit_value(limit_, false, execution.context());
  const auto offset = limit_value(offset_, true, execution.context());
  return std::make_unique<LimitSink>(types(), limit, offset.value_or(0));
}

}  // namespace stoa
