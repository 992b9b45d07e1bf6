#include <algorithm>

#include "base/error.h"
#include "optimize/rewrite.h"

namespace stoa {

namespace {

/// Where a correlated column's value is found after decorrelation.
struct Binding {
  ColumnId column;
  /// From the domain, where NULL is a value like others; otherwise bound by an equality, which NULL never
  /// passes.
  bool is_null_safe;
};
using Bindings = ColumnMap<Binding>;

/// Takes the columns `correlated` of `left` out of a tree that refers to them: afterwards the tree gives, for
/// each one that it used, a column that holds the value for which a row is meant.
class Decorrelator {
 public:
  Decorrelator(const LogicalOperator& left, ColumnSet correlated, ColumnTable& columns)
      : left_(left), correlated_(std::move(correlated)), columns_(columns) {}

  Bindings run(OperatorPtr& o) {
    if (!is_correlated(*o)) {
      return {};
    }
    switch (o->kind) {
      case OperatorKind::kFilter: return run_filter(o);
      case OperatorKind::kProject: return run_project(as<LogicalProject>(*o));
      case OperatorKind::kAggregate: return run_aggregate(o);
      case OperatorKind::kJoin: return run_join(as<LogicalJoin>(*o));
      case OperatorKind::kSort: {
        // Without a limit above, order means nothing; LIMIT takes its sort along.
        o = std::move(o->children[0]);
        return run(o);
      }
      case OperatorKind::kLimit: return run_limit(o);
      case OperatorKind::kDistinct: return run_distinct(as<LogicalDistinct>(*o));
      case OperatorKind::kWindow: return run_window(as<LogicalWindow>(*o));
      case OperatorKind::kSetOperation: return run_set_operation(as<LogicalSetOperation>(*o));
      case OperatorKind::kValues: return run_values(o);
      case OperatorKind::kCte: {
        if (is_correlated(*o->children[0])) {
          break;
        }
        return run(o->children[1]);
      }
      default: break;
    }
    raise_unsupported("this correlated subquery");
  }

  /// left's distinct combinations of `wanted`, crossed with `o`.
  void add_domain(const std::vector<ColumnId>& wanted, OperatorPtr& o, Bindings& bindings) {
    auto join = std::make_unique<LogicalJoin>();
    join->children.push_back(make_domain(wanted, bindings));
    join->children.push_back(std::move(o));
    o = std::move(join);
  }

 private:
  OperatorPtr make_domain(const std::vector<ColumnId>& wanted, Bindings& bindings) {
    ColumnMap<ColumnId> renamed;
    auto project = wrap<LogicalProject>(clone_with_new_ids(left_, columns_, renamed));
    for (const ColumnId id : wanted) {
      const ColumnId copy = renamed.at(id);
      project->items.push_back({copy, make_column(copy, columns_)});
      bindings[id] = {copy, true};
    }
    return wrap<LogicalDistinct>(std::move(project));
  }

  bool is_correlated(const LogicalOperator& o) const {
    for (const ColumnId outer : outer_columns(o)) {
      if (correlated_.contains(outer)) {
        return true;
      }
    }
    return false;
  }

