#pragma once

#include "exec/physical_operator.h"
#include "plan/logical_query.h"

namespace stoa {

/// What an aggregate asks of a table as a whole, where statistics may know it.
struct StatisticsQuestion {
  enum class Kind : uint8_t { kCountAll, kCount, kSum, kMinimum, kMaximum, kAverage };
  struct Item {
    Kind kind;
    size_t column;  ///< index into the table's columns; unused by kCountAll
    LogicalType type;
  };
  ObjectId table{};
  std::vector<Item> items;
};

/// The question of an aggregate without groups, filters and DISTINCT directly over an unfiltered scan of a
/// table; none when some call is of another kind.
std::optional<StatisticsQuestion> statistics_question(const LogicalAggregate& aggregate);

/// COUNT, SUM, MIN, MAX and AVG over a whole table from the statistics of its segments, without reading a
/// row. When a deletion or update has cut some segment, `general` is run instead, which gives the same
/// answers bit for bit; it also is what `SET statistics_aggregates = off` leaves.
class PhysicalStatisticsAggregate final : public PhysicalOperator {
 public:
  PhysicalStatisticsAggregate(StatisticsQuestion question, PhysicalOperatorPtr general);
  std::unique_ptr<TableScan> open_source(Execution& execution) const override;
  PhysicalOperator* alternative() const override { return general_.get(); }

 private:
  StatisticsQuestion question_;
  PhysicalOperatorPtr general_;
};

}  // namespace stoa
