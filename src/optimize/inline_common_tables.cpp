#include <unordered_map>

#include "optimize/rewrite.h"

namespace stoa {

namespace {

void count_references(LogicalOperator& o, std::unordered_map<uint32_t, size_t>& counts) {
  if (const auto* reference = try_as<LogicalCteReference>(o)) {
    ++counts[reference->number];
  }
  for (OperatorPtr& child : o.children) {
    count_references(*child, counts);
  }
}

/// Replaces the only reference to the common table by a projection of its definition under the reference's
/// names.
void put_in_place(OperatorPtr& o, LogicalCte& cte, ColumnTable& columns) {
  auto* reference = try_as<LogicalCteReference>(*o);
  if (reference == nullptr || reference->number != cte.number) {
    for (OperatorPtr& child : o->children) {
      put_in_place(child, cte, columns);
    }
    return;
  }
  auto project = std::make_unique<LogicalProject>();
  for (size_t i = 0; i < reference->columns.size(); ++i) {
    project->items.push_back(
        {reference->columns[i], make_column(cte.definition_columns[reference->positions[i]], columns)});
  }
  project->children.push_back(std::move(cte.children[0]));
  o = std::move(project);
}

void inline_in(OperatorPtr& o, const std::unordered_map<uint32_t, size_t>& counts, ColumnTable& columns) {
  for (OperatorPtr& child : o->children) {
    inline_in(child, counts, columns);
  }
  auto* cte = try_as<LogicalCte>(*o);
  if (cte == nullptr) {
    return;
  }
  const auto found = counts.find(cte->number);
  const size_t count = found == counts.end() ? 0 : found->second;
  if (count > 1 || (count == 1 && cte->must_materialize)) {
    return;
  }
  if (count == 1) {
    put_in_place(cte->children[1], *cte, columns);
  }
  OperatorPtr body = std::move(cte->children[1]);
  o = std::move(body);
}

}  // namespace

void inline_common_tables(OperatorPtr& root, RewriteContext& context) {
  std::unordered_map<uint32_t, size_t> counts;
  count_references(*root, counts);
  inline_in(root, counts, context.columns);
}

}  // namespace stoa
