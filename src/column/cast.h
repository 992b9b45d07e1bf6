#pragma once

#include <cstddef>

#include "column/column_vector.h"

/// Casts of whole vectors, with the same rules and errors as cast_value (types/value.h).
///
/// Flat vectors run typed loops; constants and dictionary vectors are cast once per entry and keep their
/// shape (a dictionary that stays distinct keeps saying so). NULL rows never raise, whatever bits they hold.
/// Results own what they need; inputs may go. Raises 22P02, 22003, 22007, 22008, 42846 naming the first
/// failing row's value.
namespace stoa {

enum class CastFailure : uint8_t {
  kRaise,  ///< CAST
  kNull,   ///< TRY_CAST: a value that does not convert becomes NULL; impossible pairs of types still raise
           ///< 42846
};

ColumnVector cast_vector(const ColumnVector& input, const LogicalType& target,
                         CastFailure failure = CastFailure::kRaise, MemoryBudget* budget = nullptr);

/// For storing into a column: as cast_vector, but text too long for VARCHAR(n) or CHAR(n) raises 22001.
ColumnVector assign_vector(const ColumnVector& input, const LogicalType& target,
                           MemoryBudget* budget = nullptr);

}  // namespace stoa
