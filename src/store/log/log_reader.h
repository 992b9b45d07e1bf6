#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/file_system.h"
#include "store/log/log_format.h"

namespace stoa {

/// Reads the commits of one log file in their order, up to a torn tail. One thread; the file must be quiet.
class LogReader {
 public:
  /// Raises what opening raises, XX001 for a damaged header, 0A000 for a newer format.
  LogReader(FileSystem& files, const std::string& path);

  const LogIdentity& identity() const noexcept { return identity_; }

  /// Reads the next commit; false at the end of the valid part. Raises XX001 when the log is damaged at a
  /// place that had been synced: commits behind it were acknowledged and can't be reached.
  bool next();
  uint64_t sequence() const noexcept { return sequence_; }
  /// Of the commit just read; valid until the next.
  std::span<const std::byte> payload() const noexcept { return payload_; }

  /// Behind the last commit read: where appending goes on once next() was false.
  uint64_t end() const noexcept { return end_; }
  /// Something stands behind the end: a commit was being written when the process or machine stopped.
  bool has_torn_tail() const noexcept { return has_torn_tail_; }

 private:
  struct Record {
    LogRecordHeader header;
    std::span<const std::byte> payload;
  };
  bool read_record(uint64_t at, Record& record);
  const std::byte* window(uint64_t at, size_t size);
  void check_tail();

  std::unique_ptr<File> file_;
  uint64_t file_bytes_ = 0;
  LogIdentity identity_;
  uint64_t end_ = kLogRecordsBegin;
  uint64_t sequence_ = 0;
  bool has_torn_tail_ = false;
  std::vector<std::byte> payload_;
  std::vector<std::byte> window_;
  uint64_t window_begin_ = 0;
};

}  // namespace stoa
