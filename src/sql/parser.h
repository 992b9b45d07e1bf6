// SQL text to syntax tree: PostgreSQL's grammar with DuckDB's additions.
//
// Purpose: the only way from text to the trees of statement.h. It knows neither catalog nor plan: whatever
// the grammar has is parsed, and what the engine can't run is refused later, by name. Thread-safety: all
// functions are pure; any number of threads may call them. Errors: stoa::Error with SQLSTATE 42601 (syntax
// error, with the place of the unexpected word and a hint that says what was expected), 42602 and 22xxx for
// malformed literals, 54001 for input nested deeper than kMaxDepth, 54000 for a text over kMaxTextBytes.
// Invariant: no path in a tree returned is longer than kMaxDepth, so recursion over trees is safe; runs of
// AND, OR, || and of one set operator are single nodes with many operands.
#pragma once

#include <string_view>
#include <vector>

#include "sql/statement.h"

namespace stoa::sql {

/// How deep expressions, queries and joins may nest.
inline constexpr uint32_t kMaxDepth = 1'000;
inline constexpr size_t kMaxTextBytes = size_t{1} << 30;

/// All statements of the text; empty statements (`;;`) vanish. Places are offsets into `text`.
std::vector<StatementPtr> parse_statements(std::string_view text);

/// The only statement of the text, with or without a semicolon; 42601 when there is none or another one.
StatementPtr parse_statement(std::string_view text);

/// An expression alone, to the end of the text.
ExpressionPtr parse_expression(std::string_view text);

/// A query alone, to the end of the text.
QueryPtr parse_query(std::string_view text);

/// A type alone, to the end of the text: `decimal(10, 2)[]`.
TypeName parse_type_name(std::string_view text);

/// The ranges of the statements of a text without parsing them: each from its first word to before its
/// semicolon. A broken literal or comment reaches to the end of the text.
std::vector<Place> split_statements(std::string_view text);

/// Whether the shell may run the text: its last statement is ended by a semicolon, and no literal, quoted
/// name, comment or dollar quote is open. A text of blanks and comments is complete.
bool is_complete(std::string_view text);

}  // namespace stoa::sql
