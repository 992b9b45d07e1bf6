#include <fmt/format.h>

#include "base/error.h"
#include "bind/query_binder.h"
#include "sql/tree.h"

namespace stoa {

namespace {

/// The name that PostgreSQL gives a select item without an alias.
std::string default_name(const sql::Expression& e) {
  if (sql::is<sql::ColumnReference>(e)) {
    return sql::as<sql::ColumnReference>(e).name.last();
  }
  if (sql::is<sql::FunctionCall>(e)) {
    return sql::as<sql::FunctionCall>(e).name.last();
  }
  if (sql::is<sql::Cast>(e)) {
    return default_name(*sql::as<sql::Cast>(e).operand);
  }
  if (sql::is<sql::Case>(e)) {
    return "case";
  }
  if (sql::is<sql::Exists>(e)) {
    return "exists";
  }
  if (sql::is<sql::Literal>(e) && sql::as<sql::Literal>(e).literal_kind == sql::LiteralKind::kTyped) {
    return sql::as<sql::Literal>(e).type->name.last();
  }
  return "";
}

std::string item_name(const sql::SelectItem& item) {
  if (!item.alias.text.empty()) {
    return item.alias.text;
  }
  const std::string name = default_name(*item.expression);
  return name.empty() ? sql::to_text(*item.expression) : name;
}

bool is_integer_literal(const sql::Expression& e) {
  return sql::is<sql::Literal>(e) && sql::as<sql::Literal>(e).literal_kind == sql::LiteralKind::kInteger;
}

}  // namespace

/// The steps of one SELECT, in the order of its logical evaluation: FROM, WHERE, GROUP BY, HAVING, windows,
/// QUALIFY, select list, DISTINCT, ORDER BY, LIMIT.
class SelectBinder {
 public:
  SelectBinder(QueryBinder& binder, const sql::SelectQuery& query) : binder_(binder), query_(query) {
    state_.syntax = &query;
    for (const sql::SelectItem& item : query.items) {
      if (!item.alias.text.empty()) {
        state_.aliases.emplace(item.alias.text, item.expression.get());
      }
    }
  }

  BoundQuery run() {
    refuse_unsupported();
    root_ = binder_.bind_from(query_.from);
    SelectState* const enclosing = std::exchange(binder_.select_, &state_);
    bind_where();
    bind_groups();
    bind_items();
    bind_filters_after_grouping();
    bind_order();
    add_grouping();
    add_windows();
    binder_.select_ = enclosing;
    return finish();
  }

 private:
  struct Item {
    ExpressionPtr expression;
    std::string name;
    ColumnId id{};
  };

  void refuse_unsupported() const {
    if (!query_.distinct_on.empty()) {
      raise_unsupported("DISTINCT ON");
    }
    if (query_.sample) {
      raise_at(query_.sample->place, sqlstate::kFeatureNotSupported, "USING SAMPLE is not supported");
    }
    if (!query_.into.text.empty()) {
      raise_at(query_.into.place, sqlstate::kFeatureNotSupported, "SELECT INTO is not supported",
               "use CREATE TABLE ... AS");
    }
    if (query_.modifiers.with_ties) {
      raise_at(query_.modifiers.limit_place, sqlstate::kFeatureNotSupported, "WITH TIES is not supported");
    }
  }

  void bind_where() {
    if (!query_.where) {
      return;
    }
    add_filter(binder_.bind_condition(*query_.where, Clause::kWhere));
  }

  void add_filter(ExpressionPtr condition) {
    auto filter = wrap<LogicalFilter>(std::move(root_));
    split_conjuncts(std::move(condition), filter->conjuncts);
    root_ = std::move(filter);
  }

  // --- GROUP BY
  void bind_groups() {
    is_grouped_ = !query_.group_by.empty() || query_.group_by_all;
    for (const sql::GroupItem& item : query_.group_by) {
      if (item.kind == sql::GroupKind::kSet) {
        for (const sql::GroupItem& inner : item.items) {
          bind_group(*inner.expression);
        }
        continue;
      }
      if (item.kind != sql::GroupKind::kExpression) {
        raise_at(item.place, sqlstate::kFeatureNotSupported,
                 "GROUPING SETS, ROLLUP and CUBE are not supported");
      }
      bind_group(*item.expression);
    }
  }

