#pragma once

#include <cstdint>

namespace stoa {

/// A seeded source of random numbers (xoshiro256**, Blackman & Vigna 2018), the same on every machine. Tests
/// print the seed that they ran with. One thread at a time.
class Random {
 public:
  explicit Random(uint64_t seed);

  uint64_t next();
  /// Uniform over [0, bound); bound > 0.
  uint64_t below(uint64_t bound);
  /// Uniform over [low, high].
  int64_t between(int64_t low, int64_t high);
  /// Uniform over [0, 1), 53 bits.
  double unit();
  bool chance(double probability) { return unit() < probability; }

  // What std::shuffle and the distributions ask of a generator.
  using result_type = uint64_t;
  static constexpr uint64_t min() { return 0; }
  static constexpr uint64_t max() { return ~uint64_t{0}; }
  uint64_t operator()() { return next(); }

 private:
  uint64_t state_[4];
};

/// One step of SplitMix64: advances `state` and gives a well mixed number.
uint64_t splitmix64(uint64_t& state);

/// A seed from the operating system, for where no reproducible one is wanted.
uint64_t random_seed();

}  // namespace stoa
