#include "optimize/rewrite.h"

namespace stoa {

namespace {

class FilterPusher {
 public:
  /// Pushes the tree's own filters, and `conjuncts` from above, as far down as they go.
  void push(OperatorPtr& o, ExpressionList conjuncts) {
    switch (o->kind) {
      case OperatorKind::kFilter: return push_filter(o, std::move(conjuncts));
      case OperatorKind::kScan: return push_scan(o, std::move(conjuncts));
      case OperatorKind::kProject: return push_project(o, std::move(conjuncts));
      case OperatorKind::kJoin: return push_join(o, std::move(conjuncts));
      case OperatorKind::kAggregate: return push_aggregate(o, std::move(conjuncts));
      case OperatorKind::kWindow: return push_window(o, std::move(conjuncts));
      case OperatorKind::kSetOperation: return push_set_operation(o, std::move(conjuncts));
      case OperatorKind::kSort: push(o->children[0], std::move(conjuncts)); return;
      case OperatorKind::kDistinct:
        if (as<LogicalDistinct>(*o).on.empty()) {
          return push(o->children[0], std::move(conjuncts));
        }
        break;
      case OperatorKind::kCte: push(o->children[0], {}); return push(o->children[1], std::move(conjuncts));
      default: break;
    }
    for (OperatorPtr& child : o->children) {
      push(child, {});
    }
    keep(o, std::move(conjuncts));
  }

 private:
  /// A filter right above `o`.
  static void keep(OperatorPtr& o, ExpressionList conjuncts) {
    if (conjuncts.empty()) {
      return;
    }
    auto filter = wrap<LogicalFilter>(std::move(o));
    filter->conjuncts = std::move(conjuncts);
    o = std::move(filter);
  }

  /// Volatile conjuncts are evaluated as often as was written.
  static bool may_move(const BoundExpression& e) {
    return !is_volatile(e) && !contains(e, ExpressionKind::kSubquery);
  }

  void push_filter(OperatorPtr& o, ExpressionList from_above) {
    ExpressionList conjuncts;
    ExpressionList fixed;
    for (ExpressionPtr& e : as<LogicalFilter>(*o).conjuncts) {
      ExpressionList split;
      split_conjuncts(std::move(e), split);
      for (ExpressionPtr& part : split) {
        (may_move(*part) ? conjuncts : fixed).push_back(std::move(part));
      }
    }
    for (ExpressionPtr& e : from_above) {
      (fixed.empty() ? conjuncts : fixed).push_back(std::move(e));
    }
    OperatorPtr child = std::move(o->children[0]);
    push(child, std::move(conjuncts));
    keep(child, std::move(fixed));
    o = std::move(child);
  }

  void push_scan(OperatorPtr& o, ExpressionList conjuncts) {
    for (ExpressionPtr& e : conjuncts) {
      as<LogicalScan>(*o).filters.push_back(std::move(e));
      o->estimate.reset();
    }
  }

  void push_project(OperatorPtr& o, ExpressionList conjuncts) {
    auto& project = as<LogicalProject>(*o);
    ColumnMap<const BoundExpression*> expressions;
    ColumnSet fixed_columns;
    for (const LogicalProject::Item& item : project.items) {
      expressions.emplace(item.id, item.expression.get());
      // Computing a value twice is cheap for columns and constants only, and never right for volatile calls.
      if (is_volatile(*item.expression) || !cannot_raise(*item.expression)) {
        fixed_columns.insert(item.id);
      }
    }
    ExpressionList pushed, kept;
    for (ExpressionPtr& e : conjuncts) {
      bool can_push = true;
      for (const ColumnId id : columns_of(*e)) {
        can_push = can_push && !fixed_columns.contains(id);
      }
      if (can_push) {
        replace_columns(e, expressions);
      }
      (can_push ? pushed : kept).push_back(std::move(e));
    }
    push(o->children[0], std::move(pushed));
    keep(o, std::move(kept));
  }

  void push_join(OperatorPtr& o, ExpressionList conjuncts) {
    auto& join = as<LogicalJoin>(*o);
    if (join.join == JoinKind::kLeft) {
      make_inner_if_nulls_fail(join, conjuncts);
    }
    const ColumnSet left = output_set(*join.children[0]);
    const ColumnSet right = output_set(*join.children[1]);
    const bool is_inner = join.join == JoinKind::kInner;
    const bool left_passes = join.join != JoinKind::kRight && join.join != JoinKind::kFull;
    const bool right_passes = is_inner || join.join == JoinKind::kRight;
    ExpressionList to_left, to_right, kept;
    for (ExpressionPtr& e : conjuncts) {
      if (left_passes && refers_only_to(*e, left)) {
        to_left.push_back(std::move(e));
      } else if (right_passes && refers_only_to(*e, right)) {
        to_right.push_back(std::move(e));
      } else if (is_inner) {
        join.conditions.push_back(std::move(e));
      } else {
        kept.push_back(std::move(e));
      }
    }
    push_conditions(join, left, right, to_left, to_right);
    push(join.children[0], std::move(to_left));
    push(join.children[1], std::move(to_right));
    keep(o, std::move(kept));
  }

