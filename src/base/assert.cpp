#include "base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace stoa {

void assertion_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "StoaDB: internal check failed: %s (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace stoa
