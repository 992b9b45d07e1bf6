#include "sql/statement_parser.h"

namespace stoa::sql {

// Null when no such statement starts here.
StatementPtr StatementParser::session_statement() {
  switch (token().keyword) {
    case Keyword::kPrepare: return prepare();
    case Keyword::kExecute: return execute();
    case Keyword::kDeallocate: return deallocate();
    case Keyword::kDeclare: return declare_cursor();
    case Keyword::kFetch: return fetch(false);
    case Keyword::kMove: return fetch(true);
    case Keyword::kClose: return close_cursor();
    case Keyword::kExplain: return explain();
    case Keyword::kShow: return show();
    case Keyword::kDescribe:
    case Keyword::kDesc: return describe(false);
    case Keyword::kSummarize: return describe(true);
    case Keyword::kSet: return set();
    case Keyword::kReset: return reset();
    case Keyword::kPragma: return pragma();
    default: return nullptr;
  }
}

// PREPARE name [(types)] AS statement, PREPARE TRANSACTION 'x'.
StatementPtr StatementParser::prepare() {
  advance();
  if (at(Keyword::kTransaction) && ahead(1).kind == TokenKind::kString) {
    auto two_phase = std::make_unique<TransactionStatement>();
    advance();
    two_phase->action = TransactionAction::kPrepareTwoPhase;
    two_phase->savepoint = name_or_string("an identifier");
    return two_phase;
  }
  auto node = std::make_unique<Prepare>();
  node->name = name("the name of the statement");
  if (accept(TokenKind::kOpenParenthesis)) {
    node->types = type_list();
    expect(TokenKind::kCloseParenthesis);
  }
  expect(Keyword::kAs);
  node->statement = statement();
  return node;
}

// EXECUTE name [(value, name := value, ..)].
StatementPtr StatementParser::execute() {
  auto node = std::make_unique<Execute>();
  advance();
  node->name = name("the name of a statement");
  if (!accept(TokenKind::kOpenParenthesis)) return node;
  if (!at(TokenKind::kCloseParenthesis)) separated([&] { node->arguments.push_back(argument(false)); });
  expect(TokenKind::kCloseParenthesis);
  return node;
}

StatementPtr StatementParser::deallocate() {
  auto node = std::make_unique<Deallocate>();
  advance();
  if (at(Keyword::kPrepare) && is_label(ahead(1))) advance();
  if (!accept(Keyword::kAll)) node->name = name("the name of a statement or ALL");
  return node;
}

// DECLARE name [BINARY] [INSENSITIVE] [[NO] SCROLL] CURSOR [WITH | WITHOUT HOLD] FOR query.
StatementPtr StatementParser::declare_cursor() {
  auto node = std::make_unique<DeclareCursor>();
  advance();
  node->name = name("the name of the cursor");
  for (;;) {
    if (accept(Keyword::kBinary)) {
      node->binary = true;
    } else if (accept(Keyword::kScroll)) {
      node->scroll = true;
    } else if (accept(Keyword::kNo)) {
      expect(Keyword::kScroll);
      node->scroll = false;
    } else if (!accept(Keyword::kInsensitive) && !accept(Keyword::kAsensitive)) {
      break;
    }
  }
  expect(Keyword::kCursor);
  node->with_hold = at(Keyword::kWith);
  if (at(Keyword::kWith) || at(Keyword::kWithout)) {
    advance();
    expect(Keyword::kHold);
  }
  expect(Keyword::kFor);
  node->query = query();
  return node;
}

// FETCH [direction] [FROM | IN] cursor; MOVE likewise.
StatementPtr StatementParser::fetch(bool move) {
  auto node = std::make_unique<Fetch>();
  advance();
  node->move = move;
  fetch_direction(*node);
  if (!accept(Keyword::kFrom)) accept(Keyword::kIn);
  node->cursor = name("the name of a cursor");
  return node;
}

void StatementParser::fetch_direction(Fetch& node) {
  const TokenKind next = ahead(1).kind;
  if (next == TokenKind::kEnd || next == TokenKind::kSemicolon) return;  // a cursor whose name is a direction
  const auto count = [&] {
    if (accept(Keyword::kAll)) {
      node.all = true;
    } else if (at(TokenKind::kInteger) || at(TokenKind::kOperator)) {
      node.count = signed_integer();
    }
  };
  const auto position = [&](FetchDirection direction, int64_t number) {
    node.direction = direction;
    node.count = number;
  };
  if (accept(Keyword::kNext)) return;
  if (accept(Keyword::kPrior)) return position(FetchDirection::kBackward, 1);
  if (accept(Keyword::kFirst)) return position(FetchDirection::kAbsolute, 1);
  if (accept(Keyword::kLast)) return position(FetchDirection::kAbsolute, -1);
  if (accept(Keyword::kAbsolute)) return position(FetchDirection::kAbsolute, signed_integer());
  if (accept(Keyword::kRelative)) return position(FetchDirection::kRelative, signed_integer());
  if (accept(Keyword::kBackward))
    node.direction = FetchDirection::kBackward;
  else
    accept(Keyword::kForward);
  count();
}

StatementPtr StatementParser::close_cursor() {
  auto node = std::make_unique<CloseCursor>();
  advance();
  if (!accept(Keyword::kAll)) node->cursor = name("the name of a cursor or ALL");
  return node;
}

// EXPLAIN [ANALYZE] [VERBOSE] statement, EXPLAIN (options) statement; SQLite's EXPLAIN QUERY PLAN.
StatementPtr StatementParser::explain() {
  auto node = std::make_unique<Explain>();
  advance();
  const bool options = at(TokenKind::kOpenParenthesis) && ahead(1).kind == TokenKind::kWord &&
                       ahead(1).keyword != Keyword::kSelect && ahead(1).keyword != Keyword::kWith &&
                       ahead(1).keyword != Keyword::kValues && ahead(1).keyword != Keyword::kFrom &&
                       ahead(1).keyword != Keyword::kTable;
  if (options) {
    node->options = option_list();
  } else {
    if (accept(Keyword::kAnalyze) || accept(Keyword::kAnalyse)) {
      node->options.push_back(switch_option("analyze"));
    }
    if (accept(Keyword::kVerbose)) node->options.push_back(switch_option("verbose"));
    if (at_word("query") && ahead(2).kind == TokenKind::kWord) {
      advance();
      if (!accept_word("plan")) fail("PLAN");
    }
  }
  for (const Option& given : node->options) {
    if (given.name.text == "analyze" || given.name.text == "analyse") node->analyze = is_switched_on(given);
  }
  node->statement = statement();
  return node;
}

// Whether the option stands alone or with a value that means yes.
bool StatementParser::is_switched_on(const Option& given) const {
  if (!given.value) return true;
  std::string text = "true";
  if (is<Literal>(*given.value)) {
    const auto& literal = as<Literal>(*given.value);
    text =
        literal.literal_kind == LiteralKind::kBoolean ? (literal.boolean ? "true" : "false") : literal.text;
  } else if (is<ColumnReference>(*given.value)) {
    text = as<ColumnReference>(*given.value).name.last();
  }
  return text != "false" && text != "off" && text != "0" && text != "no";
}

// SHOW setting, SHOW ALL, SHOW TABLES [FROM schema], SHOW ALL TABLES, SHOW DATABASES, SCHEMAS, COLUMNS FROM
// t.
StatementPtr StatementParser::show() {
  auto node = std::make_unique<Show>();
  advance();
  const auto from = [&](ShowKind kind) {
    advance();
    node->show = kind;
    if (accept(Keyword::kFrom) || accept(Keyword::kIn)) node->name = qualified_name("a name");
  };
  const bool plain = ahead(1).kind == TokenKind::kEnd || ahead(1).kind == TokenKind::kSemicolon ||
                     ahead(1).kind == TokenKind::kCloseParenthesis || ahead(1).keyword == Keyword::kFrom ||
                     ahead(1).keyword == Keyword::kIn;
  if (at(Keyword::kAll, Keyword::kTables)) {
    advance();
    advance();
    node->show = ShowKind::kAllTables;
  } else if (accept(Keyword::kAll)) {
    node->show = ShowKind::kAllSettings;
  } else if (at(Keyword::kTables) && plain) {
    from(ShowKind::kTables);
  } else if (at(Keyword::kDatabases) && plain) {
    from(ShowKind::kDatabases);
  } else if (at(Keyword::kSchemas) && plain) {
    from(ShowKind::kSchemas);
  } else if (at(Keyword::kColumns) && plain) {
    from(ShowKind::kColumns);
  } else if (at(Keyword::kIndexes) && plain) {
    from(ShowKind::kIndexes);
  } else {
    node->name = setting_name();
  }
  return node;
}

// The name of a setting; TIME ZONE and the like have names of one word too.
QualifiedName StatementParser::setting_name() {
  const uint32_t begin = start();
  const auto special = [&](const char* text) {
    QualifiedName result;
    result.place = place_from(begin);
    result.parts.push_back({.text = text, .place = result.place, .quoted = false});
    return result;
  };
  if (accept(Keyword::kTime, Keyword::kZone)) return special("timezone");
  if (accept(Keyword::kTransaction, Keyword::kIsolation)) {
    expect(Keyword::kLevel);
    return special("transaction_isolation");
  }
  if (accept(Keyword::kSession, Keyword::kAuthorization)) return special("session_authorization");
  if (!is_function_name(token()) && !at_name()) fail("the name of a setting");
  return any_name();
}

// DESCRIBE | SUMMARIZE [TABLE] name | 'file' | query, or DESCRIBE alone.
StatementPtr StatementParser::describe(bool summarize) {
  auto node = std::make_unique<Describe>();
  advance();
  node->summarize = summarize;
  if (at(TokenKind::kEnd) || at(TokenKind::kSemicolon) || at(TokenKind::kCloseParenthesis)) {
    if (summarize) fail("a table or a query");
    return node;
  }
  const bool table_word = at(Keyword::kTable) && ahead(2).kind != TokenKind::kWord;
  if (table_word) advance();
  if (!table_word && (at_query() || at(TokenKind::kOpenParenthesis))) {
    node->query = query();
  } else {
    node->table = named_table();
  }
  return node;
}

// SET [SESSION | LOCAL | GLOBAL] name = | TO values; SET TRANSACTION, SET CONSTRAINTS, SET TIME ZONE ..
StatementPtr StatementParser::set() {
  advance();
  if (StatementPtr special = set_transaction_or_constraints()) return special;
  auto node = std::make_unique<SetStatement>();
  const TokenKind next = ahead(1).kind;
  const bool scope_word = next == TokenKind::kWord && ahead(1).keyword != Keyword::kTo &&
                          !at(Keyword::kSession, Keyword::kAuthorization);
  if (scope_word) {
    if (accept(Keyword::kSession))
      node->scope = SetScope::kSession;
    else if (accept(Keyword::kLocal))
      node->scope = SetScope::kLocal;
    else if (accept(Keyword::kGlobal))
      node->scope = SetScope::kGlobal;
  }
  set_value(*node);
  return node;
}

void StatementParser::set_value(SetStatement& node) {
  const bool special = at(Keyword::kTime, Keyword::kZone) || at(Keyword::kSession, Keyword::kAuthorization) ||
                       at(Keyword::kNames) || at(Keyword::kRole) || at(Keyword::kSchema) ||
                       at(Keyword::kCatalog) || at(Keyword::kXml);
  const TokenKind next = ahead(1).kind;
  const bool assigned =
      next == TokenKind::kOperator || ahead(1).keyword == Keyword::kTo || next == TokenKind::kDot;
  if (special && !assigned) return set_special(node);
  node.name = setting_name();
  if (accept(Keyword::kFrom, Keyword::kCurrent)) return;
  if (!accept(Keyword::kTo) && !accept_operator(BinaryOperator::kEqual)) fail("\"=\" or TO");
  if (accept(Keyword::kDefault)) return;
  separated([&] { node.values.push_back(setting_value()); });
}

// SET TIME ZONE 'x' | LOCAL | DEFAULT, SET SCHEMA 'x', SET NAMES 'x', SET ROLE x | NONE, SET SESSION
// AUTHORIZATION x.
void StatementParser::set_special(SetStatement& node) {
  const uint32_t begin = start();
  std::string text;
  if (accept(Keyword::kTime, Keyword::kZone)) {
    text = "timezone";
  } else if (accept(Keyword::kSession, Keyword::kAuthorization)) {
    text = "session_authorization";
  } else {
    text = at(Keyword::kNames) ? "client_encoding" : at(Keyword::kRole) ? "role" : "search_path";
    if (at(Keyword::kCatalog)) text = "catalog";
    if (accept(Keyword::kXml)) {
      expect(Keyword::kOption);
      text = "xmloption";
    } else {
      advance();
    }
  }
  node.name.place = place_from(begin);
  node.name.parts.push_back({.text = std::move(text), .place = node.name.place, .quoted = false});
  if (accept(Keyword::kDefault) || accept(Keyword::kLocal)) return;
  if (at(TokenKind::kEnd) || at(TokenKind::kSemicolon)) {
    if (node.name.last() != "client_encoding") fail("a value");
    return;
  }
  node.values.push_back(setting_value());
}

// A bare word is kept as a ColumnReference, ON and the like too; everything else is an expression.
ExpressionPtr StatementParser::setting_value() {
  const TokenKind next = ahead(1).kind;
  const bool alone = next == TokenKind::kComma || next == TokenKind::kSemicolon || next == TokenKind::kEnd;
  const bool constant_word = at(Keyword::kTrue) || at(Keyword::kFalse) || at(Keyword::kNull);
  if (!is_label(token()) || !alone || constant_word) return expression();
  auto word = std::make_unique<ColumnReference>();
  word->name.parts.push_back(take_name());
  word->place = word->name.place = word->name.parts[0].place;
  return word;
}

// Null when it is another SET.
StatementPtr StatementParser::set_transaction_or_constraints() {
  const bool characteristics = at(Keyword::kSession, Keyword::kCharacteristics);
  const bool local = at(Keyword::kLocal, Keyword::kTransaction);
  const bool transaction =
      at(Keyword::kTransaction) && ahead(1).kind == TokenKind::kWord && ahead(1).keyword != Keyword::kTo;
  if (characteristics || local || transaction) {
    auto node = std::make_unique<TransactionStatement>();
    node->action = characteristics ? TransactionAction::kSetSession : TransactionAction::kSet;
    advance();
    if (characteristics) {
      advance();
      expect(Keyword::kAs, Keyword::kTransaction);
    } else if (local) {
      advance();
    }
    if (accept(Keyword::kSnapshot)) {
      node->snapshot = expression();
    } else {
      if (!transaction_mode(*node)) fail("ISOLATION LEVEL, READ ONLY or READ WRITE");
      accept(TokenKind::kComma);
      transaction_modes(*node);
    }
    return node;
  }
  if (!at(Keyword::kConstraints)) return nullptr;
  auto node = std::make_unique<SetConstraints>();
  advance();
  if (!accept(Keyword::kAll)) node->names = qualified_names("the name of a constraint or ALL");
  node->deferred = accept(Keyword::kDeferred);
  if (!node->deferred) expect(Keyword::kImmediate);
  return node;
}

StatementPtr StatementParser::reset() {
  auto node = std::make_unique<SetStatement>();
  advance();
  node->reset = true;
  if (!at(Keyword::kSession, Keyword::kAuthorization)) {
    if (accept(Keyword::kSession))
      node->scope = SetScope::kSession;
    else if (accept(Keyword::kLocal))
      node->scope = SetScope::kLocal;
    else if (accept(Keyword::kGlobal))
      node->scope = SetScope::kGlobal;
  }
  if (!accept(Keyword::kAll)) node->name = setting_name();
  return node;
}

// PRAGMA name, PRAGMA name = value, PRAGMA name(arguments).
StatementPtr StatementParser::pragma() {
  auto node = std::make_unique<Pragma>();
  advance();
  node->name = any_name();
  if (accept_operator(BinaryOperator::kEqual)) {
    node->value = setting_value();
  } else if (accept(TokenKind::kOpenParenthesis)) {
    node->call = true;
    if (!at(TokenKind::kCloseParenthesis)) separated([&] { node->arguments.push_back(argument(false)); });
    expect(TokenKind::kCloseParenthesis);
  }
  return node;
}

}  // namespace stoa::sql
