#include <fmt/format.h>

#include "base/error.h"
#include "bind/query_binder.h"

namespace stoa {

namespace {

JoinKind join_kind(const sql::Join& join) {
  switch (join.join) {
    case sql::JoinKind::kInner:
    case sql::JoinKind::kCross: return JoinKind::kInner;
    case sql::JoinKind::kLeft: return JoinKind::kLeft;
    case sql::JoinKind::kRight: return JoinKind::kRight;
    case sql::JoinKind::kFull: return JoinKind::kFull;
    case sql::JoinKind::kSemi: return JoinKind::kSemi;
    case sql::JoinKind::kAnti: return JoinKind::kAnti;
    case sql::JoinKind::kPositional: break;
  }
  raise_at(join.place, sqlstate::kFeatureNotSupported, "POSITIONAL JOIN is not supported");
}

/// Columns of the same name on both sides, in the order of the left.
std::vector<std::string> natural_columns(const Scope& left, const Scope& right) {
  std::vector<std::string> names;
  for (const VisibleColumn& column : left.visible()) {
    ColumnId id{};
    if (right.find_column(column.name, id) != Scope::Found::kNone) {
      names.push_back(column.name);
    }
  }
  return names;
}

ColumnId find_using_column(const Scope& scope, const std::string& name, std::string_view side,
                           const sql::Place& place) {
  ColumnId id{};
  switch (scope.find_column(name, id)) {
    case Scope::Found::kOne: return id;
    case Scope::Found::kNone:
      raise_at(place, sqlstate::kUndefinedColumn,
               fmt::format("column \"{}\" in USING is not on the {} side of the join", name, side));
    case Scope::Found::kSeveral: break;
  }
  raise_at(place, sqlstate::kAmbiguousColumn,
           fmt::format("column \"{}\" in USING is there more than once on the {} side", name, side));
}

}  // namespace

OperatorPtr QueryBinder::bind_join(const sql::Join& join, Scope& scope) {
  if (join.as_of) {
    raise_at(join.place, sqlstate::kFeatureNotSupported, "ASOF JOIN is not supported");
  }
  if (!join.using_alias.text.empty()) {
    raise_at(join.using_alias.place, sqlstate::kFeatureNotSupported, "an alias for USING is not supported");
  }
  auto bound = std::make_unique<LogicalJoin>();
  bound->join = join_kind(join);
  Scope left, right;
  bound->children.push_back(bind_table(*join.left, left));
  lateral_scopes_.push_back(&left);
  bound->children.push_back(bind_table(*join.right, right));
  lateral_scopes_.pop_back();
  const ColumnSet available = output_set(*bound->children[0]);
  for (const ColumnId outer : outer_columns(*bound->children[1])) {
    bound->is_dependent |= available.contains(outer);
  }
  if (bound->is_dependent && bound->join != JoinKind::kInner && bound->join != JoinKind::kLeft) {
    raise_at(join.place, sqlstate::kInvalidColumnReference,
             "LATERAL goes with INNER, CROSS and LEFT joins only");
  }
  std::vector<std::string> names;
  for (const sql::Name& name : join.using_columns) {
    names.push_back(name.text);
  }
  if (join.natural) {
    names = natural_columns(left, right);
  }
  OperatorPtr root;
  if (!names.empty()) {
    root = finish_using(std::move(bound), names, std::move(left), std::move(right), scope);
  } else {
    const bool keeps_left_only = bound->join == JoinKind::kSemi || bound->join == JoinKind::kAnti;
    Scope both = left;
    both.append(std::move(right));
    if (join.condition) {
      const Scope outer = std::exchange(scope_, both);
      split_conjuncts(bind_condition(*join.condition, Clause::kJoinCondition), bound->conditions);
      scope_ = outer;
    }
    scope = keeps_left_only ? std::move(left) : std::move(both);
    root = std::move(bound);
  }
  if (!join.alias.text.empty()) {
    std::vector<OutputColumn> output;
    for (const VisibleColumn& column : scope.visible()) {
      output.push_back({column.id, column.name});
    }
    scope = Scope();
    add_output_table(output, join.alias.text, join, scope);
  }
  return root;
}

/// JOIN ... USING: equal columns are merged into one. It is the left one (the right one for RIGHT JOIN), and
/// COALESCE(left, right), computed above the join, for FULL JOIN.
OperatorPtr QueryBinder::finish_using(std::unique_ptr<LogicalJoin> join,
                                      const std::vector<std::string>& names, Scope left, Scope right,
                                      Scope& scope) {
  struct Merge {
    std::string name;
    ColumnId left, right, merged;
  };
  std::vector<Merge> merges;
  const JoinKind kind = join->join;
  auto project = std::make_unique<LogicalProject>();
  for (const std::string& name : names) {
    Merge merge{
        name, find_using_column(left, name, "left", {}), find_using_column(right, name, "right", {}), {}};
    ExpressionPtr a = make_column(merge.left, columns());
    ExpressionPtr b = make_column(merge.right, columns());
    join->conditions.push_back(make_bound_comparison(CompareOperator::kEqual, clone(*a), clone(*b)));
    merge.merged = kind == JoinKind::kRight ? merge.right : merge.left;
    if (kind == JoinKind::kFull) {
      const LogicalType type = unify({&a, &b}, "USING");
      merge.merged = columns().add(name, type);
      ExpressionList both;
      both.push_back(std::move(a));
      both.push_back(std::move(b));
      project->items.push_back({merge.merged, std::make_unique<BoundCoalesce>(type, std::move(both))});
    }
    merges.push_back(std::move(merge));
  }
  const bool keeps_left_only = kind == JoinKind::kSemi || kind == JoinKind::kAnti;
  OperatorPtr root = std::move(join);
  if (keeps_left_only) {
    scope = std::move(left);
    return root;
  }
  if (kind == JoinKind::kFull) {
    for (const ColumnId id : root->output()) {
      project->items.push_back({id, make_column(id, columns())});
    }
    project->children.push_back(std::move(root));
    root = std::move(project);
  }
  left.append(std::move(right));
  for (const Merge& merge : merges) {
    left.merge_using(merge.name, merge.left, merge.right, merge.merged);
  }
  scope = std::move(left);
  return root;
}

}  // namespace stoa
