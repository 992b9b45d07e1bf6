// The rest of the expression nodes; part of expression.h, which is the header to include.
#pragma once

#include "sql/expression.h"

namespace stoa::sql {

enum class LikeKind : uint8_t { kLike, kILike, kSimilar, kGlob };

/// `a [NOT] LIKE b [ESCAPE c]`, ILIKE (also ~~ and ~~*), SIMILAR TO, GLOB.
struct Like final : ExpressionOf<ExpressionKind::kLike> {
  LikeKind like = LikeKind::kLike;
  bool negated = false;
  ExpressionPtr operand;
  ExpressionPtr pattern;
  ExpressionPtr escape;  // or null
};

/// `a op ANY|ALL (query or array)`; SOME is ANY. Exactly one of `query` and `array` is set. With a LIKE
/// operator, `like` is set and `op` has no meaning.
struct QuantifiedComparison final : ExpressionOf<ExpressionKind::kQuantifiedComparison> {
  BinaryOperator op = BinaryOperator::kEqual;
  std::string text;  // the operator's text when op is kUser
  std::optional<LikeKind> like;
  bool like_negated = false;
  bool all = false;
  ExpressionPtr operand;
  ExpressionPtr array;  // or null
  QueryPtr query;       // or null
  QuantifiedComparison();
  ~QuantifiedComparison() override;
};

struct CaseBranch {
  ExpressionPtr condition;
  ExpressionPtr result;
};

struct Case final : ExpressionOf<ExpressionKind::kCase> {
  ExpressionPtr operand;  // of CASE operand WHEN value ..; or null
  std::vector<CaseBranch> branches;
  ExpressionPtr otherwise;  // or null
};

/// CAST(a AS t), a::t, TRY_CAST(a AS t).
struct Cast final : ExpressionOf<ExpressionKind::kCast> {
  ExpressionPtr operand;
  TypeName type;
  bool is_try = false;
};

enum class NullOrder : uint8_t { kDefault, kFirst, kLast };
enum class SortDirection : uint8_t { kDefault, kAscending, kDescending };

struct SortItem {
  Place place;
  ExpressionPtr expression;
  SortDirection direction = SortDirection::kDefault;
  NullOrder nulls = NullOrder::kDefault;
  std::string using_operator;  // ORDER BY a USING >; or empty
};

enum class FrameUnit : uint8_t { kRows, kRange, kGroups };
enum class FrameBoundKind : uint8_t {
  kUnboundedPreceding,
  kPreceding,
  kCurrentRow,
  kFollowing,
  kUnboundedFollowing,
};
enum class FrameExclusion : uint8_t { kNone, kCurrentRow, kGroup, kTies };

struct FrameBound {
  FrameBoundKind kind = FrameBoundKind::kUnboundedPreceding;
  ExpressionPtr offset;  // of kPreceding and kFollowing; null otherwise
};

struct WindowFrame {
  Place place;
  FrameUnit unit = FrameUnit::kRange;
  FrameBound start;
  FrameBound end;  // CURRENT ROW when only a start was written
  FrameExclusion exclusion = FrameExclusion::kNone;
};

/// What stands in OVER (...) or WINDOW name AS (...).
struct WindowSpecification {
  Place place;
  Name base;  // a window that this one refines; empty text when none
  ExpressionList partition_by;
  std::vector<SortItem> order_by;
  std::optional<WindowFrame> frame;  // absent: the default frame
};

/// OVER name, or OVER (specification).
struct Over {
  Name name;  // empty text when a specification was written
  WindowSpecification specification;
};

enum class NullTreatment : uint8_t { kDefault, kRespect, kIgnore };

struct Argument {
  Name name;  // of name => value and name := value; empty text otherwise
  ExpressionPtr value;
};

/// Every call. Special syntax becomes a call under PostgreSQL's name: EXTRACT(y FROM a) is extract('y', a),
/// SUBSTRING(a FROM b FOR c) substring(a, b, c), SUBSTRING(a SIMILAR b ESCAPE c) similar_substring(a, b, c),
/// POSITION(a IN b) position(b, a), OVERLAY(..) overlay(a, b, c[, d]), TRIM(BOTH b FROM a) btrim(a, b),
/// LEADING ltrim, TRAILING rtrim, NORMALIZE(a, NFC) normalize(a, 'nfc'), COALESCE, NULLIF, GREATEST, LEAST,
/// GROUPING under their names, CURRENT_DATE and its like current_date() with no_parentheses, (a, b) OVERLAPS
/// (c, d) overlaps(a, b, c, d), INTERVAL (a) DAY to_days(a), list comprehensions
/// list_transform(list_filter(..)).
struct FunctionCall final : ExpressionOf<ExpressionKind::kFunctionCall> {
  QualifiedName name;
  std::vector<Argument> arguments;
  bool star = false;      // count(*)
  bool distinct = false;  // f(DISTINCT ..)
  bool variadic = false;  // f(.., VARIADIC last)
  bool no_parentheses = false;
  NullTreatment nulls = NullTreatment::kDefault;
  std::vector<SortItem> order_by;      // f(a ORDER BY b)
  std::vector<SortItem> within_group;  // f(a) WITHIN GROUP (ORDER BY b)
  ExpressionPtr filter;                // FILTER (WHERE filter); or null
  std::unique_ptr<Over> over;          // or null
};

/// ROW(a, b) or (a, b).
struct Row final : ExpressionOf<ExpressionKind::kRow> {
  ExpressionList items;
  bool explicit_row = false;  // written with the word ROW
};

/// [a, b] or ARRAY[a, b].
struct List final : ExpressionOf<ExpressionKind::kList> {
  ExpressionList items;
};

struct StructField {
  Name name;
  ExpressionPtr value;
};

/// {'a': 1, b: 2}.
struct Struct final : ExpressionOf<ExpressionKind::kStruct> {
  std::vector<StructField> fields;
};

struct MapEntry {
  ExpressionPtr key;
  ExpressionPtr value;
};

/// MAP {k: v, ..}; MAP(keys, values) is a call.
struct Map final : ExpressionOf<ExpressionKind::kMap> {
  std::vector<MapEntry> entries;
};

struct Subscript final : ExpressionOf<ExpressionKind::kSubscript> {
  ExpressionPtr operand;
  ExpressionPtr index;
};

/// a[low:high:step], each or null.
struct Slice final : ExpressionOf<ExpressionKind::kSlice> {
  ExpressionPtr operand;
  ExpressionPtr low;
  ExpressionPtr high;
  ExpressionPtr step;
};

/// (a).field, a[1].field, f(x).field; `(a).*` has star set. DuckDB's a.method(b) becomes the call method(a,
/// b).
struct FieldAccess final : ExpressionOf<ExpressionKind::kFieldAccess> {
  ExpressionPtr operand;
  Name field;
  bool star = false;
};

struct Collate final : ExpressionOf<ExpressionKind::kCollate> {
  ExpressionPtr operand;
  QualifiedName collation;
};

/// operand AT TIME ZONE zone; AT LOCAL has no zone.
struct AtTimeZone final : ExpressionOf<ExpressionKind::kAtTimeZone> {
  ExpressionPtr operand;
  ExpressionPtr zone;  // or null
};

/// x -> body, (x, y) -> body, lambda x, y: body. The arrow form is a lambda only as an argument of a function
/// that takes lambdas (list_transform and its like); elsewhere `->` is the JSON operator.
struct Lambda final : ExpressionOf<ExpressionKind::kLambda> {
  std::vector<Name> parameters;
  ExpressionPtr body;
};

/// DEFAULT as a value of INSERT and UPDATE.
struct Default final : ExpressionOf<ExpressionKind::kDefault> {};

/// #1: the n-th column of the FROM clause.
struct PositionalReference final : ExpressionOf<ExpressionKind::kPositionalReference> {
  uint32_t number = 0;
};

}  // namespace stoa::sql
