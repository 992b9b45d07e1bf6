#include "base/error.h"
#include "optimize/rewrite.h"
#include "plan/logical_statement.h"

namespace stoa {

namespace {

class SubqueryUnnester {
 public:
  explicit SubqueryUnnester(RewriteContext& context) : columns_(context.columns) {}

  void run(OperatorPtr& root) {
    for (OperatorPtr& child : root->children) {
      run(child);
    }
    if (auto* filter = try_as<LogicalFilter>(*root)) {
      filter_conjuncts(*filter);
    } else if (auto* join = try_as<LogicalJoin>(*root)) {
      if (lift_join_conditions(*join, root)) {
        return;
      }
    } else if (auto* values = try_as<LogicalValues>(*root)) {
      if (expand_values(*values, root)) {
        return;
      }
    }
    root->visit_expressions([&](ExpressionPtr& e) { replace_in(e, root); });
  }

 private:
  /// WHERE EXISTS, NOT EXISTS and IN are joins that filter; all else is computed into columns first.
  void filter_conjuncts(LogicalFilter& filter) {
    ExpressionList kept;
    for (ExpressionPtr& conjunct : filter.conjuncts) {
      BoundExpression* e = conjunct.get();
      const bool is_negated = e->kind == ExpressionKind::kNot;
      if (is_negated) {
        e = as<BoundNot>(*e).operand.get();
      }
      auto* subquery = try_as<BoundSubquery>(*e);
      const bool is_exists = subquery != nullptr && subquery->subquery == SubqueryKind::kExists;
      const bool is_any = subquery != nullptr && subquery->subquery == SubqueryKind::kAny && !is_negated;
      if (!is_exists && !is_any) {
        kept.push_back(std::move(conjunct));
        continue;
      }
      for (ExpressionPtr& operand : subquery->operands) {
        replace_in_child(operand, filter.children[0]);
      }
      run(subquery->plan);
      auto join =
          make_join(is_negated ? JoinKind::kAnti : JoinKind::kSemi, std::move(filter.children[0]), *subquery);
      add_any_conditions(*subquery, *join);
      filter.children[0] = std::move(join);
    }
    filter.conjuncts = std::move(kept);
  }

  void add_any_conditions(BoundSubquery& subquery, LogicalJoin& join) {
    for (size_t i = 0; i < subquery.operands.size(); ++i) {
      join.conditions.push_back(make_comparison(subquery.op, std::move(subquery.operands[i]),
                                                make_column(subquery.columns[i], columns_)));
    }
  }

  static std::unique_ptr<LogicalJoin> make_join(JoinKind kind, OperatorPtr left, BoundSubquery& subquery) {
    auto join = std::make_unique<LogicalJoin>();
    join->join = kind;
    const ColumnSet available = output_set(*left);
    for (const ColumnId outer : outer_columns(*subquery.plan)) {
      join->is_dependent = join->is_dependent || available.contains(outer);
    }
    join->children.push_back(std::move(left));
    join->children.push_back(std::move(subquery.plan));
    return join;
  }

  /// Replaces the subqueries in an expression of `owner` by columns that joins below it make.
  void replace_in(ExpressionPtr& e, OperatorPtr& owner) {
    if (!contains(*e, ExpressionKind::kSubquery)) {
      return;
    }
    if (owner->children.size() != 1) {
      raise_unsupported("a subquery in this place");
    }
    replace_in_child(e, owner->children[0]);
  }

  void replace_in_child(ExpressionPtr& e, OperatorPtr& child) {
    visit_children(*e, [&](ExpressionPtr& inner) { replace_in_child(inner, child); });
    auto* subquery = try_as<BoundSubquery>(*e);
    if (subquery == nullptr) {
      return;
    }
    run(subquery->plan);
    const std::optional<uint32_t> place = subquery->place;
    if (subquery->subquery == SubqueryKind::kScalar) {
      const ColumnId value = subquery->columns[0];
      // A column that the subquery only passes on from outside would be there twice.
      if (output_set(*child).contains(value)) {
        raise_unsupported("a subquery that gives an outer column as it is");
      }
      child = make_join(JoinKind::kSingle, std::move(child), *subquery);
      e = make_column(value, columns_);
    } else {
      auto join = make_join(JoinKind::kMark, std::move(child), *subquery);
      join->mark = columns_.add("mark", TypeId::kBoolean);
      join->is_null_aware = subquery->subquery == SubqueryKind::kAny;
      add_any_conditions(*subquery, *join);
      e = make_column(join->mark, columns_);
      child = std::move(join);
    }
    e->place = place;
  }

  /// ON conditions with subqueries: those of an inner join are a filter above it. True when `root` was
  /// changed.
  bool lift_join_conditions(LogicalJoin& join, OperatorPtr& root) {
    auto filter = std::make_unique<LogicalFilter>();
    ExpressionList kept;
    for (ExpressionPtr& condition : join.conditions) {
      const bool has_subquery = contains(*condition, ExpressionKind::kSubquery);
      if (has_subquery && join.join != JoinKind::kInner) {
        raise_unsupported("a subquery in the condition of an outer join");
      }
      (has_subquery ? filter->conjuncts : kept).push_back(std::move(condition));
    }
    join.conditions = std::move(kept);
    if (filter->conjuncts.empty()) {
      return false;
    }
    filter->children.push_back(std::move(root));
    root = std::move(filter);
    filter_conjuncts(as<LogicalFilter>(*root));
    root->visit_expressions([&](ExpressionPtr& e) { replace_in(e, root); });
    return true;
  }

  /// VALUES with subqueries: each row is a projection of its own.
  bool expand_values(LogicalValues& values, OperatorPtr& root) {
    bool has_subquery = false;
    values.visit_expressions(
        [&](ExpressionPtr& e) { has_subquery |= contains(*e, ExpressionKind::kSubquery); });
    if (!has_subquery) {
      return false;
    }
    auto all = std::make_unique<LogicalSetOperation>();
    all->columns = values.columns;
    for (ExpressionList& row : values.rows) {
      auto one_row = std::make_unique<LogicalValues>();
      one_row->rows.emplace_back();
      auto project = wrap<LogicalProject>(std::move(one_row));
      std::vector<ColumnId> ids;
      for (size_t c = 0; c < row.size(); ++c) {
        ids.push_back(columns_.add(columns_.name(values.columns[c]), row[c]->type));
        project->items.push_back({ids.back(), std::move(row[c])});
      }
      OperatorPtr child = std::move(project);
      child->visit_expressions([&](ExpressionPtr& e) { replace_in(e, child); });
      all->child_columns.push_back(std::move(ids));
      all->children.push_back(std::move(child));
    }
    root = std::move(all);
    return true;
  }

  ColumnTable& columns_;
};

}  // namespace

void unnest_subqueries(OperatorPtr& root, RewriteContext& context) {
  SubqueryUnnester(context).run(root);
}

}  // namespace stoa
