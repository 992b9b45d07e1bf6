#include "store/segment_statistics.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "column/kernels/aggregate.h"
#include "column/kernels/hash.h"
#include "column/row_compare.h"

namespace stoa {

namespace {

/// Bounds longer than this are not kept: they cost more than they skip.
constexpr size_t kBoundBytesMax = 1024;

bool is_long(const Value& value) {
  return !value.is_null() && value.type().is_text_like() && value.as_text().size() > kBoundBytesMax;
}

/// Not above by ORDER BY's order: NaN is the greatest.
template <class T>
bool is_at_most(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return a <= b || b != b;
  } else {
    return a <= b;
  }
}

/// Both directions in one pass that ends as soon as neither holds.
template <class T>
void find_order_of(const T* values, ZoneStatistics& zone) {
  bool ascending = true;
  bool descending = true;
  for (size_t i = 1; i < zone.row_count && (ascending || descending); ++i) {
    ascending = ascending && is_at_most(values[i - 1], values[i]);
    descending = descending && is_at_most(values[i], values[i - 1]);
  }
  zone.is_ascending = ascending;
  zone.is_descending = descending;
}

void find_order(const ColumnVector& values, ZoneStatistics& zone) {
  zone.is_ascending = zone.is_descending = zone.null_count == 0 && zone.row_count != 0;
  if (values.is_constant() || !zone.is_ascending) {
    return;
  }
  if (values.is_flat()) {
    switch (values.type().physical()) {
      case PhysicalType::kInt16: return find_order_of(values.values<int16_t>(), zone);
      case PhysicalType::kInt32: return find_order_of(values.values<int32_t>(), zone);
      case PhysicalType::kInt64: return find_order_of(values.values<int64_t>(), zone);
      case PhysicalType::kInt128: return find_order_of(values.values<Int128>(), zone);
      case PhysicalType::kFloat: return find_order_of(values.values<float>(), zone);
      case PhysicalType::kDouble: return find_order_of(values.values<double>(), zone);
      default: break;
    }
  }
  for (size_t i = 1; i < zone.row_count && (zone.is_ascending || zone.is_descending); ++i) {
    const int order = compare_rows(values, i - 1, values, i);
    zone.is_ascending = zone.is_ascending && order <= 0;
    zone.is_descending = zone.is_descending && order >= 0;
  }
}

void add_to_sketch(const ColumnVector& values, DistinctSketch& sketch) {
  constexpr size_t kChunk = 1024;
  uint64_t hashes[kChunk];
  if (values.is_constant()) {
    if (values.size() != 0 && !values.is_null(0)) {
      sketch.add(hash_row(values, 0));
    }
    return;
  }
  for (size_t begin = 0; begin < values.size(); begin += kChunk) {
    const size_t count = std::min(kChunk, values.size() - begin);
    const ColumnVector chunk = values.slice(begin, count);
    hash_column(chunk, count, hashes, false);
    const UnifiedVector rows(chunk);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
      hashes[kept] = hashes[i];
      kept += rows.is_valid(i) ? 1 : 0;
    }
    sketch.add({hashes, kept});
  }
}

void add_sum(const ColumnVector& values, SegmentStatistics& statistics) {
  const LogicalType& type = values.type();
  if (type.is_floating()) {
    sum_doubles(values, values.size(), nullptr, statistics.double_sum.emplace());
    return;
  }
  if (!type.is_integer() && !type.is_decimal() && type.id() != TypeId::kBoolean) {
    return;
  }
  if (type.physical() != PhysicalType::kInt128) {
    statistics.integer_sum = sum_integers(values, values.size());
    return;
  }
  Int128 sum = 0;
  if (sum_wide_integers(values, values.size(), nullptr, sum)) {
    statistics.integer_sum = sum;
  }
}

bool add_sums(Int128 a, Int128 b, Int128& sum) {
  return !__builtin_add_overflow(a, b, &sum);
}

}  // namespace

void ZoneStatistics::merge(const ZoneStatistics& later) {
  if (later.row_count == 0) {
    return;
  }
  if (row_count == 0) {
    *this = later;
    return;
  }
  const bool both_have_values = !minimum.is_null() && !later.minimum.is_null();
  is_ascending =
      is_ascending && later.is_ascending && both_have_values && compare_values(maximum, later.minimum) <= 0;
  is_descending =
      is_descending && later.is_descending && both_have_values && compare_values(minimum, later.maximum) >= 0;
  row_count += later.row_count;
  null_count += later.null_count;
  is_known = is_known && later.is_known;
  if (!later.minimum.is_null() && (minimum.is_null() || compare_values(later.minimum, minimum) < 0)) {
    minimum = later.minimum;
  }
  if (!later.maximum.is_null() && (maximum.is_null() || compare_values(later.maximum, maximum) > 0)) {
    maximum = later.maximum;
  }
}

void SegmentStatistics::merge(const SegmentStatistics& later) {
  if (later.zone.row_count == 0) {
    return;
  }
  if (zone.row_count == 0) {
    *this = later;
    return;
  }
  zone.merge(later.zone);
  Int128 sum = 0;
  if (integer_sum && later.integer_sum && add_sums(*integer_sum, *later.integer_sum, sum)) {
    integer_sum = sum;
  } else {
    integer_sum.reset();
  }
  if (double_sum && later.double_sum) {
    double_sum->merge(*later.double_sum);
  }
  sketch.merge(later.sketch);
}

ZoneStatistics compute_zone(const ColumnVector& values) {
  ZoneStatistics zone;
  const size_t row_count = values.size();
  zone.row_count = row_count;
  zone.minimum = zone.maximum = Value::null(values.type());
  if (values.type().is_nested()) {
    zone.is_known = false;
    return zone;
  }
  zone.null_count = row_count - count_values(values, row_count);
  find_order(values, zone);
  if (zone.is_all_null()) {
    return zone;
  }
  zone.minimum = values.value(zone.is_ascending    ? 0
                              : zone.is_descending ? row_count - 1
                                                   : min_row(values, row_count));
  zone.maximum = values.value(zone.is_ascending    ? row_count - 1
                              : zone.is_descending ? 0
                                                   : max_row(values, row_count));
  zone.is_known = !is_long(zone.minimum) && !is_long(zone.maximum);
  if (!zone.is_known) {
    zone.minimum = zone.maximum = Value::null(values.type());
  }
  return zone;
}

SegmentStatistics compute_statistics(const ColumnVector& values, const ZoneStatistics& zone) {
  SegmentStatistics statistics;
  statistics.zone = zone;
  if (values.type().is_nested()) {
    return statistics;
  }
  add_sum(values, statistics);
  if (!zone.is_all_null()) {
    add_to_sketch(values, statistics.sketch);
  }
  return statistics;
}

}  // namespace stoa