  std::vector<ColumnId> correlated_in(const BoundExpression& e) const {
    std::vector<ColumnId> found;
    for (const ColumnId id : columns_of(e)) {
      if (correlated_.contains(id)) {
        found.push_back(id);
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  /// Makes sure that every correlated column of the operator's own expressions is bound in its child, and
  /// replaces it.
  void bind_expressions(LogicalOperator& o, Bindings& bindings) {
    std::vector<ColumnId> missing;
    o.visit_expressions([&](ExpressionPtr& e) {
      for (const ColumnId id : correlated_in(*e)) {
        if (!bindings.contains(id) && std::find(missing.begin(), missing.end(), id) == missing.end()) {
          missing.push_back(id);
        }
      }
    });
    if (!missing.empty()) {
      add_domain(missing, o.children[0], bindings);
    }
    ColumnMap<ColumnId> replacements;
    for (const auto& [id, binding] : bindings) {
      replacements.emplace(id, binding.column);
    }
    o.visit_expressions([&](ExpressionPtr& e) { replace_columns(e, replacements); });
  }

  Bindings run_filter(OperatorPtr& o) {
    auto& filter = as<LogicalFilter>(*o);
    Bindings bindings = run(filter.children[0]);
    for (ExpressionPtr& conjunct : filter.conjuncts) {
      bind_by_equality(conjunct, filter, bindings);
    }
    bind_expressions(filter, bindings);
    return bindings;
  }

  /// `correlated = expression of the child`: the expression is where the column's value is found.
  void bind_by_equality(ExpressionPtr& conjunct, LogicalFilter& filter, Bindings& bindings) {
    auto* comparison = try_as<BoundComparison>(*conjunct);
    if (comparison == nullptr || comparison->op != CompareOperator::kEqual) {
      return;
    }
    for (const bool is_left : {true, false}) {
      ExpressionPtr& outer = is_left ? comparison->left : comparison->right;
      ExpressionPtr& inner = is_left ? comparison->right : comparison->left;
      const auto* column = try_as<BoundColumn>(*outer);
      if (column == nullptr || !correlated_.contains(column->column) || bindings.contains(column->column)) {
        continue;
      }
      const ColumnSet inner_columns = columns_of(*inner);
      if (inner_columns.empty() || !refers_only_to(*inner, output_set(*filter.children[0]))) {
        continue;
      }
      ColumnId found{};
      if (const auto* inner_column = try_as<BoundColumn>(*inner)) {
        found = inner_column->column;
      } else {
        found = add_projected(std::move(inner), filter.children[0]);
      }
      bindings[column->column] = {found, false};
      conjunct = std::make_unique<BoundIsNull>(make_column(found, columns_), true);
      return;
    }
  }

  /// Computes an expression over `child` into a new column of it.
  ColumnId add_projected(ExpressionPtr e, OperatorPtr& child) {
    const ColumnId id = columns_.add("key", e->type);
    auto project = std::make_unique<LogicalProject>();
    for (const ColumnId passed : child->output()) {
      project->items.push_back({passed, make_column(passed, columns_)});
    }
    project->items.push_back({id, std::move(e)});
    project->children.push_back(std::move(child));
    child = std::move(project);
    return id;
  }

  static std::vector<ColumnId> columns_in(const Bindings& bindings) {
    std::vector<ColumnId> ids;
    for (const auto& [id, binding] : bindings) {
      if (std::find(ids.begin(), ids.end(), binding.column) == ids.end()) {
        ids.push_back(binding.column);
      }
    }
    std::sort(ids.begin(), ids.end());
    return ids;
  }

  Bindings run_project(LogicalProject& project) {
    Bindings bindings = run(project.children[0]);
    bind_expressions(project, bindings);
    for (const ColumnId id : columns_in(bindings)) {
      const bool is_there = std::any_of(project.items.begin(), project.items.end(),
                                        [id](const auto& item) { return item.id == id; });
      if (!is_there) {
        project.items.push_back({id, make_column(id, columns_)});
      }
    }
    return bindings;
  }

  /// The aggregate is computed for each binding. One without groups has a row even for those without input
  /// rows: the domain is joined on to have them.
  Bindings run_aggregate(OperatorPtr& o) {
    auto& aggregate = as<LogicalAggregate>(*o);
    if (!aggregate.sets.empty()) {
      raise_unsupported("a correlated subquery with grouping sets");
    }
    const bool has_empty_row = aggregate.groups.empty();
    Bindings bindings = run(aggregate.children[0]);
    bind_expressions(aggregate, bindings);
    for (const ColumnId id : columns_in(bindings)) {
      aggregate.groups.push_back({id, make_column(id, columns_)});
    }
    if (!has_empty_row) {
      return bindings;
    }
    return join_empty_rows(o, bindings);
  }

  Bindings join_empty_rows(OperatorPtr& o, const Bindings& inner) {
    auto& aggregate = as<LogicalAggregate>(*o);
    std::vector<ColumnId> wanted;
    for (const auto& [id, binding] : inner) {
      wanted.push_back(id);
    }
    std::sort(wanted.begin(), wanted.end());
    Bindings outer;
    auto join = std::make_unique<LogicalJoin>();
    join->join = JoinKind::kLeft;
    join->children.push_back(make_domain(wanted, outer));
    for (const ColumnId id : wanted) {
      join->conditions.push_back(make_comparison(CompareOperator::kNotDistinct,
                                                 make_column(outer.at(id).column, columns_),
                                                 make_column(inner.at(id).column, columns_)));
    }
    auto project = std::make_unique<LogicalProject>();
    ColumnMap<ColumnId> renamed;
    for (LogicalAggregate::Item& item : aggregate.aggregates) {
      // The value over nothing: 0 for counts, NULL for the others. The id stays the one that is known above.
      const auto& call = as<BoundAggregate>(*item.expression).call;
      const ColumnId computed = columns_.add(columns_.name(item.id), item.expression->type);
      ExpressionPtr value = make_column(computed, columns_);
      if (call.function->has_value_when_empty) {
        ExpressionList operands;
        operands.push_back(std::move(value));
        operands.push_back(make_constant(cast_value(Value::bigint(0), item.expression->type)));
        const LogicalType type = item.expression->type;
        value = std::make_unique<BoundCoalesce>(type, std::move(operands));
      }
      project->items.push_back({item.id, std::move(value)});
      item.id = computed;
    }
    for (const auto& [id, binding] : outer) {
      project->items.push_back({binding.column, make_column(binding.column, columns_)});
    }
    join->children.push_back(std::move(o));
    project->children.push_back(std::move(join));
    o = std::move(project);
    return outer;
  }

  Bindings run_join(LogicalJoin& join) {
    if (join.is_dependent) {
      raise_unsupported("this nested correlated subquery");
    }
    if (join.join == JoinKind::kFull || join.join == JoinKind::kRight) {
      raise_unsupported("a correlated subquery with a RIGHT or FULL JOIN");
    }
    Bindings left = run(join.children[0]);
    Bindings right = run(join.children[1]);
    std::vector<ColumnId> missing;
    for (ExpressionPtr& condition : join.conditions) {
      for (const ColumnId id : correlated_in(*condition)) {
        if (!left.contains(id) && !right.contains(id)) {
          missing.push_back(id);
        }
      }
    }
    for (const auto& [id, binding] : right) {
      if (!left.contains(id) && join.join != JoinKind::kInner) {
        missing.push_back(id);
      }
    }
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    if (!missing.empty()) {
      add_domain(missing, join.children[0], left);
    }
    Bindings both = left;
    ColumnMap<ColumnId> replacements;
    for (const auto& [id, binding] : right) {
      const auto found = left.find(id);
      if (found == left.end()) {
        both.emplace(id, binding);
        continue;
      }
      join.conditions.push_back(make_comparison(CompareOperator::kNotDistinct,
                                                make_column(found->second.column, columns_),
                                                make_column(binding.column, columns_)));
    }
    for (const auto& [id, binding] : both) {
      replacements.emplace(id, binding.column);
    }
    for (ExpressionPtr& condition : join.conditions) {
      replace_columns(condition, replacements);
    }
    return both;
  }

  /// LIMIT for each binding: rows are numbered within it.
  Bindings run_limit(OperatorPtr& o) {
    auto limit = std::unique_ptr<LogicalLimit>(static_cast<LogicalLimit*>(o.release()));
    std::vector<BoundOrder> order;
    OperatorPtr child = std::move(limit->children[0]);
    if (auto* sort = try_as<LogicalSort>(*child)) {
      order = std::move(sort->order_by);
      OperatorPtr below = std::move(sort->children[0]);
      child = std::move(below);
    }
    Bindings bindings = run(child);
    auto number = std::make_unique<BoundWindow>(WindowFunctionKind::kRowNumber, TypeId::kBigint);
    ColumnMap<ColumnId> replacements;
    for (const auto& [id, binding] : bindings) {
      replacements.emplace(id, binding.column);
    }
    for (BoundOrder& item : order) {
      replace_columns(item.expression, replacements);
    }
    number->order_by = std::move(order);
    for (const ColumnId id : columns_in(bindings)) {
      number->partition_by.push_back(make_column(id, columns_));
    }
    const ColumnId row_number = columns_.add("row_number", TypeId::kBigint);
    auto window = wrap<LogicalWindow>(std::move(child));
    window->items.push_back({row_number, std::move(number)});
    auto filter = wrap<LogicalFilter>(std::move(window));
    const auto constant = [](const ExpressionPtr& e) -> std::optional<int64_t> {
      const auto* value = e ? try_as<BoundConstant>(*e) : nullptr;
      if (e && value == nullptr) {
        raise_unsupported("a parameter as LIMIT of a correlated subquery");
      }
      return value == nullptr || value->value.is_null() ? std::nullopt
                                                        : std::optional(value->value.as_int64());
    };
    const int64_t offset = constant(limit->offset).value_or(0);
    if (offset > 0) {
      filter->conjuncts.push_back(make_comparison(CompareOperator::kGreater,
                                                  make_column(row_number, columns_),
                                                  make_constant(Value::bigint(offset))));
    }
    if (const std::optional<int64_t> count = constant(limit->limit)) {
      filter->conjuncts.push_back(make_comparison(CompareOperator::kLessEqual,
                                                  make_column(row_number, columns_),
                                                  make_constant(Value::bigint(offset + *count))));
    }
    o = std::move(filter);
    return bindings;
  }

  Bindings run_distinct(LogicalDistinct& distinct) {
    if (!distinct.on.empty()) {
      raise_unsupported("a correlated subquery with DISTINCT ON");
    }
    return run(distinct.children[0]);
  }

  Bindings run_window(LogicalWindow& window) {
    Bindings bindings = run(window.children[0]);
    bind_expressions(window, bindings);
    for (LogicalWindow::Item& item : window.items) {
      for (const ColumnId id : columns_in(bindings)) {
        as<BoundWindow>(*item.expression).partition_by.push_back(make_column(id, columns_));
      }
    }
    return bindings;
  }

  /// Every child gets all bindings that one of them needs.
  Bindings run_set_operation(LogicalSetOperation& set) {
    std::vector<Bindings> parts;
    std::vector<ColumnId> wanted;
    for (OperatorPtr& child : set.children) {
      parts.push_back(run(child));
      for (const auto& [id, binding] : parts.back()) {
        if (std::find(wanted.begin(), wanted.end(), id) == wanted.end()) {
          wanted.push_back(id);
        }
      }
    }
    std::sort(wanted.begin(), wanted.end());
    Bindings bindings;
    for (const ColumnId id : wanted) {
      const ColumnInfo info = columns_[id];
      bindings[id] = {columns_.add(info.name, info.type), true};
      set.columns.push_back(bindings[id].column);
    }
    for (size_t i = 0; i < set.children.size(); ++i) {
      std::vector<ColumnId> missing;
      for (const ColumnId id : wanted) {
        if (!parts[i].contains(id)) {
          missing.push_back(id);
        }
      }
      if (!missing.empty()) {
        add_domain(missing, set.children[i], parts[i]);
      }
      for (const ColumnId id : wanted) {
        set.child_columns[i].push_back(parts[i].at(id).column);
      }
    }
    return bindings;
  }

  /// VALUES over correlated columns: a projection of the domain for each row.
  Bindings run_values(OperatorPtr& o) {
    auto& values = as<LogicalValues>(*o);
    std::vector<ColumnId> wanted;
    values.visit_expressions([&](ExpressionPtr& e) {
      for (const ColumnId id : correlated_in(*e)) {
        if (std::find(wanted.begin(), wanted.end(), id) == wanted.end()) {
          wanted.push_back(id);
        }
      }
    });
    auto set = std::make_unique<LogicalSetOperation>();
    set->columns = values.columns;
    Bindings bindings;
    for (const ColumnId id : wanted) {
      const ColumnInfo info = columns_[id];
      bindings[id] = {columns_.add(info.name, info.type), true};
      set->columns.push_back(bindings[id].column);
    }
    for (ExpressionList& row : values.rows) {
      Bindings domain;
      auto project = wrap<LogicalProject>(make_domain(wanted, domain));
      ColumnMap<ColumnId> replacements;
      for (const auto& [id, binding] : domain) {
        replacements.emplace(id, binding.column);
      }
      std::vector<ColumnId> ids;
      for (ExpressionPtr& e : row) {
        replace_columns(e, replacements);
        ids.push_back(columns_.add("value", e->type));
        project->items.push_back({ids.back(), std::move(e)});
      }
      for (const ColumnId id : wanted) {
        const ColumnId copy = domain.at(id).column;
        project->items.push_back({copy, make_column(copy, columns_)});
        ids.push_back(copy);
      }
      set->child_columns.push_back(std::move(ids));
      set->children.push_back(std::move(project));
    }
    o = std::move(set);
    return bindings;
  }

  const LogicalOperator& left_;
  ColumnSet correlated_;
  ColumnTable& columns_;
};

class DependentJoinRemover {
 public:
  explicit DependentJoinRemover(RewriteContext& context) : columns_(context.columns) {}

  void run(OperatorPtr& root) {
    for (OperatorPtr& child : root->children) {
      run(child);
    }
    auto* join = try_as<LogicalJoin>(*root);
    if (join == nullptr || !join->is_dependent) {
      return;
    }
    join->is_dependent = false;
    if (join->join == JoinKind::kSingle && remove_scalar_aggregate(root)) {
      return;
    }
    const bool keeps_left_rows =
        join->join == JoinKind::kSemi || join->join == JoinKind::kAnti || join->join == JoinKind::kMark;
    if (keeps_left_rows) {
      drop_limits(join->children[1], join->conditions.empty());
    }
    // In a three-valued mark a condition that is NULL would count, where a filter's doesn't.
    if (keeps_left_rows && !join->is_null_aware) {
      pull_up_conditions(join->children[1], output_set(*join->children[0]), join->conditions);
    }
    add_conditions(*join, decorrelate(*join));
  }

 private:
  Bindings decorrelate(LogicalJoin& join) {
    ColumnSet correlated;
    const ColumnSet available = output_set(*join.children[0]);
    for (const ColumnId outer : outer_columns(*join.children[1])) {
      if (available.contains(outer)) {
        correlated.insert(outer);
      }
    }
    return Decorrelator(*join.children[0], std::move(correlated), columns_).run(join.children[1]);
  }

  void add_conditions(LogicalJoin& join, const Bindings& bindings) {
    std::vector<ColumnId> ids;
    for (const auto& [id, binding] : bindings) {
      ids.push_back(id);
    }
    std::sort(ids.begin(), ids.end());
    for (const ColumnId id : ids) {
      const Binding& binding = bindings.at(id);
      // The value of a mark must not depend on NULLs in what only says which rows are meant.
      const bool is_null_safe = binding.is_null_safe || join.join == JoinKind::kMark;
      const CompareOperator op = is_null_safe ? CompareOperator::kNotDistinct : CompareOperator::kEqual;
      join.conditions.push_back(
          make_comparison(op, make_column(id, columns_), make_column(binding.column, columns_)));
    }
  }

  /// Whether there is a row that passes a filter is whether there is one that the join's conditions accept:
  /// correlated conjuncts right below the join become conditions, and need no domain.
  void pull_up_conditions(OperatorPtr& o, const ColumnSet& left, ExpressionList& conditions) {
    const size_t before = conditions.size();
    if (auto* project = try_as<LogicalProject>(*o)) {
      pull_up_conditions(project->children[0], left, conditions);
      for (size_t i = before; i < conditions.size(); ++i) {
        pass_on(*project, *conditions[i]);
      }
      return;
    }
    auto* filter = try_as<LogicalFilter>(*o);
    if (filter == nullptr) {
      return;
    }
    pull_up_conditions(filter->children[0], left, conditions);
    ExpressionList kept;
    for (ExpressionPtr& conjunct : filter->conjuncts) {
      const ColumnSet used = columns_of(*conjunct);
      const bool is_correlated =
          std::any_of(used.begin(), used.end(), [&left](ColumnId id) { return left.contains(id); });
      (is_correlated ? conditions : kept).push_back(std::move(conjunct));
    }
    filter->conjuncts = std::move(kept);
    if (filter->conjuncts.empty()) {
      OperatorPtr child = std::move(filter->children[0]);
      o = std::move(child);
    }
  }

  /// Makes a projection give the columns of its child that an expression above needs.
  void pass_on(LogicalProject& project, const BoundExpression& e) {
    const ColumnSet available = output_set(*project.children[0]);
    for (const ColumnId id : columns_of(e)) {
      const bool is_there = std::any_of(project.items.begin(), project.items.end(),
                                        [id](const auto& item) { return item.id == id; });
      if (available.contains(id) && !is_there) {
        project.items.push_back({id, make_column(id, columns_)});
      }
    }
  }

  /// EXISTS doesn't care how many rows there are, as long as there is one.
  static void drop_limits(OperatorPtr& o, bool is_exists) {
    while (is_exists && o->kind == OperatorKind::kLimit) {
      auto& limit = as<LogicalLimit>(*o);
      const auto* count = limit.limit ? try_as<BoundConstant>(*limit.limit) : nullptr;
      const bool keeps_one =
          !limit.limit || (count != nullptr && (count->value.is_null() || count->value.as_int64() > 0));
      if (limit.offset || !keeps_one) {
        return;
      }
      OperatorPtr child = std::move(o->children[0]);
      o = std::move(child);
    }
  }

  /// A scalar subquery that is an aggregate without groups, under projections: the groups that decorrelation
  /// makes are unique, and the projections are computed above the join, where a row without a group gives
  /// what the aggregates give over nothing.
  bool remove_scalar_aggregate(OperatorPtr& root) {
    auto& join = as<LogicalJoin>(*root);
    std::vector<std::unique_ptr<LogicalProject>> projects;
    OperatorPtr* below = &join.children[1];
    while ((*below)->kind == OperatorKind::kProject) {
      below = &(*below)->children[0];
    }
    const auto* aggregate = try_as<LogicalAggregate>(**below);
    if (aggregate == nullptr || !aggregate->groups.empty() || !aggregate->sets.empty()) {
      return false;
    }
    OperatorPtr right = std::move(join.children[1]);
    while (right->kind == OperatorKind::kProject) {
      auto project = std::unique_ptr<LogicalProject>(static_cast<LogicalProject*>(right.release()));
      right = std::move(project->children[0]);
      project->children.clear();
      projects.push_back(std::move(project));
    }
    group_by_bindings(join, std::move(right));
    const std::vector<ColumnId> left_columns = join.children[0]->output();
    join.join = JoinKind::kLeft;
    root = coalesce_counts(std::move(root));
    for (auto project = projects.rbegin(); project != projects.rend(); ++project) {
      for (const ColumnId id : left_columns) {
        (*project)->items.push_back({id, make_column(id, columns_)});
      }
      (*project)->children.push_back(std::move(root));
      root = std::move(*project);
    }
    return true;
  }

  void group_by_bindings(LogicalJoin& join, OperatorPtr right) {
    auto& aggregate = as<LogicalAggregate>(*right);
    OperatorPtr input = std::move(aggregate.children[0]);
    ColumnSet correlated;
    const ColumnSet available = output_set(*join.children[0]);
    const auto note = [&](const ColumnSet& used) {
      for (const ColumnId id : used) {
        if (available.contains(id)) {
          correlated.insert(id);
        }
      }
    };
    note(outer_columns(*input));
    ColumnSet in_aggregates;
    aggregate.visit_expressions([&](ExpressionPtr& e) { collect_columns(*e, in_aggregates); });
    note(in_aggregates);
    Decorrelator decorrelator(*join.children[0], correlated, columns_);
    Bindings bindings = decorrelator.run(input);
    std::vector<ColumnId> missing;
    for (const ColumnId id : in_aggregates) {
      if (available.contains(id) && !bindings.contains(id)) {
        missing.push_back(id);
      }
    }
    std::sort(missing.begin(), missing.end());
    if (!missing.empty()) {
      decorrelator.add_domain(missing, input, bindings);
    }
    ColumnMap<ColumnId> replacements;
    ColumnSet grouped;
    for (const auto& [id, binding] : bindings) {
      replacements.emplace(id, binding.column);
      if (grouped.insert(binding.column).second) {
        aggregate.groups.push_back({binding.column, make_column(binding.column, columns_)});
      }
    }
    for (LogicalAggregate::Item& item : aggregate.aggregates) {
      replace_columns(item.expression, replacements);
    }
    aggregate.children[0] = std::move(input);
    join.children[1] = std::move(right);
    add_conditions(join, bindings);
  }

  /// Counts of groups that are not there are 0. The ids known above stay those of the corrected columns.
  OperatorPtr coalesce_counts(OperatorPtr root) {
    auto& aggregate = as<LogicalAggregate>(*root->children[1]);
    auto project = std::make_unique<LogicalProject>();
    bool is_needed = false;
    ColumnMap<ExpressionPtr> corrected;
    for (LogicalAggregate::Item& item : aggregate.aggregates) {
      if (!as<BoundAggregate>(*item.expression).call.function->has_value_when_empty) {
        continue;
      }
      is_needed = true;
      const ColumnId computed = columns_.add(columns_.name(item.id), item.expression->type);
      ExpressionList operands;
      operands.push_back(make_column(computed, columns_));
      operands.push_back(make_constant(cast_value(Value::bigint(0), item.expression->type)));
      const LogicalType type = item.expression->type;
      corrected.emplace(item.id, std::make_unique<BoundCoalesce>(type, std::move(operands)));
      item.id = computed;
    }
    if (!is_needed) {
      return root;
    }
    for (auto& [id, e] : corrected) {
      project->items.push_back({id, std::move(e)});
    }
    for (const ColumnId id : root->output()) {
      project->items.push_back({id, make_column(id, columns_)});
    }
    project->children.push_back(std::move(root));
    return project;
  }

  ColumnTable& columns_;
};

}  // namespace

void remove_dependent_joins(OperatorPtr& root, RewriteContext& context) {
  DependentJoinRemover(context).run(root);
}

}  // namespace stoa
