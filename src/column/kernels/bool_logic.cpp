#include "column/kernels/bool_logic.h"

#include <utility>
#include <vector>

#include "column/kernels/mask.h"

namespace stoa {

namespace {

/// A BOOLEAN vector as two masks: which rows are TRUE, which are not NULL.
struct Truth {
  std::vector<uint64_t> is_true;
  std::vector<uint64_t> is_valid;

  Truth(const ColumnVector& vector, size_t n) : is_true(words_for_bits(n)), is_valid(words_for_bits(n)) {
    true_to_mask(vector, n, is_true.data());
    valid_to_mask(vector, n, is_valid.data());
  }
  uint64_t is_false(size_t i) const { return is_valid[i] & ~is_true[i]; }
};

bool may_have_nulls(const ColumnVector& vector) {
  return UnifiedVector(vector).validity != nullptr;
}

/// AND and OR are each other's mirror image: `kOr` swaps TRUE and FALSE.
template <bool kOr>
ColumnVector combine(const ColumnVector& left, const ColumnVector& right, size_t n) {
  if (left.is_constant() && right.is_constant() && n != 1) {
    ColumnVector one = combine<kOr>(left, right, 1);
    return ColumnVector::make_constant(one.value(0), n);
  }
  const Truth a(left, n);
  const Truth b(right, n);
  const size_t word_count = words_for_bits(n);
  std::vector<uint64_t> is_true(word_count);
  std::vector<uint64_t> is_valid(word_count);
  for (size_t i = 0; i < word_count; ++i) {
    const uint64_t both_valid = a.is_valid[i] & b.is_valid[i];
    if constexpr (kOr) {
      is_true[i] = a.is_true[i] | b.is_true[i];
      is_valid[i] = both_valid | is_true[i];
    } else {
      is_true[i] = a.is_true[i] & b.is_true[i];
      is_valid[i] = both_valid | a.is_false(i) | b.is_false(i);
    }
  }
  const bool nulls = may_have_nulls(left) || may_have_nulls(right);
  return bool_vector(is_true.data(), nulls ? is_valid.data() : nullptr, n);
}

ColumnVector flat_not(const ColumnVector& vector, size_t n) {
  ColumnVector result = ColumnVector::make_flat(TypeId::kBoolean, n);
  const auto* from = vector.values<uint8_t>();
  auto* to = result.mutable_values<uint8_t>();
  for (size_t i = 0; i < n; ++i) {
    to[i] = from[i] ^ 1;
  }
  result.set_validity(vector.validity());
  return result;
}

ColumnVector null_test(const ColumnVector& vector, size_t n, bool wanted) {
  const UnifiedVector rows(vector);
  if (rows.validity == nullptr || rows.index_mask == 0) {
    const bool is_null = rows.validity != nullptr && !get_bit(rows.validity, 0);
    return ColumnVector::make_constant(Value::boolean(is_null == wanted), n);
  }
  std::vector<uint64_t> mask(words_for_bits(n));
  valid_to_mask(vector, n, mask.data());
  if (wanted) {
    mask_not(mask.data(), n);
  }
  return bool_vector(mask.data(), nullptr, n);
}

}  // namespace

ColumnVector logical_and(const ColumnVector& left, const ColumnVector& right, size_t row_count) {
  return combine<false>(left, right, row_count);
}

ColumnVector logical_or(const ColumnVector& left, const ColumnVector& right, size_t row_count) {
  return combine<true>(left, right, row_count);
}

ColumnVector logical_not(const ColumnVector& vector, size_t row_count) {
  if (vector.is_constant()) {
    return vector.is_null(0)
               ? ColumnVector::make_null(TypeId::kBoolean, row_count)
               : ColumnVector::make_constant(Value::boolean(*vector.values<uint8_t>() == 0), row_count);
  }
  if (vector.is_flat()) {
    return flat_not(vector, row_count);
  }
  const ColumnVector& entries = vector.dictionary();
  if (entries.is_flat() && entries.size() <= row_count) {
    auto answers = std::make_shared<const ColumnVector>(flat_not(entries, entries.size()));
    return ColumnVector::make_over(std::move(answers), vector.has_distinct_dictionary(), vector.indices(),
                                   vector.indices_owner(), row_count);
  }
  return flat_not(vector.flatten(), row_count);
}

ColumnVector is_null_vector(const ColumnVector& vector, size_t row_count) {
  return null_test(vector, row_count, true);
}

ColumnVector is_not_null_vector(const ColumnVector& vector, size_t row_count) {
  return null_test(vector, row_count, false);
}

}  // namespace stoa
