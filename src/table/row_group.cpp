#include "table/row_group.h"

#include <bit>
#include <utility>

#include "base/assert.h"
#include "column/kernels/gather.h"
#include "store/row_copy.h"

namespace stoa {

Deletions::Deletions(size_t row_count, MemoryBudget* budget)
    : chunks_((row_count + kChunkRows - 1) / kChunkRows), budget_(budget) {}

size_t Deletions::set(std::span<const uint64_t> row_ids, uint64_t first_row_id, EditToken token) {
  size_t set_count = 0;
  for (size_t i = 0; i < row_ids.size();) {
    const size_t number = (row_ids[i] - first_row_id) / kChunkRows;
    std::shared_ptr<const Chunk>& place = chunks_[number];
    if (place == nullptr) {
      auto fresh = std::make_shared<Chunk>();
      fresh->charge = Charge(budget_, sizeof(Chunk));
      fresh->owner = token;
      place = std::move(fresh);
    }
    Chunk& chunk = own(place, token);
    const uint64_t chunk_begin = first_row_id + number * kChunkRows;
    for (; i < row_ids.size() && row_ids[i] - chunk_begin < kChunkRows; ++i) {
      const uint64_t bit = row_ids[i] - chunk_begin;
      uint64_t& word = chunk.words[bit / 64];
      const uint64_t before = word;
      word |= uint64_t{1} << (bit % 64);
      set_count += word != before ? 1 : 0;
    }
  }
  return set_count;
}

RowGroup::RowGroup(size_t row_count, std::vector<SegmentRef> segments) {
  row_count_ = row_count;
  auto parts = std::make_shared<Parts>();
  parts->columns.resize(segments.size());
  for (size_t i = 0; i < segments.size(); ++i) {
    STOA_ASSERT(segments[i] == nullptr || segments[i]->row_count() == row_count);
    parts->columns[i].segment = std::move(segments[i]);
  }
  parts_ = std::move(parts);
}

const ColumnPart& RowGroup::part(TableColumnId column) const noexcept {
  static const ColumnPart kMissing;
  return slot_of(column) < parts_->columns.size() ? parts_->columns[slot_of(column)] : kMissing;
}

ColumnVector RowGroup::read(const ColumnDefinition& column, size_t offset, size_t count) const {
  const ColumnPart& found = part(column.id);
  ColumnVector values = found.segment == nullptr ? ColumnVector::make_constant(column.initial_value, count)
                                                 : found.segment->read(offset, count);
  if (found.patch != nullptr && found.patch->touches(offset, count)) {
    values = gather_all(values);
    found.patch->apply(offset, count, values);
  }
  values.set_type(column.type);
  return values;
}

void RowGroup::gather(const ColumnDefinition& column, std::span<const uint32_t> rows, ColumnVector& out,
                      size_t first) const {
  const ColumnPart& found = part(column.id);
  if (found.segment == nullptr) {
    copy_rows(ColumnVector::make_constant(column.initial_value, row_count_), rows, out, first);
  } else {
    found.segment->gather(rows, out, first);
  }
  if (found.patch != nullptr) {
    found.patch->apply(rows, out, first);
  }
}

uint64_t RowGroup::size_bytes() const noexcept {
  uint64_t total = 0;
  for (const ColumnPart& column : parts_->columns) {
    if (column.segment != nullptr) {
      total += column.segment->size_bytes();
    }
    if (column.patch != nullptr) {
      total += column.patch->size_bytes();
    }
  }
  return total + (deletions_ != nullptr ? row_count_ / 8 : 0);
}

void RowGroup::set_deletions(std::shared_ptr<const Deletions> deletions, size_t deleted_count) noexcept {
  deletions_ = std::move(deletions);
  deleted_count_ = deleted_count;
}

size_t RowGroup::erase(std::span<const uint64_t> row_ids, MemoryBudget* budget, EditToken token) {
  if (deletions_ == nullptr) {
    auto fresh = std::make_shared<Deletions>(row_count_, budget);
    fresh->owner = token;
    deletions_ = std::move(fresh);
  }
  const size_t erased = own(deletions_, token).set(row_ids, first_row_id_, token);
  deleted_count_ += erased;
  return erased;
}

ColumnPart& RowGroup::own_part(TableColumnId column, EditToken token) {
  Parts& parts = own(parts_, token);
  if (slot_of(column) >= parts.columns.size()) {
    parts.columns.resize(slot_of(column) + 1);
  }
  return parts.columns[slot_of(column)];
}

void RowGroup::drop_part(TableColumnId column, EditToken token) {
  if (slot_of(column) < parts_->columns.size()) {
    own_part(column, token) = ColumnPart();
  }
}

}  // namespace stoa
