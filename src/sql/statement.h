// The syntax tree of statements: the common base and the statements that read or change rows.
//
// Ownership and invariants as in expression.h. definition_statements.h has CREATE, ALTER and DROP,
// session_statements.h transactions, settings and everything else.
#pragma once

#include "sql/query.h"

namespace stoa::sql {

enum class StatementKind : uint8_t {
  kQuery,
  kInsert,
  kUpdate,
  kDelete,
  kMerge,
  kCopy,
  kCreateTable,
  kCreateIndex,
  kCreateView,
  kCreateSchema,
  kCreateSequence,
  kCreateType,
  kCreateFunction,
  kCreateRole,
  kCreateSnapshot,
  kCreateTrigger,
  kCreateExtension,
  kAlterTable,
  kAlterObject,
  kAlterSequence,
  kAlterRole,
  kAlterType,
  kDrop,
  kTruncate,
  kComment,
  kGrant,
  kTransaction,
  kPrepare,
  kExecute,
  kDeallocate,
  kDeclareCursor,
  kFetch,
  kCloseCursor,
  kExplain,
  kShow,
  kDescribe,
  kSet,
  kPragma,
  kCheckpoint,
  kVacuum,
  kAnalyze,
  kUse,
  kAttach,
  kDetach,
  kListen,
  kNotify,
  kDiscard,
  kCall,
  kLock,
  kExportDatabase,
  kImportDatabase,
  kRefresh,
  kReindex,
  kDo,
  kLoad,
  kSetConstraints,
};

struct Statement {
  const StatementKind kind;
  Place place;  // without the semicolon
  /// The highest number of `?` and `$n` parameters; names of `:name` parameters in order of first use.
  uint32_t parameter_count = 0;
  std::vector<std::string> parameter_names;

  virtual ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

 protected:
  explicit Statement(StatementKind node_kind) : kind(node_kind) {}
};

using StatementPtr = std::unique_ptr<Statement>;

template <StatementKind K>
struct StatementOf : Statement {
  static constexpr StatementKind kKind = K;
  StatementOf() : Statement(K) {}
};

template <class Node>
bool is(const Statement& s) {
  return s.kind == Node::kKind;
}
template <class Node>
const Node& as(const Statement& s) {
  return static_cast<const Node&>(s);
}
template <class Node>
Node& as(Statement& s) {
  return static_cast<Node&>(s);
}

/// SELECT, VALUES, TABLE t, FROM t, PIVOT, ...
struct QueryStatement final : StatementOf<StatementKind::kQuery> {
  QueryPtr query;
};

/// The table that a statement changes.
struct TargetTable {
  Place place;
  QualifiedName name;
  Name alias;  // empty text when none
  bool only = false;
};

/// column = value; (a, b) = (1, 2) has several columns and a Row or ScalarSubquery as value. A target may be
/// a part of a column: `a.b`, `a[1]`.
struct Assignment {
  Place place;
  ExpressionList targets;  // ColumnReference, Subscript, Slice, FieldAccess
  ExpressionPtr value;     // Default for DEFAULT
};

enum class ConflictAction : uint8_t { kNothing, kUpdate };

/// ON CONFLICT [(targets) [WHERE ..] | ON CONSTRAINT name] DO ..
struct OnConflict {
  Place place;
  ExpressionList targets;      // columns or expressions of an index; empty: any conflict
  ExpressionPtr target_where;  // or null
  Name constraint;             // empty text when none
  ConflictAction action = ConflictAction::kNothing;
  std::vector<Assignment> assignments;
  ExpressionPtr where;  // of DO UPDATE; or null
};

enum class Overriding : uint8_t { kNone, kSystemValue, kUserValue };
enum class InsertOr : uint8_t { kNone, kReplace, kIgnore };

struct Insert final : StatementOf<StatementKind::kInsert> {
  With with;
  InsertOr or_action = InsertOr::kNone;
  TargetTable table;
  std::vector<Name> columns;  // empty: all
  bool by_name = false;
  Overriding overriding = Overriding::kNone;
  QueryPtr source;  // null for DEFAULT VALUES
  std::optional<OnConflict> on_conflict;
  std::vector<SelectItem> returning;
};

struct Update final : StatementOf<StatementKind::kUpdate> {
  With with;
  TargetTable table;
  std::vector<Assignment> assignments;
  std::vector<TableReferencePtr> from;
  ExpressionPtr where;  // or null
  Name current_of;      // WHERE CURRENT OF cursor
  std::vector<SelectItem> returning;
};

struct Delete final : StatementOf<StatementKind::kDelete> {
  With with;
  TargetTable table;
  std::vector<TableReferencePtr> using_tables;
  ExpressionPtr where;  // or null
  Name current_of;
  std::vector<SelectItem> returning;
};

enum class MergeMatch : uint8_t { kMatched, kNotMatchedBySource, kNotMatchedByTarget };
enum class MergeActionKind : uint8_t { kInsert, kUpdate, kDelete, kDoNothing, kError };

/// WHEN [NOT] MATCHED [BY SOURCE|TARGET] [AND condition] THEN action.
struct MergeClause {
  Place place;
  MergeMatch match = MergeMatch::kMatched;
  ExpressionPtr condition;  // or null
  MergeActionKind action = MergeActionKind::kDoNothing;
  std::vector<Assignment> assignments;  // of kUpdate
  bool star = false;                    // UPDATE SET * / INSERT *
  bool by_name = false;                 // INSERT BY NAME
  std::vector<Name> columns;            // of kInsert
  Overriding overriding = Overriding::kNone;
  ExpressionList values;  // of kInsert; empty: DEFAULT VALUES
};

struct Merge final : StatementOf<StatementKind::kMerge> {
  With with;
  TargetTable table;
  TableReferencePtr source;
  ExpressionPtr condition;          // null with USING columns
  std::vector<Name> using_columns;  // MERGE INTO t USING s USING (k)
  std::vector<MergeClause> clauses;
  std::vector<SelectItem> returning;
};

/// One option of COPY, EXPLAIN, CREATE INDEX WITH, ATTACH ..: a name in lower case with its values, each a
/// literal, a ColumnReference for a bare word, a Star, a List or a Row; without a value it is a switch.
struct Option {
  Name name;
  ExpressionPtr value;  // or null
};

enum class CopyEndpoint : uint8_t { kFile, kStandardStream, kProgram };

struct Copy final : StatementOf<StatementKind::kCopy> {
  QualifiedName table;  // empty when `query` is set
  std::vector<Name> columns;
  QueryPtr query;     // or null
  bool from = false;  // COPY .. FROM; otherwise TO
  CopyEndpoint endpoint = CopyEndpoint::kFile;
  ExpressionPtr target;  // the file name or program: a literal or parameter; null for STDIN and STDOUT
  std::vector<Option> options;
  ExpressionPtr where;  // COPY FROM .. WHERE; or null
};

}  // namespace stoa::sql
