#include "io/memory_file_system.h"

#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "base/error.h"

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

TEST(MemoryFileSystem, ReadsBackWhatIsWritten) {
  MemoryFileSystem files;
  const auto file = files.open("a", OpenMode::kCreate);
  const std::string long_text(200000, 'q');
  file->write_at(100000, long_text.data(), long_text.size());
  EXPECT_EQ(file->size(), 300000u);
  std::string back(300000, 'x');
  EXPECT_EQ(file->read_at(0, back.data(), 400000), 300000u);
  EXPECT_EQ(back, std::string(100000, '\0') + long_text);
  file->truncate(100001);
  file->truncate(100003);
  EXPECT_EQ(files.read_file("/a").substr(99999), std::string("\0q\0\0", 4));
  EXPECT_EQ(files.size_bytes(), 100003u);
}

TEST(MemoryFileSystem, HasTheErrorsOfRealFiles) {
  MemoryFileSystem files;
  files.make_directory("d");
  EXPECT_EQ(state_of([&] { files.open("d", OpenMode::kRead); }), "42809");
  EXPECT_EQ(state_of([&] { files.open("x", OpenMode::kRead); }), "58P01");
  EXPECT_EQ(state_of([&] { files.open("no/x", OpenMode::kCreate); }), "58P01");
  files.write_file("d/y", "1");
  EXPECT_EQ(state_of([&] { files.open("d/y", OpenMode::kCreateNew); }), "58P02");
  EXPECT_EQ(state_of([&] { files.open("d/y", OpenMode::kRead)->write_at(0, "x", 1); }), "25006");
  EXPECT_EQ(state_of([&] { files.remove("d"); }), "58030");
  EXPECT_EQ(files.list("d"), std::vector<std::string>{"y"});
  files.rename("d/y", "z");
  EXPECT_TRUE(files.list("d").empty());
  EXPECT_EQ(files.read_file("z"), "1");
  files.remove("d");
  EXPECT_FALSE(files.exists("d"));
}

TEST(MemoryFileSystem, GlobsSortedAndDeterministic) {
  MemoryFileSystem files;
  for (const char* directory : {"data", "data/x", "data/x/deep", "data/.hidden"})
    files.make_directory(directory);
  for (const char* name : {"data/b.csv", "data/a.csv", "data/a1.csv", "data/x/c.csv", "data/x/deep/d.csv",
                           "data/n.txt", "data/.h.csv", "data/.hidden/e.csv", "data/[odd].csv"}) {
    files.write_file(name, "");
  }
  using Names = std::vector<std::string>;
  EXPECT_EQ(files.glob("data/*.csv"), (Names{"data/[odd].csv", "data/a.csv", "data/a1.csv", "data/b.csv"}));
  EXPECT_EQ(files.glob("data/?.csv"), (Names{"data/a.csv", "data/b.csv"}));
  EXPECT_EQ(files.glob("data/[!b].csv"), Names{"data/a.csv"});
  EXPECT_EQ(files.glob("data/a[0-9].csv"), Names{"data/a1.csv"});
  EXPECT_EQ(files.glob("data/[odd].csv"), Names{"data/[odd].csv"});
  EXPECT_EQ(files.glob("data/**/*.csv"), (Names{"data/[odd].csv", "data/a.csv", "data/a1.csv", "data/b.csv",
                                                "data/x/c.csv", "data/x/deep/d.csv"}));
  EXPECT_EQ(files.glob("/data/*/c.csv"), Names{"/data/x/c.csv"});
  EXPECT_EQ(files.glob("data/x/**"), (Names{"data/x/c.csv", "data/x/deep/d.csv"}));
  EXPECT_EQ(files.glob("data/.*.csv"), Names{"data/.h.csv"});
  EXPECT_TRUE(files.glob("none/*").empty());
  EXPECT_TRUE(files.glob("data/none.csv").empty());
  EXPECT_TRUE(files.glob("data/x").empty());
}

