#pragma once

#include "exec/physical_operator.h"
#include "plan/expression.h"

namespace stoa {

/// What a GROUP BY computes, over the columns of child 0. The output is the groups, the aggregates, then the
/// grouping id where there is one.
struct AggregateExpressions {
  ExpressionList groups;
  ExpressionList aggregates;  ///< BoundAggregates
  /// Grouping sets as positions among `groups`; empty: one set of all groups.
  std::vector<std::vector<size_t>> sets;
  /// Adds a column that tells the sets apart: bit k (of value 1 << k) is set where group k is not in the
  /// row's set.
  bool has_grouping_id = false;
};

/// GROUP BY through hash tables: each thread groups what it reads, the groups are merged in parallel. Keys
/// with few possible values (distinct dictionaries, small integers) are looked up in an array instead.
///
/// Groups come out in the order of their first rows, whatever the number of threads. A set without groups
/// gives one row even over no input. Aggregates whose order matters get their rows in input order, or in that
/// of their ORDER BY (DISTINCT ones without ORDER BY: in ascending order). Memory is counted by the
/// statement's budget; 53200 beyond it.
class PhysicalHashAggregate : public PhysicalOperator {
 public:
  explicit PhysicalHashAggregate(AggregateExpressions expressions);
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;
  const AggregateExpressions& expressions() const { return expressions_; }

 protected:
  PhysicalHashAggregate(std::string name, AggregateExpressions expressions);

 private:
  AggregateExpressions expressions_;
};

/// Aggregates over all rows: one row, also over no input. The same machinery with one group, whose states are
/// updated a batch at a time.
class PhysicalUngroupedAggregate final : public PhysicalHashAggregate {
 public:
  explicit PhysicalUngroupedAggregate(ExpressionList aggregates);
};

}  // namespace stoa
