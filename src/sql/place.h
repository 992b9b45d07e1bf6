// Where a piece of syntax stands in the SQL text, and the names written there.
//
// Plain values: they own their text, may be copied and used from any thread, and never throw.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stoa::sql {

/// A range of bytes of the SQL text that was parsed. Texts are at most 1 GiB, so 32 bits are enough.
struct Place {
  uint32_t offset = 0;
  uint32_t length = 0;
};

/// One identifier. `text` is folded to lower case unless it was quoted, as in PostgreSQL.
struct Name {
  std::string text;
  Place place;
  bool quoted = false;
};

/// A name of one to four parts: `column`, `table.column`, `schema.table`, `database.schema.table`, ...
struct QualifiedName {
  std::vector<Name> parts;
  Place place;

  bool empty() const { return parts.empty(); }
  /// The last part. REQUIRES: !empty().
  const std::string& last() const { return parts.back().text; }
};

/// The text of the identifier as SQL: quoted when it must be to mean the same name again.
std::string quote_identifier(const std::string& text);

/// The value as an SQL string literal, quotes doubled.
std::string quote_string(const std::string& text);

/// The parts joined by dots, each quoted where needed.
std::string to_text(const QualifiedName& name);

}  // namespace stoa::sql
