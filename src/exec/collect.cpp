#include "exec/collect.h"

namespace stoa {

namespace {

struct CollectLocal final : SinkLocal {
  std::map<size_t, std::vector<Batch>> morsels;
  Reservation reservation = Reservation::from_scope();
};

/// Batches [offset, ...) of a group of batches make a morsel.
class RowsScan final : public TableScan {
 public:
  RowsScan(std::shared_ptr<const CollectedRows> rows, std::vector<size_t> positions)
      : rows_(std::move(rows)), positions_(std::move(positions)) {}

  size_t morsel_count() const override {
    return (rows_->batches().size() + kBatchesPerMorsel - 1) / kBatchesPerMorsel;
  }
  std::unique_ptr<MorselReader> open_morsel(size_t morsel) override {
    return std::make_unique<Reader>(*this, morsel * kBatchesPerMorsel);
  }

 private:
  static constexpr size_t kBatchesPerMorsel = 16;

  class Reader final : public MorselReader {
   public:
    Reader(const RowsScan& scan, size_t first) : scan_(scan), next_(first) {
      end_ = std::min(first + kBatchesPerMorsel, scan.rows_->batches().size());
    }
    bool next(Batch& batch) override {
      batch.clear();
      if (next_ == end_) {
        return false;
      }
      const Batch& from = scan_.rows_->batches()[next_++];
      batch.row_count = from.row_count;
      if (scan_.positions_.empty()) {
        batch.columns = from.columns;
        return true;
      }
      for (const size_t position : scan_.positions_) {
        batch.columns.push_back(from.columns[position]);
      }
      return true;
    }

   private:
    const RowsScan& scan_;
    size_t next_;
    size_t end_;
  };

  std::shared_ptr<const CollectedRows> rows_;
  std::vector<size_t> positions_;
};

}  // namespace

CollectedRows::CollectedRows(std::vector<LogicalType> types, std::vector<Batch> batches,
                             Reservation reservation)
    : types_(std::move(types)), batches_(std::move(batches)), reservation_(std::move(reservation)) {
  for (const Batch& batch : batches_) {
    row_count_ += batch.row_count;
  }
}

std::unique_ptr<TableScan> scan_rows(std::shared_ptr<const CollectedRows> rows,
                                     std::vector<size_t> positions) {
  return std::make_unique<RowsScan>(std::move(rows), std::move(positions));
}

std::unique_ptr<SinkLocal> CollectSink::make_local() {
  return std::make_unique<CollectLocal>();
}

bool CollectSink::consume(SinkLocal& local, Batch& batch, size_t morsel) {
  auto& collected = static_cast<CollectLocal&>(local);
  collected.reservation.grow(sizeof(Batch) + batch.columns.size() * sizeof(ColumnVector));
  collected.morsels[morsel].push_back(std::move(batch));
  batch = Batch();
  return true;
}

void CollectSink::finish_local(SinkLocal& local) {
  auto& collected = static_cast<CollectLocal&>(local);
  const std::lock_guard lock(mutex_);
  reservation_.grow(collected.reservation.size_bytes());
  morsels_.merge(collected.morsels);
}

std::shared_ptr<const CollectedRows> CollectSink::take() {
  std::vector<Batch> batches;
  for (auto& [morsel, parts] : morsels_) {
    for (Batch& batch : parts) {
      batches.push_back(std::move(batch));
    }
  }
  morsels_.clear();
  return std::make_shared<CollectedRows>(std::move(types_), std::move(batches), std::move(reservation_));
}

std::unique_ptr<TableScan> CollectSink::open_result() {
  return scan_rows(take(), {});
}

}  // namespace stoa
