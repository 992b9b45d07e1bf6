// The syntax tree of expressions: what was written, with places, before any name is looked up.
//
// Ownership: a node owns its children through unique_ptr; trees are not shared. Not synchronized.
// Invariants: (1) no path from a root is longer than kMaxDepth (parser.h), so recursion over a tree is safe;
// (2) pointers documented without "or null" are never null; (3) `place` lies within the parsed text.
#pragma once

#include <memory>
#include <optional>

#include "sql/operators.h"
#include "sql/type_name.h"

namespace stoa::sql {

struct Query;
using QueryPtr = std::unique_ptr<Query>;

enum class ExpressionKind : uint8_t {
  kColumnReference,
  kStar,
  kLiteral,
  kParameter,
  kUnary,
  kBinary,
  kChain,
  kIsTest,
  kIsDistinct,
  kBetween,
  kInList,
  kInSubquery,
  kExists,
  kScalarSubquery,
  kArraySubquery,
  kQuantifiedComparison,
  kLike,
  kCase,
  kCast,
  kFunctionCall,
  kRow,
  kList,
  kStruct,
  kMap,
  kSubscript,
  kSlice,
  kFieldAccess,
  kCollate,
  kAtTimeZone,
  kLambda,
  kDefault,
  kPositionalReference,
};

struct Expression {
  const ExpressionKind kind;
  Place place;

  virtual ~Expression();
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;

 protected:
  explicit Expression(ExpressionKind node_kind) : kind(node_kind) {}
};

using ExpressionPtr = std::unique_ptr<Expression>;
using ExpressionList = std::vector<ExpressionPtr>;

/// Gives each node class its kind, so that `as<Cast>(e)` and `is<Cast>(e)` work.
template <ExpressionKind K>
struct ExpressionOf : Expression {
  static constexpr ExpressionKind kKind = K;
  ExpressionOf() : Expression(K) {}
};

template <class Node>
bool is(const Expression& e) {
  return e.kind == Node::kKind;
}
/// REQUIRES: is<Node>(e).
template <class Node>
const Node& as(const Expression& e) {
  return static_cast<const Node&>(e);
}
template <class Node>
Node& as(Expression& e) {
  return static_cast<Node&>(e);
}

/// `a`, `t.a`, `schema.t.a`, `t.struct.field`: the binder decides which part is what.
struct ColumnReference final : ExpressionOf<ExpressionKind::kColumnReference> {
  QualifiedName name;
};

struct StarReplacement {
  ExpressionPtr value;
  Name column;
};

struct StarRename {
  QualifiedName column;
  Name new_name;
};

/// `*`, `t.*`, `COLUMNS('regex')`, `COLUMNS(lambda)`, with EXCLUDE, REPLACE, RENAME.
struct Star final : ExpressionOf<ExpressionKind::kStar> {
  QualifiedName qualifier;
  std::vector<QualifiedName> excluded;
  std::vector<StarReplacement> replaced;
  std::vector<StarRename> renamed;
  ExpressionPtr columns;  // COLUMNS(columns); or null for a plain star. COLUMNS(*) has a Star here.
  bool unpacked = false;  // *COLUMNS(...)
};

enum class LiteralKind : uint8_t {
  kNull,
  kBoolean,
  kInteger,
  kDecimal,
  kDouble,
  kString,
  kBytes,
  kBits,
  kTyped
};

/// A constant. Numbers are kept as text, without underscores, never signed, integers of any size in decimal.
struct Literal final : ExpressionOf<ExpressionKind::kLiteral> {
  LiteralKind literal_kind = LiteralKind::kNull;
  bool boolean = false;
  /// kInteger "12", kDecimal "1.50", kDouble "1e10", kString its value, kBytes (x'..') the raw bytes,
  /// kBits (b'..') digits, kTyped (DATE '..', INTERVAL '1' DAY, type '..') the string's value.
  std::string text;
  std::unique_ptr<TypeName> type;  // of kTyped; null otherwise
};

/// `$1` has number 1, the n-th `?` of a statement number n; `:name` and `$name` have number 0 and a name.
struct Parameter final : ExpressionOf<ExpressionKind::kParameter> {
  uint32_t number = 0;
  std::string name;
};

struct Unary final : ExpressionOf<ExpressionKind::kUnary> {
  UnaryOperator op = UnaryOperator::kNot;
  std::string text;  // the operator's text when op is kUser
  ExpressionPtr operand;
};

struct Binary final : ExpressionOf<ExpressionKind::kBinary> {
  BinaryOperator op = BinaryOperator::kEqual;
  std::string text;  // the operator's text when op is kUser
  Place operator_place;
  ExpressionPtr left;
  ExpressionPtr right;
};

/// Two or more operands, never one of the same operator as first operand; evaluated from left to right.
struct Chain final : ExpressionOf<ExpressionKind::kChain> {
  ChainOperator op = ChainOperator::kAnd;
  ExpressionList operands;
};

enum class IsTestKind : uint8_t {
  kNull,
  kTrue,
  kFalse,
  kUnknown,
  kNormalized,
  kJson,
  kJsonObject,
  kJsonArray,
  kJsonScalar,
};

/// `a IS [NOT] NULL`, ISNULL, NOTNULL, TRUE, FALSE, UNKNOWN, [NFC] NORMALIZED, JSON.
struct IsTest final : ExpressionOf<ExpressionKind::kIsTest> {
  IsTestKind test = IsTestKind::kNull;
  bool negated = false;
  std::string form;  // of NORMALIZED: "nfc" ..., or empty
  ExpressionPtr operand;
};

struct IsDistinct final : ExpressionOf<ExpressionKind::kIsDistinct> {
  bool negated = false;  // IS NOT DISTINCT FROM
  ExpressionPtr left;
  ExpressionPtr right;
};

struct Between final : ExpressionOf<ExpressionKind::kBetween> {
  bool negated = false;
  bool symmetric = false;
  ExpressionPtr operand;
  ExpressionPtr low;
  ExpressionPtr high;
};

struct InList final : ExpressionOf<ExpressionKind::kInList> {
  bool negated = false;
  ExpressionPtr operand;
  ExpressionList items;  // at least one
};

/// `a IN (SELECT ..)`; `(a, b) IN (SELECT ..)` has a Row as operand.
struct InSubquery final : ExpressionOf<ExpressionKind::kInSubquery> {
  bool negated = false;
  ExpressionPtr operand;
  QueryPtr query;
  InSubquery();
  ~InSubquery() override;
};

struct Exists final : ExpressionOf<ExpressionKind::kExists> {
  QueryPtr query;
  Exists();
  ~Exists() override;
};

struct ScalarSubquery final : ExpressionOf<ExpressionKind::kScalarSubquery> {
  QueryPtr query;
  ScalarSubquery();
  ~ScalarSubquery() override;
};

/// ARRAY(SELECT ..).
struct ArraySubquery final : ExpressionOf<ExpressionKind::kArraySubquery> {
  QueryPtr query;
  ArraySubquery();
  ~ArraySubquery() override;
};

}  // namespace stoa::sql

#include "sql/expression_forms.h"
