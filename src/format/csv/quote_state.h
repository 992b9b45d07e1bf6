#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "format/csv/block.h"
#include "format/csv/dialect.h"

namespace stoa::csv {

/// What a place in a file is in the middle of.
enum class QuoteState : uint8_t {
  kOutside,       ///< no quoted field, no comment
  kInside,        ///< a quoted field
  kBehindQuote,   ///< a quoted field whose last byte is a quote that closes it unless another follows
  kBehindEscape,  ///< a quoted field whose last byte makes the next one plain
  kComment,
};
inline constexpr size_t kQuoteStateCount = 5;

/// Where each state leads to over a stretch of bytes.
using QuoteTransition = std::array<QuoteState, kQuoteStateCount>;

/// The state behind a block's first `size` bytes from the one before them. `before` is the byte before the
/// block; '\n' at the start of a file.
QuoteState advance_quote_state(const Block& block, size_t size, const Dialect& dialect, char before,
                               QuoteState state);
/// The same for every state that can stand between `before` and the block.
QuoteTransition quote_transition(const Block& block, size_t size, const Dialect& dialect, char before);

/// The first place in data[0, size) where a row begins, given the state there; `size` or more where there is
/// none. `before` as above. May look at the byte behind the end.
size_t find_row_begin(const char* data, size_t size, const Dialect& dialect, char before, QuoteState state);

}  // namespace stoa::csv
