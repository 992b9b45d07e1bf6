#pragma once

#include <chrono>
#include <cstdint>

namespace stoa {

/// Nanoseconds of a clock that never goes back; for measuring, not for dates.
inline int64_t monotonic_now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Microseconds since 1970-01-01 00:00 UTC.
inline int64_t wall_clock_now_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace stoa
