// The operators of the SQL dialect: PostgreSQL's, pgvector's and DuckDB's.
#pragma once

#include <cstdint>
#include <string_view>

namespace stoa::sql {

enum class UnaryOperator : uint8_t {
  kNot,         // NOT a
  kMinus,       // -a
  kPlus,        // +a
  kBitNot,      // ~a
  kAbsolute,    // @ a
  kSquareRoot,  // |/ a
  kCubeRoot,    // ||/ a
  kNotQuery,    // !! a  (tsquery)
  kUser,        // any other; the text is in Unary::text
};

/// AND, OR and || are in ChainOperator; LIKE and its kin (also written ~~) are Like.
enum class BinaryOperator : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kIntegerDivide,  // //
  kModulo,
  kPower,  // ^ and **
  kEqual,  // = and ==
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kBitAnd,
  kBitOr,
  kBitXor,  // #
  kShiftLeft,
  kShiftRight,
  kRegexMatch,            // ~
  kRegexMatchNoCase,      // ~*
  kRegexNotMatch,         // !~
  kRegexNotMatchNoCase,   // !~*
  kStartsWith,            // ^@
  kArrow,                 // ->
  kArrowText,             // ->>
  kPathArrow,             // #>
  kPathArrowText,         // #>>
  kDeletePath,            // #-
  kContains,              // @>
  kContainedBy,           // <@
  kKeyExists,             // ?
  kAnyKeyExists,          // ?|
  kAllKeysExist,          // ?&
  kJsonPathExists,        // @?
  kTextSearchMatch,       // @@  (also jsonpath match)
  kOverlaps,              // &&
  kDistanceL2,            // <->
  kDistanceCosine,        // <=>
  kDistanceInnerProduct,  // <#>  (negative inner product)
  kDistanceL1,            // <+>
  kDistanceHamming,       // <~>
  kDistanceJaccard,       // <%>
  kUser,                  // any other; the text is in Binary::text
};

/// Operators whose runs `a op b op c` become one node with many operands.
enum class ChainOperator : uint8_t { kAnd, kOr, kConcat };

std::string_view to_text(UnaryOperator op);
std::string_view to_text(BinaryOperator op);
std::string_view to_text(ChainOperator op);

/// kUser when the text is no built-in binary operator.
BinaryOperator find_binary_operator(std::string_view text);
/// kUser when the text is no built-in prefix operator.
UnaryOperator find_unary_operator(std::string_view text);

}  // namespace stoa::sql
