#include "sql/operators.h"

#include <cstddef>
#include <iterator>

#include "sql/precedence.h"

namespace stoa::sql {
namespace {

// In the order of the enumerators.
constexpr std::string_view kUnaryTexts[] = {"NOT", "-", "+", "~", "@", "|/", "||/", "!!"};
constexpr std::string_view kBinaryTexts[] = {
    "+",  "-",  "*",  "/",  "//", "%",  "^",  "=",   "<>",  "<",   "<=",  ">",   ">=",  "&",
    "|",  "#",  "<<", ">>", "~",  "~*", "!~", "!~*", "^@",  "->",  "->>", "#>",  "#>>", "#-",
    "@>", "<@", "?",  "?|", "?&", "@?", "@@", "&&",  "<->", "<=>", "<#>", "<+>", "<~>", "<%>",
};
static_assert(std::size(kUnaryTexts) == static_cast<size_t>(UnaryOperator::kUser));
static_assert(std::size(kBinaryTexts) == static_cast<size_t>(BinaryOperator::kUser));

BinaryOperator find_single(char c) {
  for (size_t i = 0; i < std::size(kBinaryTexts); ++i) {
    if (kBinaryTexts[i].size() == 1 && kBinaryTexts[i][0] == c) return static_cast<BinaryOperator>(i);
  }
  return BinaryOperator::kUser;
}

}  // namespace

std::string_view to_text(UnaryOperator op) {
  return op == UnaryOperator::kUser ? "" : kUnaryTexts[static_cast<size_t>(op)];
}

std::string_view to_text(BinaryOperator op) {
  return op == BinaryOperator::kUser ? "" : kBinaryTexts[static_cast<size_t>(op)];
}

std::string_view to_text(ChainOperator op) {
  return op == ChainOperator::kAnd ? "AND" : op == ChainOperator::kOr ? "OR" : "||";
}

BinaryOperator find_binary_operator(std::string_view text) {
  if (text.size() == 1) return find_single(text[0]);
  if (text == "==") return BinaryOperator::kEqual;
  if (text == "!=") return BinaryOperator::kNotEqual;
  if (text == "**") return BinaryOperator::kPower;
  for (size_t i = 0; i < std::size(kBinaryTexts); ++i) {
    if (kBinaryTexts[i] == text) return static_cast<BinaryOperator>(i);
  }
  return BinaryOperator::kUser;
}

int precedence_of(BinaryOperator op) {
  using enum BinaryOperator;
  switch (op) {
    case kEqual:
    case kNotEqual:
    case kLess:
    case kLessEqual:
    case kGreater:
    case kGreaterEqual: return kComparisonLevel;
    case kAdd:
    case kSubtract: return kAdditiveLevel;
    case kMultiply:
    case kDivide:
    case kIntegerDivide:
    case kModulo: return kMultiplicativeLevel;
    case kPower: return kPowerLevel;
    default: return kOperatorLevel;
  }
}

UnaryOperator find_unary_operator(std::string_view text) {
  for (size_t i = 1; i < std::size(kUnaryTexts); ++i) {
    if (kUnaryTexts[i] == text) return static_cast<UnaryOperator>(i);
  }
  return UnaryOperator::kUser;
}

}  // namespace stoa::sql
