#include "sql/statement_printer.h"

namespace stoa::sql {
namespace {

std::string_view isolation_text(IsolationLevel level) {
  static constexpr std::string_view kWords[] = {"READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ",
                                                "SNAPSHOT", "SERIALIZABLE"};
  return kWords[static_cast<size_t>(level)];
}

std::string_view action_text(TransactionAction action) {
  static constexpr std::string_view kWords[] = {"BEGIN",
                                                "COMMIT",
                                                "ROLLBACK",
                                                "SAVEPOINT ",
                                                "RELEASE ",
                                                "ROLLBACK TO ",
                                                "SET TRANSACTION",
                                                "SET SESSION CHARACTERISTICS AS TRANSACTION",
                                                "PREPARE TRANSACTION ",
                                                "COMMIT PREPARED ",
                                                "ROLLBACK PREPARED "};
  return kWords[static_cast<size_t>(action)];
}

}  // namespace

void StatementPrinter::operator()(const TransactionStatement& s) const {
  p.put(action_text(s.action));
  const bool two_phase = s.action == TransactionAction::kPrepareTwoPhase ||
                         s.action == TransactionAction::kCommitPrepared ||
                         s.action == TransactionAction::kRollbackPrepared;
  if (two_phase)
    p.string(s.savepoint.text);
  else if (!s.savepoint.text.empty())
    p.name(s.savepoint);
  if (!s.options.empty()) p.put(" ").options(s.options);
  if (s.snapshot) p.put(" SNAPSHOT ").expression(*s.snapshot);
  if (s.isolation) p.put(" ISOLATION LEVEL ").put(isolation_text(*s.isolation));
  if (s.read_only) p.put(*s.read_only ? " READ ONLY" : " READ WRITE");
  if (s.deferrable) p.put(*s.deferrable ? " DEFERRABLE" : " NOT DEFERRABLE");
  p.put_if(s.chain, " AND CHAIN");
}

void StatementPrinter::operator()(const SetConstraints& s) const {
  p.put("SET CONSTRAINTS ").put_if(s.names.empty(), "ALL");
  p.list(s.names, [&](const QualifiedName& constraint) { p.name(constraint); });
  p.put(s.deferred ? " DEFERRED" : " IMMEDIATE");
}

void StatementPrinter::operator()(const Prepare& s) const {
  p.put("PREPARE ").name(s.name);
  if (!s.types.empty()) {
    p.put(" (").types(s.types);
    p.put(")");
  }
  p.put(" AS ").statement(*s.statement);
}

void StatementPrinter::operator()(const Execute& s) const {
  p.put("EXECUTE ").name(s.name);
  if (!s.arguments.empty()) arguments(s.arguments);
}

void StatementPrinter::arguments(const std::vector<Argument>& items) const {
  p.put("(");
  p.list(items, [&](const Argument& argument) {
    if (!argument.name.text.empty()) {
      p.name(argument.name);
      p.put(" => ");
    }
    p.expression(*argument.value);
  });
  p.put(")");
}

void StatementPrinter::operator()(const Deallocate& s) const {
  p.put("DEALLOCATE ");
  if (s.name.text.empty())
    p.put("ALL");
  else
    p.name(s.name);
}

void StatementPrinter::operator()(const DeclareCursor& s) const {
  p.put("DECLARE ").name(s.name);
  p.put_if(s.binary, " BINARY");
  if (s.scroll) p.put(*s.scroll ? " SCROLL" : " NO SCROLL");
  p.put(s.with_hold ? " CURSOR WITH HOLD FOR " : " CURSOR FOR ").query(*s.query);
}

void StatementPrinter::operator()(const Fetch& s) const {
  static constexpr std::string_view kWords[] = {"FORWARD ", "BACKWARD ", "ABSOLUTE ", "RELATIVE "};
  p.put(s.move ? "MOVE " : "FETCH ").put(kWords[static_cast<size_t>(s.direction)]);
  p.put(s.all ? "ALL" : std::to_string(s.count)).put(" FROM ").name(s.cursor);
}

void StatementPrinter::operator()(const CloseCursor& s) const {
  p.put("CLOSE ");
  if (s.cursor.text.empty())
    p.put("ALL");
  else
    p.name(s.cursor);
}

void StatementPrinter::operator()(const Explain& s) const {
  p.put("EXPLAIN ");
  if (!s.options.empty()) {
    p.options(s.options);
    p.put(" ");
  }
  p.statement(*s.statement);
}

void StatementPrinter::operator()(const Show& s) const {
  static constexpr std::string_view kWords[] = {"",          "ALL",     "TABLES",  "ALL TABLES",
                                                "DATABASES", "SCHEMAS", "COLUMNS", "INDEXES"};
  p.put("SHOW ").put(kWords[static_cast<size_t>(s.show)]);
  if (s.name.empty()) return;
  p.put_if(s.show != ShowKind::kSetting, " FROM ");
  p.name(s.name);
}

void StatementPrinter::operator()(const Describe& s) const {
  p.put(s.summarize ? "SUMMARIZE" : "DESCRIBE");
  if (s.table) p.put(" ").table(*s.table);
  if (s.query) p.put(" ").query(*s.query);
}

void StatementPrinter::operator()(const SetStatement& s) const {
  static constexpr std::string_view kScopes[] = {"", "SESSION ", "LOCAL ", "GLOBAL "};
  p.put(s.reset ? "RESET " : "SET ").put(kScopes[static_cast<size_t>(s.scope)]);
  if (s.name.empty())
    p.put("ALL");
  else
    p.name(s.name);
  if (s.reset) return;
  p.put(" = ").put_if(s.values.empty(), "DEFAULT");
  p.expressions(s.values);
}

void StatementPrinter::operator()(const Pragma& s) const {
  p.put("PRAGMA ").name(s.name);
  if (s.value) p.put(" = ").expression(*s.value);
  if (s.call) arguments(s.arguments);
}

void StatementPrinter::operator()(const Checkpoint& s) const {
  p.put(s.force ? "FORCE CHECKPOINT" : "CHECKPOINT");
  if (!s.database.text.empty()) p.put(" ").name(s.database);
}

void StatementPrinter::maintained(const std::vector<Option>& options,
                                  const std::vector<MaintainedTable>& tables) const {
  if (!options.empty()) p.put(" ").options(options);
  if (!tables.empty()) p.put(" ");
  p.list(tables, [&](const MaintainedTable& table) {
    p.name(table.name);
    p.optional_name_list(table.columns);
  });
}

void StatementPrinter::operator()(const Vacuum& s) const {
  p.put("VACUUM");
  maintained(s.options, s.tables);
}

void StatementPrinter::operator()(const Analyze& s) const {
  p.put("ANALYZE");
  maintained(s.options, s.tables);
}

void StatementPrinter::operator()(const Reindex& s) const {
  p.put("REINDEX ").put(s.object);
  if (!s.name.empty()) p.put(" ").name(s.name);
}

void StatementPrinter::operator()(const RefreshView& s) const {
  p.put("REFRESH MATERIALIZED VIEW ").put_if(s.concurrently, "CONCURRENTLY ");
  p.name(s.name);
  p.put_if(!s.with_data, " WITH NO DATA");
}

void StatementPrinter::operator()(const Use& s) const {
  p.put("USE ").name(s.name);
}

void StatementPrinter::operator()(const Attach& s) const {
  p.put("ATTACH ");
  p.put_if(s.or_replace, "OR REPLACE ");
  p.put_if(s.if_not_exists, "DATABASE IF NOT EXISTS ");
  p.expression(*s.path);
  if (!s.alias.text.empty()) p.put(" AS ").name(s.alias);
  if (!s.options.empty()) p.put(" ").options(s.options);
}

void StatementPrinter::operator()(const Detach& s) const {
  p.put("DETACH ").put_if(s.if_exists, "DATABASE IF EXISTS ");
  p.name(s.name);
}

void StatementPrinter::operator()(const Listen& s) const {
  p.put(s.unlisten ? "UNLISTEN " : "LISTEN ");
  if (s.channel.text.empty())
    p.put("*");
  else
    p.name(s.channel);
}

void StatementPrinter::operator()(const Notify& s) const {
  p.put("NOTIFY ").name(s.channel);
  if (!s.payload.empty()) p.put(", ").string(s.payload);
}

void StatementPrinter::operator()(const Discard& s) const {
  p.put("DISCARD ").put(s.what);
}

void StatementPrinter::operator()(const Call& s) const {
  p.put("CALL ").call(*s.function);
}

void StatementPrinter::operator()(const LockTable& s) const {
  p.put("LOCK TABLE ");
  p.list(s.tables, [&](const QualifiedName& table) { p.name(table); });
  p.put(" IN ").put(s.mode).put(" MODE").put_if(s.no_wait, " NOWAIT");
}

void StatementPrinter::operator()(const ExportDatabase& s) const {
  p.put("EXPORT DATABASE ");
  if (!s.database.text.empty()) {
    p.name(s.database);
    p.put(" TO ");
  }
  p.string(s.path);
  if (!s.options.empty()) p.put(" ").options(s.options);
}

void StatementPrinter::operator()(const ImportDatabase& s) const {
  p.put("IMPORT DATABASE ").string(s.path);
}

void StatementPrinter::operator()(const Do& s) const {
  p.put("DO ");
  if (!s.language.empty()) p.put("LANGUAGE ").put(quote_identifier(s.language)).put(" ");
  p.string(s.body);
}

void StatementPrinter::operator()(const Load& s) const {
  p.put(s.install ? "INSTALL " : "LOAD ").string(s.name);
}

}  // namespace stoa::sql
