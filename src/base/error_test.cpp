#include "base/error.h"

#include <gtest/gtest.h>

#include "base/assert.h"

namespace stoa {
namespace {

TEST(Error, CarriesWhatItIsGiven) {
  const Error error = Error(sqlstate::kUndefinedTable, "relation \"a\" does not exist")
                          .with_hint("did you mean \"b\"?")
                          .with_detail("detail")
                          .at(7)
                          .with_names("constraint", "table", "column");
  EXPECT_STREQ(error.what(), "relation \"a\" does not exist");
  EXPECT_EQ(error.state().view(), "42P01");
  EXPECT_EQ(error.hint(), "did you mean \"b\"?");
  EXPECT_EQ(error.detail(), "detail");
  EXPECT_EQ(error.place(), 7);
  EXPECT_EQ(error.constraint(), "constraint");
  EXPECT_EQ(error.table(), "table");
  EXPECT_EQ(error.column(), "column");
}

TEST(Error, PlaceIsSetOnceAndShifted) {
  Error error(sqlstate::kSyntaxError, "message");
  error.shift_place(5);
  EXPECT_FALSE(error.place().has_value());
  error.set_place_if_none(3);
  error.set_place_if_none(9);
  EXPECT_EQ(error.place(), 3);
  error.shift_place(10);
  EXPECT_EQ(error.place(), 13);
}

TEST(Error, RaiseThrowsIt) {
  try {
    raise_unsupported("teleportation");
  } catch (const Error& error) {
    EXPECT_EQ(error.state().view(), "0A000");
    EXPECT_NE(error.message().find("teleportation"), std::string::npos);
  }
  EXPECT_THROW(raise(sqlstate::kDivisionByZero, "division by zero"), Error);
}

TEST(SqlState, MadeAtRunTime) {
  EXPECT_EQ(SqlState::from("22012").view(), "22012");
  EXPECT_EQ(SqlState::from("too long").view(), "XX000");
  EXPECT_TRUE(SqlState::from("22012") == sqlstate::kDivisionByZero);
}

TEST(AssertDeathTest, ChecksStayOn) {
  const bool holds = false;
  EXPECT_DEATH(STOA_CHECK(holds), "internal check failed: holds");
}

}  // namespace
}  // namespace stoa
