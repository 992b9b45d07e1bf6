#include "store/segment_builder.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/error.h"
#include "column/kernels/gather.h"
#include "column/kernels/mask.h"
#include "store/code_kernels.h"
#include "store/dictionary_segment.h"
#include "store/row_copy.h"
#include "store/text_coder.h"

namespace stoa {

namespace {

/// Texts are coded while at most one of this many rows brings a new one.
constexpr size_t kRowsPerEntryMin = 4;
/// From so many rows on it is judged whether texts repeat.
constexpr size_t kSampleRows = 1024;

bool is_one_value(const std::byte* values, size_t width_bytes, size_t count) {
  const std::byte* last = values + (count - 1) * width_bytes;
  return std::memcmp(values, last, width_bytes) == 0 &&
         std::memcmp(values, values + width_bytes, (count - 1) * width_bytes) == 0;
}

}  // namespace

struct SegmentBuilder::State {
  LogicalType type;
  size_t width_bytes;
  size_t capacity;
  size_t count = 0;
  std::shared_ptr<SharedDictionary> dictionary;
  MemoryBudget* budget;
  std::optional<TextCoder> coder;  // while texts are coded
  BufferRef codes;
  ColumnVector values;              // otherwise: flat, `count` rows in use
  std::shared_ptr<TextHeap> texts;  // what the values' long texts are copied to

  void start_values();
  void append_values(const ColumnVector& from, size_t offset, size_t row_count);
  void append_nulls(const ColumnVector& from, size_t offset, size_t row_count);
  void copy_texts(size_t first, size_t row_count);
  void stop_coding();
  bool still_pays() const;
  SegmentRef finish_coded();
  SegmentRef finish_values();
};

SegmentBuilder::SegmentBuilder(const LogicalType& type, size_t capacity,
                               std::shared_ptr<SharedDictionary> dictionary, MemoryBudget* budget)
    : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.type = type;
  state.width_bytes = std::max<size_t>(1, type.width_bytes());
  state.capacity = capacity;
  state.budget = budget;
  state.dictionary = type.physical() == PhysicalType::kText ? std::move(dictionary) : nullptr;
  if (type.is_nested()) {
    raise_unsupported("storing a column of type " + type.to_string());
  }
  if (state.dictionary == nullptr) {
    state.start_values();
  } else {
    state.coder.emplace(type, budget);
    state.codes = Buffer::allocate(capacity * sizeof(uint32_t), budget);
  }
}

SegmentBuilder::~SegmentBuilder() = default;

void SegmentBuilder::State::start_values() {
  auto buffer = Buffer::allocate(std::max<size_t>(1, capacity * width_bytes), budget);
  const std::byte* data = buffer->data();
  if (type.physical() == PhysicalType::kText) {
    texts = std::make_shared<TextHeap>(budget);
  }
  values = ColumnVector::view_flat(type, capacity, data, std::move(buffer), {}, texts);
}

/// The values as they come; texts get copied so that the segment does not hold on to the memory of the
/// source.
void SegmentBuilder::State::append_values(const ColumnVector& from, size_t offset, size_t row_count) {
  std::byte* place = values.mutable_values<std::byte>() + count * width_bytes;
  if (from.is_constant()) {
    gather_values(from, nullptr, row_count, place);
  } else if (from.is_flat()) {
    std::memcpy(place, from.data() + offset * width_bytes, row_count * width_bytes);
  } else {
    gather_values(from.dictionary(), from.indices() + offset, row_count, place);
  }
  if (UnifiedVector(from).validity != nullptr) {
    append_nulls(from, offset, row_count);
  }
  if (texts != nullptr) {
    copy_texts(count, row_count);
  }
}

void SegmentBuilder::State::append_nulls(const ColumnVector& from, size_t offset, size_t row_count) {
  std::vector<uint64_t> valid(words_for_bits(row_count));
  const UnifiedVector rows(from);
  if (from.is_flat()) {
    mask_copy_bits(rows.validity, offset, row_count, valid.data());
  } else if (rows.positions != nullptr) {
    mask_gather(rows.validity, rows.positions + offset, row_count, valid.data());
  } else {
    mask_fill(valid.data(), row_count, rows.is_valid(0));
  }
  std::byte* place = values.mutable_values<std::byte>() + count * width_bytes;
  uint64_t* mask = values.mutable_validity();
  for (size_t word = 0; word < valid.size(); ++word) {
    uint64_t nulls = ~valid[word] & low_bits(row_count - word * 64);
    for (; nulls != 0; nulls &= nulls - 1) {
      const size_t row = word * 64 + static_cast<size_t>(std::countr_zero(nulls));
      clear_bit(mask, count + row);
      std::memset(place + row * width_bytes, 0, width_bytes);
    }
  }
}

