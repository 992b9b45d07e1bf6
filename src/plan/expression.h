#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "column/kernels/compare.h"
#include "function/aggregate_function.h"
#include "function/scalar_function.h"
#include "plan/columns.h"
#include "types/value.h"

/// Bound expressions: names looked up, types settled, casts explicit. Trees owned through unique_ptr, never
/// shared. Invariants: both sides of a comparison, all results of a CASE, all items of an IN list have the
/// same type; arguments of calls have the bound parameter types; AND/OR/NOT take booleans. A bound expression
/// is evaluated by plan/evaluator.h over batches, or moved about by rewrites.
namespace stoa {

enum class ExpressionKind : uint8_t {
  kConstant,
  kParameter,
  kColumn,
  kCall,
  kComparison,
  kConjunction,
  kNot,
  kIsNull,
  kCase,
  kCoalesce,
  kCast,
  kInList,
  kAggregate,
  kWindow,
  kSubquery,
};

struct BoundExpression {
  const ExpressionKind kind;
  LogicalType type;
  /// Byte offset of its text in the statement, for errors at run time; none for made-up ones.
  std::optional<uint32_t> place;

  virtual ~BoundExpression() = default;
  BoundExpression(const BoundExpression&) = delete;
  BoundExpression& operator=(const BoundExpression&) = delete;

 protected:
  BoundExpression(ExpressionKind k, LogicalType t) : kind(k), type(std::move(t)) {}
};

using ExpressionPtr = std::unique_ptr<BoundExpression>;
using ExpressionList = std::vector<ExpressionPtr>;

struct BoundConstant final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kConstant;
  explicit BoundConstant(Value v) : BoundExpression(kKind, v.type()), value(std::move(v)) {}
  Value value;
  bool is_untyped = false;  ///< a bare string literal, which takes the type that its surroundings want
};

/// `$1` is index 0. Its value, of `type`, is known when the plan runs.
struct BoundParameter final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kParameter;
  BoundParameter(size_t i, LogicalType t) : BoundExpression(kKind, std::move(t)), index(i) {}
  size_t index;
};

struct BoundColumn final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kColumn;
  BoundColumn(ColumnId c, LogicalType t) : BoundExpression(kKind, std::move(t)), column(c) {}
  ColumnId column;
};

struct BoundCall final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kCall;
  BoundCall(BoundScalarCall c, ExpressionList a)
      : BoundExpression(kKind, c.return_type), call(std::move(c)), arguments(std::move(a)) {}
  BoundScalarCall call;
  ExpressionList arguments;
};

struct BoundComparison final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kComparison;
  BoundComparison(CompareOperator o, ExpressionPtr l, ExpressionPtr r)
      : BoundExpression(kKind, TypeId::kBoolean), op(o), left(std::move(l)), right(std::move(r)) {}
  CompareOperator op;
  ExpressionPtr left;
  ExpressionPtr right;
};

/// AND or OR over two or more operands, never one of the same kind directly inside.
struct BoundConjunction final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kConjunction;
  BoundConjunction(bool is_and_, ExpressionList o)
      : BoundExpression(kKind, TypeId::kBoolean), is_and(is_and_), operands(std::move(o)) {}
  bool is_and;
  ExpressionList operands;
};

struct BoundNot final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kNot;
  explicit BoundNot(ExpressionPtr o) : BoundExpression(kKind, TypeId::kBoolean), operand(std::move(o)) {}
  ExpressionPtr operand;
};

/// IS NULL, or IS NOT NULL when negated.
struct BoundIsNull final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kIsNull;
  BoundIsNull(ExpressionPtr o, bool n)
      : BoundExpression(kKind, TypeId::kBoolean), operand(std::move(o)), is_negated(n) {}
  ExpressionPtr operand;
  bool is_negated;
};

/// CASE WHEN condition THEN result ... ELSE otherwise END; branches are evaluated only for the rows that
/// reach them. `CASE x WHEN v` is bound with comparisons as conditions. NULLIF and IS TRUE are bound through
/// it and kNotDistinct.
struct BoundCase final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kCase;
  struct Branch {
    ExpressionPtr condition;
    ExpressionPtr result;
  };
  BoundCase(LogicalType t, std::vector<Branch> b, ExpressionPtr o)
      : BoundExpression(kKind, std::move(t)), branches(std::move(b)), otherwise(std::move(o)) {}
  std::vector<Branch> branches;
  ExpressionPtr otherwise;  ///< never null: a NULL constant where none was written
};

