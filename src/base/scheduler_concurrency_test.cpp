// Run under the thread sanitizer too.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/cancellation.h"
#include "base/error.h"
#include "base/scheduler.h"

namespace stoa {
namespace {

TEST(SchedulerConcurrency, AllThreadsTakePart) {
  Scheduler scheduler(4);
  std::atomic<size_t> present{0};
  // Each call waits for the others: it ends only if all run at once.
  scheduler.run(4, [&](size_t) {
    ++present;
    while (present.load() < 4) {
      std::this_thread::yield();
    }
  });
  EXPECT_EQ(present.load(), 4);
}

TEST(SchedulerConcurrency, IndicesAreUsedOnce) {
  Scheduler scheduler(4);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::atomic<int>> used(4);
    scheduler.run(4, [&](size_t index) { ++used[index]; });
    EXPECT_EQ(used[0].load(), 1);
    for (const std::atomic<int>& count : used) {
      ASSERT_LE(count.load(), 1);
    }
  }
}

TEST(SchedulerConcurrency, PlainWritesAreSeenAfterwards) {
  Scheduler scheduler(4);
  for (int round = 0; round < 50; ++round) {
    std::vector<int> values(1000);
    scheduler.for_each(values.size(), 4, [&](size_t i) { values[i] = static_cast<int>(i) + round; });
    for (size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(values[i], static_cast<int>(i) + round);
    }
  }
}

TEST(SchedulerConcurrency, OffersNestAndComeFromManyThreads) {
  Scheduler scheduler(3);
  std::atomic<int> total{0};
  const auto offer = [&] {
    for (int round = 0; round < 20; ++round) {
      scheduler.for_each(10, 3, [&](size_t) { scheduler.for_each(5, 3, [&](size_t) { ++total; }); });
    }
  };
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back(offer);
  }
  for (std::thread& caller : callers) {
    caller.join();
  }
  EXPECT_EQ(total.load(), 4 * 20 * 10 * 5);
}

TEST(SchedulerConcurrency, ErrorsFromAnyThreadReachTheCaller) {
  Scheduler scheduler(4);
  for (int round = 0; round < 100; ++round) {
    EXPECT_THROW(scheduler.for_each(64, 4,
                                    [&](size_t i) {
                                      if (i % 7 == 3) {
                                        raise(sqlstate::kDivisionByZero, "division by zero");
                                      }
                                    }),
                 Error);
  }
}

TEST(SchedulerConcurrency, CancellationFromOutsideStopsTheWork) {
  Scheduler scheduler(3);
  Cancellation cancellation;
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    cancellation.cancel();
  });
  EXPECT_THROW(scheduler.run(3,
                             [&](size_t) {
                               for (;;) {
                                 cancellation.check();
                               }
                             }),
               Error);
  user.join();
}

TEST(SchedulerConcurrency, CountChangesWhileWorkRuns) {
  Scheduler scheduler(2);
  std::atomic<bool> stop{false};
  std::thread changer([&] {
    for (size_t count = 1; !stop.load(); count = count % 4 + 1) {
      scheduler.set_thread_count(count);
    }
  });
  std::atomic<int> total{0};
  for (int round = 0; round < 200; ++round) {
    scheduler.for_each(20, 4, [&](size_t) { ++total; });
  }
  stop = true;
  changer.join();
  EXPECT_EQ(total.load(), 4000);
}

}  // namespace
}  // namespace stoa
