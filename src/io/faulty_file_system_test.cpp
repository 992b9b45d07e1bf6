#include "io/faulty_file_system.h"

#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/error.h"
#include "io/memory_file_system.h"

namespace stoa {
namespace {

std::string state_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return std::string(error.state().view());
  }
  return "none";
}

TEST(FaultyFileSystem, FailsTheNthCallOfItsKinds) {
  MemoryFileSystem memory;
  FaultyFileSystem files(memory, {.calls = kCallWrite, .fail_at = 2});
  const auto file = files.open("f", OpenMode::kCreate);
  file->write_at(0, "a", 1);
  EXPECT_EQ(state_of([&] { file->write_at(1, "b", 1); }), "58030");
  file->write_at(1, "c", 1);
  EXPECT_EQ(memory.read_file("f"), "ac");
  EXPECT_EQ(files.call_count(), 3u);
  EXPECT_EQ(files.fault_count(), 1u);
}

TEST(FaultyFileSystem, KeepsFailingAndSaysDiskFull) {
  MemoryFileSystem memory;
  FaultyFileSystem files(
      memory, {.calls = kCallWrite | kCallSync, .fail_at = 2, .keep_failing = true, .disk_full = true});
  const auto file = files.open("f", OpenMode::kCreate);
  file->write_at(0, "a", 1);
  EXPECT_EQ(state_of([&] { file->sync_data(); }), "53100");
  EXPECT_EQ(state_of([&] { file->sync(); }), "53100");
  EXPECT_EQ(state_of([&] { file->write_at(0, "b", 1); }), "53100");
  char byte = 0;
  EXPECT_EQ(file->read_at(0, &byte, 1), 1u);
}

TEST(FaultyFileSystem, WritesInPart) {
  bool seen_partial = false;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    MemoryFileSystem memory;
    FaultyFileSystem files(memory, {.calls = kCallWrite, .fail_at = 1, .partial_write = true, .seed = seed});
    const auto file = files.open("f", OpenMode::kCreate);
    EXPECT_EQ(state_of([&] { file->write_at(0, "0123456789", 10); }), "58030");
    const std::string written = memory.read_file("f");
    EXPECT_EQ(written, std::string("0123456789").substr(0, written.size()));
    EXPECT_LT(written.size(), 10u);
    seen_partial = seen_partial || !written.empty();
  }
  EXPECT_TRUE(seen_partial);
}

TEST(FaultyFileSystem, AimsAtNamesToo) {
  MemoryFileSystem memory;
  memory.write_file("f", "x");
  FaultyFileSystem files(memory);
  const auto fails = [&](uint32_t calls, const std::function<void()>& action) {
    files.set_plan({.calls = calls, .fail_at = 1});
    return state_of(action) == "58030";
  };
  EXPECT_TRUE(fails(kCallOpen, [&] { files.open("f", OpenMode::kRead); }));
  EXPECT_TRUE(fails(kCallRead, [&] { files.read_file("f"); }));
  EXPECT_TRUE(fails(kCallTruncate, [&] { files.open("f", OpenMode::kReadWrite)->truncate(0); }));
  EXPECT_TRUE(fails(kCallRename, [&] { files.rename("f", "g"); }));
  EXPECT_TRUE(fails(kCallRemove, [&] { files.remove("f"); }));
  EXPECT_TRUE(fails(kCallSyncDirectory, [&] { files.sync_directory("/"); }));
  EXPECT_EQ(memory.read_file("f"), "x");
  EXPECT_TRUE(files.exists("f"));
  EXPECT_FALSE(files.is_directory("f"));
}

TEST(FaultyFileSystem, FailsByChanceTheSameWayForASeed) {
  const auto run = [](uint64_t seed) {
    MemoryFileSystem memory;
    FaultyFileSystem files(memory, {.calls = kCallWrite, .failure_probability = 0.3, .seed = seed});
    const auto file = files.open("f", OpenMode::kCreate);
    std::string outcome;
    for (int i = 0; i < 50; ++i)
      outcome += state_of([&] { file->write_at(0, "x", 1); }) == "none" ? '.' : '!';
    return outcome;
  };
  EXPECT_EQ(run(5), run(5));
  EXPECT_NE(run(5), run(6));
  EXPECT_NE(run(5).find('!'), std::string::npos);
}

TEST(FaultyFileSystem, Delays) {
  MemoryFileSystem memory;
  FaultyFileSystem files(memory, {.calls = kCallSync, .delay_probability = 1, .delay_us = 2000});
  const auto file = files.open("f", OpenMode::kCreate);
  const int64_t start = monotonic_now_ns();
  file->sync();
  EXPECT_GE(monotonic_now_ns() - start, 2'000'000);
}

}  // namespace
}  // namespace stoa
