#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace stoa {

uint64_t hash_bytes(const void* data, size_t size_bytes) noexcept {
  return XXH3_64bits(data, size_bytes);
}

}  // namespace stoa
