#include <algorithm>

#include "optimize/rewrite.h"

namespace stoa {

namespace {

/// A subexpression that is evaluated for every row, and how often it stands there.
struct Occurrence {
  const BoundExpression* expression;
  size_t count;
};

/// What costs more to compute twice than to hand on.
bool is_worth_sharing(const BoundExpression& e) {
  return (e.kind == ExpressionKind::kCall || e.kind == ExpressionKind::kCast) && !columns_of(e).empty() &&
         !is_volatile(e) && !e.type.is_nested();
}

/// Finds repeated subexpressions of one operator and computes each once in a projection below it. Only what
/// every row evaluates counts: branches of CASE, later operands of COALESCE, AND and OR stay as they are, so
/// that no error is raised that was not raised before.
class Sharer {
 public:
  explicit Sharer(ColumnTable& columns) : columns_(columns) {}

  void note(const BoundExpression& e) {
    if (is_worth_sharing(e)) {
      const auto known = std::find_if(found_.begin(), found_.end(),
                                      [&](const Occurrence& other) { return equal(*other.expression, e); });
      if (known != found_.end()) {
        ++known->count;
        return;  // what is inside is shared with it
      }
      found_.push_back({&e, 1});
    }
    visit_always_evaluated(e, [this](const BoundExpression& child) { note(child); });
  }

  /// The projection's items besides what it passes on; empty when nothing is repeated.
  std::vector<LogicalProject::Item> take_items() {
    std::erase_if(found_, [](const Occurrence& occurrence) { return occurrence.count < 2; });
    std::vector<LogicalProject::Item> items;
    for (const Occurrence& occurrence : found_) {
      const ColumnId id = columns_.add("shared", occurrence.expression->type);
      items.push_back({id, clone(*occurrence.expression)});
    }
    return items;
  }

  /// Puts the shared columns in their places.
  void replace(ExpressionPtr& e, const std::vector<LogicalProject::Item>& items) const {
    for (const LogicalProject::Item& item : items) {
      if (equal(*item.expression, *e)) {
        const std::optional<uint32_t> place = e->place;
        e = make_column(item.id, columns_);
        e->place = place;
        return;
      }
    }
    visit_children(*e, [&](ExpressionPtr& child) { replace(child, items); });
  }

 private:
  static void visit_always_evaluated(const BoundExpression& e,
                                     const std::function<void(const BoundExpression&)>& visit) {
    switch (e.kind) {
      case ExpressionKind::kCase:
        if (!as<BoundCase>(e).branches.empty()) {
          visit(*as<BoundCase>(e).branches[0].condition);
        }
        return;
      case ExpressionKind::kCoalesce: visit(*as<BoundCoalesce>(e).operands[0]); return;
      case ExpressionKind::kConjunction: visit(*as<BoundConjunction>(e).operands[0]); return;
      case ExpressionKind::kInList: visit(*as<BoundInList>(e).operand); return;
      case ExpressionKind::kAggregate:
        if (as<BoundAggregate>(e).filter) {
          return;
        }
        break;
      case ExpressionKind::kSubquery: return;
      default: break;
    }
    visit_children(e, visit);
  }

  ColumnTable& columns_;
  std::vector<Occurrence> found_;
};

void share(LogicalOperator& o, ColumnTable& columns) {
  Sharer sharer(columns);
  o.visit_expressions([&](ExpressionPtr& e) { sharer.note(*e); });
  std::vector<LogicalProject::Item> items = sharer.take_items();
  if (items.empty()) {
    return;
  }
  o.visit_expressions([&](ExpressionPtr& e) { sharer.replace(e, items); });
  auto project = std::make_unique<LogicalProject>();
  for (const ColumnId id : o.children[0]->output()) {
    project->items.push_back({id, make_column(id, columns)});
  }
  std::move(items.begin(), items.end(), std::back_inserter(project->items));
  project->children.push_back(std::move(o.children[0]));
  o.children[0] = std::move(project);
}

}  // namespace

void common_subexpressions(OperatorPtr& root, RewriteContext& context) {
  visit_operators(root, [&](OperatorPtr& o) {
    if (o->kind == OperatorKind::kProject || o->kind == OperatorKind::kAggregate) {
      share(*o, context.columns);
    }
  });
}

}  // namespace stoa
