#pragma once

#include <memory>

#include "io/file_system.h"

namespace stoa {

/// The kinds of calls that a FaultPlan can aim at; a set of them is the bitwise or.
enum FileCall : uint32_t {
  kCallOpen = 1,
  kCallRead = 2,
  kCallWrite = 4,
  kCallTruncate = 8,
  kCallSync = 16,  ///< sync and sync_data
  kCallRemove = 32,
  kCallRename = 64,
  kCallSyncDirectory = 128,
  kCallAny = 255,
};

/// What goes wrong, and when. Calls are counted from 1 over the kinds in `calls`, across all files.
struct FaultPlan {
  uint32_t calls = kCallAny;
  uint64_t fail_at = 0;            ///< the call that fails; 0: none
  bool keep_failing = false;       ///< every later call fails too (a dead disk)
  bool disk_full = false;          ///< fails with 53100 instead of 58030
  bool partial_write = false;      ///< a failing write first writes a seeded part of its bytes
  double failure_probability = 0;  ///< each call fails by chance as well
  double delay_probability = 0;    ///< each call is delayed by chance ...
  uint32_t delay_us = 0;           ///< ... by this long
  uint64_t seed = 1;
};

/// Wraps a file system and makes its calls fail as planned. Mapping is refused, so that every access is a
/// call. `inner` must outlive it. Thread-safe; the order of calls of several threads is theirs.
class FaultyFileSystem : public FileSystem {
 public:
  explicit FaultyFileSystem(FileSystem& inner, FaultPlan plan = {});
  ~FaultyFileSystem() override;

  /// Starts counting anew under another plan.
  void set_plan(const FaultPlan& plan);
  /// Counted calls so far: run once without a fault to learn how many n there are to try.
  uint64_t call_count() const;
  uint64_t fault_count() const;

  std::unique_ptr<File> open(const std::string& path, OpenMode mode) override;
  bool exists(const std::string& path) const override;
  bool is_directory(const std::string& path) const override;
  std::vector<std::string> list(const std::string& directory) const override;
  void remove(const std::string& path) override;
  void rename(const std::string& from, const std::string& to) override;
  void make_directory(const std::string& path) override;
  void sync_directory(const std::string& directory) override;

 private:
  struct State;
  FileSystem& inner_;
  std::shared_ptr<State> state_;
};

}  // namespace stoa
