#pragma once

#include <cstddef>
#include <cstdint>

#include "types/logical_type.h"

/// The loops of hash.h over contiguous values, compiled for several instruction sets and dispatched at run
/// time.
namespace stoa {

/// hashes[i] = hash of values[i], as hash.h defines it, for numbers of at most 64 bits; NULLs are not looked
/// at.
void hash_values(PhysicalType physical, const void* values, size_t n, uint64_t* hashes);
/// hashes[i] = combine_hashes(hashes[i], more[i]).
void combine_hash_arrays(uint64_t* hashes, const uint64_t* more, size_t n);

}  // namespace stoa
