#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/int128.h"
#include "base/superaccumulator.h"

namespace stoa {

/// The exactly rounded sum of doubles: the same whatever the order, the batches or the threads.
///
/// Two doubles whose exact sum it is, as long as there are such: a value is added to the first by Knuth's
/// TwoSum, whose error is added to the second by another, and when that one has no error nothing was lost.
/// Values whose magnitudes lie within some fifty bits of each other never need more. Where an error remains,
/// or a value is not finite, a Superaccumulator takes the sum in, on the heap. NaN in, or infinities of both
/// signs: NaN. One infinity: that. The empty sum is 0. A sum beyond the doubles rounds to an infinity
/// (`overflowed()` tells it from an added one). One thread at a time. 24 bytes; zero bytes are an empty sum.
class ExactDoubleSum {
 public:
  ExactDoubleSum() noexcept = default;
  ExactDoubleSum(const ExactDoubleSum& other);
  ExactDoubleSum& operator=(const ExactDoubleSum& other);
  ExactDoubleSum(ExactDoubleSum&& other) noexcept;
  ExactDoubleSum& operator=(ExactDoubleSum&& other) noexcept;
  ~ExactDoubleSum() = default;

  void add(double value) {
    const double high = high_ + value;
    const double value_taken = high - high_;
    const double error = (high_ - (high - value_taken)) + (value - value_taken);
    const double low = low_ + error;
    const double error_taken = low - low_;
    const double rest = (low_ - (low - error_taken)) + (error - error_taken);
    // Not an equality with 0 written the other way round: NaN must fail.
    if (!(rest == 0)) [[unlikely]] {
      add_wide(value);
      return;
    }
    high_ = high;
    low_ = low;
  }
  /// Many at once, at a small part of the cost.
  void add(std::span<const double> values);
  void merge(const ExactDoubleSum& other);

  /// The sum, rounded once, to nearest with ties to even.
  double round() const;
  /// The finite values that were added sum up to more than a double can hold.
  bool overflowed() const;

  /// A byte form for files and spilling: the same for equal sums.
  std::string encode() const;
  /// Reads encode()'s form; raises XX001 when it is not one.
  static ExactDoubleSum decode(std::string_view bytes);

 private:
  void add_block(const double* values, size_t count);
  void add_wide(double value);
  Superaccumulator& wide();
  Superaccumulator total() const;

  double high_ = 0;
  double low_ = 0;
  std::unique_ptr<Superaccumulator> wide_;  ///< what high_ + low_ lacks; null: nothing
};
static_assert(sizeof(ExactDoubleSum) == 24);

/// sum / count for integers, rounded once to the nearest double (ties to even). count > 0.
double divide_rounded(Int128 sum, uint64_t count);

}  // namespace stoa
