#include "exec/common_table.h"

#include "exec/collected_rows.h"
#include "exec/execution.h"

namespace stoa {

namespace {

class PassThroughState final : public StreamState {
 public:
  bool process(Batch& batch, const Emit& emit) override { return emit(batch); }
};

class PassThrough final : public StreamFactory {
 public:
  std::unique_ptr<StreamState> make_state() override { return std::make_unique<PassThroughState>(); }
};

/// A scan whose only column list is empty would mean "all"; this one gives rows without columns.
class RowCountScan final : public TableScan {
 public:
  explicit RowCountScan(size_t row_count) : row_count_(row_count) {}
  size_t morsel_count() const override { return row_count_ == 0 ? 0 : 1; }
  std::unique_ptr<MorselReader> open_morsel(size_t) override { return std::make_unique<Reader>(row_count_); }

 private:
  class Reader final : public MorselReader {
   public:
    explicit Reader(size_t row_count) : left_(row_count) {}
    bool next(Batch& batch) override {
      batch.clear();
      batch.row_count = std::min(left_, kDefaultVectorSize);
      left_ -= batch.row_count;
      return batch.row_count != 0;
    }

   private:
    size_t left_;
  };
  size_t row_count_;
};

}  // namespace

PhysicalCommonTable::PhysicalCommonTable(uint32_t number)
    : PhysicalOperator(OperatorRole::kStream, "CommonTable"), number_(number) {}

std::unique_ptr<StreamFactory> PhysicalCommonTable::open_stream(Execution& execution) const {
  execution.set_common_table(number_, execution.run_to_rows(*children()[1]));
  return std::make_unique<PassThrough>();
}

PhysicalCommonTableScan::PhysicalCommonTableScan(uint32_t number, std::vector<size_t> positions)
    : PhysicalOperator(OperatorRole::kSource, "CommonTableScan"),
      number_(number),
      positions_(std::move(positions)) {}

std::unique_ptr<TableScan> PhysicalCommonTableScan::open_source(Execution& execution) const {
  const std::shared_ptr<const CollectedRows> rows = execution.common_table(number_);
  if (positions_.empty()) {
    return std::make_unique<RowCountScan>(rows->row_count());
  }
  return scan_rows(rows, positions_);
}

}  // namespace stoa
