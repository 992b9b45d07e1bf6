#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/random.h"
#include "column/column_vector.h"

/// Random vectors of every type and kind, for the tests of kernels. Only tests link to it.
namespace stoa {

enum class SampleKind : uint8_t { kFlat, kConstant, kSelection, kDistinctDictionary, kConstantNull };

inline constexpr SampleKind kSampleKinds[] = {SampleKind::kFlat, SampleKind::kConstant,
                                              SampleKind::kSelection, SampleKind::kDistinctDictionary,
                                              SampleKind::kConstantNull};
/// The sizes around which word and vector loops have their edges.
inline constexpr size_t kSampleSizes[] = {0, 1, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049};

/// One of each physical type (and of each meaning that kernels treat apart).
const std::vector<LogicalType>& sample_types();
/// The names, for messages.
std::string describe(const LogicalType& type, SampleKind kind, size_t size);

/// Values from a small domain, so that equal ones meet; with extremes, NaN, -0 and texts around 12 bytes.
Value sample_value(Random& random, const LogicalType& type);
ColumnVector sample_vector(Random& random, const LogicalType& type, SampleKind kind, size_t size,
                           double null_fraction);

/// Equal types, sizes, NULLs and values, whatever the kinds; adds a failure that names the first difference.
void expect_same_rows(const ColumnVector& actual, const ColumnVector& expected, const std::string& what);

}  // namespace stoa
