#include "column/cast.h"

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "column/sample_vectors.h"
#include "types/cast.h"
#include "types/decimal.h"

namespace stoa {
namespace {

std::vector<LogicalType> cast_types() {
  std::vector<LogicalType> types = {
      TypeId::kBoolean, TypeId::kTinyint,   TypeId::kSmallint,    TypeId::kInteger,  TypeId::kBigint,
      TypeId::kHugeint, TypeId::kUtinyint,  TypeId::kUsmallint,   TypeId::kUinteger, TypeId::kUbigint,
      TypeId::kReal,    TypeId::kDouble,    TypeId::kText,        TypeId::kBytea,    TypeId::kDate,
      TypeId::kTime,    TypeId::kTimestamp, TypeId::kTimestamptz, TypeId::kInterval, TypeId::kUuid,
      TypeId::kJson};
  types.push_back(LogicalType::decimal(5, 2));
  types.push_back(LogicalType::decimal(18, 0));
  types.push_back(LogicalType::decimal(18, 18));
  types.push_back(LogicalType::decimal(38, 10));
  types.push_back(LogicalType::varchar(3));
  types.push_back(LogicalType::fixed_char(5));
  types.push_back(LogicalType::enumeration("mood", {"sad", "ok", "a longer label than twelve"}));
  return types;
}

/// Text that often means something in the target type, and sometimes nothing.
Value random_text(Random& random) {
  static constexpr std::string_view kTexts[] = {"0",
                                                "1",
                                                " 7 ",
                                                "-1",
                                                "127",
                                                "128",
                                                "300",
                                                "70000",
                                                "3000000000",
                                                "1.5",
                                                "2.5",
                                                "99.995",
                                                "1e3",
                                                "NaN",
                                                "Infinity",
                                                "true",
                                                "off",
                                                "2024-02-29",
                                                "2024-02-30",
                                                "04:05:06.5",
                                                "2024-05-06 07:08:09+02",
                                                "1 day 2:03",
                                                "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
                                                "\\x00ff",
                                                "ok",
                                                "a longer label than twelve",
                                                "{\"a\":[1,2,3,4,5]}",
                                                "",
                                                "h\xc3\xa9llo w\xc3\xb6rld",
                                                "ab   ",
                                                "170141183460469231731687303715884105727"};
  return Value::text(std::string(kTexts[random.below(std::size(kTexts))]));
}

/// A value of the type made by casting an interesting one of another, so that ranges meet their ends.
Value random_value(Random& random, const LogicalType& type) {
  Value result = Value::null(type);
  if (random.chance(0.15)) {
    return result;
  }
  for (int attempt = 0; attempt < 20; ++attempt) {
    const auto shift = static_cast<unsigned>(random.below(64));
    const auto bits = static_cast<int64_t>(random.next()) >> shift;
    const Value sources[] = {random_text(random), Value::bigint(bits),
                             Value::double_precision(static_cast<double>(bits) / 8),
                             Value::timestamp(bits / 64), Value::decimal(bits, 38, 5)};
    if (try_cast_value(sources[random.below(5)], type, result)) {
      return result;
    }
  }
  return Value::null(type);
}

ColumnVector vector_of(Random& random, const std::vector<Value>& values, SampleKind kind, size_t size) {
  const LogicalType type = values.front().type();
  if (kind == SampleKind::kConstant) {
    return ColumnVector::make_constant(values.front(), size);
  }
  if (kind == SampleKind::kConstantNull) {
    return ColumnVector::make_null(type, size);
  }
  if (kind == SampleKind::kFlat) {
    std::vector<Value> rows;
    for (size_t i = 0; i < size; ++i) {
      rows.push_back(values[i % values.size()]);
    }
    return ColumnVector::from_values(type, rows);
  }
  auto indices = Buffer::allocate(size * sizeof(uint32_t) + 1);
  for (size_t i = 0; i < size; ++i) {
    indices->as<uint32_t>()[i] = static_cast<uint32_t>(random.below(values.size()));
  }
  return ColumnVector::make_dictionary(ColumnVector::from_values(type, values), indices->as<uint32_t>(),
                                       indices, size);
}

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return std::string(error.state().view()) + " " + error.message();
  }
  return "";
}

