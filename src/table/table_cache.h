#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "table/table_data.h"

namespace stoa {

/// What was found out about a whole table and is worth keeping as long as it stays the same. Each entry is
/// made by whoever asks first; threads that ask at once may make it twice, and keep one.
struct TableData::Cache {
  struct Column {
    std::atomic<const SegmentStatistics*> exact{nullptr};
    std::atomic<bool> has_no_exact{false};
    std::atomic<const ZoneStatistics*> zone{nullptr};
    std::atomic<double> distinct_count{-1};

    ~Column() {
      const std::unique_ptr<const SegmentStatistics> spent_exact(exact.load());
      const std::unique_ptr<const ZoneStatistics> spent_zone(zone.load());
    }
  };

  explicit Cache(size_t column_count) : columns(column_count) {}
  std::vector<Column> columns;
};

}  // namespace stoa