struct BoundCoalesce final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kCoalesce;
  BoundCoalesce(LogicalType t, ExpressionList o)
      : BoundExpression(kKind, std::move(t)), operands(std::move(o)) {}
  ExpressionList operands;
};

struct BoundCast final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kCast;
  BoundCast(ExpressionPtr o, LogicalType t, bool try_)
      : BoundExpression(kKind, std::move(t)), operand(std::move(o)), is_try(try_) {}
  ExpressionPtr operand;
  bool is_try;
};

/// operand [NOT] IN (items). Constant items are looked up in a hash set built once.
struct BoundInList final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kInList;
  BoundInList(ExpressionPtr o, ExpressionList i, bool n)
      : BoundExpression(kKind, TypeId::kBoolean), operand(std::move(o)), items(std::move(i)), is_negated(n) {}
  ExpressionPtr operand;
  ExpressionList items;
  bool is_negated;
};

/// ORDER BY of one expression; also inside aggregates and windows.
struct BoundOrder {
  ExpressionPtr expression;
  bool is_descending = false;
  bool nulls_first = false;
};

/// An aggregate call; lives in LogicalAggregate only.
struct BoundAggregate final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kAggregate;
  BoundAggregate(BoundAggregateCall c, ExpressionList a)
      : BoundExpression(kKind, c.return_type), call(std::move(c)), arguments(std::move(a)) {}
  BoundAggregateCall call;
  ExpressionList arguments;
  bool is_distinct = false;
  ExpressionPtr filter;  ///< or null
  std::vector<BoundOrder> order_by;
};

enum class WindowFunctionKind : uint8_t {
  kAggregate,
  kRowNumber,
  kRank,
  kDenseRank,
  kPercentRank,
  kCumeDist,
  kNtile,
  kLag,
  kLead,
  kFirstValue,
  kLastValue,
  kNthValue,
};
enum class FrameUnit : uint8_t { kRows, kRange, kGroups };
enum class FrameBoundKind : uint8_t {
  kUnboundedPreceding,
  kPreceding,
  kCurrentRow,
  kFollowing,
  kUnboundedFollowing
};
enum class FrameExclusion : uint8_t { kNone, kCurrentRow, kGroup, kTies };

/// A window call; lives in LogicalWindow only.
struct BoundWindow final : BoundExpression {
  static constexpr ExpressionKind kKind = ExpressionKind::kWindow;
  BoundWindow(WindowFunctionKind f, LogicalType t) : BoundExpression(kKind, std::move(t)), function(f) {}
  WindowFunctionKind function;
  BoundAggregateCall aggregate;  ///< of kAggregate
  ExpressionList arguments;
  ExpressionPtr filter;  ///< or null
  bool is_distinct = false;
  bool ignores_nulls = false;
  ExpressionList partition_by;
  std::vector<BoundOrder> order_by;
  FrameUnit frame_unit = FrameUnit::kRange;
  FrameBoundKind frame_start = FrameBoundKind::kUnboundedPreceding;
  FrameBoundKind frame_end = FrameBoundKind::kCurrentRow;
  ExpressionPtr start_offset;  ///< or null
  ExpressionPtr end_offset;
  FrameExclusion exclusion = FrameExclusion::kNone;
};

/// `as<BoundCast>(e)` for a node known to be one; `try_as` gives null otherwise.
template <class Node>
const Node& as(const BoundExpression& e) {
  return static_cast<const Node&>(e);
}
template <class Node>
Node& as(BoundExpression& e) {
  return static_cast<Node&>(e);
}
template <class Node>
const Node* try_as(const BoundExpression& e) {
  return e.kind == Node::kKind ? static_cast<const Node*>(&e) : nullptr;
}
template <class Node>
Node* try_as(BoundExpression& e) {
  return e.kind == Node::kKind ? static_cast<Node*>(&e) : nullptr;
}

}  // namespace stoa
