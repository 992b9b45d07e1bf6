// Run under the thread sanitizer too.
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/scheduler.h"

namespace stoa {
namespace {

TEST(MemoryConcurrency, NeverOverTheLimitAndAllComesBack) {
  MemoryBudget database(10'000);
  std::atomic<uint64_t> refused{0};
  const auto use = [&](uint64_t seed) {
    Random random(seed);
    MemoryBudget query(MemoryBudget::kUnlimited, &database);
    for (int i = 0; i < 5'000; ++i) {
      Reservation held(&query);
      try {
        held.resize(random.below(6'000));
        held.resize(random.below(6'000));
      } catch (const Error&) {
        ++refused;
      }
    }
    EXPECT_EQ(query.used_bytes(), 0);
  };
  std::vector<std::thread> threads;
  for (uint64_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back(use, seed);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(database.used_bytes(), 0);
  EXPECT_LE(database.peak_bytes(), 10'000);
}

TEST(MemoryConcurrency, BuffersAreSharedAcrossThreads) {
  MemoryBudget budget;
  for (int round = 0; round < 200; ++round) {
    BufferRef buffer = Buffer::allocate(1'000, &budget);
    buffer->as<int>()[0] = round;
    std::vector<std::thread> readers;
    for (int i = 0; i < 3; ++i) {
      readers.emplace_back([shared = buffer, round] { EXPECT_EQ(shared->as<int>()[0], round); });
    }
    buffer.reset();
    for (std::thread& reader : readers) {
      reader.join();
    }
  }
  EXPECT_EQ(budget.used_bytes(), 0);
}

TEST(MemoryConcurrency, BuffersOfAScopeAreFreedByOtherThreads) {
  MemoryBudget budget;
  std::mutex mutex;
  std::vector<BufferRef> shared;
  const auto work = [&](uint64_t seed) {
    const MemoryScope scope(budget);
    Random random(seed);
    for (int i = 0; i < 5'000; ++i) {
      BufferRef buffer = Buffer::allocate(random.below(40'000));
      const std::lock_guard lock(mutex);
      if (shared.size() < 100) {
        shared.push_back(std::move(buffer));
      } else {
        shared[random.below(100)].swap(buffer);
      }
    }
  };
  std::vector<std::thread> threads;
  for (uint64_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back(work, seed);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  uint64_t left_bytes = 0;
  for (const BufferRef& buffer : shared) {
    left_bytes += (buffer->size_bytes() + 63) / 64 * 64 + 64;
  }
  EXPECT_EQ(budget.used_bytes(), left_bytes);
  shared.clear();
  EXPECT_EQ(budget.used_bytes(), 0);
}

TEST(MemoryConcurrency, HelpersChargeWhatTheirCallerDoes) {
  MemoryBudget budget;
  Scheduler scheduler(4);
  std::mutex mutex;
  std::vector<BufferRef> made;
  {
    const MemoryScope scope(budget);
    scheduler.for_each(64, 4, [&](size_t) {
      BufferRef buffer = Buffer::allocate(1'000'000);
      const std::lock_guard lock(mutex);
      made.push_back(std::move(buffer));
    });
  }
  EXPECT_EQ(budget.used_bytes(), 64 * 1'000'064);
  made.clear();
  EXPECT_EQ(budget.used_bytes(), 0);
}

}  // namespace
}  // namespace stoa
