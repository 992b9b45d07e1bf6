#include "store/row_copy.h"

#include <algorithm>
#include <cstring>

#include "base/assert.h"
#include "column/kernels/gather.h"

namespace stoa {

namespace {

template <size_t kWidth>
struct Bytes {
  std::byte bytes[kWidth];
};

template <size_t kWidth>
void scatter_width(const UnifiedVector& from, size_t first, std::span<const uint32_t> rows, std::byte* to) {
  using Element = Bytes<kWidth>;
  const auto* source = reinterpret_cast<const Element*>(from.data);
  auto* target = reinterpret_cast<Element*>(to);
  if (from.positions == nullptr && from.index_mask != 0) {
    for (size_t i = 0; i < rows.size(); ++i) {
      target[rows[i]] = source[first + i];
    }
    return;
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    target[rows[i]] = source[from.position(first + i)];
  }
}

void scatter_values(size_t width_bytes, const UnifiedVector& from, size_t first,
                    std::span<const uint32_t> rows, std::byte* to) {
  switch (width_bytes) {
    case 1: return scatter_width<1>(from, first, rows, to);
    case 2: return scatter_width<2>(from, first, rows, to);
    case 4: return scatter_width<4>(from, first, rows, to);
    case 8: return scatter_width<8>(from, first, rows, to);
    case 16: return scatter_width<16>(from, first, rows, to);
    default: STOA_UNREACHABLE("no flat vector has values of this width");
  }
}

size_t stored_width_bytes(const LogicalType& type) {
  return std::max<size_t>(1, type.width_bytes());
}

void keep_heap(const ColumnVector& from, ColumnVector& out) {
  if (!from.type().is_text_like()) {
    return;
  }
  const ColumnVector& source = from.is_dictionary() ? from.dictionary() : from;
  if (source.heap() != nullptr && source.heap() != out.heap()) {
    out.mutable_heap().keep(source.heap());
  }
}

}  // namespace

void copy_rows(const ColumnVector& from, std::span<const uint32_t> rows, ColumnVector& out, size_t first) {
  if (rows.empty()) {
    return;
  }
  gather_values(from, rows.data(), rows.size(),
                out.mutable_values<std::byte>() + first * stored_width_bytes(out.type()));
  keep_heap(from, out);
  const UnifiedVector source(from);
  if (source.validity == nullptr && !out.validity().has_mask()) {
    return;
  }
  uint64_t* mask = out.mutable_validity();
  for (size_t i = 0; i < rows.size(); ++i) {
    put_bit(mask, first + i, source.is_valid(rows[i]));
  }
}

void scatter_rows(const ColumnVector& from, size_t first, std::span<const uint32_t> rows, ColumnVector& out) {
  if (rows.empty()) {
    return;
  }
  const UnifiedVector source(from);
  scatter_values(stored_width_bytes(out.type()), source, first, rows, out.mutable_values<std::byte>());
  keep_heap(from, out);
  if (source.validity == nullptr && !out.validity().has_mask()) {
    return;
  }
  uint64_t* mask = out.mutable_validity();
  for (size_t i = 0; i < rows.size(); ++i) {
    put_bit(mask, rows[i], source.is_valid(first + i));
  }
}

ColumnVector flat_copy(const ColumnVector& from, size_t offset, size_t count, MemoryBudget* budget) {
  return gather_all(from.slice(offset, count), budget);
}

}  // namespace stoa
