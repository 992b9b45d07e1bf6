// Run under the thread sanitizer too.
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"

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

}  // namespace
}  // namespace stoa
