#include "sql/expression_parser.h"
#include "sql/query.h"

namespace stoa::sql {
namespace {

using enum BinaryOperator;

template <class Node>
std::unique_ptr<Node> make(Place place) {
  auto node = std::make_unique<Node>();
  node->place = place;
  return node;
}

}  // namespace

ExpressionPtr ExpressionParser::expression(int minimum) {
  const Level level(*this);
  const uint32_t begin = start();
  ExpressionPtr left = prefix();
  return infix(std::move(left), minimum, begin);
}

// Reads operators that bind at least as strongly as `minimum`. `ended` is the level of a non-associative
// operator whose right operand has just ended: another operator of that level is an error, as in `a < b < c`.
ExpressionPtr ExpressionParser::infix(ExpressionPtr left, int minimum, uint32_t begin) {
  int ended = kLowest;
  for (;;) {
    bool taken = false;
    switch (token().kind) {
      case TokenKind::kOperator:
      case TokenKind::kConcat:
      case TokenKind::kLikeOperator: taken = infix_operator(left, minimum, begin, ended); break;
      case TokenKind::kWord: taken = infix_word(left, minimum, begin, ended); break;
      case TokenKind::kDoubleColon:
      case TokenKind::kOpenBracket:
      case TokenKind::kDot: taken = postfix(left, begin); break;
      default: break;
    }
    if (!taken) return left;
  }
}

ExpressionPtr ExpressionParser::right_operand(int minimum) {
  peak_ = 0;
  return expression(minimum);
}

bool ExpressionParser::infix_operator(ExpressionPtr& left, int minimum, uint32_t begin, int& ended) {
  const Token op = token();
  if (op.kind == TokenKind::kConcat) {
    if (minimum > kOperatorLevel) return false;
    if (ahead(1).keyword == Keyword::kAny || ahead(1).keyword == Keyword::kAll) {
      advance();
      return quantified(left, kUser, "||", begin);
    }
    chain(left, ChainOperator::kConcat, kOperatorLevel, begin);
    ended = kLowest;
    return true;
  }
  if (op.kind == TokenKind::kLikeOperator) {
    if (minimum > kOperatorLevel) return false;
    const std::string_view text = spelling(op);
    advance();
    like(left, text.back() == '*' ? LikeKind::kILike : LikeKind::kLike, text.front() == '!', begin,
         kOperatorLevel + 1);
    ended = kLowest;
    return true;
  }
  const int level = precedence_of(op.op);
  if (level < minimum) return false;
  if (level == ended) fail();
  advance();
  std::string text = op.op == kUser ? std::string(spelling(op)) : std::string();
  if (level <= kOperatorLevel && quantified(left, op.op, text, begin)) {
    ended = kLowest;
    return true;
  }
  binary(left, op, std::move(text), level, begin);
  ended = level == kComparisonLevel ? level : kLowest;
  return true;
}

void ExpressionParser::binary(ExpressionPtr& left, const Token& op, std::string text, int level,
                              uint32_t begin) {
  const uint32_t height = peak_;
  auto node = std::make_unique<Binary>();
  node->op = op.op;
  node->text = std::move(text);
  node->operator_place = op.place();
  node->left = std::move(left);
  node->right = right_operand(level + 1);
  node->place = place_from(begin);
  deepen(height);
  left = std::move(node);
}

// One node for a run of the same operator, so that neither parsing nor later passes nest with its length.
void ExpressionParser::chain(ExpressionPtr& left, ChainOperator op, int level, uint32_t begin) {
  advance();
  const uint32_t height = peak_;
  if (is<Chain>(*left) && as<Chain>(*left).op == op) {
    as<Chain>(*left).operands.push_back(right_operand(level + 1));
    peak_ = std::max(height, peak_ + 1);
  } else {
    auto node = std::make_unique<Chain>();
    node->op = op;
    node->operands.push_back(std::move(left));
    node->operands.push_back(right_operand(level + 1));
    deepen(height);
    left = std::move(node);
  }
  left->place = place_from(begin);
}

// The operand `ANY (..)`, after the operator; false when something else stands there.
bool ExpressionParser::quantified(ExpressionPtr& left, BinaryOperator op, std::string text, uint32_t begin) {
  if (!at(Keyword::kAny) && !at(Keyword::kSome) && !at(Keyword::kAll)) return false;
  const uint32_t height = peak_;
  auto node = std::make_unique<QuantifiedComparison>();
  node->op = op;
  node->text = std::move(text);
  node->all = at(Keyword::kAll);
  advance();
  node->operand = std::move(left);
  peak_ = 0;
  ExpressionList items;
  if (!query_or_list(node->query, items)) {
    if (items.size() != 1) fail_at(last_end() - 1, "ANY and ALL take one array or a subquery");
    node->array = std::move(items[0]);
  }
  node->place = place_from(begin);
  deepen(height);
  left = std::move(node);
  return true;
}

bool ExpressionParser::quantified_like(ExpressionPtr& left, LikeKind like, bool negated, uint32_t begin) {
  if (!quantified(left, kEqual, {}, begin)) return false;
  as<QuantifiedComparison>(*left).like = like;
  as<QuantifiedComparison>(*left).like_negated = negated;
  return true;
}

void ExpressionParser::like(ExpressionPtr& left, LikeKind kind, bool negated, uint32_t begin, int level) {
  if (quantified_like(left, kind, negated, begin)) return;
  const uint32_t height = peak_;
  auto node = std::make_unique<Like>();
  node->like = kind;
  node->negated = negated;
  node->operand = std::move(left);
  node->pattern = right_operand(level);
  if (accept(Keyword::kEscape)) node->escape = expression(kOperatorLevel);
  node->place = place_from(begin);
  deepen(height);
  left = std::move(node);
}

bool ExpressionParser::infix_word(ExpressionPtr& left, int minimum, uint32_t begin, int& ended) {
  switch (token().keyword) {
    case Keyword::kAnd:
    case Keyword::kOr: {
      const bool is_and = at(Keyword::kAnd);
      const int level = is_and ? kAndLevel : kOrLevel;
      if (level < minimum) return false;
      chain(left, is_and ? ChainOperator::kAnd : ChainOperator::kOr, level, begin);
      ended = kLowest;
      return true;
    }
    case Keyword::kIs:
    case Keyword::kIsnull:
    case Keyword::kNotnull:
      if (minimum > kIsLevel) return false;
      if (ended == kIsLevel) fail();
      is_test(left, begin, ended);
      return true;
    case Keyword::kCollate: {
      if (minimum > kCollateLevel) return false;
      advance();
      auto node = std::make_unique<Collate>();
      node->operand = std::move(left);
      node->collation = any_name();
      node->place = place_from(begin);
      deepen(peak_);
      left = std::move(node);
      return true;
    }
    case Keyword::kAt: {
      const bool local = ahead(1).keyword == Keyword::kLocal;
      if (minimum > kAtLevel || (!local && ahead(1).keyword != Keyword::kTime)) return false;
      advance();
      const uint32_t height = peak_;
      auto node = std::make_unique<AtTimeZone>();
      node->operand = std::move(left);
      if (local) {
        advance();
      } else {
        expect(Keyword::kTime, Keyword::kZone);
        node->zone = right_operand(kAtLevel + 1);
      }
      node->place = place_from(begin);
      deepen(height);
      left = std::move(node);
      return true;
    }
    case Keyword::kOperator: {
      if (minimum > kOperatorLevel || ahead(1).kind != TokenKind::kOpenParenthesis) return false;
      Token op = token();
      std::string text = operator_syntax();
      op.op = find_binary_operator(text);
      op.length = last_end() - op.offset;
      ended = kLowest;
      if (text == "~~" || text == "~~*" || text == "!~~" || text == "!~~*") {
        like(left, text.back() == '*' ? LikeKind::kILike : LikeKind::kLike, text.front() == '!', begin,
             kOperatorLevel + 1);
        return true;
      }
      if (op.op != kUser) text.clear();
      if (!quantified(left, op.op, text, begin)) binary(left, op, std::move(text), kOperatorLevel, begin);
      return true;
    }
    default: return infix_range_word(left, minimum, begin, ended);
  }
}

// BETWEEN, IN, LIKE, ILIKE, SIMILAR TO, GLOB, OVERLAPS, each perhaps after NOT.
bool ExpressionParser::infix_range_word(ExpressionPtr& left, int minimum, uint32_t begin, int& ended) {
  const bool negated = at(Keyword::kNot);
  if (negated && ahead(1).keyword == Keyword::kNull) {  // SQLite's and DuckDB's `a NOT NULL`
    if (minimum > kIsLevel) return false;
    if (ended == kIsLevel) fail();
    is_test(left, begin, ended);
    return true;
  }
  const Token& word = ahead(negated ? 1 : 0);
  const Token& next = ahead(negated ? 2 : 1);
  switch (word.keyword) {
    case Keyword::kBetween:
    case Keyword::kIn:
    case Keyword::kLike:
    case Keyword::kIlike: break;
    case Keyword::kSimilar:
      if (next.keyword != Keyword::kTo) return false;
      break;
    case Keyword::kGlob:
      if (next.kind != TokenKind::kString && next.kind != TokenKind::kNumberedParameter) return false;
      break;
    case Keyword::kOverlaps:
      if (negated || !is<Row>(*left)) return false;
      break;
    default: return false;
  }
  if (minimum > kRangeLevel) return false;
  if (ended == kRangeLevel) fail();
  const Keyword keyword = word.keyword;
  if (negated) advance();
  advance();
  ended = kRangeLevel;
  switch (keyword) {
    case Keyword::kBetween: between(left, negated, begin); break;
    case Keyword::kIn:
      in(left, negated, begin);
      ended = kLowest;
      break;
    case Keyword::kLike: like(left, LikeKind::kLike, negated, begin); break;
    case Keyword::kIlike: like(left, LikeKind::kILike, negated, begin); break;
    case Keyword::kSimilar:
      advance();
      like(left, LikeKind::kSimilar, negated, begin);
      break;
    case Keyword::kGlob: like(left, LikeKind::kGlob, negated, begin); break;
    default: overlaps(left, begin); break;
  }
  return true;
}

void ExpressionParser::between(ExpressionPtr& left, bool negated, uint32_t begin) {
  const uint32_t height = peak_;
  auto node = std::make_unique<Between>();
  node->negated = negated;
  node->symmetric = accept(Keyword::kSymmetric);
  if (!node->symmetric) accept(Keyword::kAsymmetric);
  node->operand = std::move(left);
  node->low = right_operand(kOperatorLevel);
  expect(Keyword::kAnd);
  node->high = expression(kOperatorLevel);
  node->place = place_from(begin);
  deepen(height);
  left = std::move(node);
}

// `a IN list` without parentheses, as in DuckDB, is `a = ANY (list)`.
void ExpressionParser::in(ExpressionPtr& left, bool negated, uint32_t begin) {
  const uint32_t height = peak_;
  peak_ = 0;
  if (!at(TokenKind::kOpenParenthesis)) {
    auto node = make<QuantifiedComparison>({});
    node->op = negated ? kNotEqual : kEqual;
    node->all = negated;
    node->operand = std::move(left);
    node->array = expression(kOperatorLevel);
    left = std::move(node);
  } else {
    QueryPtr inner;
    ExpressionList items;
    if (query_or_list(inner, items)) {
      auto node = make<InSubquery>({});
      node->negated = negated;
      node->operand = std::move(left);
      node->query = std::move(inner);
      left = std::move(node);
    } else {
      auto node = make<InList>({});
      node->negated = negated;
      node->operand = std::move(left);
      node->items = std::move(items);
      left = std::move(node);
    }
  }
  left->place = place_from(begin);
  deepen(height);
}

// IS [NOT] NULL and so on; ISNULL, NOTNULL.
void ExpressionParser::is_test(ExpressionPtr& left, uint32_t begin, int& ended) {
  ended = kLowest;
  const uint32_t height = peak_;
  auto node = std::make_unique<IsTest>();
  if (!accept(Keyword::kIsnull)) {
    if (accept(Keyword::kNotnull) || accept(Keyword::kNot, Keyword::kNull)) {
      node->negated = true;
    } else {
      expect(Keyword::kIs);
      node->negated = accept(Keyword::kNot);
      if (accept(Keyword::kDistinct, Keyword::kFrom)) {
        auto distinct = std::make_unique<IsDistinct>();
        distinct->negated = node->negated;
        distinct->left = std::move(left);
        distinct->right = right_operand(kIsLevel + 1);
        distinct->place = place_from(begin);
        deepen(height);
        left = std::move(distinct);
        ended = kIsLevel;
        return;
      }
      is_test_kind(*node);
    }
  }
  node->operand = std::move(left);
  node->place = place_from(begin);
  deepen(height);
  left = std::move(node);
}

void ExpressionParser::is_test_kind(IsTest& node) {
  if (accept(Keyword::kNull)) {
    node.test = IsTestKind::kNull;
  } else if (accept(Keyword::kTrue)) {
    node.test = IsTestKind::kTrue;
  } else if (accept(Keyword::kFalse)) {
    node.test = IsTestKind::kFalse;
  } else if (accept(Keyword::kUnknown)) {
    node.test = IsTestKind::kUnknown;
  } else if (accept(Keyword::kJson)) {
    node.test = IsTestKind::kJson;
    if (accept(Keyword::kObject))
      node.test = IsTestKind::kJsonObject;
    else if (accept(Keyword::kArray))
      node.test = IsTestKind::kJsonArray;
    else if (accept(Keyword::kScalar))
      node.test = IsTestKind::kJsonScalar;
    else
      accept(Keyword::kValue);
  } else {
    node.test = IsTestKind::kNormalized;
    if (at(Keyword::kNfc) || at(Keyword::kNfd) || at(Keyword::kNfkc) || at(Keyword::kNfkd)) {
      node.form = word_text();
    }
    if (!accept(Keyword::kNormalized)) fail("NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM");
  }
}

// (a, b) OVERLAPS (c, d) is overlaps(a, b, c, d).
void ExpressionParser::overlaps(ExpressionPtr& left, uint32_t begin) {
  const uint32_t height = peak_;
  const uint32_t place = start();
  ExpressionPtr right = right_operand(kOperatorLevel);
  if (!is<Row>(*right) || as<Row>(*right).items.size() != 2 || as<Row>(*left).items.size() != 2) {
    fail_at(place, "wrong number of parameters on a side of OVERLAPS expression",
            "each side is (start, end)");
  }
  auto node = std::make_unique<FunctionCall>();
  node->name.parts.push_back({.text = "overlaps", .place = {}, .quoted = false});
  for (Row* row : {&as<Row>(*left), &as<Row>(*right)}) {
    for (ExpressionPtr& item : row->items) node->arguments.push_back({.name = {}, .value = std::move(item)});
  }
  node->place = place_from(begin);
  deepen(height);
  left = std::move(node);
}

// OPERATOR(schema.op): the schema is not kept, all operators stand in pg_catalog.
std::string ExpressionParser::operator_syntax() {
  expect(Keyword::kOperator);
  expect(TokenKind::kOpenParenthesis);
  while (is_label(token())) {
    advance();
    expect(TokenKind::kDot);
  }
  const TokenKind kind = token().kind;
  if (kind != TokenKind::kOperator && kind != TokenKind::kConcat && kind != TokenKind::kLikeOperator) {
    fail("an operator");
  }
  std::string text(spelling(token()));
  advance();
  expect(TokenKind::kCloseParenthesis);
  return text;
}

bool ExpressionParser::postfix(ExpressionPtr& left, uint32_t begin) {
  switch (token().kind) {
    case TokenKind::kDoubleColon: cast_suffix(left, begin); return true;
    case TokenKind::kOpenBracket: subscript(left, begin); return true;
    default: field_access(left, begin); return true;
  }
}

void ExpressionParser::cast_suffix(ExpressionPtr& left, uint32_t begin) {
  advance();
  const uint32_t height = peak_;
  auto node = std::make_unique<Cast>();
  node->operand = std::move(left);
  node->type = type_name();
  node->place = place_from(begin);
  deepen(height);
  left = std::move(node);
}

void ExpressionParser::subscript(ExpressionPtr& left, uint32_t begin) {
  advance();
  const uint32_t height = peak_;
  peak_ = 0;
  ExpressionPtr low;
  if (!at(TokenKind::kColon)) low = expression();
  if (accept(TokenKind::kColon)) {
    auto node = std::make_unique<Slice>();
    node->operand = std::move(left);
    node->low = std::move(low);
    const auto bound_follows = [&] { return !at(TokenKind::kCloseBracket) && !at(TokenKind::kColon); };
    if (at_operator(kSubtract) && ahead(1).kind == TokenKind::kColon) {
      advance();  // a[1:-:2]: a dash for a missing bound
    } else if (bound_follows()) {
      node->high = expression();
    }
    if (accept(TokenKind::kColon) && bound_follows()) node->step = expression();
    left = std::move(node);
  } else {
    auto node = std::make_unique<Subscript>();
    node->operand = std::move(left);
    node->index = std::move(low);
    left = std::move(node);
  }
  expect(TokenKind::kCloseBracket);
  left->place = place_from(begin);
  deepen(height);
}

// `.field`, `.*`, or DuckDB's `.method(arguments)`, which is method(left, arguments).
void ExpressionParser::field_access(ExpressionPtr& left, uint32_t begin) {
  advance();
  const uint32_t height = peak_;
  auto node = std::make_unique<FieldAccess>();
  if (accept_operator(kMultiply)) {
    node->star = true;
  } else {
    node->field = label();
  }
  if (!node->star && at(TokenKind::kOpenParenthesis)) {
    auto call = std::make_unique<FunctionCall>();
    call->name.place = node->field.place;
    call->name.parts.push_back(std::move(node->field));
    call->arguments.push_back({.name = {}, .value = std::move(left)});
    peak_ = 0;
    arguments(*call);
    left = call_suffixes(std::move(call), begin);
  } else {
    node->operand = std::move(left);
    left = std::move(node);
  }
  left->place = place_from(begin);
  deepen(height);
}

}  // namespace stoa::sql
