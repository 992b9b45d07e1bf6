#include "sql/statement_parser.h"

namespace stoa::sql {

// Null when no such statement starts here.
StatementPtr StatementParser::transaction_statement() {
  switch (token().keyword) {
    case Keyword::kBegin:
    case Keyword::kStart: return begin_transaction();
    case Keyword::kCommit:
    case Keyword::kEnd: return simple_transaction(TransactionAction::kCommit);
    case Keyword::kAbort: return simple_transaction(TransactionAction::kRollback);
    case Keyword::kRollback: return rollback();
    case Keyword::kSavepoint: return savepoint_statement(TransactionAction::kSavepoint);
    case Keyword::kRelease: return savepoint_statement(TransactionAction::kRelease);
    default: return nullptr;
  }
}

// BEGIN [WORK | TRANSACTION] [(options)] [modes], START TRANSACTION [modes]; SQLite's BEGIN IMMEDIATE.
StatementPtr StatementParser::begin_transaction() {
  auto node = std::make_unique<TransactionStatement>();
  if (accept(Keyword::kStart)) {
    expect(Keyword::kTransaction);
  } else {
    advance();
    if (at(Keyword::kDeferred) || at(Keyword::kImmediate) || at(Keyword::kExclusive)) advance();
    if (!accept(Keyword::kWork)) accept(Keyword::kTransaction);
  }
  if (at(TokenKind::kOpenParenthesis)) node->options = option_list();
  transaction_modes(*node);
  return node;
}

// COMMIT [WORK] [AND [NO] CHAIN], COMMIT PREPARED 'x', ABORT.
StatementPtr StatementParser::simple_transaction(TransactionAction action) {
  auto node = std::make_unique<TransactionStatement>();
  node->action = action;
  advance();
  if (accept(Keyword::kPrepared)) {
    node->action = TransactionAction::kCommitPrepared;
    node->savepoint = name_or_string("an identifier");
    return node;
  }
  if (!accept(Keyword::kWork)) accept(Keyword::kTransaction);
  if (at(TokenKind::kOpenParenthesis)) node->options = option_list();
  chain_clause(*node);
  return node;
}

void StatementParser::chain_clause(TransactionStatement& node) {
  if (!accept(Keyword::kAnd)) return;
  node.chain = !accept(Keyword::kNo);
  expect(Keyword::kChain);
}

// ROLLBACK [WORK] [TO [SAVEPOINT] name | AND [NO] CHAIN], ROLLBACK PREPARED 'x'.
StatementPtr StatementParser::rollback() {
  auto node = std::make_unique<TransactionStatement>();
  node->action = TransactionAction::kRollback;
  advance();
  if (accept(Keyword::kPrepared)) {
    node->action = TransactionAction::kRollbackPrepared;
    node->savepoint = name_or_string("an identifier");
    return node;
  }
  if (!accept(Keyword::kWork)) accept(Keyword::kTransaction);
  if (accept(Keyword::kTo)) {
    node->action = TransactionAction::kRollbackTo;
    accept(Keyword::kSavepoint);
    node->savepoint = name("the name of a savepoint");
    return node;
  }
  chain_clause(*node);
  return node;
}

StatementPtr StatementParser::savepoint_statement(TransactionAction action) {
  auto node = std::make_unique<TransactionStatement>();
  node->action = action;
  advance();
  if (action == TransactionAction::kRelease) accept(Keyword::kSavepoint);
  node->savepoint = name("the name of a savepoint");
  return node;
}

// Modes with or without commas between them.
void StatementParser::transaction_modes(TransactionStatement& node) {
  while (transaction_mode(node)) {
    if (accept(TokenKind::kComma) && (at(TokenKind::kEnd) || at(TokenKind::kSemicolon))) {
      fail("ISOLATION LEVEL, READ ONLY or READ WRITE");
    }
  }
}

bool StatementParser::transaction_mode(TransactionStatement& node) {
  if (accept(Keyword::kIsolation)) {
    expect(Keyword::kLevel);
    node.isolation = isolation_level();
  } else if (accept(Keyword::kRead)) {
    node.read_only = accept(Keyword::kOnly);
    if (!*node.read_only) expect(Keyword::kWrite);
  } else if (accept(Keyword::kDeferrable)) {
    node.deferrable = true;
  } else if (accept(Keyword::kNot, Keyword::kDeferrable)) {
    node.deferrable = false;
  } else {
    return false;
  }
  return true;
}

IsolationLevel StatementParser::isolation_level() {
  if (accept(Keyword::kSerializable)) return IsolationLevel::kSerializable;
  if (accept(Keyword::kSnapshot)) return IsolationLevel::kSnapshot;
  if (accept(Keyword::kRepeatable)) {
    expect(Keyword::kRead);
    return IsolationLevel::kRepeatableRead;
  }
  expect(Keyword::kRead);
  if (accept(Keyword::kCommitted)) return IsolationLevel::kReadCommitted;
  expect(Keyword::kUncommitted);
  return IsolationLevel::kReadUncommitted;
}

}  // namespace stoa::sql
