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

TEST(MemoryScope, ChargesWhatIsMadeWithoutABudget) {
  MemoryBudget budget;
  BufferRef outside = Buffer::allocate(1000);
  EXPECT_EQ(budget.used_bytes(), 0);
  BufferRef kept;
  {
    const MemoryScope scope(budget);
    kept = Buffer::allocate(1'000'000);
    EXPECT_GE(budget.used_bytes(), 1'000'000);
    outside.reset();
    for (int i = 0; i < 1000; ++i) {
      Buffer::allocate(5000);
    }
    EXPECT_LT(budget.used_bytes(), 2'000'000);
  }
  // What outlives the scope stays charged, to the byte.
  EXPECT_EQ(budget.used_bytes(), 1'000'064);
  kept.reset();
  EXPECT_EQ(budget.used_bytes(), 0);
}

TEST(MemoryScope, TakesExactlyWhereStepsDoNotFit) {
  MemoryBudget budget(10'000);
  {
    const MemoryScope scope(budget);
    const BufferRef one = Buffer::allocate(4'000);
    EXPECT_LE(budget.used_bytes(), 10'000);
    const BufferRef two = Buffer::allocate(4'000);
    EXPECT_THROW(Buffer::allocate(4'000), Error);
    EXPECT_EQ(budget.used_bytes(), 2 * (4'032 + 64));
  }
  EXPECT_EQ(budget.used_bytes(), 0);
}

TEST(MemoryScope, InnerScopesCountForThemselves) {
  MemoryBudget database;
  MemoryBudget one(MemoryBudget::kUnlimited, &database);
  MemoryBudget two(MemoryBudget::kUnlimited, &database);
  const MemoryScope outer(one, MemoryScope::Counting::kExact);
  BufferRef kept;
  {
    const MemoryScope inner(two, MemoryScope::Counting::kExact);
    kept = Buffer::allocate(64);
    EXPECT_EQ(two.used_bytes(), 128);
  }
  {
    const MemoryScope none{MemoryScope::Account()};
    const BufferRef uncounted = Buffer::allocate(64);
    EXPECT_EQ(database.used_bytes(), 128);
  }
  const BufferRef mine = Buffer::allocate(64);
  EXPECT_EQ(one.used_bytes(), 128);
  EXPECT_EQ(two.used_bytes(), 128);
  EXPECT_EQ(database.used_bytes(), 256);
  kept.reset();
  EXPECT_EQ(two.used_bytes(), 0);
}

TEST(MemoryScope, AGivenBudgetCounts) {
  MemoryBudget scope_budget;
  MemoryBudget own;
  const MemoryScope scope(scope_budget, MemoryScope::Counting::kExact);
  const BufferRef buffer = Buffer::allocate(64, &own);
  EXPECT_EQ(scope_budget.used_bytes(), 0);
  EXPECT_EQ(own.used_bytes(), 128);
}

TEST(MemoryBudget, SaysSizesAsPeopleWriteThem) {
  MemoryBudget budget(100'000'000);
  try {
    budget.reserve(1'234'567'890);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("1.2 GB more do not fit the memory limit of 100 MB, of which 0 bytes"),
              std::string::npos)
        << error.message();
  }
}

}  // namespace
}  // namespace stoa
