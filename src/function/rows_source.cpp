#include "function/rows_source.h"

#include <algorithm>

namespace stoa {

namespace {

class RowsReader final : public MorselReader {
 public:
  RowsReader(const Batch& rows, size_t vector_size) : rows_(rows), vector_size_(vector_size) {}
  bool next(Batch& batch) override {
    const size_t count = std::min(vector_size_, rows_.row_count - place_);
    batch.clear();
    if (count == 0) {
      return false;
    }
    batch = rows_.slice(place_, count);
    place_ += count;
    return true;
  }

 private:
  const Batch& rows_;
  size_t vector_size_;
  size_t place_ = 0;
};

class RowsScan final : public TableScan {
 public:
  RowsScan(Batch rows, size_t vector_size) : rows_(std::move(rows)), vector_size_(vector_size) {}
  size_t morsel_count() const override { return 1; }
  std::unique_ptr<MorselReader> open_morsel(size_t) override {
    return std::make_unique<RowsReader>(rows_, vector_size_);
  }

 private:
  Batch rows_;
  size_t vector_size_;
};

}  // namespace

std::unique_ptr<TableScan> RowsSource::scan(std::vector<size_t> columns, std::vector<ScanFilter>,
                                            size_t vector_size) {
  Batch chosen;
  chosen.row_count = rows_.row_count;
  for (const size_t column : columns) {
    chosen.columns.push_back(rows_.columns[column]);
  }
  return std::make_unique<RowsScan>(std::move(chosen), vector_size);
}

}  // namespace stoa
