#include "base/cancellation.h"

#include <algorithm>

#include "base/error.h"

namespace stoa {

void Cancellation::raise_cancelled() const {
  const bool timed_out = reason_.load() == static_cast<int>(Reason::kTimeout);
  raise(sqlstate::kQueryCanceled, timed_out ? "statement stopped: it ran longer than statement_timeout"
                                            : "statement stopped by the user");
}

double Progress::fraction() const noexcept {
  const auto total = static_cast<double>(total_.load(std::memory_order_relaxed));
  const auto done = static_cast<double>(done_.load(std::memory_order_relaxed));
  return total <= 0 ? 0 : std::min(1.0, done / total);
}

}  // namespace stoa
