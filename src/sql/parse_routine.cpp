#include "sql/definition_parser.h"

namespace stoa::sql {

// CREATE FUNCTION f(a, b) AS expression is DuckDB's macro; a PostgreSQL function has types, RETURNS or
// LANGUAGE. What follows the parameters decides.
bool DefinitionParser::at_macro() const {
  size_t i = 1;
  while (ahead(i).kind != TokenKind::kOpenParenthesis && ahead(i).kind != TokenKind::kEnd) ++i;
  size_t open = 0;
  for (; ahead(i).kind != TokenKind::kEnd; ++i) {
    if (ahead(i).kind == TokenKind::kOpenParenthesis) ++open;
    if (ahead(i).kind == TokenKind::kCloseParenthesis && --open == 0) break;
  }
  const Token& body = ahead(i + 2);
  return ahead(i + 1).keyword == Keyword::kAs && body.kind != TokenKind::kString &&
         body.kind != TokenKind::kDollarString && body.kind != TokenKind::kEscapeString;
}

// CREATE MACRO f(a, b := 1) AS expression | AS TABLE query [, (a) AS ..].
StatementPtr DefinitionParser::create_macro(CreateFlags flags) {
  auto node = std::make_unique<CreateFunction>();
  node->macro = true;
  advance();
  if_not_exists(flags);
  node->flags = flags;
  node->name = any_name();
  separated([&] { node->forms.push_back(macro_form()); });
  return node;
}

MacroForm DefinitionParser::macro_form() {
  MacroForm form;
  expect(TokenKind::kOpenParenthesis);
  while (!at(TokenKind::kCloseParenthesis)) {
    FunctionParameter parameter;
    parameter.name = name("a parameter");
    if (!at(TokenKind::kComma) && !at(TokenKind::kCloseParenthesis) && !at(TokenKind::kColonEquals) &&
        !at(TokenKind::kNamedArgument)) {
      parameter.type = type_pointer();
    }
    if (accept(TokenKind::kColonEquals) || accept(TokenKind::kNamedArgument))
      parameter.default_value = expression();
    form.parameters.push_back(std::move(parameter));
    if (!accept(TokenKind::kComma)) break;
  }
  expect(TokenKind::kCloseParenthesis);
  expect(Keyword::kAs);
  if (at(Keyword::kTable)) {
    advance();
    form.query = query();
  } else {
    form.expression = expression();
  }
  return form;
}

// CREATE FUNCTION | PROCEDURE name (parameters) [RETURNS ..] options.
StatementPtr DefinitionParser::create_function(CreateFlags flags, bool procedure) {
  auto node = std::make_unique<CreateFunction>();
  node->procedure = procedure;
  advance();
  if_not_exists(flags);
  node->flags = flags;
  node->name = any_name();
  expect(TokenKind::kOpenParenthesis);
  if (!at(TokenKind::kCloseParenthesis)) separated([&] { node->parameters.push_back(function_parameter()); });
  expect(TokenKind::kCloseParenthesis);
  if (accept(Keyword::kReturns)) {
    if (accept(Keyword::kTable)) {
      parenthesized([&] {
        TypeField field;
        field.name = name("a column name");
        field.type = type_name();
        node->returns_table.push_back(std::move(field));
      });
    } else {
      node->returns = type_pointer();
    }
  }
  while (function_option(*node)) {
  }
  return node;
}

// [IN | OUT | INOUT | VARIADIC] [name] type [DEFAULT value | = value].
FunctionParameter DefinitionParser::function_parameter() {
  FunctionParameter parameter;
  const auto mode = [&] {
    if (accept(Keyword::kIn)) {
      parameter.mode = accept(Keyword::kOut) ? ParameterMode::kInOut : ParameterMode::kIn;
    } else if (accept(Keyword::kOut)) {
      parameter.mode = ParameterMode::kOut;
    } else if (accept(Keyword::kInout)) {
      parameter.mode = ParameterMode::kInOut;
    } else if (accept(Keyword::kVariadic)) {
      parameter.mode = ParameterMode::kVariadic;
    }
  };
  mode();
  const TokenKind next = ahead(1).kind;
  const bool type_alone = next == TokenKind::kComma || next == TokenKind::kCloseParenthesis ||
                          next == TokenKind::kOpenParenthesis || next == TokenKind::kOpenBracket ||
                          next == TokenKind::kDot || next == TokenKind::kOperator ||
                          ahead(1).keyword == Keyword::kDefault || ahead(1).keyword == Keyword::kPrecision ||
                          ahead(1).keyword == Keyword::kVarying;
  if (!type_alone && is_function_name(token())) parameter.name = take_name();
  mode();
  parameter.type = type_pointer();
  if (accept(Keyword::kDefault) || accept_operator(BinaryOperator::kEqual))
    parameter.default_value = expression();
  return parameter;
}

// One of LANGUAGE, AS, RETURN, IMMUTABLE and so on; false when none follows.
bool DefinitionParser::function_option(CreateFunction& node) {
  const auto add = [&](const char* option_name, ExpressionPtr value) {
    node.options.push_back(switch_option(option_name, std::move(value)));
    return true;
  };
  switch (token().keyword) {
    case Keyword::kLanguage:
      advance();
      node.language = name_or_string("a language").text;
      return true;
    case Keyword::kAs:
      advance();
      separated([&] { node.body.push_back(string("the body as text")); });
      return true;
    case Keyword::kReturn:
      advance();
      node.return_value = expression();
      return true;
    case Keyword::kImmutable:
    case Keyword::kStable:
    case Keyword::kVolatile: return add("volatility", text_literal(word_text()));
    case Keyword::kStrict: advance(); return add("strict", boolean_literal(true));
    case Keyword::kReturns:
      advance();
      expect(Keyword::kNull);
      expect(Keyword::kOn, Keyword::kNull);
      expect(Keyword::kInput);
      return add("strict", boolean_literal(true));
    case Keyword::kCalled:
      advance();
      expect(Keyword::kOn, Keyword::kNull);
      expect(Keyword::kInput);
      return add("strict", boolean_literal(false));
    case Keyword::kLeakproof: advance(); return add("leakproof", boolean_literal(true));
    case Keyword::kWindow: advance(); return add("window", boolean_literal(true));
    case Keyword::kParallel: advance(); return add("parallel", text_literal(word_text()));
    case Keyword::kCost: advance(); return add("cost", signed_number());
    case Keyword::kRows: advance(); return add("rows", signed_number());
    case Keyword::kExternal:
    case Keyword::kSecurity:
      accept(Keyword::kExternal);
      expect(Keyword::kSecurity);
      return add("security", text_literal(word_text()));
    case Keyword::kNot:
      if (ahead(1).keyword != Keyword::kLeakproof) return false;
      advance();
      advance();
      return add("leakproof", boolean_literal(false));
    case Keyword::kSet: {
      advance();
      const Name setting = label();
      if (!accept(Keyword::kTo)) expect_operator(BinaryOperator::kEqual);
      node.options.push_back(switch_option("set." + setting.text, option_value()));
      return true;
    }
    default: return false;
  }
}

// CREATE TYPE name AS ENUM (..) | (fields) | STRUCT(..) | type | RANGE (..), or nothing.
StatementPtr DefinitionParser::create_type(CreateFlags flags) {
  auto node = std::make_unique<CreateType>();
  expect(Keyword::kType);
  if_not_exists(flags);
  node->flags = flags;
  node->name = any_name();
  if (!accept(Keyword::kAs)) {
    node->definition = TypeDefinition::kShell;
    if (at(TokenKind::kOpenParenthesis)) node->options = option_list();
    return node;
  }
  const bool call_follows = ahead(1).kind == TokenKind::kOpenParenthesis;
  if (at(Keyword::kEnum)) {
    advance();
    enum_labels(*node);
  } else if (at(TokenKind::kOpenParenthesis)) {
    node->definition = TypeDefinition::kStruct;
    advance();
    while (!at(TokenKind::kCloseParenthesis)) {
      TypeField field;
      field.name = name("a field name");
      field.type = type_name();
      if (accept(Keyword::kCollate)) any_name();
      node->fields.push_back(std::move(field));
      if (!accept(TokenKind::kComma)) break;
    }
    expect(TokenKind::kCloseParenthesis);
  } else if (at(Keyword::kRange) && call_follows) {
    advance();
    node->definition = TypeDefinition::kRange;
    node->options = option_list();
  } else {
    node->definition = TypeDefinition::kAlias;
    node->base = type_pointer();
    if (node->base->name.last() == "struct" && node->base->dimensions.empty()) {
      node->definition = TypeDefinition::kStruct;
      node->fields = std::move(node->base->fields);
      node->base.reset();
    }
  }
  return node;
}

void DefinitionParser::enum_labels(CreateType& node) {
  node.definition = TypeDefinition::kEnum;
  expect(TokenKind::kOpenParenthesis);
  if (at_query()) {
    node.labels_query = query();
  } else {
    while (!at(TokenKind::kCloseParenthesis)) {
      node.labels.push_back(string("a label"));
      if (!accept(TokenKind::kComma)) break;
    }
  }
  expect(TokenKind::kCloseParenthesis);
}

StatementPtr DefinitionParser::create_domain(CreateFlags flags) {
  auto node = std::make_unique<CreateType>();
  node->flags = flags;
  node->definition = TypeDefinition::kDomain;
  expect(Keyword::kDomain);
  node->name = any_name();
  accept(Keyword::kAs);
  node->base = type_pointer();
  for (;;) {
    Constraint constraint;
    const uint32_t begin = start();
    if (accept(Keyword::kConstraint)) constraint.name = name("the name of the constraint");
    if (!column_constraint(constraint)) break;
    constraint.place = place_from(begin);
    node->constraints.push_back(std::move(constraint));
  }
  return node;
}

}  // namespace stoa::sql
