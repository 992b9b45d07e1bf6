// The keywords of SQL and what each may name.
//
// All functions are pure.
#pragma once

#include <cstdint>
#include <string_view>

#include "sql/keyword_list.inc"

namespace stoa::sql {

enum class Keyword : uint16_t {
  kNotKeyword,
#define STOA_SQL_ENUMERATOR(enumerator, word, keyword_class, bare_label) enumerator,
  STOA_SQL_KEYWORDS(STOA_SQL_ENUMERATOR)
#undef STOA_SQL_ENUMERATOR
};

/// PostgreSQL's classes: what a keyword may name without quotes.
enum class KeywordClass : uint8_t {
  kUnreserved,          // anything
  kColumnName,          // columns and tables, but not functions or types
  kTypeOrFunctionName,  // functions and types, but not columns
  kReserved,            // only a column label after AS
};

/// kNotKeyword when the word is no keyword. Case of ASCII letters doesn't matter.
Keyword find_keyword(std::string_view word);

/// Lower case. REQUIRES: not kNotKeyword.
std::string_view keyword_text(Keyword keyword);
KeywordClass keyword_class(Keyword keyword);
/// Whether `SELECT 1 word` takes the word as label.
bool is_bare_label(Keyword keyword);

}  // namespace stoa::sql
