#include "sql/statement_parser.h"

namespace stoa::sql {

// Null when no such statement starts here.
StatementPtr StatementParser::maintenance_statement() {
  switch (token().keyword) {
    case Keyword::kForce:
    case Keyword::kCheckpoint: return checkpoint();
    case Keyword::kVacuum: return vacuum();
    case Keyword::kAnalyze:
    case Keyword::kAnalyse: return analyze();
    case Keyword::kReindex: return reindex();
    case Keyword::kRefresh: return refresh();
    case Keyword::kUse: return use();
    case Keyword::kAttach: return attach();
    case Keyword::kDetach: return detach();
    case Keyword::kListen:
    case Keyword::kUnlisten: return listen();
    case Keyword::kNotify: return notify();
    case Keyword::kDiscard: return discard();
    case Keyword::kCall: return call_statement();
    case Keyword::kLock: return lock();
    case Keyword::kExport: return export_database();
    case Keyword::kImport: return import_database();
    case Keyword::kDo: return do_block();
    case Keyword::kLoad:
    case Keyword::kInstall: return load();
    default: return nullptr;
  }
}

StatementPtr StatementParser::checkpoint() {
  auto node = std::make_unique<Checkpoint>();
  node->force = accept(Keyword::kForce);
  expect(Keyword::kCheckpoint);
  if (at_name()) node->database = name();
  return node;
}

std::vector<MaintainedTable> StatementParser::maintained_tables() {
  std::vector<MaintainedTable> tables;
  if (!at_name()) return tables;
  separated([&] {
    MaintainedTable table;
    table.name = qualified_name("a table name");
    table.columns = optional_name_list();
    tables.push_back(std::move(table));
  });
  return tables;
}

// VACUUM [(options)] [tables], VACUUM [FULL] [FREEZE] [VERBOSE] [ANALYZE] [tables].
StatementPtr StatementParser::vacuum() {
  auto node = std::make_unique<Vacuum>();
  advance();
  if (at(TokenKind::kOpenParenthesis)) {
    node->options = option_list();
  } else {
    while (at(Keyword::kFull) || at(Keyword::kFreeze) || at(Keyword::kVerbose) || at(Keyword::kAnalyze)) {
      node->options.push_back(switch_option(word_text()));
    }
  }
  node->tables = maintained_tables();
  return node;
}

StatementPtr StatementParser::analyze() {
  auto node = std::make_unique<Analyze>();
  advance();
  if (at(TokenKind::kOpenParenthesis)) {
    node->options = option_list();
  } else if (at(Keyword::kVerbose)) {
    node->options.push_back(switch_option(word_text()));
  }
  node->tables = maintained_tables();
  return node;
}

// REINDEX [(options)] TABLE | INDEX | SCHEMA | DATABASE | SYSTEM [CONCURRENTLY] name.
StatementPtr StatementParser::reindex() {
  auto node = std::make_unique<Reindex>();
  advance();
  if (at(TokenKind::kOpenParenthesis)) option_list();
  if (!at(Keyword::kTable) && !at(Keyword::kIndex) && !at(Keyword::kSchema) && !at(Keyword::kDatabase) &&
      !at(Keyword::kSystem)) {
    fail("TABLE, INDEX, SCHEMA or DATABASE");
  }
  node->object = word_text();
  accept(Keyword::kConcurrently);
  if (at_name()) node->name = qualified_name();
  return node;
}

StatementPtr StatementParser::refresh() {
  auto node = std::make_unique<RefreshView>();
  advance();
  expect(Keyword::kMaterialized);
  expect(Keyword::kView);
  node->concurrently = accept(Keyword::kConcurrently);
  node->name = qualified_name("the name of a materialized view");
  if (accept(Keyword::kWith)) {
    node->with_data = !accept(Keyword::kNo);
    expect(Keyword::kData);
  }
  return node;
}

StatementPtr StatementParser::use() {
  auto node = std::make_unique<Use>();
  advance();
  node->name = qualified_name("a database or schema");
  return node;
}

// ATTACH [OR REPLACE] [DATABASE] [IF NOT EXISTS] 'path' [AS name] [(options)].
StatementPtr StatementParser::attach() {
  auto node = std::make_unique<Attach>();
  advance();
  if (accept(Keyword::kOr)) {
    expect(Keyword::kReplace);
    node->or_replace = true;
  }
  accept(Keyword::kDatabase);
  if (accept(Keyword::kIf)) {
    expect(Keyword::kNot, Keyword::kExists);
    node->if_not_exists = true;
  }
  node->path = expression();
  if (accept(Keyword::kAs)) node->alias = name("the name of the database");
  if (at(TokenKind::kOpenParenthesis)) node->options = option_list();
  return node;
}

StatementPtr StatementParser::detach() {
  auto node = std::make_unique<Detach>();
  advance();
  accept(Keyword::kDatabase);
  node->if_exists = accept(Keyword::kIf, Keyword::kExists);
  node->name = name("the name of a database");
  return node;
}

StatementPtr StatementParser::listen() {
  auto node = std::make_unique<Listen>();
  node->unlisten = at(Keyword::kUnlisten);
  advance();
  if (node->unlisten && accept_operator(BinaryOperator::kMultiply)) return node;
  node->channel = name("a channel");
  return node;
}

StatementPtr StatementParser::notify() {
  auto node = std::make_unique<Notify>();
  advance();
  node->channel = name("a channel");
  if (accept(TokenKind::kComma)) node->payload = string("the payload as text");
  return node;
}

StatementPtr StatementParser::discard() {
  auto node = std::make_unique<Discard>();
  advance();
  if (!at(Keyword::kAll) && !at(Keyword::kPlans) && !at(Keyword::kSequences) && !at(Keyword::kTemp) &&
      !at(Keyword::kTemporary)) {
    fail("ALL, PLANS, SEQUENCES or TEMP");
  }
  node->what = word_text();
  if (node->what == "temporary") node->what = "temp";
  return node;
}

StatementPtr StatementParser::call_statement() {
  auto node = std::make_unique<Call>();
  advance();
  node->function = function_call("a procedure or function");
  return node;
}

// LOCK [TABLE] tables [IN mode MODE] [NOWAIT].
StatementPtr StatementParser::lock() {
  auto node = std::make_unique<LockTable>();
  advance();
  accept(Keyword::kTable);
  separated([&] {
    accept(Keyword::kOnly);
    node->tables.push_back(qualified_name("a table name"));
  });
  node->mode = "access exclusive";
  if (accept(Keyword::kIn)) {
    node->mode.clear();
    while (!at(Keyword::kMode)) {
      if (!at(Keyword::kAccess) && !at(Keyword::kRow) && !at(Keyword::kShare) && !at(Keyword::kUpdate) &&
          !at(Keyword::kExclusive)) {
        fail("a lock mode");
      }
      if (!node->mode.empty()) node->mode += ' ';
      node->mode += word_text();
    }
    advance();
  }
  node->no_wait = accept(Keyword::kNowait);
  return node;
}

// EXPORT DATABASE [name TO] 'folder' [(options)].
StatementPtr StatementParser::export_database() {
  auto node = std::make_unique<ExportDatabase>();
  advance();
  if (!accept(Keyword::kDatabase)) fail("DATABASE");
  if (at_name()) {
    node->database = name();
    expect(Keyword::kTo);
  }
  node->path = string("a folder as text");
  if (at(TokenKind::kOpenParenthesis)) node->options = option_list();
  return node;
}

StatementPtr StatementParser::import_database() {
  auto node = std::make_unique<ImportDatabase>();
  advance();
  if (!accept(Keyword::kDatabase)) fail("DATABASE");
  node->path = string("a folder as text");
  return node;
}

StatementPtr StatementParser::do_block() {
  auto node = std::make_unique<Do>();
  advance();
  if (accept(Keyword::kLanguage)) node->language = name_or_string("a language").text;
  node->body = string("the body as text");
  if (accept(Keyword::kLanguage)) node->language = name_or_string("a language").text;
  return node;
}

StatementPtr StatementParser::load() {
  auto node = std::make_unique<Load>();
  node->install = at(Keyword::kInstall);
  advance();
  node->name = name_or_string("an extension").text;
  return node;
}

}  // namespace stoa::sql