TEST(MemoryFileSystem, GlobPatternsMatchAsDocumented) {
  EXPECT_TRUE(matches_glob("*", "abc"));
  EXPECT_TRUE(matches_glob("*b*c*", "aabbcc"));
  EXPECT_FALSE(matches_glob("*b*d", "aabbcc"));
  EXPECT_TRUE(matches_glob("[a-c]x[]]", "bx]"));
  EXPECT_TRUE(matches_glob("[ab", "[ab"));
  EXPECT_FALSE(matches_glob("?", ""));
  EXPECT_FALSE(matches_glob("*", ".hidden"));
  EXPECT_TRUE(matches_glob("a***", "a"));
  // Many stars against a long name must not take exponential time.
  EXPECT_FALSE(matches_glob("*a*a*a*a*a*a*a*a*b", std::string(2000, 'a')));
}

TEST(MemoryFileSystem, PowerCutDropsWhatNoSyncCovered) {
  MemoryFileSystem files(true);
  const auto file = files.open("f", OpenMode::kCreate);
  file->write_at(0, "durable", 7);
  file->sync_data();
  files.sync_directory("/");
  file->write_at(0, "DURABLE and more", 16);
  file->truncate(12);
  EXPECT_EQ(files.read_file("f"), "DURABLE and ");
  EXPECT_EQ(files.unsynced_write_count(), 2u);
  files.crash(CrashMode::kDropUnsynced);
  EXPECT_EQ(files.read_file("f"), "durable");
  EXPECT_EQ(files.unsynced_write_count(), 0u);
  EXPECT_EQ(state_of([&] { file->size(); }), "58030");
}

TEST(MemoryFileSystem, PowerCutMayKeepEverything) {
  MemoryFileSystem files(true);
  files.write_file("f", "unsynced");
  files.crash(CrashMode::kKeepUnsynced);
  EXPECT_EQ(files.read_file("f"), "unsynced");
  files.crash(CrashMode::kDropUnsynced);
  EXPECT_EQ(files.read_file("f"), "unsynced");
}

TEST(MemoryFileSystem, PowerCutTearsWritesAtSectorsBySeed) {
  std::set<std::string> outcomes;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    MemoryFileSystem files(true);
    const auto file = files.open("f", OpenMode::kCreate);
    file->write_at(0, std::string(2048, 'o').data(), 2048);
    file->sync_data();
    files.sync_directory(".");
    file->write_at(0, std::string(2048, 'n').data(), 2048);
    files.crash(CrashMode::kTearUnsynced, seed);
    const std::string after = files.read_file("f");
    ASSERT_EQ(after.size(), 2048u);
    std::string shape;
    for (size_t sector = 0; sector < 4; ++sector) {
      shape += after[sector * 512];
      EXPECT_EQ(after.substr(sector * 512, 512), std::string(512, shape.back()));
    }
    outcomes.insert(shape);
  }
  EXPECT_TRUE(outcomes.contains("oooo"));
  EXPECT_TRUE(outcomes.contains("nnnn"));
  EXPECT_GT(outcomes.size(), 4u);
}

TEST(MemoryFileSystem, NamesAreDurableAfterTheirDirectorysSync) {
  MemoryFileSystem files(true);
  files.write_file("old", "1");
  files.open("old", OpenMode::kReadWrite)->sync();
  files.sync_directory("/");
  files.rename("old", "new");
  files.write_file("made", "2");
  files.open("made", OpenMode::kReadWrite)->sync();
  files.crash(CrashMode::kDropUnsynced);
  EXPECT_EQ(files.list("/"), std::vector<std::string>{"old"});

  files.rename("old", "new");
  files.sync_directory("/");
  files.remove("new");
  files.crash(CrashMode::kDropUnsynced);
  EXPECT_EQ(files.list("/"), std::vector<std::string>{"new"});
  EXPECT_EQ(files.read_file("new"), "1");
}

TEST(MemoryFileSystem, TornNamesKeepTheirOrder) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    MemoryFileSystem files(true);
    for (const char* name : {"a", "b", "c"}) files.write_file(name, "");
    files.crash(CrashMode::kTearUnsynced, seed);
    const auto names = files.list("/");
    const std::vector<std::string> all = {"a", "b", "c"};
    EXPECT_TRUE(std::equal(names.begin(), names.end(), all.begin()));
  }
}

}  // namespace
}  // namespace stoa
