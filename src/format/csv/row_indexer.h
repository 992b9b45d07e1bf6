#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "format/csv/block.h"
#include "format/csv/dialect.h"
#include "format/csv/field.h"

namespace stoa::csv {

/// What is wrong with a row.
enum class RowFault : uint8_t { kTooFewFields, kTooManyFields, kUnterminatedQuote, kTextBehindQuote };

struct RowError {
  RowFault fault;
  size_t begin;        ///< of the row, in its block
  size_t field_count;  ///< that it has
};

/// Cuts a block into rows of a known number of fields. The fields of row r are fields()[r * column_count
/// ...]. One thread at a time.
class RowIndexer {
 public:
  enum class Stop : uint8_t {
    kRowLimit,  ///< as many rows as asked for
    kLimit,     ///< the next row begins at or behind the limit, or there is none
    kNeedMore,  ///< the next row is not whole in this block
    kError,     ///< see error(); position() is at the faulty row
  };
  struct Rules {
    size_t column_count = 1;
    bool null_padding = false;
    bool ignore_errors = false;
  };

  RowIndexer(const Dialect& dialect, const Rules& rules);

  /// Goes to a block: its first row begins at `begin`; rows that begin at or behind `limit` are not its.
  void start(const Block& block, size_t begin, size_t limit);
  /// Replaces the fields by those of the next rows.
  Stop index(size_t row_limit);

  const FieldSpan* fields() const noexcept { return fields_.data(); }
  size_t row_count() const noexcept { return row_count_; }
  /// Where the next row begins.
  size_t position() const noexcept { return position_; }
  const RowError& error() const noexcept { return error_; }
  uint64_t ignored_row_count() const noexcept { return ignored_row_count_; }
  const Rules& rules() const noexcept { return rules_; }
  /// Leaves out rows by number, ascending.
  void drop_rows(const std::vector<uint32_t>& rows);

 private:
  struct Cursor;
  template <bool kHasComments>
  Stop run(size_t row_limit);
  bool read_quoted(Cursor& cursor);
  bool end_row(Cursor& cursor, size_t end);
  bool end_irregular_row(Cursor& cursor);
  bool skip_comments(Cursor& cursor);
  Stop end_of_block(Cursor& cursor);
  bool fault(const Cursor& cursor, RowFault kind, size_t field_count);

  Dialect dialect_;
  Rules rules_;
  const Block* block_ = nullptr;
  size_t position_ = 0;
  size_t limit_ = 0;
  size_t row_count_ = 0;
  uint64_t ignored_row_count_ = 0;
  std::vector<FieldSpan> fields_;
  RowError error_{};
};

}  // namespace stoa::csv
