#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "column/column_vector.h"

/// What the loops behind cast_vector share. Internal to cast*.cpp; one thread.
namespace stoa {

/// One flat vector being cast into another of the same size, whose values are zero so far. Loops write the
/// rows that convert and mark those that don't; NULL rows they may convert or leave, but never mark.
struct CastRun {
  const ColumnVector& input;
  ColumnVector& result;
  size_t count;
  std::vector<uint64_t> failed;  ///< empty while every row converts

  void fail(size_t row) {
    if (failed.empty()) {
      failed.resize(words_for_bits(count));
    }
    set_bit(failed.data(), row);
  }
};

/// Calls `convert(from, to)` for every valid row and marks where it says false.
template <class From, class To, class Convert>
void cast_rows(CastRun& run, Convert convert) {
  const From* from = run.input.values<From>();
  const uint64_t* valid = run.input.validity().words();
  To* to = run.result.mutable_values<To>();
  for (size_t row = 0; row < run.count; ++row) {
    if (valid != nullptr && !get_bit(valid, row)) {
      continue;
    }
    if (!convert(from[row], to[row])) [[unlikely]] {
      run.fail(row);
    }
  }
}

/// The loops by what they cast; the caller knows that cast_kind allows it.
void cast_numbers(CastRun& run);    ///< boolean, integers, decimals, floating among each other
void cast_temporals(CastRun& run);  ///< dates, times, timestamps, intervals among each other
void cast_from_text(CastRun& run);
void cast_to_text(CastRun& run);
/// Text to VARCHAR(n) or CHAR(n), from CHAR(n) to others. `exact`: what would be cut off, other than blanks,
/// fails.
void fit_texts(CastRun& run, bool exact);

}  // namespace stoa
