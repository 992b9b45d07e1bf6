#pragma once

#include "exec/physical_operator.h"
#include "plan/logical_operator.h"

namespace stoa {

/// A plan ready to be executed, by any number of statements at once: what the plan cache keeps. Immutable.
struct PhysicalPlan {
  PhysicalOperatorPtr root;
  /// For each column of the result, its position in the root's batches.
  std::vector<size_t> positions;
  std::vector<std::string> names;
  std::vector<LogicalType> types;
  std::vector<LogicalType> parameter_types;
  size_t operator_count = 0;
};

/// Settings that steer the choice of operators; the session's.
struct PlannerSettings {
  bool answers_from_statistics = true;  ///< whole aggregates from stored statistics (`statistics_aggregates`)
};

/// Turns an optimized plan (no subqueries, no dependent joins) into operators. Consumes it. Raises 0A000 for
/// what has no operator.
PhysicalPlan make_physical_plan(LogicalPlan plan, const PlannerSettings& settings);

/// EXPLAIN: one line per operator with estimates; with profiles also what happened.
std::string explain_text(const PhysicalPlan& plan, const std::deque<OperatorProfile>* profiles);

}  // namespace stoa
