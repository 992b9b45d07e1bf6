#include "sql/precedence.h"
#include "sql/printer.h"
#include "sql/tree.h"
#include "sql/with_node.h"

namespace stoa::sql {
namespace {

bool has_modifiers(const Query& q) {
  const Modifiers& m = q.modifiers;
  return !q.with.tables.empty() || !m.order_by.empty() || m.order_by_all || m.limit || m.offset ||
         !m.locks.empty();
}

int strength(SetOperator op) {
  return op == SetOperator::kIntersect ? 1 : 0;
}

}  // namespace

void Printer::query(const Query& q) {
  with(q.with);
  with_node(q, [&]<class Node>(const Node& node) {
    if constexpr (std::same_as<Node, SelectQuery>) {
      select(node);
    } else if constexpr (std::same_as<Node, SetQuery>) {
      set_operation(node);
    } else if constexpr (std::same_as<Node, ValuesQuery>) {
      put("VALUES ");
      list(node.rows, [&](const ExpressionList& row) { expression_list(row); });
    } else {
      const bool enclosed =
          has_modifiers(q);  // what follows belongs to the query, not to the statement in it
      put_if(enclosed, "(");
      statement(*node.statement);
      put_if(enclosed, ")");
    }
  });
  modifiers(q.modifiers);
}

void Printer::with(const With& w) {
  if (w.tables.empty()) return;
  put("WITH ").put_if(w.recursive, "RECURSIVE ");
  list(w.tables, [&](const CommonTable& table) {
    name(table.name);
    optional_name_list(table.columns);
    if (!table.key_columns.empty()) put(" USING KEY ").name_list(table.key_columns);
    put(" AS ");
    put_if(table.materialization == Materialization::kMaterialized, "MATERIALIZED ");
    put_if(table.materialization == Materialization::kNotMaterialized, "NOT MATERIALIZED ");
    subquery(*table.query);
    if (table.search) {
      put(table.search->breadth_first ? " SEARCH BREADTH FIRST BY " : " SEARCH DEPTH FIRST BY ");
      names(table.search->columns);
      put(" SET ").name(table.search->sequence_column);
    }
    if (!table.cycle) return;
    put(" CYCLE ").names(table.cycle->columns);
    put(" SET ").name(table.cycle->mark_column);
    if (table.cycle->mark_value) {
      put(" TO ").expression(*table.cycle->mark_value);
      put(" DEFAULT ").expression(*table.cycle->mark_default);
    }
    put(" USING ").name(table.cycle->path_column);
  });
  put(" ");
}

void Printer::modifiers(const Modifiers& m) {
  if (!m.order_by.empty()) put(" ORDER BY ").sort_items(m.order_by);
  if (m.order_by_all) put(" ORDER BY ").sort_item(*m.order_by_all);
  limit(m);
  if (m.offset) put(" OFFSET ").expression(*m.offset);
  for (const LockClause& lock : m.locks) {
    static constexpr std::string_view kStrengths[] = {"UPDATE", "NO KEY UPDATE", "SHARE", "KEY SHARE"};
    put(" FOR ").put(kStrengths[static_cast<size_t>(lock.strength)]);
    if (!lock.tables.empty()) {
      put(" OF ");
      list(lock.tables, [&](const QualifiedName& table) { name(table); });
    }
    put_if(lock.wait == LockWait::kNoWait, " NOWAIT");
    put_if(lock.wait == LockWait::kSkipLocked, " SKIP LOCKED");
  }
}

void Printer::limit(const Modifiers& m) {
  if (!m.limit) return;
  if (m.with_ties) {
    put(" FETCH FIRST ").primary(*m.limit);
    put_if(m.limit_percent, " PERCENT");
    put(" ROWS WITH TIES");
  } else {
    put(" LIMIT ").expression(*m.limit);
    put_if(m.limit_percent, " PERCENT");
  }
}

void Printer::set_operation(const SetQuery& q) {
  std::string word = q.op == SetOperator::kUnion       ? " UNION"
                     : q.op == SetOperator::kIntersect ? " INTERSECT"
                                                       : " EXCEPT";
  if (q.all) word += " ALL";
  if (q.by_name) word += " BY NAME";
  for (size_t i = 0; i < q.operands.size(); ++i) {
    const Query& operand = *q.operands[i];
    if (i > 0) put(word).put(" ");
    const int own = strength(q.op);
    bool enclosed = has_modifiers(operand) || is<StatementQuery>(operand);
    if (is<SetQuery>(operand)) {
      const int inner = strength(as<SetQuery>(operand).op);
      enclosed |= i == 0 ? inner < own : inner <= own;
    }
    if (enclosed)
      subquery(operand);
    else
      query(operand);
  }
}

void Printer::select_items(const std::vector<SelectItem>& items) {
  list(items, [&](const SelectItem& item) {
    expression(*item.expression);
    if (!item.alias.text.empty()) put(" AS ").name(item.alias);
  });
}

void Printer::returning(const std::vector<SelectItem>& items) {
  if (!items.empty()) put(" RETURNING ").select_items(items);
}

void Printer::select(const SelectQuery& q) {
  put("SELECT");
  put_if(q.distinct, " DISTINCT");
  if (!q.distinct_on.empty()) put(" ON ").expression_list(q.distinct_on);
  if (!q.items.empty()) put(" ").select_items(q.items);
  if (!q.into.text.empty()) put(" INTO ").name(q.into);
  if (!q.from.empty()) put(" FROM ").tables(q.from);
  if (q.where) put(" WHERE ").expression(*q.where);
  put_if(q.group_by_all, " GROUP BY ALL");
  if (!q.group_by.empty()) {
    put(" GROUP BY ").put_if(q.group_by_distinct, "DISTINCT ");
    list(q.group_by, [&](const GroupItem& item) { group_item(item); });
  }
  if (q.having) put(" HAVING ").expression(*q.having);
  if (!q.windows.empty()) {
    put(" WINDOW ");
    list(q.windows, [&](const NamedWindow& named) {
      name(named.name);
      put(" AS ").window(named.specification);
    });
  }
  if (q.qualify) put(" QUALIFY ").expression(*q.qualify);
  if (q.sample) {
    put(" USING SAMPLE ");
    sample(*q.sample);
  }
}

void Printer::group_item(const GroupItem& item) {
  if (item.kind == GroupKind::kExpression) return expression(*item.expression);
  static constexpr std::string_view kWords[] = {"", "", "ROLLUP ", "CUBE ", "GROUPING SETS "};
  put(kWords[static_cast<size_t>(item.kind)]).put("(");
  list(item.items, [&](const GroupItem& inner) { group_item(inner); });
  put(")");
}

void Printer::sample(const Sample& s) {
  if (!s.method.empty()) put(quote_identifier(s.method)).put(" (");
  primary(*s.size);
  put(s.unit == SampleUnit::kPercent ? " PERCENT" : " ROWS");
  put_if(!s.method.empty(), ")");
  if (!s.seed) return;
  put(" REPEATABLE (").expression(*s.seed);
  put(")");
}

void Printer::tables(const std::vector<TableReferencePtr>& items) {
  list(items, [&](const TableReferencePtr& item) { table(*item); });
}

void Printer::as_of(const AsOf& clause) {
  switch (clause.kind) {
    case AsOfKind::kNone: return;
    case AsOfKind::kVersion: put(" AS OF VERSION ").expression(*clause.value, kRangeLevel); return;
    case AsOfKind::kTimestamp: {
      // AS OF TIMESTAMP '..' would be read as a literal of that type.
      const bool text =
          is<Literal>(*clause.value) && as<Literal>(*clause.value).literal_kind == LiteralKind::kString;
      put(text ? " AS OF " : " AS OF TIMESTAMP ").expression(*clause.value, kRangeLevel);
      return;
    }
    case AsOfKind::kSnapshot: put(" AS OF SNAPSHOT ").name(clause.name); return;
    case AsOfKind::kBranch: put(" AS OF BRANCH ").name(clause.name); return;
  }
}

void Printer::alias(const TableReference& t) {
  if (!t.alias.text.empty()) {
    put(" AS ").name(t.alias);
  } else if (!t.alias_columns.empty()) {
    put(" AS ");
  }
  if (!t.alias_columns.empty()) {
    put("(");
    list(t.alias_columns, [&](const AliasColumn& column) {
      name(column.name);
      if (!column.type) return;
      put(" ").type(*column.type);
    });
    put(")");
  }
  if (t.sample) {
    put(" TABLESAMPLE ");
    sample(*t.sample);
  }
}

// One overload per class of table.
struct TablePrinter {
  Printer& p;