/// Every row as cast_value has it; NULL where that fails.
std::vector<Value> expected_rows(const ColumnVector& input, const LogicalType& target,
                                 std::string& first_error) {
  std::vector<Value> rows;
  for (size_t row = 0; row < input.size(); ++row) {
    const Value value = input.value(row);
    Value result = Value::null(target);
    if (!try_cast_value(value, target, result)) {
      result = Value::null(target);
      if (first_error.empty()) {
        first_error = message_of([&] { cast_value(value, target); });
      }
    }
    rows.push_back(std::move(result));
  }
  return rows;
}

void check(const ColumnVector& input, const LogicalType& target) {
  std::string first_error;
  const std::vector<Value> rows = expected_rows(input, target, first_error);
  const std::string what = input.type().to_string() + " to " + target.to_string();
  const ColumnVector expected = ColumnVector::from_values(target, rows);
  expect_same_rows(cast_vector(input, target, CastFailure::kNull), expected, what);
  if (first_error.empty()) {
    expect_same_rows(cast_vector(input, target), expected, what);
  } else {
    EXPECT_EQ(message_of([&] { cast_vector(input, target); }), first_error) << what;
  }
}

TEST(CastVector, AgreesWithCastValueForEveryPairAndKind) {
  Random random(31);
  for (const LogicalType& from : cast_types()) {
    for (const LogicalType& to : cast_types()) {
      if (cast_kind(from, to) == CastKind::kNone) {
        EXPECT_THROW(cast_vector(ColumnVector::make_null(from, 3), to), Error);
        continue;
      }
      for (const SampleKind kind : kSampleKinds) {
        for (const size_t size : {size_t{0}, size_t{1}, size_t{64}, size_t{130}}) {
          // A single value half of the time, so that runs without any failure are met too.
          std::vector<Value> values;
          const size_t distinct = random.chance(0.5) ? 1 : 70;
          for (size_t i = 0; i < distinct; ++i) {
            values.push_back(random_value(random, from));
          }
          check(vector_of(random, values, kind, size), to);
          if (HasFailure()) {
            return;
          }
        }
      }
    }
  }
}

TEST(CastVector, NullRowsNeverRaise) {
  ColumnVector input = ColumnVector::make_flat(TypeId::kBigint, 3);
  input.mutable_values<int64_t>()[1] = INT64_MAX;
  input.set_null(1);
  const ColumnVector result = cast_vector(input, TypeId::kTinyint);
  EXPECT_TRUE(result.is_null(1));
  EXPECT_EQ(result.value(2).as_int64(), 0);
}

TEST(CastVector, RaisesForTheFirstRowWithItsValue) {
  const Value values[] = {Value::integer(1), Value::integer(300), Value::integer(400)};
  const ColumnVector input = ColumnVector::from_values(TypeId::kInteger, values);
  EXPECT_EQ(message_of([&] { cast_vector(input, TypeId::kTinyint); }),
            "22003 value 300 is out of range for type tinyint");
  const Value texts[] = {Value::text("1"), Value::text("x1")};
  EXPECT_EQ(
      message_of([&] { cast_vector(ColumnVector::from_values(TypeId::kText, texts), TypeId::kInteger); }),
      "22P02 invalid input syntax for type integer: \"x1\"");
}

