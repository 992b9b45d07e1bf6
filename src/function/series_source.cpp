#include "function/series_source.h"

#include <algorithm>

#include "function/math_errors.h"
#include "types/calendar.h"

namespace stoa {

namespace {

constexpr uint64_t kMorselRows = uint64_t{1} << 17;

/// start + i * step, which the maker knows to fit.
int64_t series_value(int64_t start, int64_t step, uint64_t i) {
  return static_cast<int64_t>(static_cast<uint64_t>(start) + static_cast<uint64_t>(step) * i);
}

class NumberReader final : public MorselReader {
 public:
  NumberReader(const LogicalType& type, int64_t start, int64_t step, uint64_t count, size_t column_count,
               size_t vector_size)
      : type_(type),
        next_(start),
        step_(step),
        left_(count),
        column_count_(column_count),
        vector_size_(vector_size) {}

  bool next(Batch& batch) override {
    batch.clear();
    if (left_ == 0) {
      return false;
    }
    const auto count = static_cast<size_t>(std::min<uint64_t>(left_, vector_size_));
    batch.row_count = count;
    if (column_count_ != 0) {
      ColumnVector values = ColumnVector::make_flat(type_, count);
      auto* to = values.mutable_values<int64_t>();
      for (size_t i = 0; i < count; ++i) {
        to[i] = series_value(next_, step_, i);
      }
      batch.columns.assign(column_count_, values);
    }
    next_ = series_value(next_, step_, count);
    left_ -= count;
    return true;
  }

 private:
  const LogicalType& type_;
  int64_t next_;
  int64_t step_;
  uint64_t left_;
  size_t column_count_;
  size_t vector_size_;
};

class NumberScan final : public TableScan {
 public:
  NumberScan(const LogicalType& type, int64_t start, int64_t step, uint64_t count, size_t column_count,
             size_t vector_size)
      : type_(type),
        start_(start),
        step_(step),
        count_(count),
        column_count_(column_count),
        vector_size_(vector_size) {}

  size_t morsel_count() const override {
    return static_cast<size_t>(count_ / kMorselRows + (count_ % kMorselRows != 0 ? 1 : 0));
  }
  std::unique_ptr<MorselReader> open_morsel(size_t morsel) override {
    const uint64_t first = morsel * kMorselRows;
    return std::make_unique<NumberReader>(type_, series_value(start_, step_, first), step_,
                                          std::min(kMorselRows, count_ - first), column_count_, vector_size_);
  }

 private:
  LogicalType type_;
  int64_t start_;
  int64_t step_;
  uint64_t count_;
  size_t column_count_;
  size_t vector_size_;
};

class NumberSeries final : public TableSource {
 public:
  NumberSeries(std::string name, const LogicalType& type, int64_t start, int64_t step, uint64_t count)
      : columns_{{std::move(name), type, true, {}}}, start_(start), step_(step), count_(count) {}

  const std::vector<SourceColumn>& columns() const override { return columns_; }
  std::optional<uint64_t> row_count() const override { return count_; }
  std::optional<SourceStatistics> statistics(size_t) const override {
    SourceStatistics statistics;
    statistics.null_count = 0;
    statistics.distinct_count = static_cast<double>(count_);
    if (count_ != 0) {
      const int64_t last = series_value(start_, step_, count_ - 1);
      statistics.minimum = Value::from_integer(columns_[0].type, std::min(start_, last));
      statistics.maximum = Value::from_integer(columns_[0].type, std::max(start_, last));
    }
    return statistics;
  }
  std::unique_ptr<TableScan> scan(std::vector<size_t> columns, std::vector<ScanFilter>,
                                  size_t vector_size) override {
    return std::make_unique<NumberScan>(columns_[0].type, start_, step_, count_, columns.size(), vector_size);
  }

 private:
  std::vector<SourceColumn> columns_;
  int64_t start_;
  int64_t step_;
  uint64_t count_;
};

struct MonthSteps {
  int64_t start;
  int64_t stop;
  Interval step;
  bool includes_stop;

  bool is_backward() const { return step.length_us() < 0; }
  bool contains(int64_t value) const {
    const int64_t low = is_backward() ? stop : value;
    const int64_t high = is_backward() ? value : stop;
    return low < high || (includes_stop && low == high);
  }
};

class MonthReader final : public MorselReader {
 public:
  MonthReader(const LogicalType& type, const MonthSteps& steps, size_t column_count, size_t vector_size)
      : type_(type),
        steps_(steps),
        next_(steps.start),
        column_count_(column_count),
        vector_size_(vector_size) {}

  bool next(Batch& batch) override {
    batch.clear();
    ColumnVector values = ColumnVector::make_flat(type_, vector_size_);
    auto* to = values.mutable_values<int64_t>();
    while (batch.row_count < vector_size_ && steps_.contains(next_)) {
      to[batch.row_count++] = next_;
      if (!add_interval(next_, steps_.step, next_)) {
        raise_timestamp_out_of_range();
      }
    }
    if (batch.row_count == 0) {
      return false;
    }
    batch.columns.assign(column_count_, values.slice(0, batch.row_count));
    return true;
  }

 private:
  const LogicalType& type_;
  MonthSteps steps_;
  int64_t next_;
  size_t column_count_;
  size_t vector_size_;
};

class MonthScan final : public TableScan {
 public:
  MonthScan(const LogicalType& type, const MonthSteps& steps, size_t column_count, size_t vector_size)
      : type_(type), steps_(steps), column_count_(column_count), vector_size_(vector_size) {}
  size_t morsel_count() const override { return 1; }
  std::unique_ptr<MorselReader> open_morsel(size_t) override {
    return std::make_unique<MonthReader>(type_, steps_, column_count_, vector_size_);
  }

 private:
  LogicalType type_;
  MonthSteps steps_;
  size_t column_count_;
  size_t vector_size_;
};

class MonthSeries final : public TableSource {
 public:
  MonthSeries(std::string name, const LogicalType& type, const MonthSteps& steps)
      : columns_{{std::move(name), type, true, {}}}, steps_(steps) {}
  const std::vector<SourceColumn>& columns() const override { return columns_; }
  std::unique_ptr<TableScan> scan(std::vector<size_t> columns, std::vector<ScanFilter>,
                                  size_t vector_size) override {
    return std::make_unique<MonthScan>(columns_[0].type, steps_, columns.size(), vector_size);
  }

 private:
  std::vector<SourceColumn> columns_;
  MonthSteps steps_;
};

}  // namespace

std::shared_ptr<TableSource> make_number_series(std::string column_name, const LogicalType& type,
                                                int64_t start, int64_t step, uint64_t count) {
  return std::make_shared<NumberSeries>(std::move(column_name), type, start, step, count);
}

std::shared_ptr<TableSource> make_month_series(std::string column_name, const LogicalType& type,
                                               int64_t start, int64_t stop, const Interval& step,
                                               bool includes_stop) {
  return std::make_shared<MonthSeries>(std::move(column_name), type,
                                       MonthSteps{start, stop, step, includes_stop});
}

}  // namespace stoa
