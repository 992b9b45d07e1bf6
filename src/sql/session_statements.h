// The syntax tree of transactions, prepared statements, cursors, settings and maintenance.
//
// Ownership and invariants as in expression.h.
#pragma once

#include "sql/statement.h"

namespace stoa::sql {

enum class TransactionAction : uint8_t {
  kBegin,
  kCommit,
  kRollback,
  kSavepoint,
  kRelease,
  kRollbackTo,
  kSet,         // SET TRANSACTION ..
  kSetSession,  // SET SESSION CHARACTERISTICS AS TRANSACTION ..
  kPrepareTwoPhase,
  kCommitPrepared,
  kRollbackPrepared,
};

enum class IsolationLevel : uint8_t {
  kReadUncommitted,
  kReadCommitted,
  kRepeatableRead,
  kSnapshot,
  kSerializable
};

struct TransactionStatement final : StatementOf<StatementKind::kTransaction> {
  TransactionAction action = TransactionAction::kBegin;
  Name savepoint;      // or the identifier of two-phase statements
  bool chain = false;  // AND CHAIN
  std::optional<IsolationLevel> isolation;
  std::optional<bool> read_only;
  std::optional<bool> deferrable;
  ExpressionPtr snapshot;       // SET TRANSACTION SNAPSHOT '..'; or null
  std::vector<Option> options;  // durability = always and the like: BEGIN (durability 'never')
};

struct SetConstraints final : StatementOf<StatementKind::kSetConstraints> {
  std::vector<QualifiedName> names;  // empty: ALL
  bool deferred = false;
};

struct Prepare final : StatementOf<StatementKind::kPrepare> {
  Name name;
  std::vector<std::unique_ptr<TypeName>> types;
  StatementPtr statement;
};

struct Execute final : StatementOf<StatementKind::kExecute> {
  Name name;
  std::vector<Argument> arguments;  // positional, or name := value
};

struct Deallocate final : StatementOf<StatementKind::kDeallocate> {
  Name name;  // empty text: ALL
};

struct DeclareCursor final : StatementOf<StatementKind::kDeclareCursor> {
  Name name;
  bool binary = false;
  std::optional<bool> scroll;
  bool with_hold = false;
  QueryPtr query;
};

enum class FetchDirection : uint8_t { kForward, kBackward, kAbsolute, kRelative };

/// FETCH and MOVE. `all` is FORWARD ALL or BACKWARD ALL; NEXT is forward 1, FIRST absolute 1, LAST absolute
/// -1.
struct Fetch final : StatementOf<StatementKind::kFetch> {
  Name cursor;
  FetchDirection direction = FetchDirection::kForward;
  int64_t count = 1;
  bool all = false;
  bool move = false;
};

struct CloseCursor final : StatementOf<StatementKind::kCloseCursor> {
  Name cursor;  // empty text: ALL
};

/// EXPLAIN [ANALYZE] [VERBOSE] or EXPLAIN (ANALYZE, FORMAT JSON, ..): all options are in `options`, the two
/// words too.
struct Explain final : StatementOf<StatementKind::kExplain> {
  std::vector<Option> options;
  bool analyze = false;
  StatementPtr statement;
};

enum class ShowKind : uint8_t {
  kSetting,
  kAllSettings,
  kTables,
  kAllTables,
  kDatabases,
  kSchemas,
  kColumns,
  kIndexes
};

struct Show final : StatementOf<StatementKind::kShow> {
  ShowKind show = ShowKind::kSetting;
  QualifiedName name;  // the setting; SHOW TABLES FROM schema; SHOW COLUMNS FROM table
};

/// DESCRIBE and SUMMARIZE of a table, file or query. DESCRIBE alone lists tables: neither is set.
struct Describe final : StatementOf<StatementKind::kDescribe> {
  bool summarize = false;
  TableReferencePtr table;  // or null
  QueryPtr query;           // or null
};

enum class SetScope : uint8_t { kDefault, kSession, kLocal, kGlobal };

/// SET name = values, SET name TO DEFAULT, RESET name, RESET ALL. Values are literals, ColumnReferences for
/// bare words, or any expression. SET TIME ZONE x sets `timezone`, SET SCHEMA 'x' `search_path`, SET NAMES
/// `client_encoding`, SET ROLE `role`, SET SESSION AUTHORIZATION `session_authorization`.
struct SetStatement final : StatementOf<StatementKind::kSet> {
  SetScope scope = SetScope::kDefault;
  QualifiedName name;     // empty: RESET ALL
  ExpressionList values;  // empty: back to the default
  bool reset = false;
};

/// PRAGMA name, PRAGMA name = value, PRAGMA name(arguments).
struct Pragma final : StatementOf<StatementKind::kPragma> {
  QualifiedName name;
  ExpressionPtr value;  // or null
  std::vector<Argument> arguments;
  bool call = false;
};

struct Checkpoint final : StatementOf<StatementKind::kCheckpoint> {
  bool force = false;
  Name database;
};

struct MaintainedTable {
  QualifiedName name;
  std::vector<Name> columns;
};

struct Vacuum final : StatementOf<StatementKind::kVacuum> {
  std::vector<Option> options;  // FULL, ANALYZE, VERBOSE .. too
  std::vector<MaintainedTable> tables;
};

struct Analyze final : StatementOf<StatementKind::kAnalyze> {
  std::vector<Option> options;
  std::vector<MaintainedTable> tables;
};

/// REINDEX TABLE|INDEX|SCHEMA|DATABASE name.
struct Reindex final : StatementOf<StatementKind::kReindex> {
  std::string object;  // lower case
  QualifiedName name;
};

struct RefreshView final : StatementOf<StatementKind::kRefresh> {
  QualifiedName name;
  bool concurrently = false;
  bool with_data = true;
};

struct Use final : StatementOf<StatementKind::kUse> {
  QualifiedName name;
};

struct Attach final : StatementOf<StatementKind::kAttach> {
  bool or_replace = false;
  bool if_not_exists = false;
  ExpressionPtr path;
  Name alias;  // empty text when none
  std::vector<Option> options;
};

struct Detach final : StatementOf<StatementKind::kDetach> {
  bool if_exists = false;
  Name name;
};

/// LISTEN channel, UNLISTEN channel, UNLISTEN *.
struct Listen final : StatementOf<StatementKind::kListen> {
  bool unlisten = false;
  Name channel;  // empty text: *
};

struct Notify final : StatementOf<StatementKind::kNotify> {
  Name channel;
  std::string payload;
};

struct Discard final : StatementOf<StatementKind::kDiscard> {
  std::string what;  // "all", "plans", "sequences", "temp"
};

struct Call final : StatementOf<StatementKind::kCall> {
  std::unique_ptr<FunctionCall> function;
};

struct LockTable final : StatementOf<StatementKind::kLock> {
  std::vector<QualifiedName> tables;
  std::string mode;  // "access exclusive" and the like
  bool no_wait = false;
};

struct ExportDatabase final : StatementOf<StatementKind::kExportDatabase> {
  Name database;  // empty text when none
  std::string path;
  std::vector<Option> options;
};

struct ImportDatabase final : StatementOf<StatementKind::kImportDatabase> {
  std::string path;
};

/// DO [LANGUAGE l] 'body'.
struct Do final : StatementOf<StatementKind::kDo> {
  std::string language;
  std::string body;
};

/// LOAD and INSTALL of an extension.
struct Load final : StatementOf<StatementKind::kLoad> {
  bool install = false;
  std::string name;
};

}  // namespace stoa::sql
