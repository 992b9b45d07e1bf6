#include "column/kernels/mask.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/assert.h"
#include "column/kernels/mask_simd.h"

namespace stoa {

namespace {

/// Eight bools gathered to eight bits: the multiplication moves bit 0 of byte i to bit 56 + i.
constexpr uint64_t kGatherBits = 0x0102040810204080ULL;

uint64_t bools_to_word(const uint8_t* bools) {
  uint64_t word = 0;
  for (size_t byte = 0; byte < 8; ++byte) {
    // Rows behind the end may hold anything, and must not reach into their neighbours' bits.
    const uint64_t eight = load_unaligned<uint64_t>(bools + 8 * byte) & 0x0101010101010101ULL;
    word |= ((eight * kGatherBits) >> 56) << (8 * byte);
  }
  return word;
}

void word_to_bools(uint64_t word, uint8_t* bools) {
  for (size_t byte = 0; byte < 8; ++byte) {
    // Copy eight bits to eight bytes, keep a different one in each, and make it 0 or 1.
    const uint64_t spread = (((word >> (8 * byte)) & 0xFF) * 0x0101010101010101ULL) & 0x8040201008040201ULL;
    store_unaligned(bools + 8 * byte, ((spread + 0x7F7F7F7F7F7F7F7FULL) & 0x8080808080808080ULL) >> 7);
  }
}

void trim(uint64_t* mask, size_t n) {
  if (n % 64 != 0) {
    mask[n / 64] &= low_bits(n % 64);
  }
}

}  // namespace

void mask_fill(uint64_t* mask, size_t n, bool value) {
  std::fill_n(mask, words_for_bits(n), value ? ~uint64_t{0} : 0);
  trim(mask, n);
}

void mask_and(uint64_t* mask, const uint64_t* other, size_t n) {
  for (size_t i = 0; i < words_for_bits(n); ++i) {
    mask[i] &= other[i];
  }
  trim(mask, n);
}

void mask_or(uint64_t* mask, const uint64_t* other, size_t n) {
  for (size_t i = 0; i < words_for_bits(n); ++i) {
    mask[i] |= other[i];
  }
  trim(mask, n);
}

void mask_and_not(uint64_t* mask, const uint64_t* other, size_t n) {
  for (size_t i = 0; i < words_for_bits(n); ++i) {
    mask[i] &= ~other[i];
  }
  trim(mask, n);
}

void mask_not(uint64_t* mask, size_t n) {
  for (size_t i = 0; i < words_for_bits(n); ++i) {
    mask[i] = ~mask[i];
  }
  trim(mask, n);
}

size_t mask_count(const uint64_t* mask, size_t n) {
  return count_bits(mask, n);
}

void mask_copy_bits(const uint64_t* from, size_t offset, size_t n, uint64_t* to) {
  const size_t word_count = words_for_bits(n);
  const uint64_t* source = from + offset / 64;
  const size_t shift = offset % 64;
  if (shift == 0) {
    std::copy_n(source, word_count, to);
  } else {
    const size_t source_count = words_for_bits(shift + n);
    for (size_t i = 0; i < word_count; ++i) {
      const uint64_t above = i + 1 < source_count ? source[i + 1] << (64 - shift) : 0;
      to[i] = (source[i] >> shift) | above;
    }
  }
  trim(to, n);
}

size_t mask_to_selection_scalar(const uint64_t* mask, size_t n, uint32_t* out) {
  uint32_t* next = out;
  for (size_t begin = 0; begin < n; begin += 64) {
    uint64_t word = mask[begin / 64];
    if (n - begin < 64) {
      word &= low_bits(n - begin);
    }
    for (; word != 0; word &= word - 1) {
      *next++ = static_cast<uint32_t>(begin) + static_cast<uint32_t>(std::countr_zero(word));
    }
  }
  return static_cast<size_t>(next - out);
}

size_t mask_to_selection(const uint64_t* mask, size_t n, uint32_t* out) {
  return mask_to_selection_simd(mask, n, out);
}

void valid_to_mask(const ColumnVector& vector, size_t n, uint64_t* mask) {
  const UnifiedVector rows(vector);
  if (rows.validity == nullptr) {
    mask_fill(mask, n, true);
  } else if (rows.index_mask == 0) {
    mask_fill(mask, n, get_bit(rows.validity, 0));
  } else if (rows.positions == nullptr) {
    mask_copy_bits(rows.validity, 0, n, mask);
  } else {
    mask_gather(rows.validity, rows.positions, n, mask);
  }
}

size_t valid_to_selection(const ColumnVector& vector, size_t n, uint32_t* out) {
  std::vector<uint64_t> mask(words_for_bits(n));
  valid_to_mask(vector, n, mask.data());
  return mask_to_selection(mask.data(), n, out);
}

void bools_to_mask(const uint8_t* bools, size_t n, uint64_t* mask) {
  for (size_t i = 0; i < words_for_bits(n); ++i) {
    mask[i] = bools_to_word(bools + 64 * i);
  }
  trim(mask, n);
}

void mask_to_bools(const uint64_t* mask, size_t n, uint8_t* bools) {
  for (size_t i = 0; i < words_for_bits(n); ++i) {
    word_to_bools(mask[i], bools + 64 * i);
  }
}

void true_to_mask(const ColumnVector& booleans, size_t n, uint64_t* mask) {
  const UnifiedVector rows(booleans);
  if (rows.index_mask == 0) {
    mask_fill(mask, n, rows.is_valid(0) && *rows.values<uint8_t>() != 0);
    return;
  }
  if (rows.positions == nullptr) {
    bools_to_mask(rows.values<uint8_t>(), n, mask);
    if (rows.validity != nullptr) {
      mask_and(mask, rows.validity, n);
    }
    return;
  }
  const uint8_t* values = rows.values<uint8_t>();
  for (size_t begin = 0; begin < n; begin += 64) {
    const size_t end = std::min(begin + 64, n);
    uint64_t word = 0;
    for (size_t i = begin; i < end; ++i) {
      const uint32_t position = rows.positions[i];
      word |= uint64_t{values[position] != 0 && rows.is_valid_at(position)} << (i - begin);
    }
    mask[begin / 64] = word;
  }
}

ColumnVector bool_vector(const uint64_t* true_mask, const uint64_t* valid_mask, size_t n) {
  auto bools = Buffer::allocate(round_up(n, 64));
  mask_to_bools(true_mask, n, bools->as<uint8_t>());
  Validity validity;
  if (valid_mask != nullptr) {
    auto valid = Buffer::allocate(std::max<size_t>(1, words_for_bits(n)) * sizeof(uint64_t));
    std::copy_n(valid_mask, words_for_bits(n), valid->as<uint64_t>());
    const auto* words = valid->as<uint64_t>();
    validity = Validity(words, std::move(valid));
  }
  const std::byte* data = bools->data();
  return ColumnVector::view_flat(TypeId::kBoolean, n, data, std::move(bools), std::move(validity));
}

void mask_gather(const uint64_t* entry_mask, const uint32_t* indices, size_t n, uint64_t* mask) {
  for (size_t begin = 0; begin < n; begin += 64) {
    const size_t end = std::min(begin + 64, n);
    uint64_t word = 0;
    for (size_t i = begin; i < end; ++i) {
      const uint32_t index = indices[i];
      word |= ((entry_mask[index / 64] >> (index % 64)) & 1) << (i - begin);
    }
    mask[begin / 64] = word;
  }
}

}  // namespace stoa
