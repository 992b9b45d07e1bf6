// The words that SQL text is made of.
#pragma once

#include "sql/keyword.h"
#include "sql/operators.h"
#include "sql/place.h"

namespace stoa::sql {

enum class TokenKind : uint8_t {
  kEnd,
  kInvalid,            // the lexer's error() says why
  kWord,               // identifier or keyword without quotes; `keyword` says which
  kQuotedName,         // ".."
  kUnicodeName,        // U&".."
  kInteger,            // 12, 1_000, 0x1F
  kDecimal,            // 1.5
  kDouble,             // 1e5
  kString,             // '..'
  kEscapeString,       // E'..'
  kUnicodeString,      // U&'..'
  kDollarString,       // $tag$..$tag$
  kHexString,          // X'..'
  kBitString,          // B'..'
  kNumberedParameter,  // $1
  kNamedParameter,     // $name
  kOperator,           // `op` says which
  kConcat,             // ||
  kLikeOperator,       // ~~ ~~* !~~ !~~*
  kNamedArgument,      // =>
  kColonEquals,        // :=
  kDoubleColon,        // ::
  kColon,
  kDot,
  kComma,
  kSemicolon,
  kOpenParenthesis,
  kCloseParenthesis,
  kOpenBracket,
  kCloseBracket,
  kOpenBrace,
  kCloseBrace,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  BinaryOperator op = BinaryOperator::kUser;
  Keyword keyword = Keyword::kNotKeyword;
  uint32_t offset = 0;
  uint32_t length = 0;

  uint32_t end() const { return offset + length; }
  Place place() const { return {offset, length}; }
};

}  // namespace stoa::sql
