#include "optimize/optimizer.h"

#include <algorithm>

#include "optimize/estimate.h"
#include "optimize/rewrite.h"

namespace stoa {

namespace {

struct NamedRewrite {
  std::string_view name;
  void (*run)(OperatorPtr& root, RewriteContext& context);
};

/// In the order in which they run.
constexpr NamedRewrite kRewrites[] = {
    {"constant_folding", constant_folding},
    {"comparison_simplification", comparison_simplification},
    {"inline_common_tables", inline_common_tables},
    {"disjunction_filters", disjunction_filters},
    {"filter_pushdown", filter_pushdown},
    {"semi_join_pushdown", semi_join_pushdown},
    {"join_order", join_order},
    {"common_subexpressions", common_subexpressions},
    {"top_n", top_n},
    {"projection_pushdown", projection_pushdown},
};

bool is_enabled(const OptimizerSettings& settings, std::string_view name) {
  return !settings.is_all_disabled &&
         std::find(settings.disabled.begin(), settings.disabled.end(), name) == settings.disabled.end();
}

}  // namespace

std::vector<std::string_view> rewrite_names() {
  std::vector<std::string_view> names;
  for (const NamedRewrite& rewrite : kRewrites) {
    names.push_back(rewrite.name);
  }
  return names;
}

void optimize(LogicalPlan& plan, const FunctionContext& context, const OptimizerSettings& settings) {
  RewriteContext rewrite_context{plan.columns, context};
  unnest_subqueries(plan.root, rewrite_context);
  remove_dependent_joins(plan.root, rewrite_context);
  for (const NamedRewrite& rewrite : kRewrites) {
    if (is_enabled(settings, rewrite.name)) {
      rewrite.run(plan.root, rewrite_context);
    }
  }
  // Scans below joins have been estimated by then; for others nothing is decided that is worth reading rows.
  estimate_rows(*plan.root, context, false);
}

}  // namespace stoa
