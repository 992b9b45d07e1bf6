#pragma once

#include <cstddef>
#include <cstdint>

/// The SIMD halves of mask.h, dispatched at run time; mask.cpp and the tests call them.
namespace stoa {

size_t mask_to_selection_simd(const uint64_t* mask, size_t n, uint32_t* out);

}  // namespace stoa
