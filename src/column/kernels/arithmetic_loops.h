#pragma once

#include <cstddef>

#include "column/kernels/arithmetic.h"

/// The loops of arithmetic.h over contiguous values, compiled for several instruction sets and dispatched at
/// run time.
namespace stoa {

/// What lies where: a constant side is read once.
enum class ArithmeticShape : uint8_t { kBothRows, kConstantRight, kConstantLeft };

/// Computes out[i] = left[i] OP right[i] for n values of a numeric physical type. True when some row can't be
/// right (overflow, division by zero, an infinite float): such rows hold unspecified values.
[[nodiscard]] bool arithmetic_loop(ArithmeticOperator op, PhysicalType physical, ArithmeticShape shape,
                                   const void* left, const void* right, size_t n, void* out);

/// Whether some of n stored integers (kInt64 or kInt128) reach `limit` in magnitude.
[[nodiscard]] bool exceeds_limit(PhysicalType physical, const void* values, size_t n, Int128 limit);

/// -values[i] for kFloat and kDouble.
void negate_floats(PhysicalType physical, const void* values, size_t n, void* out);

}  // namespace stoa
