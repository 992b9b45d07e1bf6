#include <algorithm>

#include "optimize/rewrite.h"
#include "plan/logical_statement.h"

namespace stoa {

namespace {

class ColumnPruner {
 public:
  /// Keeps of `slot` what `needed` names and what it needs itself.
  void prune(OperatorPtr& slot, ColumnSet needed) {
    LogicalOperator& o = *slot;
    switch (o.kind) {
      case OperatorKind::kScan: return prune_scan(as<LogicalScan>(o), needed);
      case OperatorKind::kValues: return;
      case OperatorKind::kProject:
        drop_unneeded(as<LogicalProject>(o).items, needed);
        needed.clear();
        break;
      case OperatorKind::kAggregate:
        prune_aggregate(as<LogicalAggregate>(o), needed);
        needed.clear();
        break;
      case OperatorKind::kWindow:
        drop_unneeded(as<LogicalWindow>(o).items, needed);
        if (as<LogicalWindow>(o).items.empty()) {  // nothing left to compute: its rows are its child's
          OperatorPtr child = std::move(o.children[0]);
          slot = std::move(child);
          return prune(slot, std::move(needed));
        }
        break;
      case OperatorKind::kSetOperation: return prune_set_operation(as<LogicalSetOperation>(o), needed);
      case OperatorKind::kCte: {
        const auto& definition = as<LogicalCte>(o).definition_columns;
        prune(o.children[0], {definition.begin(), definition.end()});
        return prune(o.children[1], needed);
      }
      case OperatorKind::kCteReference: return prune_reference(as<LogicalCteReference>(o), needed);
      case OperatorKind::kDistinct:
        if (as<LogicalDistinct>(o).on.empty()) {
          needed = output_set(*o.children[0]);
        }
        break;
      default: note_statement_columns(o, needed); break;
    }
    o.visit_expressions([&needed](ExpressionPtr& e) { collect_columns(*e, needed); });
    for (OperatorPtr& child : o.children) {
      prune(child, needed);
    }
  }

 private:
  template <class Item>
  static void drop_unneeded(std::vector<Item>& items, const ColumnSet& needed) {
    std::erase_if(items, [&needed](const Item& item) {
      return !needed.contains(item.id) && !is_volatile(*item.expression);
    });
  }

  static void prune_scan(LogicalScan& scan, ColumnSet& needed) {
    for (const ExpressionPtr& e : scan.filters) {
      collect_columns(*e, needed);
    }
    std::erase_if(scan.columns,
                  [&needed](const LogicalScan::Column& column) { return !needed.contains(column.id); });
  }

  /// Groups decide which rows there are: they stay.
  static void prune_aggregate(LogicalAggregate& aggregate, const ColumnSet& needed) {
    drop_unneeded(aggregate.aggregates, needed);
  }

  void prune_set_operation(LogicalSetOperation& set, const ColumnSet& needed) {
    if (set.operation == SetOperationKind::kUnionAll) {
      for (size_t c = set.columns.size(); c-- > 0;) {
        if (needed.contains(set.columns[c])) {
          continue;
        }
        set.columns.erase(set.columns.begin() + static_cast<ptrdiff_t>(c));
        for (std::vector<ColumnId>& ids : set.child_columns) {
          ids.erase(ids.begin() + static_cast<ptrdiff_t>(c));
        }
      }
    }
    for (size_t i = 0; i < set.children.size(); ++i) {
      prune(set.children[i], {set.child_columns[i].begin(), set.child_columns[i].end()});
    }
  }

  static void prune_reference(LogicalCteReference& reference, const ColumnSet& needed) {
    for (size_t c = reference.columns.size(); c-- > 0;) {
      if (needed.contains(reference.columns[c])) {
        continue;
      }
      reference.columns.erase(reference.columns.begin() + static_cast<ptrdiff_t>(c));
      reference.positions.erase(reference.positions.begin() + static_cast<ptrdiff_t>(c));
    }
  }

  /// What a statement takes from its child besides its expressions.
  static void note_statement_columns(const LogicalOperator& o, ColumnSet& needed) {
    const auto note = [&needed](const std::vector<ColumnId>& ids) { needed.insert(ids.begin(), ids.end()); };
    if (const auto* insert = try_as<LogicalInsert>(o)) {
      note(insert->values);
    }
    if (const auto* create = try_as<LogicalCreateTableAs>(o)) {
      note(create->values);
    }
    if (const auto* copy = try_as<LogicalCopyTo>(o)) {
      note(copy->values);
    }
    if (const auto* update = try_as<LogicalUpdate>(o)) {
      needed.insert(update->row_id);
      note(update->values);
      note(update->new_row);
    }
    if (const auto* erase = try_as<LogicalDelete>(o)) {
      needed.insert(erase->row_id);
      note(erase->old_row);
    }
  }
};

}  // namespace

void projection_pushdown(OperatorPtr& root, RewriteContext&) {
  ColumnPruner().prune(root, output_set(*root));
}

}  // namespace stoa
