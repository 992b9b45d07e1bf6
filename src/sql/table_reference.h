// What stands in FROM; part of query.h, which is the header to include.
#pragma once

#include "sql/query.h"

namespace stoa::sql {

enum class TableReferenceKind : uint8_t { kNamedTable, kTableFunction, kSubquery, kJoin, kPivot, kUnpivot };

/// A column of an alias list: a name, with a type in `AS t(a int, b text)`.
struct AliasColumn {
  Name name;
  std::unique_ptr<TypeName> type;  // or null
};

struct TableReference {
  const TableReferenceKind kind;
  Place place;
  Name alias;  // empty text when none
  std::vector<AliasColumn> alias_columns;
  std::optional<Sample> sample;  // TABLESAMPLE

  virtual ~TableReference();
  TableReference(const TableReference&) = delete;
  TableReference& operator=(const TableReference&) = delete;

 protected:
  explicit TableReference(TableReferenceKind node_kind) : kind(node_kind) {}
};

template <TableReferenceKind K>
struct TableReferenceOf : TableReference {
  static constexpr TableReferenceKind kKind = K;
  TableReferenceOf() : TableReference(K) {}
};

template <class Node>
bool is(const TableReference& t) {
  return t.kind == Node::kKind;
}
template <class Node>
const Node& as(const TableReference& t) {
  return static_cast<const Node&>(t);
}
template <class Node>
Node& as(TableReference& t) {
  return static_cast<Node&>(t);
}

enum class AsOfKind : uint8_t { kNone, kVersion, kTimestamp, kSnapshot, kBranch };

/// AS OF VERSION n | TIMESTAMP t | SNAPSHOT name | BRANCH name | t (kTimestamp); DuckDB's AT (VERSION => n).
struct AsOf {
  Place place;
  AsOfKind kind = AsOfKind::kNone;
  ExpressionPtr value;  // of kVersion and kTimestamp; null otherwise
  Name name;            // of kSnapshot and kBranch
};

/// A table or view by name, or a file: FROM 'data/*.parquet'.
struct NamedTable final : TableReferenceOf<TableReferenceKind::kNamedTable> {
  QualifiedName name;  // empty for a file
  std::string file;
  bool only = false;  // ONLY t
  AsOf as_of;
};

/// FROM f(..) [WITH ORDINALITY], ROWS FROM (f(..), g(..)). A named argument written `a = b` is one, as in
/// DuckDB.
struct TableFunction final : TableReferenceOf<TableReferenceKind::kTableFunction> {
  std::vector<std::unique_ptr<FunctionCall>> calls;  // one, but in ROWS FROM
  bool rows_from = false;
  bool lateral = false;
  bool with_ordinality = false;
};

/// (query) alias; VALUES in parentheses too.
struct SubqueryTable final : TableReferenceOf<TableReferenceKind::kSubquery> {
  QueryPtr query;
  bool lateral = false;
};

enum class JoinKind : uint8_t { kInner, kLeft, kRight, kFull, kCross, kSemi, kAnti, kPositional };

/// left kind JOIN right [ON condition | USING (columns)]. With an alias: (a JOIN b ON ..) AS t.
struct Join final : TableReferenceOf<TableReferenceKind::kJoin> {
  JoinKind join = JoinKind::kInner;
  bool natural = false;
  bool as_of = false;  // ASOF [LEFT|RIGHT|FULL] JOIN
  TableReferencePtr left;
  TableReferencePtr right;
  ExpressionPtr condition;  // or null
  std::vector<Name> using_columns;
  Name using_alias;  // USING (..) AS alias; empty text when none
};

/// One value of an IN list of PIVOT or UNPIVOT, with its alias.
struct PivotValue {
  ExpressionPtr value;
  Name alias;
};

/// `column IN (values)`, `(a, b) IN (..)`, `column IN enum_type`, or only `column` (all its values).
struct PivotColumn {
  ExpressionList columns;
  std::vector<PivotValue> values;
  QueryPtr query;  // IN (SELECT ..); or null
  Name enum_name;  // empty text when none
};

/// source PIVOT (aggregates FOR columns GROUP BY ..), and the statement PIVOT source ON columns USING
/// aggregates.
struct Pivot final : TableReferenceOf<TableReferenceKind::kPivot> {
  TableReferencePtr source;
  std::vector<SelectItem> aggregates;
  std::vector<PivotColumn> columns;
  std::vector<Name> group_by;
};

/// source UNPIVOT [INCLUDE NULLS] (value FOR name IN (columns)), and UNPIVOT source ON columns INTO NAME n
/// VALUE v.
struct Unpivot final : TableReferenceOf<TableReferenceKind::kUnpivot> {
  TableReferencePtr source;
  bool include_nulls = false;
  std::vector<Name> value_names;
  std::vector<Name> name_columns;
  std::vector<PivotValue> columns;  // a Row for several at once; Star for COLUMNS(..)
};

}  // namespace stoa::sql
