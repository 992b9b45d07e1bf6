#pragma once

#include <mutex>

#include "base/random.h"

namespace stoa {

/// A session's random numbers, for random() and the like. Each batch draws a generator of its own from here,
/// so that threads share nothing but a lock per batch; with one thread and setseed the numbers are
/// repeatable. Thread-safe.
class RandomSource {
 public:
  explicit RandomSource(uint64_t seed) : random_(seed) {}

  Random draw() {
    const std::lock_guard lock(mutex_);
    return Random(random_.next());
  }
  void reseed(uint64_t seed) {
    const std::lock_guard lock(mutex_);
    random_ = Random(seed);
  }

 private:
  std::mutex mutex_;
  Random random_;
};

}  // namespace stoa
