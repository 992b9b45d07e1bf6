#pragma once

#include <cstddef>
#include <cstdint>

#include "types/logical_type.h"

/// Comparison of contiguous values of SIMD's types (bool, integers up to 64 bits, float, double), straight to
/// mask bits. NULLs are not looked at; NaN equals NaN and is above all numbers. Bits behind row n - 1 of the
/// last word are unspecified. Reads exactly n values. Dispatched at run time; compare.cpp and the tests call
/// these.
namespace stoa {

/// The other three tests are these, negated.
enum class CompareTest : uint8_t { kEqual, kLess, kGreater };

bool has_simd_compare(PhysicalType physical) noexcept;
/// values[i] TEST *constant.
void compare_constant_simd(PhysicalType physical, CompareTest test, const void* values, const void* constant,
                           size_t n, uint64_t* mask);
/// left[i] TEST right[i].
void compare_flat_simd(PhysicalType physical, CompareTest test, const void* left, const void* right, size_t n,
                       uint64_t* mask);

}  // namespace stoa
