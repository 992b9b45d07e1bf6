#include "sql/definition_parser.h"

namespace stoa::sql {

// CREATE [OR REPLACE] [TEMP | UNLOGGED] object ..
StatementPtr DefinitionParser::create() {
  CreateFlags flags;
  expect(Keyword::kCreate);
  if (accept(Keyword::kOr)) {
    expect(Keyword::kReplace);
    flags.or_replace = true;
  }
  if (at(Keyword::kGlobal) || at(Keyword::kLocal)) advance();
  if (accept(Keyword::kTemp) || accept(Keyword::kTemporary)) {
    flags.temporary = true;
  } else if (accept(Keyword::kUnlogged)) {
    flags.unlogged = true;
  } else if (at_word("persistent")) {
    advance();
  }
  return create_object(flags);
}

StatementPtr DefinitionParser::create_object(CreateFlags flags) {
  switch (token().keyword) {
    case Keyword::kTable: return create_table(flags);
    case Keyword::kUnique:
    case Keyword::kIndex: return create_index(flags);
    case Keyword::kMaterialized:
    case Keyword::kRecursive:
    case Keyword::kView: return create_view(flags);
    case Keyword::kSchema: return create_schema(flags, false);
    case Keyword::kDatabase: return create_schema(flags, true);
    case Keyword::kSequence: return create_sequence(flags);
    case Keyword::kType: return create_type(flags);
    case Keyword::kDomain: return create_domain(flags);
    case Keyword::kProcedure: return create_function(flags, true);
    case Keyword::kMacro: return create_macro(flags);
    case Keyword::kFunction: return at_macro() ? create_macro(flags) : create_function(flags, false);
    case Keyword::kRole:
    case Keyword::kGroup: return create_role(flags, false);
    case Keyword::kUser: return create_role(flags, true);
    case Keyword::kSnapshot: return create_snapshot(flags, false);
    case Keyword::kBranch: return create_snapshot(flags, true);
    case Keyword::kConstraint:
    case Keyword::kTrigger: return create_trigger(flags);
    case Keyword::kExtension: return create_extension(flags);
    default: break;
  }
  for (const Keyword known :
       {Keyword::kTable, Keyword::kIndex, Keyword::kView, Keyword::kSchema, Keyword::kSequence,
        Keyword::kType, Keyword::kFunction, Keyword::kRole, Keyword::kSnapshot}) {
    accept(known);
  }
  fail("the kind of object to create");
}

void DefinitionParser::if_not_exists(CreateFlags& flags) {
  if (!at(Keyword::kIf)) return;
  expect(Keyword::kIf);
  expect(Keyword::kNot, Keyword::kExists);
  flags.if_not_exists = true;
}

// CREATE [UNIQUE] INDEX [CONCURRENTLY] [[IF NOT EXISTS] name] ON table [USING method] (..) ..
StatementPtr DefinitionParser::create_index(CreateFlags flags) {
  auto node = std::make_unique<CreateIndex>();
  node->unique = accept(Keyword::kUnique);
  expect(Keyword::kIndex);
  node->concurrently = accept(Keyword::kConcurrently);
  if_not_exists(flags);
  node->flags = flags;
  if (!at(Keyword::kOn)) node->name = qualified_name("the name of the index or ON");
  expect(Keyword::kOn);
  node->only = accept(Keyword::kOnly);
  node->table = qualified_name("a table name");
  if (accept(Keyword::kUsing)) node->method = name("an index method").text;
  parenthesized([&] { node->columns.push_back(index_column()); });
  if (node->method.empty() && accept(Keyword::kUsing)) node->method = name("an index method").text;
  if (accept(Keyword::kInclude)) node->included = name_list();
  if (accept(Keyword::kNulls)) {
    node->nulls_not_distinct = accept(Keyword::kNot);
    expect(Keyword::kDistinct);
  }
  if (accept(Keyword::kWith)) node->options = option_list();
  if (accept(Keyword::kTablespace)) name("a tablespace");
  if (accept(Keyword::kWhere)) node->where = expression();
  return node;
}

// A column, a call or an expression in parentheses, then [COLLATE c] [operator class [(options)]] [ASC]
// [NULLS FIRST].
IndexColumn DefinitionParser::index_column() {
  const uint32_t begin = start();
  IndexColumn column;
  column.expression = expression(kSignLevel);
  if (accept(Keyword::kCollate)) column.collation = any_name();
  if (at_name() && !at(Keyword::kNulls)) {
    column.operator_class = any_name();
    if (at(TokenKind::kOpenParenthesis)) column.operator_class_options = option_list();
  }
  SortItem order;
  sort_order(order);
  column.direction = order.direction;
  column.nulls = order.nulls;
  column.place = place_from(begin);
  return column;
}

// CREATE [MATERIALIZED | RECURSIVE] VIEW name [(columns)] [WITH (..)] AS query [WITH CHECK OPTION | WITH [NO]
// DATA].
StatementPtr DefinitionParser::create_view(CreateFlags flags) {
  auto node = std::make_unique<CreateView>();
  node->materialized = accept(Keyword::kMaterialized);
  node->recursive = accept(Keyword::kRecursive);
  expect(Keyword::kView);
  if_not_exists(flags);
  node->flags = flags;
  node->name = qualified_name("the name of the view");
  node->columns = optional_name_list();
  if (accept(Keyword::kUsing)) name("a table method");
  if (accept(Keyword::kWith)) node->options = option_list();
  if (accept(Keyword::kTablespace)) name("a tablespace");
  expect(Keyword::kAs);
  const uint32_t query_begin = start();
  node->query = query();
  node->query_place = place_from(query_begin);
  if (!accept(Keyword::kWith)) return node;
  if (node->materialized) {
    node->with_data = !accept(Keyword::kNo);
    expect(Keyword::kData);
    return node;
  }
  node->check_option = at(Keyword::kLocal) ? "local" : "cascaded";
  if (!accept(Keyword::kLocal)) accept(Keyword::kCascaded);
  expect(Keyword::kCheck);
  expect(Keyword::kOption);
  return node;
}

StatementPtr DefinitionParser::create_schema(CreateFlags flags, bool database) {
  auto node = std::make_unique<CreateSchema>();
  node->database = database;
  advance();
  if_not_exists(flags);
  node->flags = flags;
  if (!at(Keyword::kAuthorization)) node->name = qualified_name("the name of the schema");
  if (accept(Keyword::kAuthorization)) {
    node->owner = name("a role");
    if (node->name.empty()) node->name.parts.push_back(node->owner);
  }
  if (database) {
    accept(Keyword::kWith);
    while (is_label(token())) {
      Option result;
      result.name = label();
      accept_operator(BinaryOperator::kEqual);
      result.value = option_value();
      node->options.push_back(std::move(result));
    }
    return node;
  }
  while (at(Keyword::kCreate) || at(Keyword::kGrant)) node->elements.push_back(statement());
  return node;
}

StatementPtr DefinitionParser::create_sequence(CreateFlags flags) {
  auto node = std::make_unique<CreateSequence>();
  expect(Keyword::kSequence);
  if_not_exists(flags);
  node->flags = flags;
  node->name = qualified_name("the name of the sequence");
  while (sequence_option(node->options)) {
  }
  return node;
}

ExpressionPtr DefinitionParser::signed_number() {
  if (at_operator(BinaryOperator::kSubtract)) return unary(UnaryOperator::kMinus, {}, kSignLevel);
  accept_operator(BinaryOperator::kAdd);
  if (at(TokenKind::kInteger)) return number(LiteralKind::kInteger);
  if (at(TokenKind::kDecimal)) return number(LiteralKind::kDecimal);
  fail("a number");
}

bool DefinitionParser::sequence_option(SequenceOptions& options) {
  if (accept(Keyword::kAs)) {
    options.type = type_pointer();
  } else if (accept(Keyword::kStart)) {
    accept(Keyword::kWith);
    options.start = signed_number();
  } else if (accept(Keyword::kIncrement)) {
    accept(Keyword::kBy);
    options.increment = signed_number();
  } else if (accept(Keyword::kMinvalue)) {
    options.minimum = signed_number();
  } else if (accept(Keyword::kMaxvalue)) {
    options.maximum = signed_number();
  } else if (accept(Keyword::kCache)) {
    options.cache = signed_number();
  } else if (accept(Keyword::kCycle)) {
    options.cycle = true;
  } else if (at(Keyword::kNo)) {
    advance();
    if (accept(Keyword::kMinvalue)) {
      options.no_minimum = true;
    } else if (accept(Keyword::kMaxvalue)) {
      options.no_maximum = true;
    } else {
      expect(Keyword::kCycle);
      options.cycle = false;
    }
  } else if (accept(Keyword::kOwned)) {
    expect(Keyword::kBy);
    options.owned_by = any_name();
  } else if (accept(Keyword::kRestart)) {
    accept(Keyword::kWith);
    const bool has_number = at(TokenKind::kInteger) || at(TokenKind::kOperator);
    if (has_number) options.restart = signed_number();
    options.restart_at_start = !has_number;
  } else if (at(Keyword::kSequence, Keyword::kName)) {
    advance();
    advance();
    options.sequence_name = qualified_name("the name of the sequence");
  } else {
    return false;
  }
  return true;
}

StatementPtr DefinitionParser::create_snapshot(CreateFlags flags, bool branch) {
  auto node = std::make_unique<CreateSnapshot>();
  node->branch = branch;
  advance();
  if_not_exists(flags);
  node->flags = flags;
  node->name = name("the name of the snapshot");
  if (accept(Keyword::kFrom)) {
    const uint32_t begin = start();
    as_of_value(node->from);
    node->from.place = place_from(begin);
  } else {
    as_of(node->from);
  }
  return node;
}

// CREATE TRIGGER name BEFORE | AFTER | INSTEAD OF events ON table .. EXECUTE FUNCTION f(..).
StatementPtr DefinitionParser::create_trigger(CreateFlags flags) {
  auto node = std::make_unique<CreateTrigger>();
  node->constraint = accept(Keyword::kConstraint);
  expect(Keyword::kTrigger);
  if_not_exists(flags);
  node->flags = flags;
  node->name = name("the name of the trigger");
  if (accept(Keyword::kInstead)) {
    expect(Keyword::kOf);
    node->timing = "instead of";
  } else if (accept(Keyword::kBefore)) {
    node->timing = "before";
  } else {
    expect(Keyword::kAfter);
    node->timing = "after";
  }
  do {
    if (!at(Keyword::kInsert) && !at(Keyword::kUpdate) && !at(Keyword::kDelete) && !at(Keyword::kTruncate)) {
      fail("INSERT, UPDATE, DELETE or TRUNCATE");
    }
    node->events.push_back(word_text());
    if (node->events.back() == "update" && accept(Keyword::kOf)) {
      separated([&] { node->columns.push_back(name("a column name")); });
    }
  } while (accept(Keyword::kOr));
  expect(Keyword::kOn);
  node->table = qualified_name("a table name");
  if (accept(Keyword::kFor)) {
    accept(Keyword::kEach);
    node->for_each_row = accept(Keyword::kRow);
    if (!node->for_each_row) expect(Keyword::kStatement);
  }
  if (accept(Keyword::kWhen)) {
    expect(TokenKind::kOpenParenthesis);
    node->when = expression();
    expect(TokenKind::kCloseParenthesis);
  }
  expect(Keyword::kExecute);
  if (!accept(Keyword::kFunction)) expect(Keyword::kProcedure);
  auto call = function_call("a function");
  node->function = std::move(call->name);
  for (Argument& given : call->arguments) node->arguments.push_back(std::move(given.value));
  return node;
}

StatementPtr DefinitionParser::create_extension(CreateFlags flags) {
  auto node = std::make_unique<CreateExtension>();
  advance();
  if_not_exists(flags);
  node->flags = flags;
  node->name = name("the name of the extension");
  accept(Keyword::kWith);
  while (at(Keyword::kSchema) || at(Keyword::kVersion) || at(Keyword::kCascade)) {
    std::string word = word_text();
    ExpressionPtr value;
    if (word != "cascade") value = text_literal(name_or_string("a name").text);
    node->options.push_back(switch_option(std::move(word), std::move(value)));
  }
  return node;
}

StatementPtr DefinitionParser::create_role(CreateFlags flags, bool user) {
  auto node = std::make_unique<CreateRole>();
  node->user = user;
  advance();
  if_not_exists(flags);
  node->flags = flags;
  node->name = name("the name of the role");
  accept(Keyword::kWith);
  while (role_option(node->options)) {
  }
  return node;
}

// PASSWORD 'x', LOGIN, NOSUPERUSER, CONNECTION LIMIT n, VALID UNTIL 't', IN ROLE a, b ..
bool DefinitionParser::role_option(std::vector<Option>& options) {
  static constexpr std::string_view kSwitches[] = {"superuser", "createdb",    "createrole", "inherit",
                                                   "login",     "replication", "bypassrls"};
  const auto add = [&](std::string option_name, ExpressionPtr value) {
    options.push_back(switch_option(std::move(option_name), std::move(value)));
    return true;
  };
  if (at(Keyword::kEncrypted) || at(Keyword::kUnencrypted)) advance();
  if (accept(Keyword::kPassword)) {
    if (at(Keyword::kNull)) return add("password", constant(LiteralKind::kNull));
    return add("password", text_literal(string("the password")));
  }
  if (accept(Keyword::kConnection)) {
    expect(Keyword::kLimit);
    return add("connection_limit", signed_number());
  }
  if (accept(Keyword::kValid)) {
    expect(Keyword::kUntil);
    return add("valid_until", text_literal(string("a time")));
  }
  const bool in = accept(Keyword::kIn);
  if (in || at(Keyword::kRole) || at(Keyword::kAdmin) || at(Keyword::kUser)) {
    std::string option_name = word_text();
    auto roles = std::make_unique<Row>();
    separated([&] { roles->items.push_back(text_literal(name("a role").text)); });
    return add(in ? "in_role" : option_name, std::move(roles));
  }
  if (token().kind != TokenKind::kWord) return false;
  for (const std::string_view known : kSwitches) {
    if (accept_word(known)) return add(std::string(known), boolean_literal(true));
    if (accept_word("no" + std::string(known))) return add(std::string(known), boolean_literal(false));
  }
  return false;
}

}  // namespace stoa::sql