/// One block for all of them: the heap is asked once, not once per text.
void SegmentBuilder::State::copy_texts(size_t first, size_t row_count) {
  auto* views = values.mutable_values<TextView>() + first;
  size_t total_bytes = 0;
  for (size_t i = 0; i < row_count; ++i) {
    total_bytes += views[i].is_inlined() ? 0 : views[i].size();
  }
  if (total_bytes == 0) {
    return;
  }
  char* place = texts->allocate(total_bytes);
  for (size_t i = 0; i < row_count; ++i) {
    if (views[i].is_inlined()) {
      continue;
    }
    const uint32_t size = views[i].size();
    std::memcpy(place, views[i].data(), size);
    views[i] = TextView(place, size);
    place += size;
  }
}

bool SegmentBuilder::State::still_pays() const {
  return count < kSampleRows ||
         coder->size() * kRowsPerEntryMin <= std::max(count, kSampleRows * kRowsPerEntryMin);
}

/// Texts hardly repeat: from here on they are kept as they come.
void SegmentBuilder::State::stop_coding() {
  const ColumnVector entries = coder->entries();
  const ColumnVector coded = ColumnVector::make_over(std::make_shared<const ColumnVector>(entries), true,
                                                     codes->as<uint32_t>(), codes, count);
  const size_t row_count = std::exchange(count, 0);
  start_values();
  append_values(coded, 0, row_count);
  count = row_count;
  coder.reset();
  codes.reset();
}

void SegmentBuilder::append(const ColumnVector& from, size_t offset, size_t row_count) {
  State& state = *state_;
  STOA_CHECK(state.count + row_count <= state.capacity);
  while (state.coder && row_count != 0) {
    const size_t piece = std::min(row_count, kSampleRows * 2);
    state.coder->encode(from, offset, piece, state.codes->as<uint32_t>() + state.count);
    state.count += piece;
    offset += piece;
    row_count -= piece;
    if (!state.still_pays()) {
      state.stop_coding();
    }
  }
  if (row_count == 0) {
    return;
  }
  state.append_values(from, offset, row_count);
  state.count += row_count;
}

void SegmentBuilder::overwrite(std::span<const uint32_t> rows, const ColumnVector& from, size_t first) {
  State& state = *state_;
  if (rows.empty()) {
    return;
  }
  if (!state.coder) {
    scatter_rows(from, first, rows, state.values);
    if (state.texts == nullptr) {
      return;
    }
    auto* views = state.values.mutable_values<TextView>();
    for (const uint32_t row : rows) {
      views[row] = state.texts->add(views[row]);
    }
    state.values.set_heap(state.texts);
    return;
  }
  std::vector<uint32_t> codes(rows.size());
  state.coder->encode(from, first, rows.size(), codes.data());
  auto* all = state.codes->as<uint32_t>();
  for (size_t i = 0; i < rows.size(); ++i) {
    all[rows[i]] = codes[i];
  }
  if (!state.still_pays()) {
    state.stop_coding();
  }
}

size_t SegmentBuilder::row_count() const noexcept {
  return state_->count;
}

SegmentRef SegmentBuilder::State::finish_coded() {
  const ColumnVector entries = coder->entries();
  if (entries.size() == 1) {
    return Segment::make_constant(entries.value(0), count);
  }
  std::vector<uint32_t> translation(entries.size());
  std::shared_ptr<const ColumnVector> version;
  if (!dictionary->intern(entries, translation.data(), version)) {
    stop_coding();
    return finish_values();
  }
  translate_codes(translation.data(), count, codes->as<uint32_t>());
  return std::make_shared<DictionarySegment>(std::move(version), std::span(codes->as<uint32_t>(), count),
                                             budget);
}

SegmentRef SegmentBuilder::State::finish_values() {
  ColumnVector whole = values.slice(0, count);
  const size_t valid_count = whole.validity().count_valid(count);
  if (count != 0 && valid_count == 0) {
    return Segment::make_constant(Value::null(type), count);
  }
  if (valid_count == count) {
    whole.set_validity({});
  }
  if (count > 1 && valid_count == count && texts == nullptr &&
      is_one_value(whole.data(), width_bytes, count)) {
    return Segment::make_constant(whole.value(0), count);
  }
  return Segment::make_plain(std::move(whole));
}

SegmentRef SegmentBuilder::finish() {
  State& state = *state_;
  if (state.coder && state.count != 0) {
    return state.finish_coded();
  }
  if (state.coder) {
    state.stop_coding();
  }
  return state.finish_values();
}

}  // namespace stoa
