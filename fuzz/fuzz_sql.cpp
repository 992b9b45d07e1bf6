// Feeds arbitrary text to the SQL parser: it gives statements or an Error with a place, never anything else;
// what it gives prints to text that parses to an equal tree; and splitting and completeness take any text.
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/assert.h"
#include "base/error.h"
#include "sql/parser.h"
#include "sql/tree.h"

namespace {

void check_round_trip(const stoa::sql::Statement& statement) {
  const std::string printed = stoa::sql::to_text(statement);
  bool good = false;
  try {
    good = equal(statement, *stoa::sql::parse_statement(printed));
  } catch (const stoa::Error& e) {
    // Printing adds parentheses, so only the depth may become too much.
    good = e.state() == stoa::sqlstate::kStatementTooComplex;
  }
  if (!good) std::fprintf(stderr, "printed: %s\n", printed.c_str());
  STOA_CHECK(good);
  STOA_CHECK(equal(statement, *clone(statement)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size_bytes) {
  const std::string_view text(reinterpret_cast<const char*>(data), size_bytes);
  stoa::sql::is_complete(text);
  for (const stoa::sql::Place& place : stoa::sql::split_statements(text)) {
    STOA_CHECK(size_t{place.offset} + place.length <= size_bytes);
  }
  std::vector<stoa::sql::StatementPtr> statements;
  try {
    statements = stoa::sql::parse_statements(text);
  } catch (const stoa::Error& e) {
    STOA_CHECK(e.place().has_value() && *e.place() <= size_bytes);
  }
  for (const auto& statement : statements) check_round_trip(*statement);
  return 0;
}
