#include "plan/plan_rewrite.h"

#include "plan/expression_tree.h"
#include "plan/logical_query.h"
#include "plan/logical_statement.h"

namespace stoa {

void visit_operators(OperatorPtr& root, const std::function<void(OperatorPtr&)>& visit) {
  for (OperatorPtr& child : root->children) {
    visit_operators(child, visit);
  }
  visit(root);
}

namespace {

void visit_subquery_plans(BoundExpression& e, const std::function<void(ExpressionPtr&)>& visit) {
  if (auto* subquery = try_as<BoundSubquery>(e)) {
    visit_all_expressions(*subquery->plan, visit);
  }
  visit_children(e, [&visit](ExpressionPtr& child) { visit_subquery_plans(*child, visit); });
}

/// Renames one id in place.
class Renamer {
 public:
  explicit Renamer(const ColumnMap<ColumnId>& replacements) : replacements_(replacements) {}
  void operator()(ColumnId& id) const {
    const auto found = replacements_.find(id);
    if (found != replacements_.end()) {
      id = found->second;
    }
  }
  void operator()(std::vector<ColumnId>& ids) const {
    for (ColumnId& id : ids) {
      (*this)(id);
    }
  }
  template <class Items>
  void rename_items(Items& items) const {
    for (auto& item : items) {
      (*this)(item.id);
    }
  }

 private:
  const ColumnMap<ColumnId>& replacements_;
};

void rename_change(LogicalChange& change, const Renamer& rename) {
  rename(change.row_count);
  rename(change.returning_columns);
  rename.rename_items(change.returning);
}

void rename_statement_ids(LogicalOperator& o, const Renamer& rename) {
  if (auto* insert = try_as<LogicalInsert>(o)) {
    rename_change(*insert, rename);
    rename(insert->values);
  } else if (auto* update = try_as<LogicalUpdate>(o)) {
    rename_change(*update, rename);
    rename(update->row_id);
    rename(update->values);
    rename(update->new_row);
  } else if (auto* erase = try_as<LogicalDelete>(o)) {
    rename_change(*erase, rename);
    rename(erase->row_id);
    rename(erase->old_row);
  } else if (auto* create = try_as<LogicalCreateTableAs>(o)) {
    rename(create->values);
  } else if (auto* copy = try_as<LogicalCopyTo>(o)) {
    rename(copy->values);
  }
}

void rename_own_ids(LogicalOperator& o, const Renamer& rename) {
  switch (o.kind) {
    case OperatorKind::kScan: return rename.rename_items(as<LogicalScan>(o).columns);
    case OperatorKind::kValues: return rename(as<LogicalValues>(o).columns);
    case OperatorKind::kProject: return rename.rename_items(as<LogicalProject>(o).items);
    case OperatorKind::kJoin: return rename(as<LogicalJoin>(o).mark);
    case OperatorKind::kAggregate:
      rename.rename_items(as<LogicalAggregate>(o).groups);
      rename.rename_items(as<LogicalAggregate>(o).aggregates);
      if (as<LogicalAggregate>(o).grouping_id) {
        rename(*as<LogicalAggregate>(o).grouping_id);
      }
      return;
    case OperatorKind::kWindow: return rename.rename_items(as<LogicalWindow>(o).items);
    case OperatorKind::kSetOperation:
      rename(as<LogicalSetOperation>(o).columns);
      for (auto& columns : as<LogicalSetOperation>(o).child_columns) {
        rename(columns);
      }
      return;
    case OperatorKind::kCte: return rename(as<LogicalCte>(o).definition_columns);
    case OperatorKind::kCteReference: return rename(as<LogicalCteReference>(o).columns);
    default: return rename_statement_ids(o, rename);
  }
}

}  // namespace

void visit_all_expressions(LogicalOperator& root, const std::function<void(ExpressionPtr&)>& visit) {
  for (OperatorPtr& child : root.children) {
    visit_all_expressions(*child, visit);
  }
  root.visit_expressions([&visit](ExpressionPtr& e) {
    visit_subquery_plans(*e, visit);
    visit(e);
  });
}

void replace_columns(LogicalOperator& root, const ColumnMap<ColumnId>& replacements) {
  for (OperatorPtr& child : root.children) {
    replace_columns(*child, replacements);
  }
  root.visit_expressions([&replacements](ExpressionPtr& e) { replace_columns(e, replacements); });
  rename_own_ids(root, Renamer(replacements));
}

ColumnSet output_set(const LogicalOperator& o) {
  const std::vector<ColumnId> ids = o.output();
  return {ids.begin(), ids.end()};
}

namespace {

void collect_references(const LogicalOperator& o, ColumnSet& referred, ColumnSet& made) {
  for (const OperatorPtr& child : o.children) {
    collect_references(*child, referred, made);
  }
  auto& self = const_cast<LogicalOperator&>(o);  // the visitor only reads
  self.visit_expressions([&referred](ExpressionPtr& e) { collect_columns(*e, referred); });
  for (const ColumnId id : o.output()) {
    made.insert(id);
  }
  if (const auto* set = try_as<LogicalCte>(o)) {
    made.insert(set->definition_columns.begin(), set->definition_columns.end());
  }
}

}  // namespace

ColumnSet outer_columns(const LogicalOperator& o) {
  ColumnSet referred, made;
  collect_references(o, referred, made);
  std::erase_if(referred, [&made](ColumnId id) { return made.contains(id); });
  return referred;
}

}  // namespace stoa
