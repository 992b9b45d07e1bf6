#include "optimize/rewrite.h"

namespace stoa {

namespace {

/// Beyond this a full sort is no worse.
constexpr int64_t kKeptRowsMax = 100'000;

bool is_small(const LogicalLimit& limit) {
  if (!limit.limit || limit.with_ties) {
    return false;
  }
  int64_t total = 0;
  for (const ExpressionPtr* e : {&limit.limit, &limit.offset}) {
    if (!*e) {
      continue;
    }
    const auto* constant = try_as<BoundConstant>(**e);
    if (constant == nullptr || constant->value.is_null()) {
      return false;
    }
    const int64_t count = constant->value.as_int64();
    if (count < 0 || count > kKeptRowsMax) {
      return false;
    }
    total += count;
  }
  return total <= kKeptRowsMax;
}

}  // namespace

void top_n(OperatorPtr& root, RewriteContext&) {
  visit_operators(root, [](OperatorPtr& o) {
    auto* limit = try_as<LogicalLimit>(*o);
    if (limit == nullptr || limit->children[0]->kind != OperatorKind::kSort || !is_small(*limit)) {
      return;
    }
    auto& sort = as<LogicalSort>(*limit->children[0]);
    auto top = wrap<LogicalTopN>(std::move(sort.children[0]));
    top->order_by = std::move(sort.order_by);
    top->limit = std::move(limit->limit);
    top->offset = std::move(limit->offset);
    o = std::move(top);
  });
}

}  // namespace stoa
