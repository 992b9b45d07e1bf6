#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "column/column_vector.h"
#include "plan/columns.h"
#include "store/segment_statistics.h"

namespace stoa {

/// What a TopN tells the scan below it while both run: a value of the first sort column such that rows beyond
/// it are surely not among the wanted ones. It only tightens. Equal rows are never beyond, so that ties go on
/// being decided by the input's order. Thread-safe.
class TopBound {
 public:
  /// Of a scan's output column.
  TopBound(ColumnId column, bool is_descending, bool nulls_first)
      : column_(column), is_descending_(is_descending), nulls_first_(nulls_first) {}

  ColumnId column() const { return column_; }

  /// As many rows as are wanted do not go beyond `value`, which is not NULL.
  void offer(const Value& value);
  /// False: no row within these bounds can be wanted.
  bool may_want(const ZoneStatistics& zone) const;
  /// Writes which of the first `row_count` values are not beyond; gives their number. All, while there is no
  /// bound yet: then the mask is not written.
  size_t find_wanted(const ColumnVector& values, size_t row_count, uint64_t* mask) const;
  /// The zones in the order in which reading them tightens the bound soonest.
  std::vector<size_t> best_order(const std::vector<ZoneStatistics>& zones) const;

  /// How the scan wants its morsels read; empty: as they come. Set when the scan is opened.
  void set_morsel_order(std::vector<size_t> order) { morsel_order_ = std::move(order); }
  const std::vector<size_t>& morsel_order() const { return morsel_order_; }

 private:
  std::shared_ptr<const Value> bound() const;

  ColumnId column_;
  bool is_descending_;
  bool nulls_first_;
  std::vector<size_t> morsel_order_;
  std::atomic<bool> has_bound_{false};
  mutable std::mutex mutex_;
  std::shared_ptr<const Value> bound_;
};

}  // namespace stoa
