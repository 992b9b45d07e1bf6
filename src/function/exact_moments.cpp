#include "function/exact_moments.h"

#include <algorithm>
#include <cmath>

namespace stoa {

namespace {

constexpr double kSplitMagnitudeMax = 1e150;

struct Halves {
  double high;
  double low;
};

/// T. J. Dekker, "A floating-point technique for extending the available precision" (1971): two halves of 26
/// bits.
Halves split(double x) {
  const double scaled = 134217729.0 * x;
  const double high = scaled - (scaled - x);
  return {high, x - high};
}

double product_error(double a, double b, double product) {
  if (std::abs(a) > kSplitMagnitudeMax || std::abs(b) > kSplitMagnitudeMax) {
    return std::isfinite(product) ? std::fma(a, b, -product) : 0;
  }
  const Halves x = split(a);
  const Halves y = split(b);
  return ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low;
}

}  // namespace

void add_product(ExactDoubleSum& sum, double a, double b) {
  const double product = a * b;
  sum.add(product);
  const double error = product_error(a, b, product);
  if (error != 0) {
    sum.add(error);
  }
}

bool multiply_exactly(std::span<const double> a, std::span<const double> b, double* products,
                      double* errors) {
  bool splittable = true;
  for (size_t i = 0; i < a.size(); ++i) {
    const double x = a[i];
    const double y = b[i];
    splittable &= std::abs(x) <= kSplitMagnitudeMax && std::abs(y) <= kSplitMagnitudeMax;
    products[i] = x * y;
    const Halves s = split(x);
    const Halves t = split(y);
    errors[i] = ((s.high * t.high - products[i]) + s.high * t.low + s.low * t.high) + s.low * t.low;
  }
  return splittable;
}

void add_products(ExactDoubleSum& sum, std::span<const double> a, std::span<const double> b) {
  constexpr size_t kBlock = 512;
  double products[kBlock];
  double errors[kBlock];
  for (size_t begin = 0; begin < a.size(); begin += kBlock) {
    const size_t count = std::min(kBlock, a.size() - begin);
    if (multiply_exactly(a.subspan(begin, count), b.subspan(begin, count), products, errors)) {
      sum.add(std::span<const double>(products, count));
      sum.add(std::span<const double>(errors, count));
    } else {
      for (size_t i = 0; i < count; ++i) {
        add_product(sum, a[begin + i], b[begin + i]);
      }
    }
  }
}

SumParts parts_of(const ExactDoubleSum& sum) {
  SumParts parts;
  ExactDoubleSum rest = sum;
  for (double& part : parts.values) {
    part = rest.round();
    if (part == 0 || !std::isfinite(part)) {
      break;
    }
    rest.add(-part);
  }
  return parts;
}

SumParts parts_of(const WideSum& sum) {
  // 48 bits each, exact as doubles; the highest is signed.
  constexpr uint64_t kMask = (uint64_t{1} << 48) - 1;
  SumParts parts;
  const uint64_t low = low_half(sum.low);
  const uint64_t middle = high_half(sum.low);
  parts.values[0] = static_cast<double>(low & kMask);
  parts.values[1] = std::ldexp(static_cast<double>(((low >> 48) | (middle << 16)) & kMask), 48);
  parts.values[2] =
      std::ldexp(static_cast<double>(((middle >> 32) | (static_cast<uint64_t>(sum.high) << 32)) & kMask), 96);
  parts.values[3] = std::ldexp(static_cast<double>(sum.high >> 16), 144);
  return parts;
}

double scaled_covariance(uint64_t count, const SumParts& products, const SumParts& x, const SumParts& y) {
  ExactDoubleSum total;
  for (const double part : products.all()) {
    add_product(total, static_cast<double>(count), part);
  }
  for (const double a : x.all()) {
    for (const double b : y.all()) {
      if (a != 0 && b != 0) {
        add_product(total, -a, b);
      }
    }
  }
  return total.round();
}

}  // namespace stoa