  /// Conditions over one side only: of the side whose rows they can drop without losing any of the other.
  static void push_conditions(LogicalJoin& join, const ColumnSet& left, const ColumnSet& right,
                              ExpressionList& to_left, ExpressionList& to_right) {
    const bool filters_left =
        join.join == JoinKind::kInner || join.join == JoinKind::kSemi || join.join == JoinKind::kRight;
    const bool filters_right = join.join == JoinKind::kInner || join.join == JoinKind::kSemi ||
                               join.join == JoinKind::kLeft || join.join == JoinKind::kAnti;
    ExpressionList conditions;
    for (ExpressionPtr& e : join.conditions) {
      const bool has_columns = !columns_of(*e).empty();
      if (has_columns && filters_left && refers_only_to(*e, left)) {
        to_left.push_back(std::move(e));
      } else if (has_columns && filters_right && refers_only_to(*e, right)) {
        to_right.push_back(std::move(e));
      } else {
        conditions.push_back(std::move(e));
      }
    }
    join.conditions = std::move(conditions);
  }

  /// A comparison with a column of the right side fails for the NULLs that a LEFT JOIN adds: it is an inner
  /// join then.
  static void make_inner_if_nulls_fail(LogicalJoin& join, const ExpressionList& conjuncts) {
    const ColumnSet right = output_set(*join.children[1]);
    for (const ExpressionPtr& e : conjuncts) {
      const auto* comparison = try_as<BoundComparison>(*e);
      if (comparison == nullptr || comparison->op == CompareOperator::kDistinct ||
          comparison->op == CompareOperator::kNotDistinct) {
        continue;
      }
      for (const BoundExpression* side : {comparison->left.get(), comparison->right.get()}) {
        if (side->kind == ExpressionKind::kColumn && right.contains(as<BoundColumn>(*side).column)) {
          join.join = JoinKind::kInner;
          return;
        }
      }
    }
  }

  void push_aggregate(OperatorPtr& o, ExpressionList conjuncts) {
    auto& aggregate = as<LogicalAggregate>(*o);
    ColumnSet groups;
    ColumnMap<const BoundExpression*> expressions;
    for (const LogicalAggregate::Item& item : aggregate.groups) {
      if (is_volatile(*item.expression)) {
        continue;
      }
      groups.insert(item.id);
      expressions.emplace(item.id, item.expression.get());
    }
    ExpressionList pushed, kept;
    for (ExpressionPtr& e : conjuncts) {
      const bool can_push =
          aggregate.sets.empty() && !groups.empty() && !columns_of(*e).empty() && refers_only_to(*e, groups);
      if (can_push) {
        replace_columns(e, expressions);
      }
      (can_push ? pushed : kept).push_back(std::move(e));
    }
    push(o->children[0], std::move(pushed));
    keep(o, std::move(kept));
  }

  /// Only what decides for whole partitions.
  void push_window(OperatorPtr& o, ExpressionList conjuncts) {
    ColumnSet partition;
    const auto& window = as<BoundWindow>(*as<LogicalWindow>(*o).items[0].expression);
    for (const ExpressionPtr& e : window.partition_by) {
      if (e->kind == ExpressionKind::kColumn) {
        partition.insert(as<BoundColumn>(*e).column);
      }
    }
    ExpressionList pushed, kept;
    for (ExpressionPtr& e : conjuncts) {
      const bool can_push = !columns_of(*e).empty() && refers_only_to(*e, partition) && cannot_raise(*e);
      (can_push ? pushed : kept).push_back(std::move(e));
    }
    push(o->children[0], std::move(pushed));
    keep(o, std::move(kept));
  }

  void push_set_operation(OperatorPtr& o, ExpressionList conjuncts) {
    auto& set = as<LogicalSetOperation>(*o);
    for (size_t i = 0; i < set.children.size(); ++i) {
      ColumnMap<ColumnId> renamed;
      for (size_t c = 0; c < set.columns.size(); ++c) {
        renamed.emplace(set.columns[c], set.child_columns[i][c]);
      }
      ExpressionList own;
      for (const ExpressionPtr& e : conjuncts) {
        own.push_back(clone(*e));
        replace_columns(own.back(), renamed);
      }
      push(set.children[i], std::move(own));
    }
  }
};

}  // namespace

void filter_pushdown(OperatorPtr& root, RewriteContext&) {
  FilterPusher().push(root, {});
}

}  // namespace stoa
