#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "io/file_system.h"
#include "store/log/log_format.h"

namespace stoa {

/// Appends commits to one log file and makes them durable, many with one sync.
///
/// Thread-safe. Commits stand in the file in the order in which `append` was called. Once a write or sync has
/// failed nothing more is taken: every call raises 58030 (the first failure as its detail) until the database
/// is opened anew, for what the disk holds is not known any more.
class LogWriter {
 public:
  /// An empty log in `path`, which is made or used again; synced.
  static std::unique_ptr<LogWriter> create(FileSystem& files, const std::string& path,
                                           const LogIdentity& identity);
  /// Goes on behind `end` of a log that was read. What stands behind is overwritten with zeros and synced, so
  /// that no record of a torn tail can come back.
  static std::unique_ptr<LogWriter> resume(FileSystem& files, const std::string& path,
                                           const LogIdentity& identity, uint64_t end);

  /// Hands a commit to the operating system. Gives the offset to wait for. `sequence` is above all before.
  uint64_t append(uint64_t sequence, std::span<const std::byte> payload);
  /// Returns once everything up to `end` survives a power cut. Whoever comes while a sync runs waits for the
  /// next one, which covers all that was appended by then.
  void sync_to(uint64_t end);

  const LogIdentity& identity() const noexcept { return identity_; }
  /// Behind the last record.
  uint64_t end() const;
  uint64_t synced_end() const;
  uint64_t sync_count() const;

 private:
  LogWriter(std::unique_ptr<File> file, const LogIdentity& identity, uint64_t end);
  void extend(uint64_t end);
  void check_health() const;
  [[noreturn]] void poison(const std::string& why);

  std::unique_ptr<File> file_;
  LogIdentity identity_;

  std::mutex append_mutex_;       ///< orders appends; taken before state_mutex_
  std::vector<std::byte> bytes_;  ///< of the commit being appended
  uint64_t file_bytes_;

  mutable std::mutex state_mutex_;
  std::condition_variable synced_;
  uint64_t end_;
  uint64_t synced_end_;
  uint64_t sync_count_ = 0;
  bool is_syncing_ = false;
  std::string failure_;  ///< empty while healthy
};

}  // namespace stoa
