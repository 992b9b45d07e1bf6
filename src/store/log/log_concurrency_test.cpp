#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "io/memory_file_system.h"
#include "store/log/log_reader.h"
#include "store/log/log_writer.h"

namespace stoa {
namespace {

TEST(LogConcurrency, SyncsForAllWhoWait) {
  MemoryFileSystem files;
  constexpr size_t kThreads = 4;
  constexpr size_t kCommits = 200;
  const auto log = LogWriter::create(files, "a.stoa-log", LogIdentity{});
  std::atomic<uint64_t> sequence{0};
  std::mutex order;
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (size_t commit = 0; commit < kCommits; ++commit) {
        uint64_t end = 0;
        {
          const std::scoped_lock lock(order);
          end = log->append(++sequence, std::as_bytes(std::span("payload")));
        }
        log->sync_to(end);
        ASSERT_GE(log->synced_end(), end);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_LE(log->sync_count(), kThreads * kCommits);
  LogReader reader(files, "a.stoa-log");
  uint64_t count = 0;
  while (reader.next()) {
    ASSERT_EQ(reader.sequence(), ++count);
  }
  EXPECT_EQ(count, kThreads * kCommits);
}

}  // namespace
}  // namespace stoa
