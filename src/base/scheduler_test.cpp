#include "base/scheduler.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"

namespace stoa {
namespace {

TEST(Scheduler, OneThreadRunsOnTheCaller) {
  Scheduler scheduler(1);
  EXPECT_EQ(scheduler.thread_count(), 1);
  const std::thread::id caller = std::this_thread::get_id();
  int calls = 0;
  scheduler.run(8, [&](size_t index) {
    EXPECT_EQ(index, 0);
    EXPECT_EQ(std::this_thread::get_id(), caller);
    ++calls;
  });
  EXPECT_EQ(calls, 1);
}

TEST(Scheduler, ForEachVisitsEachOnce) {
  for (const size_t threads : {1, 2, 4}) {
    Scheduler scheduler(threads);
    for (const size_t count : {0, 1, 2, 100, 5000}) {
      std::vector<std::atomic<int>> visits(count);
      scheduler.for_each(count, threads, [&](size_t i) { ++visits[i]; });
      for (const std::atomic<int>& seen : visits) {
        ASSERT_EQ(seen.load(), 1);
      }
    }
  }
}

TEST(Scheduler, ZeroMeansTheMachines) {
  const Scheduler scheduler(0);
  EXPECT_GE(scheduler.thread_count(), 1);
}

TEST(Scheduler, ErrorsComeBackAndStopTheRest) {
  Scheduler scheduler(4);
  std::atomic<int> visits{0};
  EXPECT_THROW(scheduler.for_each(1'000'000, 4,
                                  [&](size_t i) {
                                    ++visits;
                                    if (i == 10) {
                                      raise(sqlstate::kDivisionByZero, "division by zero");
                                    }
                                  }),
               Error);
  EXPECT_LT(visits.load(), 1'000'000);
  // And it goes on working.
  scheduler.for_each(10, 4, [&](size_t) { ++visits; });
}

TEST(Scheduler, CountCanChange) {
  Scheduler scheduler(1);
  scheduler.set_thread_count(3);
  EXPECT_EQ(scheduler.thread_count(), 3);
  std::atomic<int> sum{0};
  scheduler.for_each(100, 3, [&](size_t i) { sum += static_cast<int>(i); });
  EXPECT_EQ(sum.load(), 4950);
  scheduler.set_thread_count(1);
  scheduler.for_each(100, 3, [&](size_t i) { sum -= static_cast<int>(i); });
  EXPECT_EQ(sum.load(), 0);
}

}  // namespace
}  // namespace stoa
