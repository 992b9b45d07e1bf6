// The members of every node of the syntax tree, listed once, so that copying, comparing, hashing and walking
// are one algorithm each (clone.cpp, equal.cpp, hash.cpp, children.cpp) and can't forget a member.
//
// Inside sql only. A new member of a node must be added here; tree_test holds the algorithms against each
// other.
#pragma once

#include <tuple>

#include "sql/alter_statements.h"
#include "sql/session_statements.h"

// The enum, layout and place members count or not by their type: see each algorithm. Templates, so that only
// those who call them pay for them.
#define STOA_SQL_FIELDS(Node, ...) \
  template <int = 0>               \
  auto fields_of(Node& n) {        \
    return std::tie(__VA_ARGS__);  \
  }                                \
  template <int = 0>               \
  auto fields_of(const Node& n) {  \
    return std::tie(__VA_ARGS__);  \
  }
#define STOA_SQL_NO_FIELDS(Node)        \
  template <int = 0>                    \
  std::tuple<> fields_of(const Node&) { \
    return {};                          \
  }

namespace stoa::sql {

STOA_SQL_FIELDS(Name, n.text, n.place, n.quoted)
STOA_SQL_FIELDS(QualifiedName, n.parts, n.place)
STOA_SQL_FIELDS(TypeField, n.name, n.type)
STOA_SQL_FIELDS(TypeName, n.place, n.name, n.modifiers, n.fields, n.dimensions, n.interval_range, n.set_of)

// Expressions.
STOA_SQL_FIELDS(ColumnReference, n.name)
STOA_SQL_FIELDS(StarReplacement, n.value, n.column)
STOA_SQL_FIELDS(StarRename, n.column, n.new_name)
STOA_SQL_FIELDS(Star, n.qualifier, n.excluded, n.replaced, n.renamed, n.columns, n.unpacked)
STOA_SQL_FIELDS(Literal, n.literal_kind, n.boolean, n.text, n.type)
STOA_SQL_FIELDS(Parameter, n.number, n.name)
STOA_SQL_FIELDS(Unary, n.op, n.text, n.operand)
STOA_SQL_FIELDS(Binary, n.op, n.text, n.operator_place, n.left, n.right)
STOA_SQL_FIELDS(Chain, n.op, n.operands)
STOA_SQL_FIELDS(IsTest, n.test, n.negated, n.form, n.operand)
STOA_SQL_FIELDS(IsDistinct, n.negated, n.left, n.right)
STOA_SQL_FIELDS(Between, n.negated, n.symmetric, n.operand, n.low, n.high)
STOA_SQL_FIELDS(InList, n.negated, n.operand, n.items)
STOA_SQL_FIELDS(InSubquery, n.negated, n.operand, n.query)
STOA_SQL_FIELDS(Exists, n.query)
STOA_SQL_FIELDS(ScalarSubquery, n.query)
STOA_SQL_FIELDS(ArraySubquery, n.query)
STOA_SQL_FIELDS(QuantifiedComparison, n.op, n.text, n.like, n.like_negated, n.all, n.operand, n.array,
                n.query)
STOA_SQL_FIELDS(Like, n.like, n.negated, n.operand, n.pattern, n.escape)
STOA_SQL_FIELDS(CaseBranch, n.condition, n.result)
STOA_SQL_FIELDS(Case, n.operand, n.branches, n.otherwise)
STOA_SQL_FIELDS(Cast, n.operand, n.type, n.is_try)
STOA_SQL_FIELDS(SortItem, n.place, n.expression, n.direction, n.nulls, n.using_operator)
STOA_SQL_FIELDS(FrameBound, n.kind, n.offset)
STOA_SQL_FIELDS(WindowFrame, n.place, n.unit, n.start, n.end, n.exclusion)
STOA_SQL_FIELDS(WindowSpecification, n.place, n.base, n.partition_by, n.order_by, n.frame)
STOA_SQL_FIELDS(Over, n.name, n.specification)
STOA_SQL_FIELDS(Argument, n.name, n.value)
STOA_SQL_FIELDS(FunctionCall, n.name, n.arguments, n.star, n.distinct, n.variadic, n.no_parentheses, n.nulls,
                n.order_by, n.within_group, n.filter, n.over)
STOA_SQL_FIELDS(Row, n.items, n.explicit_row)
STOA_SQL_FIELDS(List, n.items)
STOA_SQL_FIELDS(StructField, n.name, n.value)
STOA_SQL_FIELDS(Struct, n.fields)
STOA_SQL_FIELDS(MapEntry, n.key, n.value)
STOA_SQL_FIELDS(Map, n.entries)
STOA_SQL_FIELDS(Subscript, n.operand, n.index)
STOA_SQL_FIELDS(Slice, n.operand, n.low, n.high, n.step)
STOA_SQL_FIELDS(FieldAccess, n.operand, n.field, n.star)
STOA_SQL_FIELDS(Collate, n.operand, n.collation)
STOA_SQL_FIELDS(AtTimeZone, n.operand, n.zone)
STOA_SQL_FIELDS(Lambda, n.parameters, n.body)
STOA_SQL_NO_FIELDS(Default)
STOA_SQL_FIELDS(PositionalReference, n.number)

// Queries. What all queries have is in their base.
STOA_SQL_FIELDS(SearchClause, n.breadth_first, n.columns, n.sequence_column)
STOA_SQL_FIELDS(CycleClause, n.columns, n.mark_column, n.mark_value, n.mark_default, n.path_column)
STOA_SQL_FIELDS(CommonTable, n.place, n.name, n.columns, n.key_columns, n.materialization, n.query, n.search,
                n.cycle)
STOA_SQL_FIELDS(With, n.place, n.recursive, n.tables)
STOA_SQL_FIELDS(LockClause, n.place, n.strength, n.tables, n.wait)
STOA_SQL_FIELDS(Modifiers, n.order_by, n.order_by_all, n.limit, n.limit_place, n.limit_percent, n.with_ties,
                n.offset, n.offset_place, n.locks)
STOA_SQL_FIELDS(Query, n.place, n.with, n.modifiers)
STOA_SQL_FIELDS(SelectItem, n.expression, n.alias)
STOA_SQL_FIELDS(GroupItem, n.kind, n.place, n.expression, n.items)
STOA_SQL_FIELDS(NamedWindow, n.name, n.specification)
STOA_SQL_FIELDS(Sample, n.place, n.method, n.size, n.unit, n.seed)
STOA_SQL_FIELDS(SelectQuery, n.distinct, n.distinct_on, n.items, n.from, n.where, n.group_by, n.group_by_all,
                n.group_by_distinct, n.having, n.windows, n.qualify, n.sample, n.layout, n.into)
STOA_SQL_FIELDS(SetQuery, n.op, n.all, n.by_name, n.operands)
STOA_SQL_FIELDS(ValuesQuery, n.rows)
STOA_SQL_FIELDS(StatementQuery, n.statement)

// Tables. What all have is in their base.
STOA_SQL_FIELDS(AliasColumn, n.name, n.type)
STOA_SQL_FIELDS(TableReference, n.place, n.alias, n.alias_columns, n.sample)
STOA_SQL_FIELDS(AsOf, n.place, n.kind, n.value, n.name)
STOA_SQL_FIELDS(NamedTable, n.name, n.file, n.only, n.as_of)
STOA_SQL_FIELDS(TableFunction, n.calls, n.rows_from, n.lateral, n.with_ordinality)
STOA_SQL_FIELDS(SubqueryTable, n.query, n.lateral)
STOA_SQL_FIELDS(Join, n.join, n.natural, n.as_of, n.left, n.right, n.condition, n.using_columns,
                n.using_alias)
STOA_SQL_FIELDS(PivotValue, n.value, n.alias)
STOA_SQL_FIELDS(PivotColumn, n.columns, n.values, n.query, n.enum_name)
STOA_SQL_FIELDS(Pivot, n.source, n.aggregates, n.columns, n.group_by)
STOA_SQL_FIELDS(Unpivot, n.source, n.include_nulls, n.value_names, n.name_columns, n.columns)

// Statements that read or change rows.
STOA_SQL_FIELDS(QueryStatement, n.query)
STOA_SQL_FIELDS(TargetTable, n.place, n.name, n.alias, n.only)
STOA_SQL_FIELDS(Assignment, n.place, n.targets, n.value)
STOA_SQL_FIELDS(OnConflict, n.place, n.targets, n.target_where, n.constraint, n.action, n.assignments,
                n.where)
STOA_SQL_FIELDS(Insert, n.with, n.or_action, n.table, n.columns, n.by_name, n.overriding, n.source,
                n.on_conflict, n.returning)
STOA_SQL_FIELDS(Update, n.with, n.table, n.assignments, n.from, n.where, n.current_of, n.returning)
STOA_SQL_FIELDS(Delete, n.with, n.table, n.using_tables, n.where, n.current_of, n.returning)
STOA_SQL_FIELDS(MergeClause, n.place, n.match, n.condition, n.action, n.assignments, n.star, n.by_name,
                n.columns, n.overriding, n.values)
STOA_SQL_FIELDS(Merge, n.with, n.table, n.source, n.condition, n.using_columns, n.clauses, n.returning)
STOA_SQL_FIELDS(Option, n.name, n.value)
STOA_SQL_FIELDS(Copy, n.table, n.columns, n.query, n.from, n.endpoint, n.target, n.options, n.where)

}  // namespace stoa::sql

#include "sql/statement_fields.h"
