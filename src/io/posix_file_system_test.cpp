#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "io/file_system.h"

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

class PosixFileSystemTest : public testing::Test {
 protected:
  PosixFileSystemTest() : files_(make_posix_file_system()) {
    const char* base = std::getenv("TMPDIR");
    directory_ = files_->temporary_name(base != nullptr ? base : "/tmp", "stoa-io-test-");
    files_->make_directory(directory_);
  }
  ~PosixFileSystemTest() override { std::filesystem::remove_all(directory_); }
  std::string path(std::string_view name) const { return join_path(directory_, name); }

  std::unique_ptr<FileSystem> files_;
  std::string directory_;
};

TEST_F(PosixFileSystemTest, ReadsBackWhatIsWritten) {
  const auto file = files_->open(path("a"), OpenMode::kCreate);
  file->write_at(0, "hello", 5);
  file->write_at(8, "x", 1);
  EXPECT_EQ(file->size(), 9u);
  char bytes[16] = {};
  EXPECT_EQ(file->read_at(0, bytes, sizeof(bytes)), 9u);
  EXPECT_EQ(std::string(bytes, 9), std::string("hello\0\0\0x", 9));
  EXPECT_EQ(file->read_at(20, bytes, 4), 0u);
  file->truncate(3);
  file->sync_data();
  file->sync();
  files_->sync_directory(directory_);
  EXPECT_EQ(files_->read_file(path("a")), "hel");
  const auto view = file->map();
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->bytes.size(), 3u);
  EXPECT_EQ(static_cast<char>(view->bytes[2]), 'l');
  EXPECT_EQ(state_of([&] { file->read_exactly_at(0, bytes, 4); }), "XX001");
}

TEST_F(PosixFileSystemTest, OpensByMode) {
  EXPECT_EQ(state_of([&] { files_->open(path("none"), OpenMode::kReadWrite); }), "58P01");
  files_->write_file(path("a"), "12345");
  EXPECT_EQ(state_of([&] { files_->open(path("a"), OpenMode::kCreateNew); }), "58P02");
  EXPECT_EQ(files_->open(path("a"), OpenMode::kCreate)->size(), 5u);
  EXPECT_EQ(state_of([&] { files_->open(path("a"), OpenMode::kRead)->write_at(0, "x", 1); }), "25006");
  EXPECT_EQ(files_->open(path("a"), OpenMode::kReplace)->size(), 0u);
}

TEST_F(PosixFileSystemTest, MissingFileNamesANearOne) {
  files_->write_file(path("flights.csv"), "");
  try {
    files_->open(path("flihgts.csv"), OpenMode::kRead);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.state(), sqlstate::kUndefinedFile);
    EXPECT_NE(error.message().find("flihgts.csv"), std::string::npos);
    EXPECT_EQ(error.hint(), "Did you mean '" + path("flights.csv") + "'?");
  }
  EXPECT_EQ(state_of([&] { files_->open(path("no/such/file"), OpenMode::kRead); }), "58P01");
}

TEST_F(PosixFileSystemTest, RefusesDirectoriesAndBadNames) {
  files_->make_directory(path("d"));
  files_->make_directory(path("d"));
  EXPECT_EQ(state_of([&] { files_->open(path("d"), OpenMode::kRead); }), "42809");
  EXPECT_EQ(state_of([&] { files_->open(path("d"), OpenMode::kCreate); }), "42809");
  files_->write_file(path("f"), "");
  EXPECT_EQ(state_of([&] { files_->open(path("f/x"), OpenMode::kRead); }), "42809");
  EXPECT_EQ(state_of([&] { files_->list(path("f")); }), "42809");
  EXPECT_EQ(state_of([&] { files_->make_directory(path("f")); }), "58P02");
  EXPECT_EQ(state_of([&] { files_->open("", OpenMode::kRead); }), "42602");
  EXPECT_EQ(state_of([&] { files_->open(std::string("a\0b", 3), OpenMode::kRead); }), "42602");
  EXPECT_EQ(state_of([&] { files_->open(path(std::string(5000, 'x')), OpenMode::kRead); }), "42622");
}

TEST_F(PosixFileSystemTest, SaysWhenPermissionIsMissing) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  files_->write_file(path("secret"), "x");
  ::chmod(path("secret").c_str(), 0);
  EXPECT_EQ(state_of([&] { files_->open(path("secret"), OpenMode::kRead); }), "42501");
}

TEST_F(PosixFileSystemTest, SaysWhenTheDiskIsFull) {
  if (!files_->exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(state_of([&] { files_->open("/dev/full", OpenMode::kReadWrite)->write_at(0, "x", 1); }), "53100");
}

TEST_F(PosixFileSystemTest, ListsRemovesRenames) {
  for (const char* name : {"b", "a", "c"}) files_->write_file(path(name), name);
  EXPECT_EQ(files_->list(directory_), (std::vector<std::string>{"a", "b", "c"}));
  files_->rename(path("a"), path("c"));
  files_->remove(path("b"));
  EXPECT_EQ(files_->list(directory_), (std::vector<std::string>{"c"}));
  EXPECT_EQ(files_->read_file(path("c")), "a");
  EXPECT_EQ(state_of([&] { files_->remove(path("b")); }), "58P01");
  EXPECT_EQ(state_of([&] { files_->rename(path("b"), path("x")); }), "58P01");
  EXPECT_NE(files_->temporary_name(directory_, "t"), files_->temporary_name(directory_, "t"));
}

TEST_F(PosixFileSystemTest, ReadsPipes) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const std::string contents(200000, 'p');
  const pid_t child = ::fork();
  if (child == 0) {
    FILE* pipe = std::fopen(path("pipe").c_str(), "w");
    std::fwrite(contents.data(), 1, contents.size(), pipe);
    std::fclose(pipe);
    ::_exit(0);
  }
  EXPECT_EQ(files_->read_file(path("pipe")), contents);
}

}  // namespace
}  // namespace stoa
