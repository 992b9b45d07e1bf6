#pragma once

/// Assertions on StoaDB's own logic. Never for input from outside: that throws stoa::Error.
///
/// STOA_CHECK stays on in release (store, txn, kv, log use it); STOA_ASSERT is on in debug builds only.
/// Both print the condition and the place to standard error and abort.
namespace stoa {
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line) noexcept;
}

#define STOA_CHECK(condition)                                   \
  do {                                                          \
    if (!(condition)) [[unlikely]] {                            \
      ::stoa::assertion_failed(#condition, __FILE__, __LINE__); \
    }                                                           \
  } while (false)

#ifdef STOA_DEBUG
#define STOA_ASSERT(condition) STOA_CHECK(condition)
#else
#define STOA_ASSERT(condition)  \
  do {                          \
    (void)sizeof(!(condition)); \
  } while (false)
#endif

/// Marks code that can't be reached while the invariants hold.
#define STOA_UNREACHABLE(why) ::stoa::assertion_failed("unreachable: " why, __FILE__, __LINE__)
