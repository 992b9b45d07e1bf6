#include "column/kernels/gather.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/assert.h"
#include "column/kernels/mask.h"

namespace stoa {

namespace {

template <size_t kWidth>
struct Bytes {
  std::byte bytes[kWidth];
};

/// One loop per width: what the bytes mean doesn't matter.
template <size_t kWidth>
void gather_width(const std::byte* from, const uint32_t* rows, size_t n, std::byte* to) {
  using Element = Bytes<kWidth>;
  const auto* source = reinterpret_cast<const Element*>(from);
  auto* target = reinterpret_cast<Element*>(to);
  for (size_t i = 0; i < n; ++i) {
    target[i] = source[rows[i]];
  }
}

template <size_t kWidth>
void fill_width(const std::byte* from, size_t n, std::byte* to) {
  using Element = Bytes<kWidth>;
  std::fill_n(reinterpret_cast<Element*>(to), n, *reinterpret_cast<const Element*>(from));
}

void gather_bytes(size_t width_bytes, const std::byte* from, const uint32_t* rows, size_t n, std::byte* to) {
  switch (width_bytes) {
    case 1: return gather_width<1>(from, rows, n, to);
    case 2: return gather_width<2>(from, rows, n, to);
    case 4: return gather_width<4>(from, rows, n, to);
    case 8: return gather_width<8>(from, rows, n, to);
    case 16: return gather_width<16>(from, rows, n, to);
    default: STOA_UNREACHABLE("no flat vector has values of this width");
  }
}

void fill_bytes(size_t width_bytes, const std::byte* from, size_t n, std::byte* to) {
  switch (width_bytes) {
    case 1: return fill_width<1>(from, n, to);
    case 2: return fill_width<2>(from, n, to);
    case 4: return fill_width<4>(from, n, to);
    case 8: return fill_width<8>(from, n, to);
    case 16: return fill_width<16>(from, n, to);
    default: STOA_UNREACHABLE("no flat vector has values of this width");
  }
}

size_t stored_width_bytes(const LogicalType& type) {
  return std::max<size_t>(1, type.width_bytes());
}

/// The rows' validity as a mask of its own, or none where all are valid.
Validity gather_validity(const UnifiedVector& source, const uint32_t* rows, size_t n, MemoryBudget* budget) {
  if (source.validity == nullptr) {
    return {};
  }
  auto mask = Buffer::allocate(std::max<size_t>(1, words_for_bits(n)) * sizeof(uint64_t), budget);
  auto* words = mask->as<uint64_t>();
  if (source.index_mask == 0) {
    mask_fill(words, n, get_bit(source.validity, 0));
  } else if (source.positions == nullptr && rows == nullptr) {
    mask_copy_bits(source.validity, 0, n, words);
  } else if (source.positions == nullptr) {
    mask_gather(source.validity, rows, n, words);
  } else if (rows == nullptr) {
    mask_gather(source.validity, source.positions, n, words);
  } else {
    mask_fill(words, n, false);
    for (size_t i = 0; i < n; ++i) {
      words[i / 64] |= uint64_t{get_bit(source.validity, source.positions[rows[i]])} << (i % 64);
    }
  }
  return {words, std::move(mask)};
}

ColumnVector gather_rows(const ColumnVector& vector, const uint32_t* rows, size_t n, MemoryBudget* budget) {
  const LogicalType& type = vector.type();
  auto values = Buffer::allocate(n * stored_width_bytes(type), budget);
  gather_values(vector, rows, n, values->data());
  const std::byte* data = values->data();
  const ColumnVector& source = vector.is_dictionary() ? vector.dictionary() : vector;
  return ColumnVector::view_flat(type, n, data, std::move(values),
                                 gather_validity(UnifiedVector(vector), rows, n, budget), source.heap());
}

}  // namespace

void gather_values(const ColumnVector& vector, const uint32_t* rows, size_t n, std::byte* to) {
  const size_t width_bytes = stored_width_bytes(vector.type());
  const UnifiedVector source(vector);
  if (n == 0) {
    return;
  }
  if (source.index_mask == 0) {
    fill_bytes(width_bytes, source.data, n, to);
  } else if (source.positions == nullptr && rows == nullptr) {
    std::memcpy(to, source.data, n * width_bytes);
  } else if (source.positions == nullptr) {
    gather_bytes(width_bytes, source.data, rows, n, to);
  } else if (rows == nullptr) {
    gather_bytes(width_bytes, source.data, source.positions, n, to);
  } else {
    constexpr size_t kChunk = 512;
    uint32_t positions[kChunk];
    for (size_t begin = 0; begin < n; begin += kChunk) {
      const size_t count = std::min(kChunk, n - begin);
      for (size_t i = 0; i < count; ++i) {
        positions[i] = source.positions[rows[begin + i]];
      }
      gather_bytes(width_bytes, source.data, positions, count, to + begin * width_bytes);
    }
  }
}

ColumnVector gather(const ColumnVector& vector, Selection rows, MemoryBudget* budget) {
  return gather_rows(vector, rows.data(), rows.size(), budget);
}

ColumnVector gather_all(const ColumnVector& vector, MemoryBudget* budget) {
  return gather_rows(vector, nullptr, vector.size(), budget);
}

ColumnVector concatenate(const LogicalType& type, std::span<const ColumnVector> parts, MemoryBudget* budget) {
  size_t total = 0;
  for (const ColumnVector& part : parts) {
    total += part.size();
  }
  const size_t width_bytes = stored_width_bytes(type);
  auto values = Buffer::allocate(total * width_bytes, budget);
  auto heap = type.is_text_like() ? std::make_shared<TextHeap>(budget) : nullptr;
  BufferRef mask;
  size_t offset = 0;
  for (const ColumnVector& part : parts) {
    gather_values(part, nullptr, part.size(), values->data() + offset * width_bytes);
    if (heap != nullptr) {
      heap->keep(part.is_dictionary() ? part.dictionary().heap() : part.heap());
    }
    if (UnifiedVector(part).validity != nullptr && part.size() != 0) {
      if (mask == nullptr) {
        mask = Buffer::allocate(words_for_bits(total) * sizeof(uint64_t), budget);
        mask_fill(mask->as<uint64_t>(), total, true);
      }
      const Validity of_part = gather_validity(UnifiedVector(part), nullptr, part.size(), nullptr);
      for (size_t i = 0; i < part.size(); ++i) {
        if (!of_part.is_valid(i)) {
          clear_bit(mask->as<uint64_t>(), offset + i);
        }
      }
    }
    offset += part.size();
  }
  Validity validity = mask == nullptr ? Validity() : Validity(mask->as<uint64_t>(), mask);
  const std::byte* data = values->data();
  return ColumnVector::view_flat(type, total, data, std::move(values), std::move(validity), std::move(heap));
}

}  // namespace stoa
