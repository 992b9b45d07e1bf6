#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "store/charge.h"
#include "store/distinct_sketch.h"
#include "store/segment.h"
#include "store/segment_builder.h"
#include "store/shared_dictionary.h"

namespace stoa {
namespace {

constexpr size_t kSizes[] = {0, 1, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049, 5000};

std::vector<Value> random_values(const LogicalType& type, size_t count, Random& random,
                                 uint64_t distinct_count, double null_share) {
  std::vector<Value> values;
  for (size_t i = 0; i < count; ++i) {
    if (random.chance(null_share)) {
      values.push_back(Value::null(type));
      continue;
    }
    const uint64_t number = random.below(distinct_count);
    if (type.is_text_like()) {
      values.push_back(Value::from_bytes(
          type, (number % 2 == 0 ? "a rather long text, number " : "t") + std::to_string(number)));
    } else if (type.is_floating()) {
      values.push_back(Value::from_double(type, static_cast<double>(number) / 4 - 100));
    } else if (type.id() == TypeId::kInterval) {
      values.push_back(Value::interval({0, 0, static_cast<int64_t>(number)}));
    } else {
      values.push_back(Value::from_integer(type, static_cast<Int128>(number % 2)));
    }
  }
  return values;
}

void expect_rows(const ColumnVector& vector, const std::vector<Value>& values, size_t offset) {
  for (size_t i = 0; i < vector.size(); ++i) {
    ASSERT_EQ(vector.value(i), values[offset + i]) << "row " << offset + i;
  }
}

/// Rows in pieces, one of them through a constant, some through selections.
SegmentRef build(const LogicalType& type, const std::vector<Value>& values,
                 std::shared_ptr<SharedDictionary> dictionary, Random& random) {
  SegmentBuilder builder(type, values.size(), std::move(dictionary), nullptr);
  const ColumnVector all = ColumnVector::from_values(type, values);
  auto identity = std::make_shared<std::vector<uint32_t>>(values.size());
  std::iota(identity->begin(), identity->end(), 0U);
  const ColumnVector selected = all.select(*identity, identity);
  for (size_t begin = 0; begin < values.size();) {
    const size_t count = std::min<size_t>(1 + random.below(1000), values.size() - begin);
    if (random.chance(0.2)) {
      builder.append(ColumnVector::make_constant(values[begin], 5), 0, 1);
      begin += 1;
      continue;
    }
    builder.append(random.chance(0.5) ? all : selected, begin, count);
    begin += count;
  }
  EXPECT_EQ(builder.row_count(), values.size());
  return builder.finish();
}

TEST(SegmentTest, GivesBackWhatWasPutIn) {
  Random random(7);
  const LogicalType types[] = {TypeId::kBoolean,
                               TypeId::kInteger,
                               TypeId::kBigint,
                               TypeId::kHugeint,
                               TypeId::kDouble,
                               TypeId::kReal,
                               TypeId::kText,
                               TypeId::kDate,
                               TypeId::kUuid,
                               TypeId::kInterval,
                               LogicalType::decimal(9, 2)};
  for (const LogicalType& type : types) {
    for (const size_t size : kSizes) {
      for (const uint64_t distinct_count : {1, 10, 100000}) {
        const auto values = random_values(type, size, random, distinct_count, size % 3 == 0 ? 0.1 : 0);
        auto dictionary = type.is_text() ? std::make_shared<SharedDictionary>(type, nullptr) : nullptr;
        const SegmentRef segment = build(type, values, dictionary, random);
        ASSERT_EQ(segment->row_count(), size);
        expect_rows(segment->read(0, size), values, 0);
        for (const size_t offset : {size_t{1}, size_t{64}, size / 2}) {
          if (offset < size) {
            expect_rows(segment->read(offset, size - offset), values, offset);
          }
        }
        std::vector<uint32_t> rows;
        for (size_t i = 0; i < size; ++i) {
          rows.push_back(static_cast<uint32_t>(random.below(size)));
        }
        ColumnVector out = ColumnVector::make_flat(type, size + 3);
        segment->gather(rows, out, 3);
        for (size_t i = 0; i < size; ++i) {
          ASSERT_EQ(out.value(i + 3), values[rows[i]]);
        }
      }
    }
  }
}

TEST(SegmentTest, ChoosesTheForm) {
  Random random(1);
  auto dictionary = std::make_shared<SharedDictionary>(TypeId::kText, nullptr);
  const auto few = random_values(TypeId::kText, 3000, random, 20, 0.1);
  EXPECT_EQ(build(TypeId::kText, few, dictionary, random)->form(), SegmentForm::kDictionary);
  const auto many = random_values(TypeId::kText, 3000, random, 1000000, 0);
  EXPECT_EQ(build(TypeId::kText, many, dictionary, random)->form(), SegmentForm::kPlain);
  EXPECT_EQ(build(TypeId::kText, few, nullptr, random)->form(), SegmentForm::kPlain);
  const auto one = random_values(TypeId::kText, 3000, random, 1, 0);
  EXPECT_EQ(build(TypeId::kText, one, dictionary, random)->form(), SegmentForm::kConstant);
  const std::vector<Value> nulls(100, Value::null(TypeId::kBigint));
  EXPECT_EQ(build(TypeId::kBigint, nulls, nullptr, random)->form(), SegmentForm::kConstant);
  const std::vector<Value> zeros{Value::double_precision(0.0), Value::double_precision(-0.0)};
  EXPECT_EQ(build(TypeId::kDouble, zeros, nullptr, random)->form(), SegmentForm::kPlain);
}

TEST(SegmentTest, SegmentsOfAColumnShareTheirDictionary) {
  Random random(3);
  auto dictionary = std::make_shared<SharedDictionary>(TypeId::kText, nullptr);
  const auto values = random_values(TypeId::kText, 4000, random, 300, 0.05);
  const ColumnVector first = build(TypeId::kText, values, dictionary, random)->read(0, 4000);
  const ColumnVector second = build(TypeId::kText, values, dictionary, random)->read(0, 4000);
  EXPECT_EQ(first.shared_dictionary(), second.shared_dictionary());
  ASSERT_TRUE(first.has_distinct_dictionary());
  for (size_t i = 0; i < 4000; ++i) {
    ASSERT_EQ(first.indices()[i], second.indices()[i]);
  }
  const auto more = random_values(TypeId::kText, 4000, random, 310, 0);
  const ColumnVector third = build(TypeId::kText, more, dictionary, random)->read(0, 4000);
  for (size_t i = 0; i < first.dictionary().size(); ++i) {
    ASSERT_EQ(first.dictionary().value(i), third.dictionary().value(i));
  }
}

TEST(SegmentTest, OverwriteReplacesRows) {
  Random random(5);
  for (const bool is_coded : {false, true}) {
    for (const LogicalType& type : {LogicalType(TypeId::kText), LogicalType(TypeId::kDouble)}) {
      auto values = random_values(type, 3000, random, 20, 0.1);
      const auto news = random_values(type, 500, random, 40, 0.1);
      auto dictionary = is_coded ? std::make_shared<SharedDictionary>(type, nullptr) : nullptr;
      SegmentBuilder builder(type, values.size(), dictionary, nullptr);
      builder.append(ColumnVector::from_values(type, values), 0, values.size());
      std::vector<uint32_t> rows;
      for (size_t i = 0; i < 490; ++i) {
        rows.push_back(static_cast<uint32_t>(i * 5));
        values[i * 5] = news[i + 10];
      }
      builder.overwrite(rows, ColumnVector::from_values(type, news), 10);
      expect_rows(builder.finish()->read(0, values.size()), values, 0);
    }
  }
}

TEST(SegmentTest, StatisticsOfNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  SegmentBuilder builder(TypeId::kDouble, 5, nullptr, nullptr);
  const std::vector<Value> values{Value::double_precision(0.1), Value::double_precision(nan),
                                  Value::null(TypeId::kDouble), Value::double_precision(-0.0),
                                  Value::double_precision(-2.5)};
  builder.append(ColumnVector::from_values(TypeId::kDouble, values), 0, 5);
  const SegmentRef segment = builder.finish();
  EXPECT_EQ(segment->zone().null_count, 1U);
  EXPECT_EQ(segment->zone().minimum, Value::double_precision(-2.5));
  EXPECT_TRUE(std::isnan(segment->zone().maximum.as_double()));
  EXPECT_FALSE(segment->zone().is_ascending);
  EXPECT_TRUE(std::isnan(segment->statistics().double_sum->round()));
}

TEST(SegmentTest, SumsAreExact) {
  SegmentBuilder builder(TypeId::kBigint, 3, nullptr, nullptr);
  const int64_t most = std::numeric_limits<int64_t>::max();
  const std::vector<Value> values{Value::bigint(most), Value::bigint(most), Value::bigint(most)};
  builder.append(ColumnVector::from_values(TypeId::kBigint, values), 0, 3);
  EXPECT_EQ(*builder.finish()->statistics().integer_sum, static_cast<Int128>(most) * 3);
}

TEST(SegmentTest, StatisticsMergeLikeOneSegment) {
  Random random(11);
  for (const LogicalType& type : {LogicalType(TypeId::kText), LogicalType(TypeId::kDouble),
                                  LogicalType(TypeId::kInteger), LogicalType::decimal(30, 2)}) {
    const auto values = random_values(type, 4000, random, 500, 0.1);
    const ColumnVector vector = ColumnVector::from_values(type, values);
    SegmentStatistics whole = compute_statistics(vector);
    SegmentStatistics merged;
    for (size_t begin = 0; begin < 4000; begin += 500) {
      merged.merge(compute_statistics(vector.slice(begin, 500)));
    }
    EXPECT_EQ(merged.zone.row_count, whole.zone.row_count);
    EXPECT_EQ(merged.zone.null_count, whole.zone.null_count);
    EXPECT_EQ(merged.zone.minimum, whole.zone.minimum);
    EXPECT_EQ(merged.zone.maximum, whole.zone.maximum);
    EXPECT_EQ(merged.integer_sum, whole.integer_sum);
    EXPECT_EQ(merged.double_sum.has_value(), whole.double_sum.has_value());
    if (whole.double_sum) {
      EXPECT_EQ(merged.double_sum->round(), whole.double_sum->round());
    }
    EXPECT_EQ(merged.sketch.estimate(), whole.sketch.estimate());
  }
}

TEST(SegmentTest, DictionaryStatisticsEqualPlainOnes) {
  Random random(13);
  auto values = random_values(TypeId::kText, 3000, random, 30, 0.1);
  auto dictionary = std::make_shared<SharedDictionary>(TypeId::kText, nullptr);
  const SegmentRef coded = build(TypeId::kText, values, dictionary, random);
  const SegmentRef plain = build(TypeId::kText, values, nullptr, random);
  ASSERT_EQ(coded->form(), SegmentForm::kDictionary);
  EXPECT_EQ(coded->zone().null_count, plain->zone().null_count);
  EXPECT_EQ(coded->zone().row_count, plain->zone().row_count);
  EXPECT_EQ(coded->zone().minimum, plain->zone().minimum);
  EXPECT_EQ(coded->zone().maximum, plain->zone().maximum);
  EXPECT_EQ(coded->statistics().sketch.estimate(), plain->statistics().sketch.estimate());
}

TEST(SegmentTest, KnowsItsOrder) {
  auto zone_of = [](std::vector<int64_t> numbers) {
    std::vector<Value> values;
    for (const int64_t number : numbers) {
      values.push_back(Value::bigint(number));
    }
    return compute_zone(ColumnVector::from_values(TypeId::kBigint, values));
  };
  EXPECT_TRUE(zone_of({1, 2, 2, 3}).is_ascending);
  EXPECT_FALSE(zone_of({1, 2, 2, 3}).is_descending);
  EXPECT_TRUE(zone_of({3, 2, 2, 1}).is_descending);
  EXPECT_FALSE(zone_of({1, 3, 2}).is_ascending);
  ZoneStatistics zone = zone_of({1, 2});
  zone.merge(zone_of({2, 5}));
  EXPECT_TRUE(zone.is_ascending);
  zone.merge(zone_of({4, 6}));
  EXPECT_FALSE(zone.is_ascending);
}

TEST(DistinctSketchTest, EstimatesWithinItsError) {
  for (const uint64_t count : {1, 10, 100, 1000, 10000, 1000000}) {
    DistinctSketch sketch;
    uint64_t state = count;
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t hash = splitmix64(state);
      sketch.add(hash);
      sketch.add(hash);
    }
    EXPECT_NEAR(sketch.estimate(), static_cast<double>(count), 0.12 * static_cast<double>(count)) << count;
  }
  EXPECT_EQ(DistinctSketch().estimate(), 0);
}

TEST(SharedDictionaryTest, RefusesWhatDoesNotFit) {
  SharedDictionary dictionary(TypeId::kText, nullptr);
  std::vector<Value> values;
  for (size_t i = 0; i < SharedDictionary::kEntryCountMax; ++i) {
    values.push_back(Value::text(std::to_string(i)));
  }
  std::vector<uint32_t> codes(values.size());
  std::shared_ptr<const ColumnVector> version;
  ASSERT_TRUE(dictionary.intern(ColumnVector::from_values(TypeId::kText, values), codes.data(), version));
  EXPECT_EQ(version->size(), SharedDictionary::kEntryCountMax);
  const std::vector<Value> more{Value::text("1"), Value::text("another")};
  EXPECT_FALSE(dictionary.intern(ColumnVector::from_values(TypeId::kText, more), codes.data(), version));
  const std::vector<Value> known{Value::text("1")};
  ASSERT_TRUE(dictionary.intern(ColumnVector::from_values(TypeId::kText, known), codes.data(), version));
  EXPECT_EQ(codes[0], 1U);
}

TEST(SharedDictionaryTest, RefusesTextsThatAreTooLongTogether) {
  SharedDictionary dictionary(TypeId::kText, nullptr);
  const std::vector<Value> long_text{Value::text(std::string(SharedDictionary::kTextBytesMax + 1, 'x'))};
  uint32_t code = 0;
  std::shared_ptr<const ColumnVector> version;
  EXPECT_FALSE(dictionary.intern(ColumnVector::from_values(TypeId::kText, long_text), &code, version));
}

TEST(ChargeTest, CopiesChargeAgain) {
  MemoryBudget budget(100);
  const Charge first(&budget, 60);
  EXPECT_THROW({ const Charge second(first); }, std::exception);
  EXPECT_EQ(budget.used_bytes(), 60U);
}

TEST(SegmentTest, MemoryIsCharged) {
  MemoryBudget budget(1 << 20);
  {
    SegmentBuilder builder(TypeId::kBigint, 65536, nullptr, &budget);
    for (size_t i = 0; i < 65536; ++i) {
      builder.append(ColumnVector::make_constant(Value::bigint(int64_t(i)), 1), 0, 1);
    }
    const SegmentRef segment = builder.finish();
    EXPECT_GE(budget.used_bytes(), 65536U * 8);
    EXPECT_THROW(SegmentBuilder(TypeId::kBigint, 100000, nullptr, &budget), std::exception);
  }
  EXPECT_EQ(budget.used_bytes(), 0U);
}

}  // namespace
}  // namespace stoa
