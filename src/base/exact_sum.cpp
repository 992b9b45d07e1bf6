#include "base/exact_sum.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/assert.h"
#include "base/exact_sum_kernel.h"

namespace stoa {

namespace {
constexpr size_t kSpanMin = 16;
}  // namespace

ExactDoubleSum::ExactDoubleSum(const ExactDoubleSum& other)
    : high_(other.high_),
      low_(other.low_),
      wide_(other.wide_ == nullptr ? nullptr : std::make_unique<Superaccumulator>(*other.wide_)) {}

ExactDoubleSum& ExactDoubleSum::operator=(const ExactDoubleSum& other) {
  if (this != &other) {
    *this = ExactDoubleSum(other);
  }
  return *this;
}

ExactDoubleSum::ExactDoubleSum(ExactDoubleSum&& other) noexcept
    : high_(std::exchange(other.high_, 0)),
      low_(std::exchange(other.low_, 0)),
      wide_(std::move(other.wide_)) {}

ExactDoubleSum& ExactDoubleSum::operator=(ExactDoubleSum&& other) noexcept {
  if (this != &other) {
    high_ = std::exchange(other.high_, 0);
    low_ = std::exchange(other.low_, 0);
    wide_ = std::move(other.wide_);
  }
  return *this;
}

Superaccumulator& ExactDoubleSum::wide() {
  if (wide_ == nullptr) {
    wide_ = std::make_unique<Superaccumulator>();
  }
  return *wide_;
}

/// The two doubles go into the wide sum and begin anew at the value, whose like may follow.
void ExactDoubleSum::add_wide(double value) {
  Superaccumulator& sum = wide();
  if (!std::isfinite(value)) {
    sum.add(value);
    return;
  }
  sum.add(high_);
  sum.add(low_);
  high_ = value;
  low_ = 0;
}

void ExactDoubleSum::add(std::span<const double> values) {
  if (values.size() < kSpanMin) {
    for (const double value : values) {
      add(value);
    }
    return;
  }
  for (size_t begin = 0; begin < values.size(); begin += kExactSumBlock) {
    add_block(values.data() + begin, std::min(kExactSumBlock, values.size() - begin));
  }
}

void ExactDoubleSum::add_block(const double* values, size_t count) {
  double parts[kExactSumParts];
  if (split_sum(values, count, parts)) {
    for (const double part : parts) {
      add(part);
    }
  } else {
    for (size_t i = 0; i < count; ++i) {
      add(values[i]);
    }
  }
}

void ExactDoubleSum::merge(const ExactDoubleSum& other) {
  const double low = other.low_;
  if (other.wide_ != nullptr) {
    wide().merge(*other.wide_);
  }
  add(other.high_);
  add(low);
}

Superaccumulator ExactDoubleSum::total() const {
  Superaccumulator sum;
  if (wide_ != nullptr) {
    sum = *wide_;
  }
  sum.add(high_);
  sum.add(low_);
  return sum;
}

double ExactDoubleSum::round() const {
  return wide_ == nullptr ? high_ + low_ : total().round();
}

bool ExactDoubleSum::overflowed() const {
  return wide_ == nullptr ? std::isinf(high_ + low_) : total().overflowed();
}

std::string ExactDoubleSum::encode() const {
  return total().encode();
}

ExactDoubleSum ExactDoubleSum::decode(std::string_view bytes) {
  ExactDoubleSum sum;
  sum.wide_ = std::make_unique<Superaccumulator>(Superaccumulator::decode(bytes));
  return sum;
}

double divide_rounded(Int128 sum, uint64_t count) {
  STOA_CHECK(count != 0);
  const auto divisor = static_cast<UInt128>(count);
  UInt128 rest = sum < 0 ? UInt128{0} - static_cast<UInt128>(sum) : static_cast<UInt128>(sum);
  UInt128 quotient = rest / divisor;
  rest %= divisor;
  int exponent = 0;
  // At least 55 bits of quotient, then one that stands for everything behind.
  while (quotient < (static_cast<UInt128>(1) << 55) && rest != 0) {
    rest <<= 60;
    quotient = (quotient << 60) | (rest / divisor);
    rest %= divisor;
    exponent -= 60;
  }
  const int length = quotient == 0              ? 0
                     : high_half(quotient) != 0 ? 128 - std::countl_zero(high_half(quotient))
                                                : 64 - std::countl_zero(low_half(quotient));
  const int drop = std::max(length - 53, 0);
  auto mantissa = static_cast<uint64_t>(quotient >> drop);
  if (drop > 0) {
    const UInt128 behind = quotient & ((static_cast<UInt128>(1) << drop) - 1);
    const UInt128 half = static_cast<UInt128>(1) << (drop - 1);
    if (behind > half || (behind == half && (rest != 0 || (mantissa & 1) != 0))) {
      ++mantissa;
    }
  }
  const double magnitude = std::ldexp(static_cast<double>(mantissa), exponent + drop);
  return sum < 0 ? -magnitude : magnitude;
}

}  // namespace stoa
