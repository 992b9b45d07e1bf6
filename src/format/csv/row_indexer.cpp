#include "format/csv/row_indexer.h"

#include <bit>

#include "base/assert.h"
#include "base/bits.h"

namespace stoa::csv {

/// Where the loop stands. Kept apart from the object so that the compiler may hold it in registers.
struct RowIndexer::Cursor {
  const char* data;
  const uint64_t* separators;
  const uint64_t* quotes;
  size_t word;      // of `events`
  uint64_t events;  // separators and quotes of that word not seen yet
  size_t row_begin;
  size_t field_begin;
  FieldKind kind;      // of the field at hand: quoted ones are known when their closing quote is
  FieldSpan* next;     // field to be written
  FieldSpan* row_end;  // where the row's fields end when it has as many as it should
  FieldSpan* row_fields;
  size_t excess_count;  // fields beyond that
  bool excess_is_empty;
  bool row_is_bad;

  void go_to(size_t place, size_t word_count) {
    word = place / kBitsPerWord;
    events = word < word_count ? (separators[word] | quotes[word]) & ~low_bits(place % kBitsPerWord) : 0;
  }
  void add_field(size_t end) {
    FieldSpan span(field_begin, end, kind);
    if (kind == FieldKind::kQuoted) span = FieldSpan(field_begin + 1, end - 1, kind);
    if (next != row_end) {
      *next++ = span;
    } else {
      ++excess_count;
      excess_is_empty = excess_count == 1 && end == field_begin;
    }
    kind = FieldKind::kPlain;
  }
  void begin_row(size_t place, size_t column_count) {
    row_begin = field_begin = place;
    row_fields = next;
    row_end = next + column_count;
    excess_count = 0;
    row_is_bad = false;
    kind = FieldKind::kPlain;
  }
};

RowIndexer::RowIndexer(const Dialect& dialect, const Rules& rules) : dialect_(dialect), rules_(rules) {
  STOA_CHECK(rules_.column_count > 0);
  dialect_.keeps_blank_lines = dialect_.keeps_blank_lines && rules_.column_count == 1;
}

void RowIndexer::start(const Block& block, size_t begin, size_t limit) {
  block_ = &block;
  position_ = begin;
  limit_ = limit;
}

RowIndexer::Stop RowIndexer::index(size_t row_limit) {
  fields_.resize(row_limit * rules_.column_count);
  row_count_ = 0;
  return dialect_.comment != 0 ? run<true>(row_limit) : run<false>(row_limit);
}

template <bool kHasComments>
RowIndexer::Stop RowIndexer::run(size_t row_limit) {
  Cursor cursor{};
  cursor.data = block_->data;
  cursor.separators = block_->separators.data();
  cursor.quotes = block_->quotes.data();
  cursor.next = fields_.data();
  const size_t word_count = block_->word_count();
  const char delimiter = dialect_.delimiter;
  const char quote = dialect_.quote;
  cursor.begin_row(position_, rules_.column_count);
  cursor.go_to(position_, word_count);
  for (;;) {
    if (row_count_ == row_limit) return Stop::kRowLimit;
    if (position_ >= limit_) return Stop::kLimit;
    if (kHasComments && cursor.data[position_] == dialect_.comment && position_ < block_->size) {
      if (!skip_comments(cursor)) return block_->at_end ? Stop::kLimit : Stop::kNeedMore;
      continue;
    }
    // One row: its separators in order; quotes matter only where a field begins.
    for (;;) {
      while (cursor.events == 0) {
        if (++cursor.word >= word_count) return end_of_block(cursor);
        cursor.events = cursor.separators[cursor.word] | cursor.quotes[cursor.word];
      }
      const size_t place = cursor.word * kBitsPerWord + static_cast<size_t>(std::countr_zero(cursor.events));
      cursor.events &= cursor.events - 1;
      const char c = cursor.data[place];
      if (c == delimiter) [[likely]] {
        cursor.add_field(place);
        cursor.field_begin = place + 1;
      } else if (is_line_end(c)) {
        const bool is_split = c == '\r' && place + 1 == block_->size && !block_->at_end;
        if (is_split) return Stop::kNeedMore;
        if (!end_row(cursor, place)) return Stop::kError;
        break;
      } else if (c == quote && place == cursor.field_begin) {
        if (!read_quoted(cursor)) {
          if (!block_->at_end) return Stop::kNeedMore;
          if (fault(cursor, RowFault::kUnterminatedQuote, 0)) return Stop::kError;
          position_ = block_->size;  // ignored: it swallowed the rest
          return Stop::kLimit;
        }
      }
    }
  }
}

// From the opening quote to behind the closing one; false where the block ends before that is known.
bool RowIndexer::read_quoted(Cursor& cursor) {
  const bool doubles = dialect_.doubles_quotes();
  const size_t word_count = block_->word_count();
  size_t place = cursor.field_begin + 1;
  cursor.kind = FieldKind::kQuoted;
  for (;;) {
    size_t word = place / kBitsPerWord;
    if (word >= word_count) return false;
    uint64_t quotes = cursor.quotes[word] & ~low_bits(place % kBitsPerWord);
    while (quotes == 0) {
      if (++word >= word_count) return false;
      quotes = cursor.quotes[word];
    }
    place = word * kBitsPerWord + static_cast<size_t>(std::countr_zero(quotes));
    const bool is_last = place + 1 >= block_->size;
    if (is_last && !block_->at_end) return false;
    const bool is_escape = cursor.data[place] != dialect_.quote;
    if (is_escape || (doubles && !is_last && cursor.data[place + 1] == dialect_.quote)) {
      if (is_last) return false;
      cursor.kind = FieldKind::kEncoded;
      place += 2;
      continue;
    }
    const size_t behind = place + 1;
    if (!is_last && cursor.data[behind] != dialect_.delimiter && !is_line_end(cursor.data[behind])) {
      cursor.kind = FieldKind::kEncoded;
      cursor.row_is_bad = cursor.row_is_bad || dialect_.strict;
    }
    cursor.go_to(behind, word_count);
    return true;
  }
}

// Closes the row whose line end is at `end`; false on an error that isn't to be ignored.
bool RowIndexer::end_row(Cursor& cursor, size_t end) {
  const bool is_blank = end == cursor.row_begin;
  const bool is_pair = cursor.data[end] == '\r' && end + 1 < block_->size && cursor.data[end + 1] == '\n';
  if (!is_blank || dialect_.keeps_blank_lines) {
    cursor.add_field(end);
    const bool is_regular = cursor.next == cursor.row_end && cursor.excess_count == 0 && !cursor.row_is_bad;
    if (is_regular || end_irregular_row(cursor)) [[likely]] {
      ++row_count_;
    } else if (!rules_.ignore_errors) {
      return false;
    }
  }
  position_ = end + (is_pair ? 2 : 1);
  cursor.begin_row(position_, rules_.column_count);
  return true;
}

// Says whether the row may stay, perhaps mended; otherwise its fields are taken back and the error is noted.
bool RowIndexer::end_irregular_row(Cursor& cursor) {
  const auto found = static_cast<size_t>(cursor.next - cursor.row_fields) + cursor.excess_count;
  const bool only_trailing_delimiter = cursor.excess_count == 1 && cursor.excess_is_empty;
  if (cursor.row_is_bad) {
    fault(cursor, RowFault::kTextBehindQuote, found);
  } else if (cursor.excess_count > 0 && !only_trailing_delimiter) {
    fault(cursor, RowFault::kTooManyFields, found);
  } else if (cursor.excess_count == 0 && found < rules_.column_count && !rules_.null_padding) {
    fault(cursor, RowFault::kTooFewFields, found);
  } else {
    while (cursor.next != cursor.row_end) *cursor.next++ = FieldSpan(0, 0, FieldKind::kMissing);
    return true;
  }
  cursor.next = cursor.row_fields;
  return false;
}

bool RowIndexer::fault(const Cursor& cursor, RowFault kind, size_t field_count) {
  error_ = {kind, cursor.row_begin, field_count};
  if (rules_.ignore_errors) ++ignored_row_count_;
  return !rules_.ignore_errors;
}

// Goes behind the comment line at the cursor; false where the block ends before the line does.
bool RowIndexer::skip_comments(Cursor& cursor) {
  size_t place = position_;
  while (place < block_->size && !is_line_end(cursor.data[place])) ++place;
  const bool is_split = place + 1 == block_->size && cursor.data[place] == '\r' && !block_->at_end;
  if (place == block_->size || is_split) {
    if (block_->at_end) position_ = block_->size;
    return false;
  }
  const bool is_pair =
      cursor.data[place] == '\r' && place + 1 < block_->size && cursor.data[place + 1] == '\n';
  position_ = place + (is_pair ? 2 : 1);
  cursor.begin_row(position_, rules_.column_count);
  cursor.go_to(position_, block_->word_count());
  return true;
}

RowIndexer::Stop RowIndexer::end_of_block(Cursor& cursor) {
  if (!block_->at_end) return Stop::kNeedMore;
  if (cursor.row_begin >= block_->size) return Stop::kLimit;
  // The last row has no line end.
  cursor.add_field(block_->size);
  const bool is_regular = cursor.next == cursor.row_end && cursor.excess_count == 0 && !cursor.row_is_bad;
  if (is_regular || end_irregular_row(cursor)) {
    ++row_count_;
  } else if (!rules_.ignore_errors) {
    return Stop::kError;
  }
  position_ = block_->size;
  return Stop::kLimit;
}

void RowIndexer::drop_rows(const std::vector<uint32_t>& rows) {
  size_t kept = 0;
  size_t dropped = 0;
  for (size_t row = 0; row < row_count_; ++row) {
    if (dropped < rows.size() && rows[dropped] == row) {
      ++dropped;
      continue;
    }
    for (size_t column = 0; column < rules_.column_count; ++column) {
      fields_[kept * rules_.column_count + column] = fields_[row * rules_.column_count + column];
    }
    ++kept;
  }
  row_count_ = kept;
  ignored_row_count_ += dropped;
}

}  // namespace stoa::csv
