#include "table/open_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "store/row_copy.h"

namespace stoa {

namespace {

/// Longer chains of texts are packed into one block: they hold what was overwritten.
constexpr size_t kTextBlockCountMax = 64;
constexpr size_t kPlaceAlignment_bytes = 16;

struct TextBlock {
  Owner previous;
  BufferRef bytes;
};

size_t long_bytes(const UnifiedVector& rows, size_t position) {
  if (!rows.is_valid_at(position)) {
    return 0;
  }
  const TextView& text = rows.values<TextView>()[position];
  return text.is_inlined() ? 0 : text.size();
}

}  // namespace

std::shared_ptr<const OpenRows::Layout> OpenRows::make_layout(const std::vector<ColumnDefinition>& columns,
                                                              size_t& total_bytes) {
  auto layout = std::make_shared<Layout>();
  total_bytes = 0;
  for (const ColumnDefinition& column : columns) {
    if (column.type.is_nested()) {
      raise_unsupported("storing a column of type " + column.type.to_string());
    }
    const size_t width_bytes = std::max<size_t>(1, column.type.width_bytes());
    layout->push_back({column.type, column.id, total_bytes, width_bytes});
    total_bytes += round_up(kPlaceAlignment_bytes + kCapacity * width_bytes, kPlaceAlignment_bytes);
  }
  return layout;
}

OpenRows::OpenRows(uint64_t first_row_id, const std::vector<ColumnDefinition>& columns, MemoryBudget* budget)
    : budget_(budget) {
  first_row_id_ = first_row_id;
  size_t total_bytes = 0;
  layout_ = make_layout(columns, total_bytes);
  memory_ = Buffer::allocate_zeroed(total_bytes, budget);
}

OpenRows::OpenRows(const OpenRows& other)
    : RowBlock(other),
      layout_(other.layout_),
      budget_(other.budget_),
      memory_(Buffer::allocate(other.memory_->size_bytes(), other.budget_)),
      texts_(other.texts_),
      text_block_count_(other.text_block_count_),
      deleted_(other.deleted_) {
  std::memcpy(memory_->data(), other.memory_->data(), memory_->size_bytes());
}

const OpenRows::Place& OpenRows::place_of(TableColumnId column) const {
  for (const Place& place : *layout_) {
    if (place.id == column) {
      return place;
    }
  }
  STOA_UNREACHABLE("open rows have all columns of their table");
}

uint64_t& OpenRows::validity_of(const Place& place) const noexcept {
  return *reinterpret_cast<uint64_t*>(memory_->data() + place.offset_bytes);
}

std::byte* OpenRows::values_of(const Place& place) const noexcept {
  return memory_->data() + place.offset_bytes + kPlaceAlignment_bytes;
}

ColumnVector OpenRows::view(const Place& place) const {
  const uint64_t& mask = validity_of(place);
  const bool all_valid = (~mask & low_bits(row_count_)) == 0;
  return ColumnVector::view_flat(place.type, row_count_, values_of(place), memory_,
                                 all_valid ? Validity() : Validity(&mask, memory_),
                                 place.type.is_text_like() ? texts_ : nullptr);
}

ColumnVector OpenRows::read(const ColumnDefinition& column, size_t offset, size_t count) const {
  ColumnVector values = view(place_of(column.id)).slice(offset, count);
  values.set_type(column.type);
  return values;
}

void OpenRows::gather(const ColumnDefinition& column, std::span<const uint32_t> rows, ColumnVector& out,
                      size_t first) const {
  copy_rows(view(place_of(column.id)), rows, out, first);
}

void OpenRows::put(const Place& place, size_t row, const UnifiedVector& from, size_t position,
                   char*& text_place) const {
  std::byte* target = values_of(place) + row * place.width_bytes;
  const bool is_valid = from.is_valid_at(position);
  put_bit(&validity_of(place), row, is_valid);
  if (!is_valid) {
    std::memset(target, 0, place.width_bytes);
    return;
  }
  if (place.type.physical() != PhysicalType::kText || long_bytes(from, position) == 0) {
    std::memcpy(target, from.data + position * place.width_bytes, place.width_bytes);
    return;
  }
  const TextView& text = from.values<TextView>()[position];
  std::memcpy(text_place, text.data(), text.size());
  store_unaligned(target, TextView(text_place, text.size()));
  text_place += text.size();
}

char* OpenRows::make_text_room(size_t size_bytes) {
  if (size_bytes == 0) {
    return nullptr;
  }
  if (text_block_count_ >= kTextBlockCountMax) {
    pack_texts();
  }
  auto block = std::make_shared<TextBlock>();
  block->bytes = Buffer::allocate(size_bytes, budget_);
  block->previous = std::move(texts_);
  char* place = block->bytes->as<char>();
  texts_ = std::move(block);
  ++text_block_count_;
  return place;
}

void OpenRows::pack_texts() {
  size_t total_bytes = 0;
  auto each_long_text = [this](auto visit) {
    for (const Place& place : *layout_) {
      if (place.type.physical() != PhysicalType::kText) {
        continue;
      }
      auto* texts = reinterpret_cast<TextView*>(values_of(place));
      for (size_t row = 0; row < row_count_; ++row) {
        if (!texts[row].is_inlined()) {
          visit(texts[row]);
        }
      }
    }
  };
  each_long_text([&total_bytes](const TextView& text) { total_bytes += text.size(); });
  auto block = std::make_shared<TextBlock>();
  block->bytes = Buffer::allocate(total_bytes, budget_);
  char* place = block->bytes->as<char>();
  each_long_text([&place](TextView& text) {
    std::memcpy(place, text.data(), text.size());
    text = TextView(place, text.size());
    place += text.size();
  });
  texts_ = std::move(block);
  text_block_count_ = 1;
}

void OpenRows::append(const Batch& rows, size_t offset, size_t count) {
  STOA_CHECK(count <= room() && rows.columns.size() == layout_->size());
  size_t text_bytes = 0;
  for (size_t i = 0; i < layout_->size(); ++i) {
    if ((*layout_)[i].type.physical() != PhysicalType::kText) {
      continue;
    }
    const UnifiedVector from(rows.columns[i]);
    for (size_t row = 0; row < count; ++row) {
      text_bytes += long_bytes(from, from.position(offset + row));
    }
  }
  char* text_place = make_text_room(text_bytes);
  for (size_t i = 0; i < layout_->size(); ++i) {
    const UnifiedVector from(rows.columns[i]);
    for (size_t row = 0; row < count; ++row) {
      put((*layout_)[i], row_count_ + row, from, from.position(offset + row), text_place);
    }
  }
  row_count_ += count;
}

size_t OpenRows::erase(std::span<const uint64_t> row_ids) {
  const uint64_t before = deleted_;
  for (const uint64_t row_id : row_ids) {
    deleted_ |= uint64_t{1} << (row_id - first_row_id_);
  }
  const auto erased = static_cast<size_t>(std::popcount(deleted_ ^ before));
  deleted_count_ += erased;
  return erased;
}

void OpenRows::update(std::span<const uint64_t> row_ids, TableColumnId column, const ColumnVector& values,
                      size_t first) {
  const Place& place = place_of(column);
  const UnifiedVector from(values);
  size_t text_bytes = 0;
  if (place.type.physical() == PhysicalType::kText) {
    for (size_t i = 0; i < row_ids.size(); ++i) {
      text_bytes += long_bytes(from, from.position(first + i));
    }
  }
  char* text_place = make_text_room(text_bytes);
  for (size_t i = 0; i < row_ids.size(); ++i) {
    put(place, row_ids[i] - first_row_id_, from, from.position(first + i), text_place);
  }
}

std::shared_ptr<RowGroup> OpenRows::to_group(MemoryBudget* budget, EditToken token) const {
  std::vector<SegmentRef> segments;
  for (const Place& place : *layout_) {
    const size_t slot = slot_of(place.id);
    if (slot >= segments.size()) {
      segments.resize(slot + 1);
    }
    segments[slot] = Segment::make_plain(view(place));
  }
  auto group = std::make_shared<RowGroup>(row_count_, std::move(segments));
  group->set_first_row_id(first_row_id_);
  group->owner = token;
  std::vector<uint64_t> deleted;
  for (size_t row = 0; row < row_count_; ++row) {
    if (is_deleted(row)) {
      deleted.push_back(first_row_id_ + row);
    }
  }
  if (!deleted.empty()) {
    group->erase(deleted, budget, token);
  }
  return group;
}

}  // namespace stoa
