#include "column/kernels/compare.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "column/kernels/compare_simd.h"
#include "column/kernels/gather.h"
#include "column/kernels/mask.h"

namespace stoa {

namespace {

/// Rows that are brought together on the stack before they are compared.
constexpr size_t kChunkRows = 512;

struct Test {
  CompareTest test;
  bool negated;
};

Test test_of(CompareOperator op) {
  switch (op) {
    case CompareOperator::kNotEqual:
    case CompareOperator::kDistinct: return {CompareTest::kEqual, true};
    case CompareOperator::kLess: return {CompareTest::kLess, false};
    case CompareOperator::kLessEqual: return {CompareTest::kGreater, true};
    case CompareOperator::kGreater: return {CompareTest::kGreater, false};
    case CompareOperator::kGreaterEqual: return {CompareTest::kLess, true};
    default: return {CompareTest::kEqual, false};
  }
}

bool is_null_safe(CompareOperator op) {
  return op == CompareOperator::kDistinct || op == CompareOperator::kNotDistinct;
}

template <class Row>
void words_of_rows(size_t n, uint64_t* mask, Row row) {
  for (size_t begin = 0; begin < n; begin += 64) {
    const size_t end = std::min(begin + 64, n);
    uint64_t word = 0;
    for (size_t i = begin; i < end; ++i) {
      word |= uint64_t{row(i)} << (i - begin);
    }
    mask[begin / 64] = word;
  }
}

/// The values of the types without SIMD, seen so that == and < are SQL's.
Int128 ordered(Int128 value) {
  return value;
}
Int128 ordered(const Interval& value) {
  return value.length_us();
}

/// `step` is 0 when the right side is one constant.
template <class T>
void compare_ordered(CompareTest test, const T* left, const T* right, size_t step, size_t n, uint64_t* mask) {
  switch (test) {
    case CompareTest::kEqual:
      return words_of_rows(n, mask, [=](size_t i) { return ordered(left[i]) == ordered(right[i * step]); });
    case CompareTest::kLess:
      return words_of_rows(n, mask, [=](size_t i) { return ordered(left[i]) < ordered(right[i * step]); });
    case CompareTest::kGreater:
      return words_of_rows(n, mask, [=](size_t i) { return ordered(right[i * step]) < ordered(left[i]); });
  }
}

struct Halves {
  uint64_t first;
  uint64_t second;
};

/// A short text is equal when its 16 bytes are.
void equal_short_text(const TextView* left, const TextView& right, size_t n, uint64_t* mask) {
  const auto wanted = load_unaligned<Halves>(&right);
  words_of_rows(n, mask, [=](size_t i) {
    const auto seen = load_unaligned<Halves>(left + i);
    return ((seen.first ^ wanted.first) | (seen.second ^ wanted.second)) == 0;
  });
}

/// The twelve bytes of a short text as a number that orders as they do.
UInt128 short_order(const TextView& text) {
  const auto rest = load_unaligned<uint64_t>(reinterpret_cast<const char*>(&text) + 8);
  return static_cast<UInt128>(text.prefix_order()) << 64 | std::byteswap(rest);
}

/// Short texts order by their bytes as numbers, then by length; the bytes of most differ early.
bool less_text(const TextView& a, const TextView& b) {
  if (a.is_inlined() && b.is_inlined()) [[likely]] {
    const UInt128 order_a = short_order(a);
    const UInt128 order_b = short_order(b);
    return (order_a < order_b) | ((order_a == order_b) & (a.size() < b.size()));
  }
  return compare(a, b) < 0;
}

void compare_texts(CompareTest test, const TextView* left, const TextView* right, size_t step, size_t n,
                   uint64_t* mask) {
  switch (test) {
    case CompareTest::kEqual:
      if (step == 0 && right->is_inlined()) {
        return equal_short_text(left, *right, n, mask);
      }
      return words_of_rows(n, mask, [=](size_t i) { return left[i] == right[i * step]; });
    case CompareTest::kLess:
      return words_of_rows(n, mask, [=](size_t i) { return less_text(left[i], right[i * step]); });
    case CompareTest::kGreater:
      return words_of_rows(n, mask, [=](size_t i) { return less_text(right[i * step], left[i]); });
  }
}

void compare_contiguous(PhysicalType physical, CompareTest test, const void* left, const void* right,
                        bool right_is_constant, size_t n, uint64_t* mask) {
  const size_t step = right_is_constant ? 0 : 1;
  if (physical == PhysicalType::kText) {
    compare_texts(test, static_cast<const TextView*>(left), static_cast<const TextView*>(right), step, n,
                  mask);
  } else if (physical == PhysicalType::kInterval) {
    compare_ordered(test, static_cast<const Interval*>(left), static_cast<const Interval*>(right), step, n,
                    mask);
  } else if (physical == PhysicalType::kInt128) {
    compare_ordered(test, static_cast<const Int128*>(left), static_cast<const Int128*>(right), step, n, mask);
  } else if (right_is_constant) {
    compare_constant_simd(physical, test, left, right, n, mask);
  } else {
    compare_flat_simd(physical, test, left, right, n, mask);
  }
}

/// The values of rows [begin, begin + n) of a vector that is not constant, in place or copied to `space`.
const std::byte* contiguous_rows(const ColumnVector& vector, size_t begin, size_t n, std::byte* space) {
  const size_t width_bytes = vector.type().width_bytes();
  if (vector.is_flat()) {
    return vector.data() + begin * width_bytes;
  }
  gather_values(vector.dictionary(), vector.indices() + begin, n, space);
  return space;
}

/// Whether to decide once per entry of a dictionary instead of once per row.
bool decides_per_entry(const ColumnVector& vector, size_t row_count) {
  return vector.is_dictionary() && vector.dictionary().is_flat() && vector.dictionary().size() <= row_count;
}

void compare_entries(CompareTest test, const ColumnVector& left, const ColumnVector& constant, size_t n,
                     uint64_t* mask) {
  const ColumnVector& entries = left.dictionary();
  std::vector<uint64_t> entry_mask(words_for_bits(entries.size()));
  compare_contiguous(entries.type().physical(), test, entries.data(), constant.data(), true, entries.size(),
                     entry_mask.data());
  mask_gather(entry_mask.data(), left.indices(), n, mask);
}

/// The values' comparison for a left side that is not constant; NULLs are the caller's.
void compare_rows_of(CompareTest test, const ColumnVector& left, const ColumnVector& right, size_t n,
                     uint64_t* mask) {
  const PhysicalType physical = left.type().physical();
  const bool right_is_constant = right.is_constant();
  if (left.is_flat() && (right_is_constant || right.is_flat())) {
    return compare_contiguous(physical, test, left.data(), right.data(), right_is_constant, n, mask);
  }
  if (right_is_constant && decides_per_entry(left, n)) {
    return compare_entries(test, left, right, n, mask);
  }
  alignas(64) std::byte left_space[kChunkRows * sizeof(Int128)];
  alignas(64) std::byte right_space[kChunkRows * sizeof(Int128)];
  for (size_t begin = 0; begin < n; begin += kChunkRows) {
    const size_t count = std::min(kChunkRows, n - begin);
    const std::byte* a = contiguous_rows(left, begin, count, left_space);
    const std::byte* b = right_is_constant ? right.data() : contiguous_rows(right, begin, count, right_space);
    compare_contiguous(physical, test, a, b, right_is_constant, count, mask + begin / 64);
  }
}

/// The comparison of the values, whatever lies under NULLs.
void compare_values_to_mask(CompareOperator op, const ColumnVector& left, const ColumnVector& right, size_t n,
                            uint64_t* mask) {
  if (left.is_constant() && !right.is_constant()) {
    return compare_values_to_mask(flip(op), right, left, n, mask);
  }
  const Test test = test_of(op);
  if (left.is_constant()) {
    uint64_t bit = 0;
    compare_contiguous(left.type().physical(), test.test, left.data(), right.data(), true, 1, &bit);
    return mask_fill(mask, n, ((bit & 1) != 0) != test.negated);
  }
  compare_rows_of(test.test, left, right, n, mask);
  if (test.negated) {
    mask_not(mask, n);
  } else if (n % 64 != 0) {
    mask[n / 64] &= low_bits(n % 64);
  }
}

bool may_have_nulls(const ColumnVector& vector) {
  return UnifiedVector(vector).validity != nullptr;
}

void clear_nulls(const ColumnVector& vector, size_t n, uint64_t* mask) {
  if (!may_have_nulls(vector)) {
    return;
  }
  if (vector.is_flat()) {
    return mask_and(mask, vector.validity().words(), n);
  }
  std::vector<uint64_t> valid(words_for_bits(n));
  valid_to_mask(vector, n, valid.data());
  mask_and(mask, valid.data(), n);
}

void compare_null_safe(CompareOperator op, const ColumnVector& left, const ColumnVector& right, size_t n,
                       uint64_t* mask) {
  compare_values_to_mask(CompareOperator::kEqual, left, right, n, mask);
  const size_t word_count = words_for_bits(n);
  std::vector<uint64_t> left_valid(word_count);
  std::vector<uint64_t> right_valid(word_count);
  valid_to_mask(left, n, left_valid.data());
  valid_to_mask(right, n, right_valid.data());
  for (size_t i = 0; i < word_count; ++i) {
    mask[i] = (mask[i] & left_valid[i] & right_valid[i]) | ~(left_valid[i] | right_valid[i]);
  }
  if (op == CompareOperator::kDistinct) {
    mask_not(mask, n);
  } else if (n % 64 != 0) {
    mask[n / 64] &= low_bits(n % 64);
  }
}

/// A null entry is NULL whichever row asks for it, so the entries' answers serve all rows.
ColumnVector compare_dictionary_to_bool(CompareOperator op, const ColumnVector& left,
                                        const ColumnVector& right, size_t n) {
  const ColumnVector& entries = left.dictionary();
  auto answers = std::make_shared<const ColumnVector>(compare_to_bool(op, entries, right, entries.size()));
  if (answers->is_constant()) {
    ColumnVector all = *answers;
    all.set_size(n);
    return all;
  }
  return ColumnVector::make_over(std::move(answers), false, left.indices(), left.indices_owner(), n);
}

}  // namespace

CompareOperator flip(CompareOperator op) noexcept {
  switch (op) {
    case CompareOperator::kLess: return CompareOperator::kGreater;
    case CompareOperator::kLessEqual: return CompareOperator::kGreaterEqual;
    case CompareOperator::kGreater: return CompareOperator::kLess;
    case CompareOperator::kGreaterEqual: return CompareOperator::kLessEqual;
    default: return op;
  }
}

CompareOperator negate(CompareOperator op) noexcept {
  switch (op) {
    case CompareOperator::kEqual: return CompareOperator::kNotEqual;
    case CompareOperator::kNotEqual: return CompareOperator::kEqual;
    case CompareOperator::kLess: return CompareOperator::kGreaterEqual;
    case CompareOperator::kLessEqual: return CompareOperator::kGreater;
    case CompareOperator::kGreater: return CompareOperator::kLessEqual;
    case CompareOperator::kGreaterEqual: return CompareOperator::kLess;
    case CompareOperator::kDistinct: return CompareOperator::kNotDistinct;
    case CompareOperator::kNotDistinct: return CompareOperator::kDistinct;
  }
  STOA_UNREACHABLE("all operators are listed");
}

void compare_to_mask(CompareOperator op, const ColumnVector& left, const ColumnVector& right,
                     size_t row_count, uint64_t* true_mask) {
  STOA_ASSERT(left.type().physical() == right.type().physical());
  if (row_count == 0) {
    return;
  }
  if (is_null_safe(op)) {
    return compare_null_safe(op, left, right, row_count, true_mask);
  }
  compare_values_to_mask(op, left, right, row_count, true_mask);
  clear_nulls(left, row_count, true_mask);
  clear_nulls(right, row_count, true_mask);
}

ColumnVector compare_to_bool(CompareOperator op, const ColumnVector& left, const ColumnVector& right,
                             size_t row_count) {
  if (left.is_constant() && right.is_constant()) {
    uint64_t bit = 0;
    compare_to_mask(op, left, right, 1, &bit);
    const bool unknown = !is_null_safe(op) && (left.is_null(0) || right.is_null(0));
    return unknown ? ColumnVector::make_null(TypeId::kBoolean, row_count)
                   : ColumnVector::make_constant(Value::boolean(bit != 0), row_count);
  }
  if (right.is_constant() && left.has_distinct_dictionary() && decides_per_entry(left, row_count)) {
    return compare_dictionary_to_bool(op, left, right, row_count);
  }
  if (left.is_constant() && right.has_distinct_dictionary() && decides_per_entry(right, row_count)) {
    return compare_dictionary_to_bool(flip(op), right, left, row_count);
  }
  const size_t word_count = words_for_bits(row_count);
  std::vector<uint64_t> true_mask(word_count);
  compare_to_mask(op, left, right, row_count, true_mask.data());
  if (is_null_safe(op) || (!may_have_nulls(left) && !may_have_nulls(right))) {
    return bool_vector(true_mask.data(), nullptr, row_count);
  }
  std::vector<uint64_t> valid(word_count);
  mask_fill(valid.data(), row_count, true);
  clear_nulls(left, row_count, valid.data());
  clear_nulls(right, row_count, valid.data());
  return bool_vector(true_mask.data(), valid.data(), row_count);
}

void compare_to_mask_scalar(CompareOperator op, const ColumnVector& left, const ColumnVector& right,
                            size_t row_count, uint64_t* true_mask) {
  const auto is_true = [&](size_t row) {
    const bool left_null = left.is_null(row);
    const bool right_null = right.is_null(row);
    if (left_null || right_null) {
      const bool same = left_null == right_null;
      return is_null_safe(op) && same == (op == CompareOperator::kNotDistinct);
    }
    const int order = compare_values(left.value(row), right.value(row));
    switch (op) {
      case CompareOperator::kEqual:
      case CompareOperator::kNotDistinct: return order == 0;
      case CompareOperator::kNotEqual:
      case CompareOperator::kDistinct: return order != 0;
      case CompareOperator::kLess: return order < 0;
      case CompareOperator::kLessEqual: return order <= 0;
      case CompareOperator::kGreater: return order > 0;
      case CompareOperator::kGreaterEqual: return order >= 0;
    }
    return false;
  };
  words_of_rows(row_count, true_mask, is_true);
}

}  // namespace stoa
