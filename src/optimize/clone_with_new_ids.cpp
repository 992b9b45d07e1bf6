#include "optimize/rewrite.h"

namespace stoa {

namespace {

void collect_made(const LogicalOperator& o, ColumnSet& made) {
  for (const ColumnId id : o.output()) {
    made.insert(id);
  }
  for (const OperatorPtr& child : o.children) {
    collect_made(*child, made);
  }
}

}  // namespace

OperatorPtr clone_with_new_ids(const LogicalOperator& o, ColumnTable& columns, ColumnMap<ColumnId>& renamed) {
  ColumnSet made;
  collect_made(o, made);
  for (const ColumnId id : made) {
    const ColumnInfo info = columns[id];
    renamed.emplace(id, columns.add(info.name, info.type));
  }
  OperatorPtr copy = clone(o);
  replace_columns(*copy, renamed);
  return copy;
}

}  // namespace stoa
