#include "store/dictionary_segment.h"

#include <algorithm>
#include <vector>

#include "column/kernels/gather.h"
#include "column/row_compare.h"
#include "store/code_kernels.h"
#include "store/row_copy.h"

namespace stoa {

DictionarySegment::DictionarySegment(std::shared_ptr<const ColumnVector> dictionary,
                                     std::span<const uint32_t> codes, MemoryBudget* budget)
    : Segment(dictionary->type(), codes.size()),
      dictionary_(std::move(dictionary)),
      is_wide_(std::any_of(codes.begin(), codes.end(), [](uint32_t code) { return code > 255; })) {
  codes_ = Buffer::allocate(codes.size() * (is_wide_ ? 2 : 1), budget);
  if (is_wide_) {
    narrow_codes(codes.data(), codes.size(), codes_->as<uint16_t>());
  } else {
    narrow_codes(codes.data(), codes.size(), codes_->as<uint8_t>());
  }
}

void DictionarySegment::widen(size_t offset, size_t count, uint32_t* codes) const {
  if (is_wide_) {
    widen_codes(codes_->as<uint16_t>() + offset, count, codes);
  } else {
    widen_codes(codes_->as<uint8_t>() + offset, count, codes);
  }
}

ColumnVector DictionarySegment::read(size_t offset, size_t count) const {
  auto indices = Buffer::allocate(count * sizeof(uint32_t));
  auto* codes = indices->as<uint32_t>();
  widen(offset, count, codes);
  ColumnVector vector = ColumnVector::make_distinct_dictionary(dictionary_, codes, std::move(indices), count);
  vector.set_type(type());
  return vector;
}

void DictionarySegment::gather(std::span<const uint32_t> rows, ColumnVector& out, size_t first) const {
  std::vector<uint32_t> codes(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    codes[i] = is_wide_ ? codes_->as<uint16_t>()[rows[i]] : codes_->as<uint8_t>()[rows[i]];
  }
  copy_rows(*dictionary_, codes, out, first);
}

size_t DictionarySegment::size_bytes() const noexcept {
  return codes_->size_bytes();
}

ColumnVector DictionarySegment::used_entries(uint64_t& null_count) const {
  std::vector<uint64_t> counts(dictionary_->size(), 0);
  std::vector<uint32_t> codes(row_count());
  widen(0, row_count(), codes.data());
  for (const uint32_t code : codes) {
    ++counts[code];
  }
  std::vector<uint32_t> used;
  null_count = 0;
  for (uint32_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) {
      continue;
    }
    if (dictionary_->is_null(code)) {
      null_count = counts[code];
    } else {
      used.push_back(code);
    }
  }
  return stoa::gather(*dictionary_, used);
}

ZoneStatistics DictionarySegment::make_zone() const {
  uint64_t null_count = 0;
  ZoneStatistics zone = compute_zone(used_entries(null_count));
  zone.row_count = row_count();
  zone.null_count = null_count;
  zone.is_ascending = zone.is_descending = null_count == 0;
  const ColumnVector values = read(0, row_count());
  for (size_t i = 1; i < row_count() && (zone.is_ascending || zone.is_descending); ++i) {
    const int order = compare_rows(values, i - 1, values, i);
    zone.is_ascending = zone.is_ascending && order <= 0;
    zone.is_descending = zone.is_descending && order >= 0;
  }
  return zone;
}

SegmentStatistics DictionarySegment::make_statistics() const {
  uint64_t null_count = 0;
  return compute_statistics(used_entries(null_count), zone());
}

}  // namespace stoa
