#include "format/csv/quote_state.h"

#include <bit>

#include "base/bits.h"

namespace stoa::csv {

namespace {

// One byte's step; `begins_field` and `begins_row` say what the byte before was.
QuoteState step(char c, const Dialect& dialect, bool begins_field, bool begins_row, QuoteState state) {
  switch (state) {
    case QuoteState::kBehindQuote:
      if (c == dialect.quote) return QuoteState::kInside;
      return QuoteState::kOutside;
    case QuoteState::kOutside:
      if (begins_row && dialect.comment != 0 && c == dialect.comment) return QuoteState::kComment;
      if (begins_field && dialect.quote != 0 && c == dialect.quote) return QuoteState::kInside;
      return state;
    case QuoteState::kInside:
      if (!dialect.doubles_quotes() && c == dialect.escape) return QuoteState::kBehindEscape;
      if (c != dialect.quote) return state;
      return dialect.doubles_quotes() ? QuoteState::kBehindQuote : QuoteState::kOutside;
    case QuoteState::kBehindEscape: return QuoteState::kInside;
    case QuoteState::kComment: return is_line_end(c) ? QuoteState::kOutside : state;
  }
  return state;
}

QuoteState advance_by_bytes(const char* data, size_t size, const Dialect& dialect, char before,
                            QuoteState state) {
  for (size_t i = 0; i < size; ++i) {
    const bool begins_row = is_line_end(before);
    state = step(data[i], dialect, begins_row || before == dialect.delimiter, begins_row, state);
    before = data[i];
  }
  return state;
}

}  // namespace

// Only quotes and escapes matter, so only those are visited; between them a state other than kInside and
// kOutside turns into one of these with the next byte.
QuoteState advance_quote_state(const Block& block, size_t size, const Dialect& dialect, char before,
                               QuoteState state) {
  if (dialect.quote == 0 && dialect.comment == 0) return state;
  if (dialect.comment != 0) return advance_by_bytes(block.data, size, dialect, before, state);
  size_t done = 0;  // bytes before this are accounted for
  for (size_t word = 0; word < words_for_bits(size); ++word) {
    for (uint64_t bits = block.quotes[word]; bits != 0; bits &= bits - 1) {
      const size_t place = word * kBitsPerWord + static_cast<size_t>(std::countr_zero(bits));
      if (place >= size) break;
      if (place > done) {
        if (state == QuoteState::kBehindQuote) state = QuoteState::kOutside;
        if (state == QuoteState::kBehindEscape) state = QuoteState::kInside;
      }
      const char previous = place == 0 ? before : block.data[place - 1];
      const bool begins_field = previous == dialect.delimiter || is_line_end(previous);
      state = step(block.data[place], dialect, begins_field, false, state);
      done = place + 1;
    }
  }
  if (size > done) {
    if (state == QuoteState::kBehindQuote) state = QuoteState::kOutside;
    if (state == QuoteState::kBehindEscape) state = QuoteState::kInside;
  }
  return state;
}

QuoteTransition quote_transition(const Block& block, size_t size, const Dialect& dialect, char before) {
  QuoteTransition to{};
  const auto from = [&](QuoteState state) {
    return advance_quote_state(block, size, dialect, before, state);
  };
  const auto set = [&](QuoteState state, QuoteState result) { to[static_cast<size_t>(state)] = result; };
  set(QuoteState::kOutside, from(QuoteState::kOutside));
  if (dialect.quote != 0) {
    set(QuoteState::kInside, from(QuoteState::kInside));
    set(QuoteState::kBehindQuote,
        before == dialect.quote ? from(QuoteState::kBehindQuote) : QuoteState::kOutside);
    const bool may_escape = !dialect.doubles_quotes() && before == dialect.escape;
    set(QuoteState::kBehindEscape, may_escape ? from(QuoteState::kBehindEscape) : QuoteState::kOutside);
  }
  if (dialect.comment != 0) set(QuoteState::kComment, from(QuoteState::kComment));
  return to;
}

size_t find_row_begin(const char* data, size_t size, const Dialect& dialect, char before, QuoteState state) {
  for (size_t i = 0; i < size; ++i) {
    const char c = data[i];
    const bool begins_row = is_line_end(before);
    const bool is_in_pair = before == '\r' && c == '\n';
    if (state == QuoteState::kOutside && begins_row && !is_in_pair) return i;
    state = step(c, dialect, begins_row || before == dialect.delimiter, begins_row, state);
    before = c;
  }
  return size;
}

}  // namespace stoa::csv
