#include "types/logical_type.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace stoa {
namespace {

std::string name_of(std::string_view name, const std::vector<int64_t>& modifiers = {}) {
  return type_from_name(name, modifiers).to_string();
}

std::string state_of(std::string_view name, const std::vector<int64_t>& modifiers = {}) {
  try {
    type_from_name(name, modifiers);
  } catch (const Error& error) {
    return std::string(error.state().view());
  }
  return "";
}

TEST(LogicalType, KnowsTheNames) {
  EXPECT_EQ(name_of("int2"), "smallint");
  EXPECT_EQ(name_of("int4"), "integer");
  EXPECT_EQ(name_of("int8"), "bigint");
  EXPECT_EQ(name_of("hugeint"), "hugeint");
  EXPECT_EQ(name_of("utinyint"), "utinyint");
  EXPECT_EQ(name_of("float4"), "real");
  EXPECT_EQ(name_of("float", {24}), "real");
  EXPECT_EQ(name_of("float", {25}), "double precision");
  EXPECT_EQ(name_of("float"), "double precision");
  EXPECT_EQ(name_of("decimal", {15, 2}), "decimal(15,2)");
  EXPECT_EQ(name_of("numeric", {5}), "decimal(5,0)");
  EXPECT_EQ(name_of("dec"), "decimal(18,3)");
  EXPECT_EQ(name_of("varchar", {50}), "character varying(50)");
  EXPECT_EQ(name_of("varchar"), "text");
  EXPECT_EQ(name_of("char"), "character(1)");
  EXPECT_EQ(name_of("bpchar"), "text");
  EXPECT_EQ(name_of("blob"), "bytea");
  EXPECT_EQ(name_of("datetime"), "timestamp");
  EXPECT_EQ(name_of("timestamp with time zone"), "timestamp with time zone");
  EXPECT_EQ(name_of("timestamp", {3}), "timestamp");
  EXPECT_EQ(name_of("jsonb"), "json");
  EXPECT_EQ(name_of("vector", {3}), "vector(3)");
  EXPECT_EQ(name_of("halfvec", {3}), "halfvec(3)");
}

TEST(LogicalType, RefusesWrongNamesAndModifiers) {
  EXPECT_EQ(state_of("intger"), "42704");
  EXPECT_EQ(state_of("decimal", {39}), "22023");
  EXPECT_EQ(state_of("decimal", {0}), "22023");
  EXPECT_EQ(state_of("decimal", {5, 6}), "22023");
  EXPECT_EQ(state_of("decimal", {5, 2, 1}), "22023");
  EXPECT_EQ(state_of("float", {0}), "22023");
  EXPECT_EQ(state_of("float", {54}), "22023");
  EXPECT_EQ(state_of("integer", {5}), "22023");
  EXPECT_EQ(state_of("varchar", {0}), "22023");
  EXPECT_EQ(state_of("varchar", {1'000'000'000}), "22023");
  EXPECT_EQ(state_of("timestamp", {7}), "22023");
  try {
    type_from_name("intger", {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.hint(), "Did you mean \"integer\"?");
  }
}

TEST(LogicalType, SaysHowValuesLie) {
  EXPECT_EQ(LogicalType::decimal(18, 2).physical(), PhysicalType::kInt64);
  EXPECT_EQ(LogicalType::decimal(19, 2).physical(), PhysicalType::kInt128);
  EXPECT_EQ(LogicalType(TypeId::kUuid).width_bytes(), 16U);
  EXPECT_EQ(LogicalType(TypeId::kText).width_bytes(), 16U);
  EXPECT_EQ(LogicalType::list(TypeId::kInteger).width_bytes(), 0U);
  EXPECT_EQ(LogicalType::list(LogicalType::list(TypeId::kInteger)).to_string(), "integer[][]");
  EXPECT_EQ(LogicalType::structure({{"a", TypeId::kInteger}, {"b", TypeId::kText}}).to_string(),
            "struct(a integer, b text)");
  EXPECT_EQ(LogicalType::map(TypeId::kText, TypeId::kDate).to_string(), "map(text, date)");
  EXPECT_EQ(LogicalType::enumeration("mood", {"sad", "ok"}).to_string(), "mood");
}

TEST(LogicalType, ComparesDeeply) {
  EXPECT_EQ(LogicalType::list(TypeId::kInteger), LogicalType::list(TypeId::kInteger));
  EXPECT_NE(LogicalType::list(TypeId::kInteger), LogicalType::list(TypeId::kBigint));
  EXPECT_NE(LogicalType::varchar(5), LogicalType::fixed_char(5));
  EXPECT_EQ(LogicalType::varchar(0), LogicalType(TypeId::kText));
  EXPECT_NE(LogicalType::enumeration("a", {"x"}), LogicalType::enumeration("b", {"x"}));
}

std::string common(const LogicalType& a, const LogicalType& b) {
  LogicalType left;
  LogicalType right;
  const bool has_left = common_type(a, b, left);
  EXPECT_EQ(has_left, common_type(b, a, right));
  EXPECT_EQ(left, right);
  return has_left ? left.to_string() : "none";
}

TEST(LogicalType, FindsTheCommonType) {
  EXPECT_EQ(common(TypeId::kSmallint, TypeId::kBigint), "bigint");
  EXPECT_EQ(common(TypeId::kUtinyint, TypeId::kTinyint), "smallint");
  EXPECT_EQ(common(TypeId::kUinteger, TypeId::kInteger), "bigint");
  EXPECT_EQ(common(TypeId::kUbigint, TypeId::kTinyint), "hugeint");
  EXPECT_EQ(common(TypeId::kUbigint, TypeId::kUinteger), "ubigint");
  EXPECT_EQ(common(TypeId::kInteger, LogicalType::decimal(5, 2)), "decimal(12,2)");
  EXPECT_EQ(common(LogicalType::decimal(15, 2), LogicalType::decimal(10, 6)), "decimal(19,6)");
  EXPECT_EQ(common(LogicalType::decimal(38, 2), LogicalType::decimal(38, 6)), "decimal(38,6)");
  EXPECT_EQ(common(TypeId::kReal, TypeId::kSmallint), "real");
  EXPECT_EQ(common(TypeId::kReal, TypeId::kInteger), "double precision");
  EXPECT_EQ(common(TypeId::kDouble, LogicalType::decimal(5, 2)), "double precision");
  EXPECT_EQ(common(TypeId::kDate, TypeId::kTimestamp), "timestamp");
  EXPECT_EQ(common(TypeId::kDate, TypeId::kTimestamptz), "timestamp with time zone");
  EXPECT_EQ(common(TypeId::kDate, TypeId::kTime), "none");
  EXPECT_EQ(common(TypeId::kNull, TypeId::kDate), "date");
  EXPECT_EQ(common(LogicalType::varchar(5), LogicalType::varchar(6)), "text");
  EXPECT_EQ(common(LogicalType::varchar(5), LogicalType::varchar(5)), "character varying(5)");
  EXPECT_EQ(common(TypeId::kText, TypeId::kInteger), "none");
  EXPECT_EQ(common(TypeId::kBoolean, TypeId::kInteger), "none");
  EXPECT_EQ(common(LogicalType::enumeration("m", {"a"}), TypeId::kText), "text");
  EXPECT_EQ(common(LogicalType::list(TypeId::kInteger), LogicalType::list(TypeId::kDouble)),
            "double precision[]");
  EXPECT_EQ(common(LogicalType::list(TypeId::kInteger), LogicalType::list(TypeId::kText)), "none");
}

TEST(LogicalType, CountsIntegerDigits) {
  EXPECT_EQ(integer_digits(TypeId::kTinyint), 3);
  EXPECT_EQ(integer_digits(TypeId::kInteger), 10);
  EXPECT_EQ(integer_digits(TypeId::kBigint), 19);
  EXPECT_EQ(integer_digits(TypeId::kUbigint), 20);
  EXPECT_EQ(integer_digits(TypeId::kHugeint), 38);
}

}  // namespace
}  // namespace stoa
