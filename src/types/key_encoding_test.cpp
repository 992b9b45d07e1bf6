#include "types/key_encoding.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "types/decimal.h"
#include "types/timestamp.h"

namespace stoa {
namespace {

constexpr KeyOrder kOrders[] = {{false, false}, {false, true}, {true, false}, {true, true}};

int sign_of(int order) {
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

std::string encoded(const Value& value, KeyOrder order) {
  std::string out;
  encode_key(value, order, out);
  return out;
}

/// How ORDER BY has it: the truth that bytes must follow.
int compare_ordered(const Value& a, const Value& b, KeyOrder order) {
  if (a.is_null() || b.is_null()) {
    if (a.is_null() == b.is_null()) {
      return 0;
    }
    return a.is_null() == order.nulls_first ? -1 : 1;
  }
  const int compared = compare_values(a, b);
  return order.descending ? -compared : compared;
}

void check_all_pairs(const std::vector<Value>& values) {
  for (const KeyOrder order : kOrders) {
    for (const Value& a : values) {
      const std::string bytes = encoded(a, order);
      for (const Value& b : values) {
        ASSERT_EQ(sign_of(bytes.compare(encoded(b, order))), compare_ordered(a, b, order))
            << a.to_string() << " against " << b.to_string() << " " << order.descending << order.nulls_first;
      }
      std::string_view rest = bytes;
      const Value back = decode_key(rest, a.type(), order);
      ASSERT_TRUE(rest.empty());
      ASSERT_EQ(compare_ordered(a, back, order), 0) << a.to_string() << " gave " << back.to_string();
      ASSERT_EQ(a.is_null(), back.is_null());
    }
  }
}

std::string random_text(Random& random) {
  std::string text;
  const auto size = random.below(6);
  for (uint64_t i = 0; i < size; ++i) {
    text +=
        "\0\x01\x7f\xff"
        "ab"[random.below(6)];
  }
  return text;
}

Value random_value(const LogicalType& type, Random& random) {
  if (random.chance(0.1)) {
    return Value::null(type);
  }
  const auto wide =
      static_cast<Int128>((static_cast<UInt128>(random.next()) << 64) | random.next()) >> random.below(127);
  const auto narrow = static_cast<int64_t>(random.next()) >> random.below(63);
  switch (type.physical()) {
    case PhysicalType::kBool: return Value::boolean(random.chance(0.5));
    case PhysicalType::kInt8: return Value::from_integer(type, static_cast<int8_t>(narrow));
    case PhysicalType::kInt16: return Value::from_integer(type, static_cast<int16_t>(narrow));
    case PhysicalType::kInt32: return Value::from_integer(type, static_cast<int32_t>(narrow));
    case PhysicalType::kInt64:
      return Value::from_integer(type, type.is_decimal() ? narrow % 1000000 : narrow);
    case PhysicalType::kInt128:
      return Value::from_integer(type, type.is_decimal() ? wide % power_of_ten(38) : wide);
    case PhysicalType::kUint8: return Value::from_integer(type, static_cast<uint8_t>(narrow));
    case PhysicalType::kUint16: return Value::from_integer(type, static_cast<uint16_t>(narrow));
    case PhysicalType::kUint32: return Value::from_integer(type, static_cast<uint32_t>(narrow));
    case PhysicalType::kUint64:
      return Value::from_integer(type, static_cast<Int128>(static_cast<uint64_t>(narrow)));
    case PhysicalType::kFloat:
      return Value::from_double(type,
                                static_cast<double>(std::ldexp(static_cast<float>(random.unit() - 0.5),
                                                               static_cast<int>(random.below(60)) - 30)));
    case PhysicalType::kDouble:
      return Value::from_double(type,
                                std::ldexp(random.unit() - 0.5, static_cast<int>(random.below(200)) - 100));
    case PhysicalType::kInterval:
      return Value::interval({static_cast<int32_t>(random.between(-40, 40)),
                              static_cast<int32_t>(random.between(-400, 400)),
                              random.between(-3, 3) * kMicrosPerDay / 2});
    case PhysicalType::kText: return Value::from_bytes(type, random_text(random));
    case PhysicalType::kNested: break;
  }
  std::vector<Value> elements;
  const auto size = random.below(4);
  for (uint64_t i = 0; i < size; ++i) {
    elements.push_back(random_value(type.fields()[0].type, random));
  }
  return Value::list(type, std::move(elements));
}

std::vector<LogicalType> key_types() {
  return {TypeId::kBoolean,
          TypeId::kTinyint,
          TypeId::kSmallint,
          TypeId::kInteger,
          TypeId::kBigint,
          TypeId::kHugeint,
          TypeId::kUtinyint,
          TypeId::kUsmallint,
          TypeId::kUinteger,
          TypeId::kUbigint,
          TypeId::kReal,
          TypeId::kDouble,
          LogicalType::decimal(10, 2),
          LogicalType::decimal(38, 10),
          TypeId::kText,
          TypeId::kBytea,
          TypeId::kDate,
          TypeId::kTime,
          TypeId::kTimestamp,
          TypeId::kTimestamptz,
          TypeId::kInterval,
          TypeId::kUuid,
          TypeId::kJson,
          LogicalType::enumeration("e", {"a", "b"}),
          LogicalType::list(TypeId::kText),
          LogicalType::list(LogicalType::list(TypeId::kSmallint))};
}

TEST(KeyEncoding, KeepsTheOrderOfRandomValues) {
  Random random(21);
  for (const LogicalType& type : key_types()) {
    if (type.id() == TypeId::kEnum) {
      continue;
    }
    std::vector<Value> values;
    for (int i = 0; i < 60; ++i) {
      values.push_back(random_value(type, random));
    }
    SCOPED_TRACE(type.to_string());
    check_all_pairs(values);
  }
}

TEST(KeyEncoding, KeepsTheOrderOfHardDoubles) {
  std::vector<Value> values;
  for (const double value :
       {0.0, -0.0, 1.0, -1.0, double{INFINITY}, -double{INFINITY}, double{NAN}, -double{NAN}, 5e-324, -5e-324,
        std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()}) {
    values.push_back(Value::double_precision(value));
  }
  check_all_pairs(values);
}

TEST(KeyEncoding, KeepsTheOrderOfHardTexts) {
  std::vector<Value> values = {Value::null(TypeId::kText)};
  for (const std::string_view text :
       {std::string_view(""), std::string_view("\0", 1), std::string_view("\0\0", 2),
        std::string_view("\0\xff", 2), std::string_view("\0\x01", 2), std::string_view("\x01"),
        std::string_view("a"), std::string_view("a\0", 2), std::string_view("a\0b", 3),
        std::string_view("ab"), std::string_view("\xff"), std::string_view("\xff\xff")}) {
    values.push_back(Value::text(std::string(text)));
  }
  check_all_pairs(values);
}

TEST(KeyEncoding, ComposesColumns) {
  Random random(22);
  for (int round = 0; round < 20000; ++round) {
    const KeyOrder first = kOrders[random.below(4)];
    const KeyOrder second = kOrders[random.below(4)];
    const auto row = [&] {
      return std::pair(random_value(TypeId::kText, random), random_value(TypeId::kTinyint, random));
    };
    const auto a = row();
    const auto b = row();
    const auto key = [&](const std::pair<Value, Value>& values) {
      std::string out;
      encode_key(values.first, first, out);
      encode_key(values.second, second, out);
      return out;
    };
    int truth = compare_ordered(a.first, b.first, first);
    if (truth == 0) {
      truth = compare_ordered(a.second, b.second, second);
    }
    ASSERT_EQ(sign_of(key(a).compare(key(b))), truth);
    const std::string bytes = key(a);
    std::string_view rest = bytes;
    ASSERT_EQ(decode_key(rest, TypeId::kText, first), a.first);
    ASSERT_EQ(decode_key(rest, TypeId::kTinyint, second), a.second);
  }
}

TEST(KeyEncoding, NormalizesIntervals) {
  EXPECT_EQ(encoded(Value::interval({1, 0, 0}), {}), encoded(Value::interval({0, 30, 0}), {}));
  const std::string bytes = encoded(Value::interval({0, 31, kMicrosPerHour}), {});
  std::string_view rest = bytes;
  EXPECT_EQ(decode_key(rest, TypeId::kInterval, {}).to_string(), "1 mon 1 day 01:00:00");
  for (const Interval extreme :
       {Interval{INT32_MAX, INT32_MAX, INT64_MAX}, Interval{INT32_MIN, INT32_MIN, INT64_MIN}}) {
    const std::string long_bytes = encoded(Value::interval(extreme), {});
    rest = long_bytes;
    EXPECT_EQ(decode_key(rest, TypeId::kInterval, {}).as_interval(), extreme);
  }
}

TEST(KeyEncoding, RefusesDamage) {
  Random random(23);
  for (const LogicalType& type : key_types()) {
    for (int i = 0; i < 300; ++i) {
      std::string bytes;
      const auto size = random.below(20);
      for (uint64_t k = 0; k < size; ++k) {
        bytes += static_cast<char>(random.below(3) == 0 ? random.below(256) : random.below(3));
      }
      std::string_view rest = bytes;
      try {
        decode_key(rest, type, kOrders[random.below(4)]);
      } catch (const Error& error) {
        EXPECT_EQ(error.state().view(), "XX001");
      }
    }
  }
  EXPECT_THROW(encoded(Value::list(LogicalType::structure({{"a", TypeId::kInteger}}), {}), {}), Error);
}

}  // namespace
}  // namespace stoa
