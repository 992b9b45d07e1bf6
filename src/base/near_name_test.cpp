#include "base/near_name.h"

#include <array>

#include <gtest/gtest.h>

namespace stoa {
namespace {

TEST(NearName, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("lower", "lower"), 0U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("lenght", "length"), 1U);
}

TEST(NearName, FindsTheNearestOrNothing) {
  const std::array<std::string_view, 3> names = {"length", "lower", "left"};
  EXPECT_EQ(nearest_name("lenght", names), "length");
  EXPECT_EQ(nearest_name("lowr", names), "lower");
  EXPECT_EQ(nearest_name("zebra", names), "");
}

}  // namespace
}  // namespace stoa