TEST(CastVector, KeepsDictionariesAndIgnoresUnusedEntries) {
  const Value entries[] = {Value::text("1"), Value::text("not a number"), Value::text("2")};
  auto dictionary = std::make_shared<const ColumnVector>(ColumnVector::from_values(TypeId::kText, entries));
  static constexpr uint32_t kIndices[] = {0, 2, 0, 2};
  const ColumnVector input = ColumnVector::make_distinct_dictionary(dictionary, kIndices, nullptr, 4);
  const ColumnVector result = cast_vector(input, TypeId::kInteger);
  EXPECT_TRUE(result.is_dictionary());
  EXPECT_FALSE(result.has_distinct_dictionary());
  EXPECT_EQ(result.value(1), Value::integer(2));
  static constexpr uint32_t kWithBad[] = {0, 2, 1, 2};
  const ColumnVector bad = ColumnVector::make_distinct_dictionary(dictionary, kWithBad, nullptr, 4);
  EXPECT_EQ(message_of([&] { cast_vector(bad, TypeId::kInteger); }),
            "22P02 invalid input syntax for type integer: \"not a number\"");
  EXPECT_TRUE(cast_vector(bad, TypeId::kInteger, CastFailure::kNull).is_null(2));
}

TEST(CastVector, StaysDistinctWhereValuesStayApart) {
  const Value entries[] = {Value::integer(1), Value::integer(2)};
  auto dictionary =
      std::make_shared<const ColumnVector>(ColumnVector::from_values(TypeId::kInteger, entries));
  static constexpr uint32_t kIndices[] = {0, 1, 0};
  const ColumnVector input = ColumnVector::make_distinct_dictionary(dictionary, kIndices, nullptr, 3);
  EXPECT_TRUE(cast_vector(input, TypeId::kBigint).has_distinct_dictionary());
  EXPECT_TRUE(cast_vector(input, TypeId::kText).has_distinct_dictionary());
  EXPECT_FALSE(cast_vector(input, TypeId::kDouble).is_flat());
  EXPECT_FALSE(cast_vector(input, LogicalType::varchar(1)).has_distinct_dictionary());
}

TEST(CastVector, IsNotDistinctWhereEntriesBecomeNull) {
  const Value entries[] = {Value::integer(300), Value::integer(400), Value::integer(1)};
  auto dictionary =
      std::make_shared<const ColumnVector>(ColumnVector::from_values(TypeId::kInteger, entries));
  static constexpr uint32_t kIndices[] = {0, 1, 2};
  const ColumnVector input = ColumnVector::make_distinct_dictionary(dictionary, kIndices, nullptr, 3);
  const ColumnVector result = cast_vector(input, TypeId::kTinyint, CastFailure::kNull);
  EXPECT_TRUE(result.is_null(0) && result.is_null(1) && !result.is_null(2));
  EXPECT_FALSE(result.has_distinct_dictionary());
}

TEST(CastVector, ResultsOutliveTheirInput) {
  ColumnVector json;
  ColumnVector cut;
  const std::string longer = "[\"a text that lies in a heap of its own\"]";
  {
    const Value values[] = {Value::text(longer)};
    const ColumnVector input = ColumnVector::from_values(TypeId::kText, values);
    json = cast_vector(input, TypeId::kJson);
    cut = cast_vector(input, LogicalType::varchar(20));
  }
  EXPECT_EQ(json.value(0).as_text(), longer);
  EXPECT_EQ(cut.value(0).as_text(), longer.substr(0, 20));
}

TEST(AssignVector, RefusesTextThatIsTooLong) {
  const Value values[] = {Value::text("abc"), Value::text("ab   "), Value::null(TypeId::kText)};
  const ColumnVector input = ColumnVector::from_values(TypeId::kText, values);
  EXPECT_EQ(assign_vector(input, LogicalType::varchar(3)).value(1).as_text(), "ab ");
  EXPECT_EQ(assign_vector(input, LogicalType::fixed_char(5)).value(0).as_text(), "abc  ");
  EXPECT_TRUE(assign_vector(input, LogicalType::varchar(3)).is_null(2));
  EXPECT_EQ(message_of([&] { assign_vector(input, LogicalType::varchar(2)); }),
            "22001 value too long for type character varying(2)");
  const ColumnVector constant = ColumnVector::make_constant(Value::bigint(12345), 5);
  EXPECT_EQ(message_of([&] { assign_vector(constant, LogicalType::varchar(4)); }),
            "22001 value too long for type character varying(4)");
  EXPECT_EQ(assign_vector(constant, TypeId::kInteger).value(4), Value::integer(12345));
}

}  // namespace
}  // namespace stoa
