#include <cstring>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "io/faulty_file_system.h"
#include "io/memory_file_system.h"
#include "store/log/log_reader.h"
#include "store/log/log_writer.h"

namespace stoa {
namespace {

constexpr char kPath[] = "a.stoa-log";

LogIdentity test_identity() {
  LogIdentity identity;
  identity.database_id.fill(std::byte{7});
  identity.generation = 3;
  identity.salt = 0x1234567890ABCDEF;
  identity.first_sequence = 10;
  return identity;
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::string> read_all(FileSystem& files) {
  LogReader reader(files, kPath);
  EXPECT_EQ(reader.identity(), test_identity());
  std::vector<std::string> commits;
  uint64_t sequence = 10;
  while (reader.next()) {
    EXPECT_EQ(reader.sequence(), sequence++);
    commits.push_back(text_of(reader.payload()));
  }
  return commits;
}

TEST(Log, GivesBackWhatWasAppended) {
  MemoryFileSystem files;
  std::vector<std::string> commits;
  {
    const auto log = LogWriter::create(files, kPath, test_identity());
    for (size_t i = 0; i < 40; ++i) {
      commits.push_back(std::string(i * i * 31, static_cast<char>('a' + i % 26)));
      log->append(10 + i, bytes_of(commits.back()));
    }
    commits.push_back(std::string(40'000'000, 'z'));  // several parts
    log->sync_to(log->append(50, bytes_of(commits.back())));
  }
  EXPECT_EQ(read_all(files), commits);
}

TEST(Log, IsCutInsideATornRecordAtEveryByte) {
  MemoryFileSystem files;
  uint64_t first_end = 0;
  uint64_t end = 0;
  {
    const auto log = LogWriter::create(files, kPath, test_identity());
    first_end = log->append(10, bytes_of("first"));
    end = log->append(11, bytes_of("second"));
  }
  const std::string whole = files.read_file(kPath).substr(0, end);
  for (uint64_t cut = first_end; cut < end; ++cut) {
    files.write_file(kPath, whole.substr(0, cut));
    LogReader reader(files, kPath);
    ASSERT_TRUE(reader.next());
    ASSERT_FALSE(reader.next()) << cut;
    const auto log = LogWriter::resume(files, kPath, reader.identity(), reader.end());
    log->append(11, bytes_of("third"));
    ASSERT_EQ(read_all(files).size(), 2U);
    ASSERT_EQ(read_all(files).back(), "third");
  }
}

TEST(Log, BringsNothingOfATornTailBack) {
  MemoryFileSystem files;
  uint64_t torn_at = 0;
  {
    const auto log = LogWriter::create(files, kPath, test_identity());
    torn_at = log->append(10, bytes_of("first"));
    log->append(11, bytes_of("second"));
    log->append(12, bytes_of("third"));
  }
  std::string bytes = files.read_file(kPath);
  bytes[torn_at + sizeof(LogRecordHeader)] ^= 1;  // not synced when "third" was written
  files.write_file(kPath, bytes);
  {
    LogReader reader(files, kPath);
    EXPECT_TRUE(reader.next());
    EXPECT_FALSE(reader.next());
    EXPECT_TRUE(reader.has_torn_tail());
    EXPECT_EQ(reader.end(), torn_at);
    LogWriter::resume(files, kPath, reader.identity(), reader.end())->append(11, bytes_of("SECOND"));
  }
  EXPECT_EQ(read_all(files), (std::vector<std::string>{"first", "SECOND"}));
}

TEST(Log, RefusesADamagedMiddle) {
  MemoryFileSystem files;
  uint64_t end = 0;
  {
    const auto log = LogWriter::create(files, kPath, test_identity());
    end = log->append(10, bytes_of("first"));
    log->sync_to(log->append(11, bytes_of("second")));
    log->append(12, bytes_of("third"));
  }
  const std::string whole = files.read_file(kPath);
  for (uint64_t at = kLogRecordsBegin; at < end; ++at) {
    std::string bytes = whole;
    bytes[at] ^= 0x40;
    files.write_file(kPath, bytes);
    LogReader reader(files, kPath);
    try {
      reader.next();
      FAIL() << "byte " << at;
    } catch (const Error& error) {
      ASSERT_EQ(error.state(), sqlstate::kDataCorrupted);
      ASSERT_NE(error.message().find("at byte 4096"), std::string::npos) << error.message();
    }
  }
}

TEST(Log, TakesNothingOfAnEarlierUse) {
  MemoryFileSystem files;
  for (size_t i = 0; i < 3; ++i) {
    LogIdentity identity = test_identity();
    identity.salt += 1 + i;
    const auto log = LogWriter::create(files, kPath, identity);
    log->append(10, bytes_of("first"));
    log->append(11, bytes_of("second"));
  }
  const auto log = LogWriter::create(files, kPath, test_identity());
  log->append(10, bytes_of("FIRST"));
  EXPECT_EQ(read_all(files), (std::vector<std::string>{"FIRST"}));
}

TEST(Log, RefusesOtherFiles) {
  MemoryFileSystem files;
  const auto state_of = [&](std::string bytes) {
    files.write_file(kPath, bytes);
    try {
      LogReader reader(files, kPath);
    } catch (const Error& error) {
      return std::string(error.state().view());
    }
    return std::string();
  };
  {
    LogWriter::create(files, kPath, test_identity());
  }
  const std::string whole = files.read_file(kPath);
  EXPECT_EQ(state_of(whole), "");
  EXPECT_EQ(state_of(""), "XX001");
  EXPECT_EQ(state_of(whole.substr(0, 63)), "XX001");
  EXPECT_EQ(state_of(std::string(5000, 'x')), "XX001");
  for (size_t at = 0; at < 64; ++at) {
    std::string bytes = whole;
    bytes[at] ^= 0x10;
    EXPECT_EQ(state_of(bytes), at >= 8 && at < 12 ? "0A000" : "XX001") << at;
  }
}

TEST(Log, IsPoisonedByAFailedWriteOrSync) {
  for (const uint32_t calls : {uint32_t{kCallWrite}, uint32_t{kCallSync}}) {
    MemoryFileSystem disk;
    FaultyFileSystem files(disk);
    const auto log = LogWriter::create(files, kPath, test_identity());
    log->sync_to(log->append(10, bytes_of("first")));
    FaultPlan plan;
    plan.calls = calls;
    plan.fail_at = 1;
    files.set_plan(plan);
    EXPECT_THROW(log->sync_to(log->append(11, bytes_of("second"))), Error);
    try {  // the fault is over, the log stays shut
      log->sync_to(log->append(12, bytes_of("third")));
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.state(), sqlstate::kIoError);
      EXPECT_FALSE(error.detail().empty());
    }
    const std::vector<std::string> commits = read_all(disk);
    EXPECT_EQ(commits.front(), "first");
    EXPECT_LE(commits.size(), 2U);
  }
}

}  // namespace
}  // namespace stoa
