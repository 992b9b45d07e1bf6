#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "function/function_context.h"
#include "plan/logical_operator.h"

namespace stoa {

/// Which rewrites a session leaves out: `SET disabled_optimizers = 'filter_pushdown,join_order'`, or 'all'.
/// Answers are the same with any set of them.
struct OptimizerSettings {
  std::vector<std::string> disabled;
  bool is_all_disabled = false;
};

/// Rewrites a bound plan into one that runs fast. What must be done for it to run at all (subqueries and
/// dependent joins become joins: `unnest`) is done whatever is disabled; everything else is a named rewrite
/// of its own, one per file. Fills the estimates of all operators.
void optimize(LogicalPlan& plan, const FunctionContext& context, const OptimizerSettings& settings);

/// The names that disabled_optimizers knows, in the order in which the rewrites run.
std::vector<std::string_view> rewrite_names();

}  // namespace stoa