  void bind_group(const sql::Expression& e) {
    const sql::Expression* target = &e;
    if (is_integer_literal(e)) {
      target = &item_at(e, "GROUP BY");
    }
    add_group(binder_.bind(*target, Clause::kGroupBy));
  }

  void add_group(ExpressionPtr bound) {
    if (contains(*bound, ExpressionKind::kSubquery)) {
      raise_unsupported("a subquery in GROUP BY");
    }
    for (const LogicalAggregate::Item& known : groups_) {
      if (equal(*known.expression, *bound)) {
        return;
      }
    }
    const auto* column = try_as<BoundColumn>(*bound);
    const ColumnId id = column != nullptr ? column->column : binder_.columns().add("group", bound->type);
    groups_.push_back({id, std::move(bound)});
  }

  const sql::Expression& item_at(const sql::Expression& position, std::string_view clause) const {
    const std::string& digits = sql::as<sql::Literal>(position).text;
    const size_t number = digits.size() > 6 ? 0 : std::stoul(digits);
    if (number == 0 || number > query_.items.size()) {
      raise_at(position.place, sqlstate::kInvalidColumnReference,
               fmt::format("{} position {} is not in the select list", clause, digits));
    }
    const sql::Expression& item = *query_.items[number - 1].expression;
    if (sql::is<sql::Star>(item)) {
      raise_unsupported(fmt::format("{} by position beside *", clause));
    }
    return item;
  }

  // --- the select list
  void bind_items() {
    for (const sql::SelectItem& item : query_.items) {
      if (sql::is<sql::Star>(*item.expression)) {
        bind_star(sql::as<sql::Star>(*item.expression));
        continue;
      }
      items_.push_back({binder_.bind(*item.expression, Clause::kSelect), item_name(item)});
    }
    if (query_.group_by_all) {
      group_by_all_items();
    }
  }

  void group_by_all_items() {
    for (const Item& item : items_) {
      const ColumnSet used = columns_of(*item.expression);
      const bool has_aggregate = std::any_of(state_.aggregates.begin(), state_.aggregates.end(),
                                             [&](const auto& a) { return used.contains(a.id); });
      if (!has_aggregate) {
        add_group(clone(*item.expression));
      }
    }
  }

  void bind_star(const sql::Star& star) {
    if (star.columns) {
      raise_at(star.place, sqlstate::kFeatureNotSupported, "COLUMNS(...) is not supported");
    }
    const size_t before = items_.size();
    const std::string table = star.qualifier.empty() ? "" : star.qualifier.last();
    if (table.empty()) {
      for (const VisibleColumn& column : binder_.scope().visible()) {
        add_star_column(star, column.name, column.id);
      }
    } else {
      const ScopeTable* found = binder_.scope().find_table("", table);
      if (found == nullptr) {
        raise_at(star.place, sqlstate::kUndefinedTable,
                 fmt::format("there is no table \"{}\" in FROM here", table));
      }
      for (const ScopeColumn& column : found->columns) {
        add_star_column(star, column.name, column.id);
      }
    }
    if (items_.size() == before && star.excluded.empty()) {
      raise_at(star.place, sqlstate::kSyntaxError, "SELECT * without tables is not valid",
               "name a table in FROM");
    }
  }

  void add_star_column(const sql::Star& star, const std::string& name, ColumnId id) {
    for (const sql::QualifiedName& excluded : star.excluded) {
      if (excluded.last() == name) {
        return;
      }
    }
    for (const sql::StarReplacement& replacement : star.replaced) {
      if (replacement.column.text == name) {
        items_.push_back({binder_.bind(*replacement.value, Clause::kSelect), name});
        return;
      }
    }
    std::string shown = name;
    for (const sql::StarRename& rename : star.renamed) {
      if (rename.column.last() == name) {
        shown = rename.new_name.text;
      }
    }
    items_.push_back({make_column(id, binder_.columns()), shown});
  }

  void bind_filters_after_grouping() {
    if (query_.having) {
      is_grouped_ = true;
      having_ = binder_.bind_condition(*query_.having, Clause::kHaving);
    }
    if (query_.qualify) {
      qualify_ = binder_.bind_condition(*query_.qualify, Clause::kQualify);
    }
  }

