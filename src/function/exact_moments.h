#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/exact_sum.h"
#include "function/wide_sum.h"

/// Sums of products without error, for variances, covariances and regressions that depend neither on the
/// order of rows nor on cancellation: sum(x), sum(x * y) and the like are kept exactly, and n * sum(x * y) -
/// sum(x) * sum(y) is rounded once.
namespace stoa {

/// Adds a * b exactly: the rounded product and its error (Dekker's split, or a fused multiply-add where that
/// could overflow).
void add_product(ExactDoubleSum& sum, double a, double b);

/// The same for all pairs a[i] * b[i], many at once.
void add_products(ExactDoubleSum& sum, std::span<const double> a, std::span<const double> b);
/// Products and what rounding them lost, pair by pair. False: some factor is too large for that to be exact.
[[nodiscard]] bool multiply_exactly(std::span<const double> a, std::span<const double> b, double* products,
                                    double* errors);

/// An exact sum as doubles whose sum it is, to 200 bits and more.
struct SumParts {
  std::array<double, 4> values{};
  std::span<const double> all() const { return values; }
};
SumParts parts_of(const ExactDoubleSum& sum);
SumParts parts_of(const WideSum& sum);

/// count * sum(x * y) - sum(x) * sum(y), rounded once: count^2 times the covariance. NaN where a sum is not
/// finite.
double scaled_covariance(uint64_t count, const SumParts& products, const SumParts& x, const SumParts& y);

}  // namespace stoa
