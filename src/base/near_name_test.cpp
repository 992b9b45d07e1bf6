#include "base/near_name.h"

#include <gtest/gtest.h>

namespace stoa {
namespace {

TEST(NearName, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("inetger", "integer"), 1U);
  EXPECT_EQ(edit_distance("ABC", "abc"), 0U);
}

TEST(NearName, FindsTheNearestOrNone) {
  const std::string_view names[] = {"integer", "interval", "text"};
  EXPECT_EQ(near_name("intger", names), "integer");
  EXPECT_EQ(near_name("intervall", names), "interval");
  EXPECT_EQ(near_name("zzz", names), "");
  EXPECT_EQ(near_name(std::string(5000, 'x'), names), "");
}

}  // namespace
}  // namespace stoa
