#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "column/column_vector.h"

/// Reading single values of results, for the C and the C++ interface. The row is not NULL. A value that is
/// not of the wanted kind raises 42804, one that does not fit 22003.
namespace stoa::capi {

bool boolean_cell(const ColumnVector& vector, size_t row);
/// Of integers, booleans, dates, times, timestamps: their stored number.
int64_t integer_cell(const ColumnVector& vector, size_t row);
/// Of integers, decimals, REAL and DOUBLE.
double number_cell(const ColumnVector& vector, size_t row);
/// Any type's text form; the bytes of BYTEA as they are.
std::string text_cell(const ColumnVector& vector, size_t row);
/// The bytes of TEXT, JSON and BYTEA where they lie.
std::string_view bytes_cell(const ColumnVector& vector, size_t row);

}  // namespace stoa::capi
