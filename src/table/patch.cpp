#include "table/patch.h"

#include <algorithm>

#include "base/assert.h"
#include "column/column_builder.h"
#include "column/kernels/gather.h"
#include "store/row_copy.h"

namespace stoa {

Patch::Patch(LogicalType type, size_t row_count, MemoryBudget* budget)
    : type_(std::move(type)), budget_(budget), pages_((row_count + kPageRows - 1) / kPageRows) {}

bool Patch::touches(size_t offset, size_t count) const noexcept {
  for (size_t number = offset / kPageRows; number * kPageRows < offset + count && number < pages_.size();
       ++number) {
    const Page* page = pages_[number].get();
    if (page == nullptr) {
      continue;
    }
    const size_t begin = number * kPageRows;
    const size_t low = offset > begin ? offset - begin : 0;
    const auto found = std::lower_bound(page->rows.begin(), page->rows.end(), low);
    if (found != page->rows.end() && begin + *found < offset + count) {
      return true;
    }
  }
  return false;
}

void Patch::apply(size_t offset, size_t count, ColumnVector& out) const {
  std::vector<uint32_t> targets;
  for (size_t number = offset / kPageRows; number * kPageRows < offset + count && number < pages_.size();
       ++number) {
    const Page* page = pages_[number].get();
    if (page == nullptr) {
      continue;
    }
    const size_t begin = number * kPageRows;
    const size_t low = offset > begin ? offset - begin : 0;
    const auto found = std::lower_bound(page->rows.begin(), page->rows.end(), low);
    targets.clear();
    for (auto row = found; row != page->rows.end() && begin + *row < offset + count; ++row) {
      targets.push_back(static_cast<uint32_t>(begin + *row - offset));
    }
    scatter_rows(page->values, static_cast<size_t>(found - page->rows.begin()), targets, out);
  }
}

void Patch::apply(std::span<const uint32_t> rows, ColumnVector& out, size_t first) const {
  for (size_t i = 0; i < rows.size(); ++i) {
    const Page* page = pages_[rows[i] / kPageRows].get();
    if (page == nullptr) {
      continue;
    }
    const uint32_t row = rows[i] % kPageRows;
    const auto found = std::lower_bound(page->rows.begin(), page->rows.end(), row);
    if (found == page->rows.end() || *found != row) {
      continue;
    }
    const auto place = static_cast<uint32_t>(found - page->rows.begin());
    copy_rows(page->values, {&place, 1}, out, first + i);
  }
}

void Patch::collect(std::vector<uint32_t>& rows, ColumnVector& values) const {
  std::vector<ColumnVector> parts;
  for (size_t number = 0; number < pages_.size(); ++number) {
    if (pages_[number] == nullptr) {
      continue;
    }
    for (const uint16_t row : pages_[number]->rows) {
      rows.push_back(static_cast<uint32_t>(number * kPageRows + row));
    }
    parts.push_back(pages_[number]->values);
  }
  values = concatenate(type_, parts);
}

uint64_t Patch::size_bytes() const noexcept {
  uint64_t total = 0;
  for (const auto& page : pages_) {
    if (page != nullptr) {
      total += page->values.size_bytes() + page->rows.size() * sizeof(uint16_t);
    }
  }
  return total;
}

std::shared_ptr<const Patch::Page> Patch::merge_page(const Page* old, size_t page_begin,
                                                     std::span<const uint64_t> row_ids, uint64_t first_row_id,
                                                     const ColumnVector& values, size_t first) const {
  auto page = std::make_shared<Page>();
  const size_t old_count = old == nullptr ? 0 : old->rows.size();
  page->rows.reserve(old_count + row_ids.size());
  VectorBuilder merged(type_, budget_);
  merged.reserve(old_count + row_ids.size());
  size_t kept = 0;
  for (size_t i = 0; i < row_ids.size(); ++i) {
    const auto row = static_cast<uint16_t>(row_ids[i] - first_row_id - page_begin);
    for (; kept < old_count && old->rows[kept] < row; ++kept) {
      page->rows.push_back(old->rows[kept]);
      merged.append_row(old->values, kept);
    }
    if (kept < old_count && old->rows[kept] == row) {
      ++kept;
    }
    page->rows.push_back(row);
    merged.append_row(values, first + i);
  }
  for (; kept < old_count; ++kept) {
    page->rows.push_back(old->rows[kept]);
    merged.append_row(old->values, kept);
  }
  page->values = merged.finish();
  return page;
}

void Patch::set(std::span<const uint64_t> row_ids, uint64_t first_row_id, const ColumnVector& values,
                size_t first) {
  for (size_t begin = 0; begin < row_ids.size();) {
    const size_t number = (row_ids[begin] - first_row_id) / kPageRows;
    STOA_ASSERT(number < pages_.size());
    const uint64_t page_end = first_row_id + (number + 1) * kPageRows;
    size_t end = begin + 1;
    while (end < row_ids.size() && row_ids[end] < page_end) {
      ++end;
    }
    std::shared_ptr<const Page>& place = pages_[number];
    const size_t old_count = place == nullptr ? 0 : place->rows.size();
    place = merge_page(place.get(), number * kPageRows, row_ids.subspan(begin, end - begin), first_row_id,
                       values, first + begin);
    value_count_ += place->rows.size() - old_count;
    begin = end;
  }
  zone_.merge(compute_zone(values.slice(first, row_ids.size())));
}

}  // namespace stoa
