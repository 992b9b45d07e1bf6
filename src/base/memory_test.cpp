#include "base/memory.h"

#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "base/error.h"

namespace stoa {
namespace {

TEST(MemoryBudget, RefusesWhatGoesOverAndStaysAsItWas) {
  MemoryBudget budget(1000);
  budget.reserve(600);
  EXPECT_TRUE(budget.try_reserve(400));
  EXPECT_FALSE(budget.try_reserve(1));
  try {
    budget.reserve(1);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.state().view(), "53200");
    EXPECT_NE(error.message().find("1000"), std::string::npos) << error.message();
    EXPECT_FALSE(error.hint().empty());
  }
  EXPECT_EQ(budget.used_bytes(), 1000);
  budget.release(1000);
  EXPECT_EQ(budget.used_bytes(), 0);
  EXPECT_EQ(budget.peak_bytes(), 1000);
}

TEST(MemoryBudget, ChildrenForwardToTheirParent) {
  MemoryBudget database(1000);
  MemoryBudget one(MemoryBudget::kUnlimited, &database);
  MemoryBudget two(300, &database);
  one.reserve(800);
  EXPECT_FALSE(two.try_reserve(250));
  EXPECT_EQ(two.used_bytes(), 0);
  EXPECT_TRUE(two.try_reserve(200));
  EXPECT_EQ(database.used_bytes(), 1000);
  EXPECT_THROW(one.reserve(1), Error);
  EXPECT_EQ(one.used_bytes(), 800);
  two.release(200);
  one.release(800);
  EXPECT_EQ(database.used_bytes(), 0);
  EXPECT_EQ(one.peak_bytes(), 800);
}

TEST(MemoryBudget, LimitCanChange) {
  MemoryBudget budget(100);
  EXPECT_FALSE(budget.try_reserve(200));
  budget.set_limit(500);
  EXPECT_TRUE(budget.try_reserve(200));
  budget.set_limit(100);
  EXPECT_FALSE(budget.try_reserve(1));
  budget.release(200);
}

TEST(Reservation, HoldsMovesAndGivesBack) {
  MemoryBudget budget(1000);
  {
    Reservation first(&budget);
    first.resize(300);
    first.grow(200);
    EXPECT_EQ(budget.used_bytes(), 500);
    EXPECT_THROW(first.resize(2000), Error);
    EXPECT_EQ(first.size_bytes(), 500);
    Reservation second(std::move(first));
    EXPECT_EQ(first.size_bytes(), 0);
    second.resize(100);
    EXPECT_EQ(budget.used_bytes(), 100);
    Reservation third(&budget);
    third.resize(50);
    third = std::move(second);
    EXPECT_EQ(budget.used_bytes(), 100);
    EXPECT_EQ(third.again().size_bytes(), third.size_bytes());
  }
  EXPECT_EQ(budget.used_bytes(), 0);
  Reservation uncounted;
  uncounted.resize(1 << 30);
  EXPECT_EQ(uncounted.size_bytes(), 1U << 30);
}

TEST(Buffer, IsAlignedCountedAndHasSlack) {
  MemoryBudget budget;
  for (const size_t size : {0, 1, 63, 64, 65, 1000}) {
    const BufferRef buffer = Buffer::allocate_zeroed(size, &budget);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer->data()) % 64, 0);
    EXPECT_EQ(buffer->size_bytes(), size);
    EXPECT_GE(budget.used_bytes(), size + 64);
    for (size_t i = 0; i < size; ++i) {
      EXPECT_EQ(buffer->data()[i], std::byte{0});
    }
    // The slack may be read and written.
    for (size_t i = size; i < size + 64; ++i) {
      buffer->data()[i] = std::byte{1};
    }
  }
  EXPECT_EQ(budget.used_bytes(), 0);
}

TEST(Buffer, OverTheLimitTakesNothing) {
  MemoryBudget budget(1000);
  EXPECT_THROW(Buffer::allocate(2000, &budget), Error);
  EXPECT_EQ(budget.used_bytes(), 0);
}

TEST(Buffer, MoreThanTheMachineHasIsAnError) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer's allocator ends the program instead";
#endif
  MemoryBudget budget;
  try {
    Buffer::allocate(size_t{1} << 60, &budget);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.state().view(), "53200");
  }
  EXPECT_EQ(budget.used_bytes(), 0);
}

}  // namespace
}  // namespace stoa