  // --- ORDER BY: output names and positions first, then any expression over the input
  void bind_order() {
    const sql::Modifiers& modifiers = query_.modifiers;
    if (modifiers.order_by_all) {
      for (size_t i = 0; i < items_.size(); ++i) {
        orders_.push_back(order_of(*modifiers.order_by_all, i));
      }
    }
    for (const sql::SortItem& item : modifiers.order_by) {
      orders_.push_back(order_of(item, order_position(item)));
    }
  }

  struct Order {
    size_t item;
    bool is_descending;
    bool nulls_first;
  };

  static Order order_of(const sql::SortItem& item, size_t position) {
    const bool descending = item.direction == sql::SortDirection::kDescending || item.using_operator == ">";
    const bool nulls_first =
        item.nulls == sql::NullOrder::kDefault ? descending : item.nulls == sql::NullOrder::kFirst;
    return {position, descending, nulls_first};
  }

  size_t order_position(const sql::SortItem& item) {
    const sql::Expression& e = *item.expression;
    if (is_integer_literal(e)) {
      const std::string& digits = sql::as<sql::Literal>(e).text;
      const size_t number = digits.size() > 6 ? 0 : std::stoul(digits);
      if (number == 0 || number > visible_item_count()) {
        raise_at(e.place, sqlstate::kInvalidColumnReference,
                 fmt::format("ORDER BY position {} is not in the select list", digits));
      }
      return number - 1;
    }
    if (sql::is<sql::ColumnReference>(e) && sql::as<sql::ColumnReference>(e).name.parts.size() == 1) {
      const std::string& name = sql::as<sql::ColumnReference>(e).name.last();
      if (const std::optional<size_t> named = item_named(name, e.place)) {
        return *named;
      }
    }
    ExpressionPtr bound = binder_.bind(e, Clause::kOrderBy);
    for (size_t i = 0; i < items_.size(); ++i) {
      if (equal(*items_[i].expression, *bound)) {
        return i;
      }
    }
    if (query_.distinct) {
      raise_at(e.place, sqlstate::kInvalidColumnReference,
               "for SELECT DISTINCT, ORDER BY expressions must be in the select list");
    }
    if (!hidden_from_) {
      hidden_from_ = items_.size();
    }
    items_.push_back({std::move(bound), "order"});
    return items_.size() - 1;
  }

  size_t visible_item_count() const { return hidden_from_.value_or(items_.size()); }

  std::optional<size_t> item_named(const std::string& name, const sql::Place& place) const {
    std::optional<size_t> found;
    for (size_t i = 0; i < visible_item_count(); ++i) {
      if (items_[i].name != name) {
        continue;
      }
      if (found && !equal(*items_[*found].expression, *items_[i].expression)) {
        raise_at(place, sqlstate::kAmbiguousColumn, fmt::format("ORDER BY \"{}\" is ambiguous", name));
      }
      if (!found) {
        found = i;
      }
    }
    return found;
  }

  // --- the plan above WHERE
  void add_grouping() {
    is_grouped_ = is_grouped_ || !state_.aggregates.empty();
    if (!is_grouped_) {
      return;
    }
    ColumnSet allowed;
    for (const LogicalAggregate::Item& group : groups_) {
      allowed.insert(group.id);
    }
    for (const LogicalAggregate::Item& aggregate : state_.aggregates) {
      allowed.insert(aggregate.id);
    }
    const ColumnSet input = output_set(*root_);
    for (Item& item : items_) {
      use_groups(item.expression, allowed, input);
    }
    if (having_) {
      use_groups(having_, allowed, input);
    }
    if (qualify_) {
      use_groups(qualify_, allowed, input);
    }
    for (LogicalWindow::Item& window : state_.windows) {
      use_groups(window.expression, allowed, input);
    }
    auto aggregate = wrap<LogicalAggregate>(std::move(root_));
    aggregate->groups = std::move(groups_);
    aggregate->aggregates = std::move(state_.aggregates);
    root_ = std::move(aggregate);
    if (having_) {
      add_filter(std::move(having_));
    }
  }

  /// Replaces what equals a group by that group's column; what is left of the input is an error.
  void use_groups(ExpressionPtr& e, const ColumnSet& allowed, const ColumnSet& input) const {
    for (const LogicalAggregate::Item& group : groups_) {
      if (equal(*group.expression, *e)) {
        e = make_column(group.id, binder_.columns());
        return;
      }
    }
    if (const auto* column = try_as<BoundColumn>(*e)) {
      require_grouped(column->column, *e, allowed, input);
    }
    if (const auto* subquery = try_as<BoundSubquery>(*e)) {
      for (const ColumnId outer : outer_columns(*subquery->plan)) {
        require_grouped(outer, *e, allowed, input);
      }
    }
    visit_children(*e, [&](ExpressionPtr& child) { use_groups(child, allowed, input); });
  }

