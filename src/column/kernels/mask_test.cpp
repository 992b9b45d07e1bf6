#include "column/kernels/mask.h"

#include <vector>

#include <gtest/gtest.h>

#include "column/sample_vectors.h"

namespace stoa {
namespace {

std::vector<uint64_t> random_mask(Random& random, size_t n, double density) {
  std::vector<uint64_t> mask(words_for_bits(n) + 1);
  for (size_t i = 0; i < n; ++i) {
    if (random.chance(density)) {
      set_bit(mask.data(), i);
    }
  }
  return mask;
}

TEST(Mask, SelectionAgreesWithTheScalarOneAtEveryDensity) {
  Random random(21);
  for (const size_t n : kSampleSizes) {
    for (const double density : {0.0, 0.01, 0.5, 0.99, 1.0}) {
      std::vector<uint64_t> mask = random_mask(random, n, density);
      // Bits behind the end must not count.
      if (n % 64 != 0) {
        mask[n / 64] |= ~low_bits(n % 64);
      }
      std::vector<uint32_t> fast(round_up(n, 64));
      std::vector<uint32_t> slow(round_up(n, 64));
      const size_t fast_count = mask_to_selection(mask.data(), n, fast.data());
      const size_t slow_count = mask_to_selection_scalar(mask.data(), n, slow.data());
      ASSERT_EQ(fast_count, slow_count);
      ASSERT_EQ(fast_count, mask_count(mask.data(), n));
      fast.resize(fast_count);
      slow.resize(slow_count);
      ASSERT_EQ(fast, slow) << n << " rows, density " << density;
    }
  }
}

TEST(Mask, LogicAndTails) {
  Random random(22);
  for (const size_t n : kSampleSizes) {
    const std::vector<uint64_t> a = random_mask(random, n, 0.5);
    const std::vector<uint64_t> b = random_mask(random, n, 0.5);
    std::vector<uint64_t> both = a, either = a, without = a, inverse = a, full = a;
    mask_and(both.data(), b.data(), n);
    mask_or(either.data(), b.data(), n);
    mask_and_not(without.data(), b.data(), n);
    mask_not(inverse.data(), n);
    mask_fill(full.data(), n, true);
    for (size_t i = 0; i < n; ++i) {
      const bool x = get_bit(a.data(), i);
      const bool y = get_bit(b.data(), i);
      ASSERT_EQ(get_bit(both.data(), i), x && y);
      ASSERT_EQ(get_bit(either.data(), i), x || y);
      ASSERT_EQ(get_bit(without.data(), i), x && !y);
      ASSERT_EQ(get_bit(inverse.data(), i), !x);
    }
    EXPECT_EQ(mask_count(full.data(), n), n);
    if (n % 64 != 0) {
      EXPECT_EQ(full[n / 64] & ~low_bits(n % 64), 0);
      EXPECT_EQ(inverse[n / 64] & ~low_bits(n % 64), 0);
    }
  }
}

TEST(Mask, CopyBitsFromAnyOffset) {
  Random random(23);
  const std::vector<uint64_t> source = random_mask(random, 500, 0.5);
  for (size_t offset = 0; offset < 200; offset += 7) {
    for (const size_t n : {0, 1, 63, 64, 65, 128, 129, 300}) {
      std::vector<uint64_t> copy(words_for_bits(n) + 1, ~uint64_t{0});
      mask_copy_bits(source.data(), offset, n, copy.data());
      for (size_t i = 0; i < n; ++i) {
        ASSERT_EQ(get_bit(copy.data(), i), get_bit(source.data(), offset + i));
      }
    }
  }
}

TEST(Mask, BoolsAndBack) {
  Random random(24);
  for (const size_t n : kSampleSizes) {
    std::vector<uint8_t> bools(round_up(n, 64) + 64, 0xFF);
    for (size_t i = 0; i < n; ++i) {
      bools[i] = random.below(2) == 1;
    }
    std::vector<uint64_t> mask(words_for_bits(n));
    bools_to_mask(bools.data(), n, mask.data());
    std::vector<uint8_t> back(round_up(n, 64));
    mask_to_bools(mask.data(), n, back.data());
    for (size_t i = 0; i < n; ++i) {
      ASSERT_EQ(get_bit(mask.data(), i), bools[i] == 1);
      ASSERT_EQ(back[i], bools[i]);
    }
  }
}

TEST(Mask, ValidAndTrueRowsOfEveryKind) {
  Random random(25);
  for (const SampleKind kind : kSampleKinds) {
    for (const size_t n : kSampleSizes) {
      const ColumnVector vector = sample_vector(random, TypeId::kBoolean, kind, n, 0.3);
      std::vector<uint64_t> valid(words_for_bits(n));
      std::vector<uint64_t> is_true(words_for_bits(n));
      valid_to_mask(vector, n, valid.data());
      true_to_mask(vector, n, is_true.data());
      size_t valid_count = 0;
      for (size_t i = 0; i < n; ++i) {
        ASSERT_EQ(get_bit(valid.data(), i), !vector.is_null(i));
        ASSERT_EQ(get_bit(is_true.data(), i), !vector.is_null(i) && vector.value(i).as_boolean());
        valid_count += vector.is_null(i) ? 0 : 1;
      }
      std::vector<uint32_t> rows(round_up(n, 64));
      EXPECT_EQ(valid_to_selection(vector, n, rows.data()), valid_count);
      const ColumnVector rebuilt = bool_vector(is_true.data(), valid.data(), n);
      for (size_t i = 0; i < n; ++i) {
        ASSERT_EQ(rebuilt.value(i), vector.value(i));
      }
    }
  }
}

}  // namespace
}  // namespace stoa