  void operator()(const NamedTable& t) const {
    p.put_if(t.only, "ONLY ");
    if (t.name.empty())
      p.string(t.file);
    else
      p.name(t.name);
    p.as_of(t.as_of);
  }
  void operator()(const TableFunction& t) const {
    p.put_if(t.lateral, "LATERAL ");
    p.put_if(t.rows_from, "ROWS FROM (");
    p.list(t.calls, [&](const std::unique_ptr<FunctionCall>& call) { p.call(*call); });
    p.put_if(t.rows_from, ")");
    p.put_if(t.with_ordinality, " WITH ORDINALITY");
  }
  void operator()(const SubqueryTable& t) const {
    p.put_if(t.lateral, "LATERAL ");
    p.subquery(*t.query);
  }
  void operator()(const Join& t) const {
    const bool enclosed = !t.alias.text.empty() || t.sample;
    p.put_if(enclosed, "(");
    p.join(t);
    p.put_if(enclosed, ")");
  }
  void operator()(const Pivot& t) const {
    p.join_side(*t.source);
    p.put(" PIVOT (").select_items(t.aggregates);
    p.put_if(!t.aggregates.empty() && !t.columns.empty(), " ");
    p.put_if(!t.columns.empty(), "FOR ");
    p.list(t.columns, [&](const PivotColumn& column) { pivot_column(column); });
    if (!t.group_by.empty()) p.put(" GROUP BY ").names(t.group_by);
    p.put(")");
  }
  void pivot_column(const PivotColumn& column) const {
    if (column.columns.size() == 1)
      p.expression(*column.columns[0], kOperatorLevel);
    else
      p.expression_list(column.columns);
    if (!column.enum_name.text.empty()) {
      p.put(" IN ").name(column.enum_name);
    } else if (column.query) {
      p.put(" IN ").subquery(*column.query);
    } else if (!column.values.empty()) {
      p.put(" IN (");
      p.list(column.values, [&](const PivotValue& value) { p.pivot_value(value); });
      p.put(")");
    }
  }
  void operator()(const Unpivot& t) const {
    p.join_side(*t.source);
    p.put(t.include_nulls ? " UNPIVOT INCLUDE NULLS (" : " UNPIVOT (");
    const auto names = [&](const std::vector<Name>& items) {
      if (items.size() == 1)
        p.names(items);
      else
        p.name_list(items);
    };
    names(t.value_names);
    p.put(" FOR ");
    names(t.name_columns);
    p.put(" IN (");
    p.list(t.columns, [&](const PivotValue& value) { p.pivot_value(value); });
    p.put("))");
  }
};

void Printer::table(const TableReference& t) {
  with_node(t, TablePrinter{*this});
  alias(t);
}

void Printer::pivot_value(const PivotValue& v) {
  expression(*v.value);
  if (!v.alias.text.empty()) put(" AS ").name(v.alias);
}

// A join as an operand stands in parentheses.
void Printer::join_side(const TableReference& t) {
  const bool enclosed = is<Join>(t) && t.alias.text.empty() && !t.sample;
  put_if(enclosed, "(");
  table(t);
  put_if(enclosed, ")");
}

void Printer::join(const Join& j) {
  static constexpr std::string_view kWords[] = {"",       "LEFT ", "RIGHT ", "FULL ",
                                                "CROSS ", "SEMI ", "ANTI ",  "POSITIONAL "};
  table(*j.left);
  put(" ").put_if(j.natural, "NATURAL ");
  put_if(j.as_of, "ASOF ");
  put(kWords[static_cast<size_t>(j.join)]).put("JOIN ");
  join_side(*j.right);
  if (j.condition) put(" ON ").expression(*j.condition);
  if (j.using_columns.empty()) return;
  put(" USING ").name_list(j.using_columns);
  if (!j.using_alias.text.empty()) put(" AS ").name(j.using_alias);
}

std::string to_text(const Query& q) {
  Printer printer;
  printer.query(q);
  return printer.take();
}

std::string to_text(const TableReference& t) {
  Printer printer;
  printer.table(t);
  return printer.take();
}

}  // namespace stoa::sql