  /// As the query calls it: `t(x)` renames what VALUES calls column1.
  std::string shown_name(ColumnId id) const {
    for (const ScopeTable& table : binder_.scope().tables()) {
      for (const ScopeColumn& column : table.columns) {
        if (column.id == id) {
          return column.name;
        }
      }
    }
    return binder_.columns().name(id);
  }

  void require_grouped(ColumnId id, const BoundExpression& e, const ColumnSet& allowed,
                       const ColumnSet& input) const {
    if (allowed.contains(id) || !input.contains(id)) {
      return;
    }
    Error error(
        sqlstate::kGroupingError,
        fmt::format("column \"{}\" must appear in GROUP BY or be used in an aggregate", shown_name(id)));
    if (e.place) {
      throw std::move(error).at(*e.place);
    }
    throw error;
  }

  /// One LogicalWindow for each distinct partition and order.
  void add_windows() {
    std::vector<LogicalWindow::Item> left = std::move(state_.windows);
    while (!left.empty()) {
      auto window = wrap<LogicalWindow>(std::move(root_));
      std::vector<LogicalWindow::Item> others;
      for (LogicalWindow::Item& item : left) {
        const bool fits =
            window->items.empty() || same_window(*window->items[0].expression, *item.expression);
        (fits ? window->items : others).push_back(std::move(item));
      }
      root_ = std::move(window);
      left = std::move(others);
    }
    if (qualify_) {
      add_filter(std::move(qualify_));
    }
  }

  static bool same_window(const BoundExpression& a, const BoundExpression& b) {
    const auto& x = as<BoundWindow>(a);
    const auto& y = as<BoundWindow>(b);
    if (x.partition_by.size() != y.partition_by.size() || x.order_by.size() != y.order_by.size()) {
      return false;
    }
    for (size_t i = 0; i < x.partition_by.size(); ++i) {
      if (!equal(*x.partition_by[i], *y.partition_by[i])) {
        return false;
      }
    }
    for (size_t i = 0; i < x.order_by.size(); ++i) {
      const BoundOrder& o = x.order_by[i];
      const BoundOrder& p = y.order_by[i];
      if (!equal(*o.expression, *p.expression) || o.is_descending != p.is_descending ||
          o.nulls_first != p.nulls_first) {
        return false;
      }
    }
    return true;
  }

  BoundQuery finish() {
    auto project = wrap<LogicalProject>(std::move(root_));
    BoundQuery result;
    ColumnSet used;
    for (size_t i = 0; i < items_.size(); ++i) {
      Item& item = items_[i];
      const auto* column = try_as<BoundColumn>(*item.expression);
      const bool keeps_id = column != nullptr && used.insert(column->column).second;
      item.id = keeps_id ? column->column : binder_.columns().add(item.name, item.expression->type);
      project->items.push_back({item.id, std::move(item.expression)});
      if (i < visible_item_count()) {
        result.output.push_back({item.id, item.name});
      }
    }
    result.root = std::move(project);
    if (query_.distinct) {
      result.root = wrap<LogicalDistinct>(std::move(result.root));
    }
    if (!orders_.empty()) {
      add_sort(result);
    }
    return result;
  }

  void add_sort(BoundQuery& result) {
    auto sort = wrap<LogicalSort>(std::move(result.root));
    for (const Order& order : orders_) {
      sort->order_by.push_back(
          {make_column(items_[order.item].id, binder_.columns()), order.is_descending, order.nulls_first});
    }
    result.root = std::move(sort);
  }

  QueryBinder& binder_;
  const sql::SelectQuery& query_;
  SelectState state_;
  OperatorPtr root_;
  bool is_grouped_ = false;
  std::vector<LogicalAggregate::Item> groups_;
  std::vector<Item> items_;
  std::optional<size_t> hidden_from_;  ///< items from here on are for ORDER BY only
  std::vector<Order> orders_;
  ExpressionPtr having_;
  ExpressionPtr qualify_;
};

BoundQuery QueryBinder::bind_select(const sql::SelectQuery& query) {
  return SelectBinder(*this, query).run();
}

}  // namespace stoa
