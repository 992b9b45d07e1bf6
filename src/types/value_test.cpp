#include "types/value.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/error.h"
#include "types/cast.h"
#include "types/literal.h"
#include "types/time_zone.h"
#include "types/utf8.h"
#include "types/uuid.h"

namespace stoa {
namespace {

std::string state_of(auto&& work) {
  try {
    work();
  } catch (const Error& error) {
    return std::string(error.state().view());
  }
  return "";
}

TEST(Value, HoldsWhatItIsGiven) {
  EXPECT_TRUE(Value().is_null());
  EXPECT_EQ(Value::null(TypeId::kDate).type().to_string(), "date");
  EXPECT_EQ(Value::decimal(150, 5, 2).to_string(), "1.50");
  EXPECT_EQ(Value::decimal(kInt128Max / 10, 38, 2).as_integer(), kInt128Max / 10);
  EXPECT_EQ(Value::from_integer(TypeId::kUbigint, static_cast<Int128>(UINT64_MAX)).to_string(),
            "18446744073709551615");
  const LogicalType mood = LogicalType::enumeration("mood", {"sad", "ok"});
  EXPECT_EQ(Value::from_integer(mood, 1).to_string(), "ok");
  const Value list =
      Value::list(LogicalType::list(TypeId::kText),
                  {Value::text("a"), Value::text("b c"), Value::null(TypeId::kText), Value::text("")});
  EXPECT_EQ(list.to_string(), "{a,\"b c\",NULL,\"\"}");
  EXPECT_EQ(list.to_sql(), "ARRAY['a', 'b c', NULL::text, '']::text[]");
}

TEST(Value, ComparesForPlansByBits) {
  EXPECT_EQ(Value::double_precision(NAN), Value::double_precision(NAN));
  EXPECT_NE(Value::double_precision(0.0), Value::double_precision(-0.0));
  EXPECT_EQ(Value::null(TypeId::kDate), Value::null(TypeId::kDate));
  EXPECT_NE(Value::null(TypeId::kDate), Value::null(TypeId::kTime));
  EXPECT_NE(Value::integer(1), Value::bigint(1));
  EXPECT_NE(Value::interval({1, 0, 0}), Value::interval({0, 30, 0}));
}

TEST(Value, OrdersAsOrderByDoes) {
  EXPECT_EQ(compare_values(Value::double_precision(NAN), Value::double_precision(INFINITY)), 1);
  EXPECT_EQ(compare_values(Value::double_precision(NAN), Value::double_precision(-NAN)), 0);
  EXPECT_EQ(compare_values(Value::double_precision(0.0), Value::double_precision(-0.0)), 0);
  EXPECT_EQ(compare_values(Value::text("a"), Value::text("B")), 1);
  EXPECT_EQ(compare_values(Value::text("a"), Value::text("ab")), -1);
  EXPECT_EQ(compare_values(Value::text("\xc3\xa9"), Value::text("z")), 1);
  EXPECT_EQ(compare_values(Value::interval({1, 0, 0}), Value::interval({0, 30, 0})), 0);
  EXPECT_EQ(compare_values(Value::decimal(10, 5, 1), Value::decimal(100, 5, 2)), 0);
  EXPECT_EQ(
      compare_values(Value::bigint((int64_t{1} << 53) + 1), Value::double_precision(9007199254740992.0)), 1);
  EXPECT_EQ(compare_values(Value::decimal(1, 5, 1), Value::double_precision(0.1)), -1);
}

TEST(Value, WritesSqlThatGivesItBack) {
  EXPECT_EQ(Value::integer(5).to_sql(), "5");
  EXPECT_EQ(Value::integer(-5).to_sql(), "-5");
  EXPECT_EQ(Value::integer(INT32_MIN).to_sql(), "'-2147483648'::integer");
  EXPECT_EQ(Value::bigint(5).to_sql(), "'5'::bigint");
  EXPECT_EQ(Value::bigint(5000000000).to_sql(), "5000000000");
  EXPECT_EQ(Value::decimal(150, 3, 2).to_sql(), "1.50");
  EXPECT_EQ(Value::decimal(150, 15, 2).to_sql(), "'1.50'::decimal(15,2)");
  EXPECT_EQ(Value::double_precision(1e20).to_sql(), "1e+20");
  EXPECT_EQ(Value::double_precision(0.5).to_sql(), "'0.5'::double precision");
  EXPECT_EQ(Value::double_precision(NAN).to_sql(), "'NaN'::double precision");
  EXPECT_EQ(Value::double_precision(-0.0).to_sql(), "'-0'::double precision");
  EXPECT_EQ(Value::text("it's").to_sql(), "'it''s'");
  EXPECT_EQ(Value::from_bytes(LogicalType::varchar(5), "x").to_sql(), "'x'::character varying(5)");
  EXPECT_EQ(Value::date(0).to_sql(), "DATE '1970-01-01'");
  EXPECT_EQ(Value::boolean(true).to_sql(), "TRUE");
  EXPECT_EQ(Value::bytea("\x01").to_sql(), "'\\x01'::bytea");
  EXPECT_EQ(Value().to_sql(), "NULL");
  EXPECT_EQ(Value::null(TypeId::kDate).to_sql(), "NULL::date");
}

TEST(Literal, TakesTheTypeOfItsForm) {
  EXPECT_EQ(number_literal("5"), Value::integer(5));
  EXPECT_EQ(number_literal("2147483647"), Value::integer(INT32_MAX));
  EXPECT_EQ(number_literal("2147483648"), Value::bigint(2147483648));
  EXPECT_EQ(number_literal("9223372036854775808"), Value::hugeint(static_cast<Int128>(INT64_MAX) + 1));
  EXPECT_EQ(number_literal("1.50"), Value::decimal(150, 3, 2));
  EXPECT_EQ(number_literal(".5"), Value::decimal(5, 1, 1));
  EXPECT_EQ(number_literal("5."), Value::decimal(5, 1, 0));
  EXPECT_EQ(number_literal("1e3"), Value::double_precision(1000));
  EXPECT_EQ(number_literal("1_000"), Value::integer(1000));
  EXPECT_EQ(number_literal("0xFF"), Value::integer(255));
  EXPECT_EQ(number_literal("0b101"), Value::integer(5));
  EXPECT_EQ(number_literal("0o17"), Value::integer(15));
  EXPECT_EQ(number_literal("0x_FF"), Value::integer(255));
  EXPECT_EQ(number_literal("1234567890123456789012345678901234567890").type(), LogicalType(TypeId::kDouble));
  for (const std::string_view bad :
       {"", "1_", "_1", "1__0", "0x", "0xG", "0b2", "1.5.5", "e5", "1e", "+1", "abc"}) {
    EXPECT_EQ(state_of([&] { number_literal(bad); }), "22P02") << bad;
  }
  EXPECT_EQ(state_of([] { number_literal("1e999"); }), "22003");
  EXPECT_EQ(state_of([] { number_literal("0x" + std::string(40, 'F')); }), "22003");
}

TEST(Cast, KnowsItsKinds) {
  EXPECT_EQ(cast_kind(TypeId::kInteger, TypeId::kBigint), CastKind::kImplicit);
  EXPECT_EQ(cast_kind(TypeId::kBigint, TypeId::kInteger), CastKind::kAssignment);
  EXPECT_EQ(cast_kind(TypeId::kUinteger, TypeId::kBigint), CastKind::kImplicit);
  EXPECT_EQ(cast_kind(TypeId::kInteger, TypeId::kUinteger), CastKind::kAssignment);
  EXPECT_EQ(cast_kind(TypeId::kInteger, LogicalType::decimal(5, 2)), CastKind::kImplicit);
  EXPECT_EQ(cast_kind(LogicalType::decimal(5, 2), TypeId::kInteger), CastKind::kAssignment);
  EXPECT_EQ(cast_kind(LogicalType::decimal(5, 2), TypeId::kDouble), CastKind::kImplicit);
  EXPECT_EQ(cast_kind(TypeId::kDouble, LogicalType::decimal(5, 2)), CastKind::kAssignment);
  EXPECT_EQ(cast_kind(TypeId::kDouble, TypeId::kReal), CastKind::kAssignment);
  EXPECT_EQ(cast_kind(TypeId::kBoolean, TypeId::kInteger), CastKind::kExplicit);
  EXPECT_EQ(cast_kind(TypeId::kBoolean, TypeId::kDouble), CastKind::kNone);
  EXPECT_EQ(cast_kind(TypeId::kDate, TypeId::kTimestamp), CastKind::kImplicit);
  EXPECT_EQ(cast_kind(TypeId::kTimestamp, TypeId::kDate), CastKind::kAssignment);
  EXPECT_EQ(cast_kind(TypeId::kDate, TypeId::kTime), CastKind::kNone);
  EXPECT_EQ(cast_kind(TypeId::kDate, TypeId::kInteger), CastKind::kNone);
  EXPECT_EQ(cast_kind(TypeId::kInteger, TypeId::kText), CastKind::kAssignment);
  EXPECT_EQ(cast_kind(TypeId::kText, TypeId::kInteger), CastKind::kExplicit);
  EXPECT_EQ(cast_kind(TypeId::kNull, TypeId::kUuid), CastKind::kImplicit);
}

TEST(Cast, PrefersWhatLosesLeast) {
  const auto cost = [](TypeId from, const LogicalType& to) { return implicit_cast_cost(from, to); };
  EXPECT_EQ(cost(TypeId::kInteger, TypeId::kInteger), 0);
  EXPECT_LT(cost(TypeId::kInteger, TypeId::kBigint), cost(TypeId::kInteger, TypeId::kHugeint));
  EXPECT_LT(cost(TypeId::kInteger, TypeId::kHugeint), cost(TypeId::kInteger, TypeId::kDouble));
  EXPECT_LT(cost(TypeId::kInteger, LogicalType::decimal(18, 3)), cost(TypeId::kInteger, TypeId::kDouble));
  EXPECT_LT(cost(TypeId::kInteger, TypeId::kDouble), cost(TypeId::kInteger, TypeId::kReal));
  EXPECT_EQ(cost(TypeId::kBigint, TypeId::kInteger), -1);
  EXPECT_EQ(cost(TypeId::kNull, TypeId::kUuid), 1);
  EXPECT_LT(cost(TypeId::kDate, TypeId::kTimestamp), cost(TypeId::kDate, TypeId::kTimestamptz));
}

std::string cast_text(const Value& value, const LogicalType& type) {
  try {
    return cast_value(value, type).to_string();
  } catch (const Error& error) {
    return "ERR " + std::string(error.state().view());
  }
}

TEST(Cast, RoundsAsPostgresql) {
  const auto to_integer = [](double value) {
    return cast_text(Value::double_precision(value), TypeId::kInteger);
  };
  EXPECT_EQ(to_integer(0.5), "0");
  EXPECT_EQ(to_integer(1.5), "2");
  EXPECT_EQ(to_integer(2.5), "2");
  EXPECT_EQ(to_integer(-1.5), "-2");
  EXPECT_EQ(to_integer(2147483647.4), "2147483647");
  EXPECT_EQ(to_integer(2147483647.5), "ERR 22003");
  EXPECT_EQ(to_integer(NAN), "ERR 22003");
  EXPECT_EQ(to_integer(INFINITY), "ERR 22003");
  EXPECT_EQ(cast_text(Value::decimal(25, 5, 1), TypeId::kInteger), "3");
  EXPECT_EQ(cast_text(Value::decimal(-25, 5, 1), TypeId::kInteger), "-3");
  EXPECT_EQ(cast_text(Value::double_precision(9223372036854775807.0), TypeId::kBigint), "ERR 22003");
  EXPECT_EQ(cast_text(Value::double_precision(1e300), TypeId::kReal), "ERR 22003");
  EXPECT_EQ(cast_text(Value::double_precision(1e-300), TypeId::kReal), "ERR 22003");
  EXPECT_EQ(cast_text(Value::double_precision(INFINITY), TypeId::kReal), "Infinity");
  EXPECT_EQ(cast_text(Value::double_precision(1.005), LogicalType::decimal(5, 2)), "1.01");
  EXPECT_EQ(cast_text(Value::integer(1000), LogicalType::decimal(5, 2)), "ERR 22003");
  EXPECT_EQ(cast_text(Value::integer(999), LogicalType::decimal(5, 2)), "999.00");
}

TEST(Cast, ConvertsAcrossFamilies) {
  EXPECT_EQ(cast_text(Value::boolean(true), TypeId::kInteger), "1");
  EXPECT_EQ(cast_text(Value::integer(7), TypeId::kBoolean), "true");
  EXPECT_EQ(cast_text(Value::date(1), TypeId::kTimestamp), "1970-01-02 00:00:00");
  EXPECT_EQ(cast_text(Value::timestamp(-1), TypeId::kDate), "1969-12-31");
  EXPECT_EQ(cast_text(Value::timestamp(-1), TypeId::kTime), "23:59:59.999999");
  EXPECT_EQ(cast_text(Value::timestamp(INT64_MAX), TypeId::kDate), "infinity");
  EXPECT_EQ(cast_text(Value::timestamp(INT64_MAX), TypeId::kTime), "ERR 22008");
  EXPECT_EQ(cast_text(Value::date(2145042905), TypeId::kTimestamp), "ERR 22008");
  EXPECT_EQ(cast_text(Value::time(3600000000), TypeId::kInterval), "01:00:00");
  EXPECT_EQ(cast_text(Value::interval({1, 1, -3600000000}), TypeId::kTime), "23:00:00");
  EXPECT_EQ(cast_text(Value::date(0), TypeId::kInteger), "ERR 42846");
  EXPECT_EQ(cast_text(Value::null(TypeId::kInteger), TypeId::kText), "NULL");
  const LogicalType mood = LogicalType::enumeration("mood", {"sad", "ok"});
  EXPECT_EQ(cast_text(Value::text("ok"), mood), "ok");
  EXPECT_EQ(cast_text(Value::text("glad"), mood), "ERR 22P02");
  EXPECT_EQ(cast_text(Value::from_integer(mood, 1), TypeId::kText), "ok");
  EXPECT_EQ(cast_text(Value::list(LogicalType::list(TypeId::kInteger), {Value::integer(1), Value()}),
                      LogicalType::list(TypeId::kDouble)),
            "{1,NULL}");
}

TEST(Cast, FitsTextToItsLength) {
  EXPECT_EQ(cast_text(Value::text("h\xc3\xa9llo"), LogicalType::varchar(2)), "h\xc3\xa9");
  EXPECT_EQ(cast_text(Value::text("ab"), LogicalType::fixed_char(4)), "ab  ");
  EXPECT_EQ(cast_text(Value::integer(12345), LogicalType::varchar(3)), "123");
  EXPECT_EQ(cast_text(cast_value(Value::text("ab"), LogicalType::fixed_char(4)), TypeId::kText), "ab");
  EXPECT_EQ(assign_value(Value::text("ab  "), LogicalType::varchar(2)).to_string(), "ab");
  EXPECT_EQ(assign_value(Value::text("a"), LogicalType::fixed_char(3)).to_string(), "a  ");
  EXPECT_EQ(assign_value(Value::integer(12), LogicalType::varchar(2)).to_string(), "12");
  EXPECT_EQ(state_of([] { assign_value(Value::text("abc"), LogicalType::varchar(2)); }), "22001");
  EXPECT_TRUE(assign_value(Value::null(TypeId::kText), LogicalType::varchar(2)).is_null());
}

TEST(Utf8, CountsAndCuts) {
  const std::string text =
      "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"
      "bcdefghij";
  EXPECT_EQ(count_characters(text), 13U);
  EXPECT_EQ(bytes_of_characters(text, 0), 0U);
  EXPECT_EQ(bytes_of_characters(text, 2), 3U);
  EXPECT_EQ(bytes_of_characters(text, 3), 6U);
  EXPECT_EQ(bytes_of_characters(text, 4), 10U);
  EXPECT_EQ(bytes_of_characters(text, 9), 15U);
  EXPECT_EQ(bytes_of_characters(text, 99), text.size());
  for (size_t count = 0; count <= 13; ++count) {
    EXPECT_EQ(count_characters(text.substr(0, bytes_of_characters(text, count))), count);
  }
  EXPECT_TRUE(is_valid_utf8(text));
  for (const std::string_view bad :
       {"\x80", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
        "\xf8\x88\x80\x80\x80", "abcdefgh\xff", "\xe2\x82"}) {
    EXPECT_FALSE(is_valid_utf8(bad));
  }
  EXPECT_TRUE(is_ascii("abcdefghijk"));
  EXPECT_FALSE(is_ascii("abcdefghij\xc3\xa9"));
}

TEST(Uuid, KeepsByteOrderAndVersion) {
  Int128 low = 0;
  Int128 high = 0;
  ASSERT_TRUE(parse_uuid("00000000-0000-0000-0000-000000000001", low));
  ASSERT_TRUE(parse_uuid("ff000000-0000-0000-0000-000000000000", high));
  EXPECT_LT(low, high);
  uint8_t bytes[16];
  uuid_to_bytes(high, bytes);
  EXPECT_EQ(bytes[0], 0xFF);
  EXPECT_EQ(uuid_from_bytes(bytes), high);
  const std::string random = uuid_to_string(make_random_uuid(~uint64_t{0}, ~uint64_t{0}));
  EXPECT_EQ(random, "ffffffff-ffff-4fff-bfff-ffffffffffff");
}

TEST(TimeZone, FindsOffsets) {
  int32_t offset = 0;
  ASSERT_TRUE(zone_offset_at("europe/PARIS", 0, offset));
  EXPECT_EQ(offset, 3600);
  ASSERT_TRUE(zone_offset_at("+05:30", 0, offset));
  EXPECT_EQ(offset, 19800);
  ASSERT_TRUE(zone_offset_at("-0800", 0, offset));
  EXPECT_EQ(offset, -28800);
  ASSERT_TRUE(zone_offset_at("EST", 0, offset));
  EXPECT_EQ(offset, -18000);
  ASSERT_TRUE(zone_offset_at("America/New_York", INT64_MAX, offset));
  EXPECT_FALSE(zone_offset_at("Nowhere/City", 0, offset));
  EXPECT_FALSE(zone_offset_at("", 0, offset));
  EXPECT_FALSE(zone_offset_at("+16", 0, offset));
  EXPECT_FALSE(zone_offset_at("+1:2:3:4", 0, offset));
}

}  // namespace
}  // namespace stoa
