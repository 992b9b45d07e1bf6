#include "store/encoded_segment.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "column/kernels/mask.h"
#include "store/encoding/encodings.h"
#include "types/text_view.h"

namespace stoa {
namespace {

using encoding::Encoding;

constexpr size_t kSizes[] = {0,   1,   31,   32,   33,   63,   64,   65,   127,
                             128, 129, 1023, 1024, 1025, 2047, 2048, 2049, 5000};

/// Bytes of a flat vector's row, or of its text; NULL apart.
std::string row_bytes(const ColumnVector& vector, size_t row) {
  if (vector.is_null(row)) {
    return "NULL";
  }
  const size_t place = vector.position(row);
  const ColumnVector& values = vector.is_dictionary() ? vector.dictionary() : vector;
  if (vector.type().is_text_like()) {
    return "'" + std::string(values.values<TextView>()[place].view());
  }
  const size_t width = vector.type().width_bytes();
  return "=" + std::string(reinterpret_cast<const char*>(values.data()) + place * width, width);
}

void expect_same(const ColumnVector& actual, const ColumnVector& expected, size_t offset,
                 const std::string& what) {
  for (size_t i = 0; i < actual.size(); ++i) {
    ASSERT_EQ(row_bytes(actual, i), row_bytes(expected, offset + i)) << what << ", row " << offset + i;
  }
}

std::shared_ptr<std::vector<std::byte>> encode(const ColumnVector& values) {
  return std::make_shared<std::vector<std::byte>>(encode_segment(values, compute_statistics(values)));
}

/// All of it, pieces at odd places, and single rows.
void expect_reads(const Segment& segment, const ColumnVector& values, Random& random,
                  const std::string& what) {
  const size_t count = values.size();
  ASSERT_EQ(segment.row_count(), count) << what;
  expect_same(segment.read(0, count), values, 0, what);
  for (int i = 0; i < 6 && count != 0; ++i) {
    const size_t offset = random.below(count);
    expect_same(segment.read(offset, random.below(count - offset) + 1), values, offset, what + " in part");
  }
  std::vector<uint32_t> rows;
  for (size_t i = 0; i < 100 && count != 0; ++i) {
    rows.push_back(static_cast<uint32_t>(random.below(count)));
  }
  ColumnVector out = ColumnVector::make_flat(values.type(), rows.size() + 3);
  segment.gather(rows, out, 3);
  for (size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(row_bytes(out, 3 + i), row_bytes(values, rows[i])) << what << ", gathered row " << rows[i];
  }
}

Encoding expect_round_trip(const ColumnVector& values, Random& random, const std::string& what) {
  const auto bytes = encode(values);
  const SegmentRef segment = open_segment(values.type(), *bytes, bytes);
  expect_reads(*segment, values, random, what);
  const SegmentStatistics known = compute_statistics(values);
  const SegmentStatistics& stored = segment->statistics();
  EXPECT_EQ(stored.zone.null_count, known.zone.null_count);
  EXPECT_EQ(stored.zone.minimum, known.zone.minimum);
  EXPECT_EQ(stored.zone.maximum, known.zone.maximum);
  EXPECT_EQ(stored.zone.is_ascending, known.zone.is_ascending);
  EXPECT_EQ(stored.zone.is_descending, known.zone.is_descending);
  EXPECT_EQ(stored.integer_sum, known.integer_sum);
  EXPECT_EQ(stored.double_sum.has_value(), known.double_sum.has_value());
  if (stored.double_sum) {
    EXPECT_EQ(stored.double_sum->encode(), known.double_sum->encode());
  }
  EXPECT_EQ(stored.sketch.estimate(), known.sketch.estimate());
  return encoding_of(*bytes);
}

template <class T>
ColumnVector make(const LogicalType& type, size_t count, const std::function<T(size_t)>& value) {
  ColumnVector vector = ColumnVector::make_flat(type, count);
  for (size_t i = 0; i < count; ++i) {
    vector.mutable_values<T>()[i] = value(i);
  }
  return vector;
}

ColumnVector make_texts(size_t count, const std::function<std::string(size_t)>& value) {
  ColumnVector vector = ColumnVector::make_flat(TypeId::kText, count);
  for (size_t i = 0; i < count; ++i) {
    vector.mutable_values<TextView>()[i] = vector.mutable_heap().add(value(i));
  }
  return vector;
}

void put_nulls(ColumnVector& vector, Random& random, double share) {
  const size_t width = vector.type().width_bytes();
  for (size_t i = 0; i < vector.size(); ++i) {
    if (random.chance(share)) {
      vector.set_null(i);
      std::memset(vector.mutable_values<std::byte>() + i * width, 0, width);
    }
  }
}

template <class T>
T random_bits(Random& random) {
  T value = 0;
  for (size_t i = 0; i < sizeof(T); i += 8) {
    const uint64_t word = random.next();
    std::memcpy(reinterpret_cast<char*>(&value) + i, &word, std::min<size_t>(8, sizeof(T) - i));
  }
  return value;
}

template <class T>
void try_integers(const LogicalType& type, uint64_t seed) {
  Random random(seed);
  const T least = static_cast<T>(T{1} << (sizeof(T) * 8 - 1));
  const std::vector<std::function<T(size_t)>> shapes = {
      [&](size_t) { return random_bits<T>(random); },
      [&](size_t) { return static_cast<T>(random.below(100)); },
      [](size_t i) { return static_cast<T>(i); },
      [](size_t i) { return static_cast<T>(i / 300); },
      [](size_t) { return T{7}; },
      [&](size_t) { return random.chance(0.5) ? least : static_cast<T>(~least); },
      [&, n = T{0}](size_t) mutable { return n = static_cast<T>(n + static_cast<T>(random.below(3))); },
  };
  for (size_t shape = 0; shape < shapes.size(); ++shape) {
    for (const size_t count : kSizes) {
      for (const double share : {0.0, 0.1, 1.0}) {
        ColumnVector vector = make<T>(type, count, shapes[shape]);
        put_nulls(vector, random, share);
        expect_round_trip(vector, random,
                          type.to_string() + " shape " + std::to_string(shape) + " of " +
                              std::to_string(count) + ", seed " + std::to_string(seed));
      }
    }
  }
}

TEST(EncodedSegment, GivesIntegersOfEveryWidthBack) {
  try_integers<int8_t>(TypeId::kTinyint, 1);
  try_integers<int16_t>(TypeId::kSmallint, 2);
  try_integers<int32_t>(TypeId::kInteger, 3);
  try_integers<int64_t>(TypeId::kBigint, 4);
  try_integers<uint8_t>(TypeId::kUtinyint, 5);
  try_integers<uint16_t>(TypeId::kUsmallint, 6);
  try_integers<uint32_t>(TypeId::kUinteger, 7);
  try_integers<uint64_t>(TypeId::kUbigint, 8);
  try_integers<Int128>(TypeId::kHugeint, 9);
  try_integers<Int128>(TypeId::kUuid, 10);
  try_integers<int32_t>(TypeId::kDate, 11);
}

TEST(EncodedSegment, PacksEveryWidth) {
  Random random(12);
  for (unsigned width = 0; width <= 64; ++width) {
    const auto number = [&](size_t) { return static_cast<int64_t>(random.next() & low_bits(width)); };
    for (const size_t count : {1, 1024, 1500}) {
      const ColumnVector vector = make<int64_t>(TypeId::kBigint, static_cast<size_t>(count), number);
      expect_round_trip(vector, random, "width " + std::to_string(width));
    }
  }
}

TEST(EncodedSegment, GivesBooleansBack) {
  Random random(13);
  for (const size_t count : kSizes) {
    for (const double share : {0.0, 0.3}) {
      ColumnVector vector = make<uint8_t>(TypeId::kBoolean, count,
                                          [&](size_t) { return static_cast<uint8_t>(random.below(2)); });
      put_nulls(vector, random, share);
      expect_round_trip(vector, random, "booleans");
    }
  }
}

template <class T>
void try_floats(const LogicalType& type) {
  using Limits = std::numeric_limits<T>;
  Random random(14);
  const T special[] = {
      Limits::quiet_NaN(),  -Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), T{-0.0}, T{0},
      Limits::denorm_min(), Limits::max(),        Limits::lowest(),   Limits::min(),       T{1} / 3};
  const std::vector<std::function<T(size_t)>> shapes = {
      [&](size_t) { return static_cast<T>(static_cast<double>(random.between(-100000, 100000)) / 100); },
      [&](size_t) { return special[random.below(std::size(special))]; },
      [&](size_t i) { return i % 50 == 0 ? special[i / 50 % std::size(special)] : static_cast<T>(i) / 8; },
      [&](size_t) { return static_cast<T>(random.unit()); },
      [](size_t) { return T{-0.0}; },
  };
  for (size_t shape = 0; shape < shapes.size(); ++shape) {
    for (const size_t count : kSizes) {
      for (const double share : {0.0, 0.1}) {
        ColumnVector vector = make<T>(type, count, shapes[shape]);
        put_nulls(vector, random, share);
        expect_round_trip(vector, random, type.to_string() + " shape " + std::to_string(shape));
      }
    }
  }
}

TEST(EncodedSegment, GivesFloatsBackBitForBit) {
  try_floats<double>(TypeId::kDouble);
  try_floats<float>(TypeId::kReal);
}

TEST(EncodedSegment, GivesTextsBack) {
  Random random(15);
  const std::vector<std::function<std::string(size_t)>> shapes = {
      [&](size_t) { return "city number " + std::to_string(random.below(30)); },
      [&](size_t i) {
        return "https://example.org/a/path/" + std::to_string(i * 977) + "?page=" + std::to_string(i);
      },
      [](size_t) { return std::string(); },
      [&](size_t) { return std::string(random.below(40), static_cast<char>(random.below(256))); },
      [](size_t i) { return i % 400 == 0 ? std::string(100'000, 'x') : std::string("y"); },
      [](size_t i) { return "run " + std::to_string(i / 500); },
  };
  for (size_t shape = 0; shape < shapes.size(); ++shape) {
    for (const size_t count : kSizes) {
      for (const double share : {0.0, 0.1, 1.0}) {
        ColumnVector vector = make_texts(count, shapes[shape]);
        put_nulls(vector, random, share);
        expect_round_trip(vector, random,
                          "texts, shape " + std::to_string(shape) + " of " + std::to_string(count));
      }
    }
  }
}

TEST(EncodedSegment, GivesIntervalsBack) {
  Random random(16);
  for (const size_t count : kSizes) {
    const ColumnVector vector = make<Interval>(TypeId::kInterval, count, [&](size_t) {
      return Interval{static_cast<int32_t>(random.below(2)), static_cast<int32_t>(random.below(2) * 30), 5};
    });
    expect_round_trip(vector, random, "intervals");
  }
}

TEST(EncodedSegment, ChoosesWhatFits) {
  Random random(17);
  constexpr size_t kRows = 65536;
  const auto choice = [&](const ColumnVector& vector) { return expect_round_trip(vector, random, "large"); };
  EXPECT_EQ(choice(make<int64_t>(TypeId::kBigint, kRows, [](size_t) { return 5; })), Encoding::kConstant);
  EXPECT_EQ(choice(make<int64_t>(TypeId::kBigint, kRows, [&](size_t) { return random.between(0, 50000); })),
            Encoding::kFrameOfReference);
  EXPECT_EQ(choice(make<int64_t>(TypeId::kBigint, kRows + 1, [](size_t i) { return int64_t(i) * 3; })),
            Encoding::kDelta);
  EXPECT_EQ(choice(make<int64_t>(TypeId::kBigint, kRows,
                                 [](size_t i) { return int64_t(i / 1000 * 77777 % 1013); })),
            Encoding::kRunLength);
  EXPECT_EQ(choice(make<double>(
                TypeId::kDouble, kRows,
                [&](size_t) { return static_cast<double>(random.between(90000, 10500000)) / 100; })),
            Encoding::kAlp);
  EXPECT_EQ(choice(make<double>(TypeId::kDouble, kRows, [&](size_t) { return random.unit(); })),
            Encoding::kPlain);
  EXPECT_EQ(choice(make_texts(kRows, [&](size_t) { return "mode " + std::to_string(random.below(7)); })),
            Encoding::kDictionary);
  EXPECT_EQ(choice(make_texts(
                kRows, [&](size_t i) { return "a common beginning, then " + std::to_string(i * 7919); })),
            Encoding::kSymbolText);
}

/// Reads everything that bytes offer; true when nothing was found wrong.
bool read_all(const LogicalType& type, const std::vector<std::byte>& bytes) {
  // A block of exactly this size, so that a sanitizer sees what is read beyond.
  const auto owner = std::shared_ptr<std::byte[]>(new std::byte[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), owner.get());
  try {
    const SegmentRef segment = open_segment(type, {owner.get(), bytes.size()}, owner);
    size_t total = 0;
    const ColumnVector all = segment->read(0, segment->row_count());
    for (size_t i = 0; i < all.size(); ++i) {
      total += row_bytes(all, i).size();
    }
    std::vector<uint32_t> rows;
    for (uint32_t i = 0; i < segment->row_count(); i += 3) {
      rows.push_back(i);
    }
    ColumnVector out = ColumnVector::make_flat(type, rows.size());
    segment->gather(rows, out, 0);
    for (size_t i = 0; i < rows.size(); ++i) {
      total += row_bytes(out, i).size();
    }
    return segment->statistics().zone.row_count == segment->row_count() && total < size_t{1} << 40;
  } catch (const Error& error) {
    EXPECT_TRUE(error.state() == sqlstate::kDataCorrupted || error.state() == sqlstate::kFeatureNotSupported)
        << error.what();
    return false;
  }
}

TEST(EncodedSegment, SurvivesEveryFlippedBitAndCut) {
  Random random(18);
  std::vector<ColumnVector> columns = {
      make<int32_t>(TypeId::kInteger, 70, [&](size_t) { return static_cast<int32_t>(random.below(1000)); }),
      make<int64_t>(TypeId::kBigint, 300, [](size_t i) { return int64_t(i) * 1000; }),
      make<int64_t>(TypeId::kBigint, 300, [](size_t i) { return int64_t(i / 100) << 40; }),
      make<uint8_t>(TypeId::kBoolean, 300, [&](size_t) { return static_cast<uint8_t>(random.below(2)); }),
      make<double>(TypeId::kDouble, 200,
                   [](size_t i) { return i % 40 == 0 ? 1.0 / 3 : static_cast<double>(i) / 10; }),
      make_texts(200, [&](size_t) { return "a longer text " + std::to_string(random.below(4)); }),
      make_texts(60, [&](size_t i) { return std::to_string(i * 7919) + std::string(i % 5, 'a'); }),
      make_texts(300, [](size_t i) { return "a common beginning, then " + std::to_string(i * 7919); }),
      make_texts(9, [](size_t) { return "the same long text"; }),
  };
  columns.push_back(make<int32_t>(TypeId::kInteger, 70, [](size_t i) { return static_cast<int32_t>(i); }));
  put_nulls(columns.back(), random, 0.2);
  for (const ColumnVector& column : columns) {
    const std::vector<std::byte> good = *encode(column);
    ASSERT_TRUE(read_all(column.type(), good));
    for (size_t bit = 0; bit < good.size() * 8; ++bit) {
      std::vector<std::byte> bad = good;
      bad[bit / 8] ^= static_cast<std::byte>(1 << (bit % 8));
      read_all(column.type(), bad);
    }
    for (size_t size = 0; size < good.size(); ++size) {
      EXPECT_FALSE(read_all(column.type(), {good.begin(), good.begin() + static_cast<ptrdiff_t>(size)}));
    }
  }
}

TEST(EncodedSegment, RefusesAnotherTypeAndNewerFormats) {
  const ColumnVector column =
      make<int32_t>(TypeId::kInteger, 10, [](size_t i) { return static_cast<int32_t>(i); });
  std::vector<std::byte> bytes = *encode(column);
  EXPECT_THROW(open_segment(TypeId::kBigint, bytes, nullptr), Error);
  bytes[4] = std::byte{2};
  EXPECT_FALSE(read_all(column.type(), bytes));
}

}  // namespace
}  // namespace stoa
