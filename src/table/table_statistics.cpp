#include <algorithm>
#include <cmath>
#include <memory>

#include "table/table_cache.h"
#include "table/table_data.h"

/// What TableData knows without reading rows.
namespace stoa {

namespace {

template <class T>
const T& publish_once(std::atomic<const T*>& place, std::unique_ptr<const T> made) {
  const T* expected = nullptr;
  if (place.compare_exchange_strong(expected, made.get())) {
    return *made.release();
  }
  return *expected;
}

/// Blocks whose sketches stand for all when there are more.
constexpr size_t kSampledBlockCount = 4;

/// How many values `count` blocks hold together when each draws `each` of `all` values.
double distinct_in_blocks(double all, double each, size_t count) {
  return all * (1 - std::pow(1 - std::min(1.0, each / all), static_cast<double>(count)));
}

/// The values of `block_count` blocks, when a sample of them has `each` values a block and `together` in all.
/// How far the sampled blocks share their values tells how many there are to draw from (capture and
/// recapture); blocks that share none, as of a sorted key, go on bringing new ones.
double extrapolate_distinct(double each, double together, size_t sampled_count, size_t block_count) {
  if (each <= 0 || together <= each) {
    return together;
  }
  double low = together;
  double high = each * static_cast<double>(block_count) * 1e3;
  for (int step = 0; step < 60 && high > low * 1.001; ++step) {
    const double middle = std::sqrt(low * high);
    (distinct_in_blocks(middle, each, sampled_count) < together ? low : high) = middle;
  }
  return std::max(together, distinct_in_blocks(low, each, block_count));
}

}  // namespace

TableData::Cache& TableData::cache() const {
  Cache* known = cache_.load(std::memory_order_acquire);
  if (known != nullptr) {
    return *known;
  }
  auto fresh = std::make_unique<Cache>(schema_->columns.size());
  if (cache_.compare_exchange_strong(known, fresh.get())) {
    return *fresh.release();
  }
  return *known;
}

void TableData::forget_cache() noexcept {
  const std::unique_ptr<Cache> spent(cache_.exchange(nullptr));
}

std::optional<SegmentStatistics> TableData::exact_statistics(size_t index, size_t column) const {
  const RowBlock& found = *block(index);
  const ColumnDefinition& definition = schema_->columns[column];
  if (found.deleted_count() != 0) {
    return std::nullopt;
  }
  if (found.is_open()) {
    return compute_statistics(found.read(definition, 0, found.row_count()));
  }
  const ColumnPart& part = static_cast<const RowGroup&>(found).part(definition.id);
  if (part.patch != nullptr) {
    return std::nullopt;
  }
  if (part.segment != nullptr) {
    return part.segment->statistics();
  }
  return compute_statistics(ColumnVector::make_constant(definition.initial_value, found.row_count()));
}

const SegmentStatistics* TableData::exact_statistics(size_t column) const {
  Cache::Column& place = cache().columns[column];
  if (const SegmentStatistics* known = place.exact.load(std::memory_order_acquire)) {
    return known;
  }
  if (place.has_no_exact.load(std::memory_order_relaxed)) {
    return nullptr;
  }
  auto whole = std::make_unique<SegmentStatistics>();
  // An empty table has no block to tell it what its column's sums look like.
  *whole = compute_statistics(ColumnVector::make_flat(schema_->columns[column].type, 0));
  for (size_t i = 0; i < block_count(); ++i) {
    const std::optional<SegmentStatistics> part = exact_statistics(i, column);
    if (!part) {
      place.has_no_exact.store(true, std::memory_order_relaxed);
      return nullptr;
    }
    whole->merge(*part);
  }
  return &publish_once<SegmentStatistics>(place.exact, std::move(whole));
}

ZoneStatistics TableData::zone(size_t index, size_t column) const {
  const RowBlock& found = *block(index);
  const ColumnDefinition& definition = schema_->columns[column];
  if (found.is_open()) {
    return compute_zone(found.read(definition, 0, found.row_count()));
  }
  const ColumnPart& part = static_cast<const RowGroup&>(found).part(definition.id);
  ZoneStatistics zone =
      part.segment != nullptr
          ? part.segment->zone()
          : compute_zone(ColumnVector::make_constant(definition.initial_value, found.row_count()));
  if (part.patch == nullptr) {
    return zone;
  }
  zone.merge(part.patch->zone());
  zone.row_count = found.row_count();
  zone.null_count = std::min(zone.null_count, zone.row_count);
  zone.is_ascending = zone.is_descending = false;
  return zone;
}

ZoneStatistics TableData::zone(size_t column) const {
  Cache::Column& place = cache().columns[column];
  if (const ZoneStatistics* known = place.zone.load(std::memory_order_acquire)) {
    return *known;
  }
  auto whole = std::make_unique<ZoneStatistics>();
  *whole = compute_zone(ColumnVector::make_flat(schema_->columns[column].type, 0));
  for (size_t i = 0; i < block_count(); ++i) {
    whole->merge(zone(i, column));
  }
  return publish_once<ZoneStatistics>(place.zone, std::move(whole));
}

double TableData::estimate_distinct_count(size_t column) const {
  Cache::Column& place = cache().columns[column];
  if (const double known = place.distinct_count.load(std::memory_order_relaxed); known >= 0) {
    return known;
  }
  const ColumnDefinition& definition = schema_->columns[column];
  const size_t sampled_count = std::min(block_count(), kSampledBlockCount);
  DistinctSketch sketch;
  double own_total = 0;
  for (size_t i = 0; i < sampled_count; ++i) {
    // Evenly over the table, the first block always among them.
    const RowBlock& sampled = *block(i * block_count() / sampled_count);
    const ColumnPart* part =
        sampled.is_open() ? nullptr : &static_cast<const RowGroup&>(sampled).part(definition.id);
    const DistinctSketch own =
        part != nullptr && part->segment != nullptr
            ? part->segment->statistics().sketch
            : compute_statistics(sampled.read(definition, 0, sampled.row_count())).sketch;
    own_total += own.estimate();
    sketch.merge(own);
  }
  double estimate = sketch.estimate();
  if (sampled_count < block_count() && sampled_count > 1) {
    estimate = extrapolate_distinct(own_total / static_cast<double>(sampled_count), estimate, sampled_count,
                                    block_count());
  }
  estimate = std::min(estimate, static_cast<double>(row_count_));
  place.distinct_count.store(estimate, std::memory_order_relaxed);
  return estimate;
}

uint64_t TableData::size_bytes() const {
  uint64_t total = 0;
  for (size_t i = 0; i < block_count(); ++i) {
    const RowBlock& found = *block(i);
    total += found.is_open() ? static_cast<const OpenRows&>(found).size_bytes()
                             : static_cast<const RowGroup&>(found).size_bytes();
  }
  return total;
}

}  // namespace stoa
