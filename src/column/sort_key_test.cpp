#include "column/sort_key.h"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "column/sample_vectors.h"

namespace stoa {
namespace {

int sign(int value) {
  return value < 0 ? -1 : value > 0 ? 1 : 0;
}

struct Encoded {
  std::vector<std::byte> keys;
  size_t stride;
  bool cut;
  const std::byte* at(size_t row) const { return keys.data() + row * stride; }
};

Encoded encode(const SortKeyEncoder& encoder, std::span<const ColumnVector> columns, size_t n) {
  Encoded encoded{{}, encoder.width_bytes() + 3, false};
  encoded.keys.resize(n * encoded.stride);
  encoded.cut = encoder.encode(columns, n, encoded.keys.data(), encoded.stride);
  return encoded;
}

/// memcmp as the class's invariants allow it, settled by full comparison where they don't.
int compare_keys(const SortKeyEncoder& encoder, const Encoded& encoded, std::span<const ColumnVector> columns,
                 size_t i, size_t j) {
  const size_t width = encoded.cut ? encoder.decisive_bytes() : encoder.width_bytes();
  const int order = std::memcmp(encoded.at(i), encoded.at(j), width);
  return order != 0 || !encoded.cut ? order : encoder.compare(columns, i, columns, j);
}

/// ORDER BY of one column, from boxed values.
int expected_order(const SortSpec& spec, const Value& a, const Value& b) {
  if (a.is_null() && b.is_null()) {
    return 0;
  }
  if (a.is_null() || b.is_null()) {
    return a.is_null() == spec.nulls_first ? -1 : 1;
  }
  const int order = compare_values(a, b);
  return spec.descending ? -order : order;
}

TEST(SortKey, OneColumnOfEveryTypeAndOrder) {
  Random random(61);
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      const SortSpec spec{type, random.below(2) == 1, random.below(2) == 1};
      const SortKeyEncoder encoder({spec});
      const size_t n = 70;
      const std::vector<ColumnVector> columns{sample_vector(random, type, kind, n, 0.2)};
      const Encoded encoded = encode(encoder, columns, n);
      for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < n; ++j) {
          const int expected = sign(expected_order(spec, columns[0].value(i), columns[0].value(j)));
          ASSERT_EQ(sign(compare_keys(encoder, encoded, columns, i, j)), expected)
              << describe(type, kind, n) << ": " << columns[0].value(i).to_string() << " and "
              << columns[0].value(j).to_string();
          ASSERT_EQ(sign(encoder.compare(columns, i, columns, j)), expected);
        }
      }
    }
  }
}

TEST(SortKey, SeveralColumnsWithTextsInFront) {
  Random random(62);
  for (int round = 0; round < 30; ++round) {
    std::vector<SortSpec> specs;
    std::vector<ColumnVector> columns;
    const size_t n = 60;
    for (int c = 0; c < 3; ++c) {
      const bool text = c == 0 || random.below(2) == 0;
      const LogicalType type =
          text ? LogicalType(TypeId::kText) : sample_types()[random.below(sample_types().size())];
      specs.push_back({type, random.below(2) == 1, random.below(2) == 1});
      columns.push_back(sample_vector(random, type, SampleKind::kFlat, n, 0.1));
    }
    const SortKeyEncoder encoder(specs);
    EXPECT_FALSE(encoder.is_exact());
    const Encoded encoded = encode(encoder, columns, n);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        int expected = 0;
        for (size_t c = 0; c < 3 && expected == 0; ++c) {
          expected = expected_order(specs[c], columns[c].value(i), columns[c].value(j));
        }
        ASSERT_EQ(sign(compare_keys(encoder, encoded, columns, i, j)), sign(expected));
      }
    }
  }
}

TEST(SortKey, ShortTextsAreExactThroughAllColumns) {
  const std::vector<Value> texts{Value::text("abc"), Value::text(std::string("abc\0", 4)), Value::text("ab"),
                                 Value::text("abc")};
  const std::vector<Value> numbers{Value::integer(1), Value::integer(0), Value::integer(5),
                                   Value::integer(2)};
  const std::vector<ColumnVector> columns{ColumnVector::from_values(TypeId::kText, texts),
                                          ColumnVector::from_values(TypeId::kInteger, numbers)};
  const SortKeyEncoder encoder({{TypeId::kText}, {TypeId::kInteger}});
  const Encoded encoded = encode(encoder, columns, 4);
  EXPECT_FALSE(encoded.cut);
  EXPECT_LT(std::memcmp(encoded.at(2), encoded.at(0), encoder.width_bytes()), 0);
  EXPECT_LT(std::memcmp(encoded.at(0), encoded.at(3), encoder.width_bytes()), 0);
  EXPECT_LT(std::memcmp(encoded.at(3), encoded.at(1), encoder.width_bytes()), 0);
}

}  // namespace
}  // namespace stoa
