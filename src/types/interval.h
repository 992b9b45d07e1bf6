#pragma once

#include <cstdint>

#include "base/int128.h"

namespace stoa {

/// PostgreSQL's interval: months, days and microseconds kept apart. Compared and hashed by its length with a
/// month of 30 days and a day of 24 hours, as PostgreSQL does.
struct Interval {
  int32_t months = 0;
  int32_t days = 0;
  int64_t micros = 0;

  constexpr Int128 length_us() const {
    return (static_cast<Int128>(months) * 30 + days) * 86'400'000'000LL + micros;
  }
  friend constexpr bool operator==(const Interval& a, const Interval& b) {
    return a.length_us() == b.length_us();
  }
  friend constexpr bool operator<(const Interval& a, const Interval& b) {
    return a.length_us() < b.length_us();
  }
  friend constexpr bool operator>(const Interval& a, const Interval& b) { return b < a; }
};
static_assert(sizeof(Interval) == 16);

}  // namespace stoa
