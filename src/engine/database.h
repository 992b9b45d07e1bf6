#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/memory.h"
#include "base/scheduler.h"
#include "function/function_registry.h"
#include "io/file_system.h"
#include "txn/version_store.h"

/// The engine: where all parts meet. Faces (C++, C, Python, shell, servers) translate to and from this.
namespace stoa::engine {

struct DatabaseOptions {
  uint64_t memory_limit_bytes = 0;  ///< 0: 80 % of the machine's memory
  size_t thread_count = 0;          ///< 0: the machine's
  bool is_read_only = false;
  /// Where files named in SQL are; null: the operating system's.
  std::shared_ptr<FileSystem> files;
  size_t row_group_row_count = 65536;  ///< a power of two; tests use small ones
};

/// One database, in memory. Owns threads, memory budget and data; several can live in one process.
/// Thread-safe. Must outlive its sessions.
class Database {
 public:
  explicit Database(DatabaseOptions options = {});
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const DatabaseOptions& options() const { return options_; }
  VersionStore& versions() { return *versions_; }
  const FunctionRegistry& functions() const { return *functions_; }
  Scheduler& scheduler() { return *scheduler_; }
  MemoryBudget& budget() { return budget_; }
  FileSystem& files() { return *options_.files; }
  /// A number of its own for each session: names its temporary schema.
  uint64_t next_session_number() { return ++session_count_; }

 private:
  DatabaseOptions options_;
  MemoryBudget budget_;
  std::unique_ptr<FunctionRegistry> functions_;
  std::unique_ptr<Scheduler> scheduler_;
  std::unique_ptr<VersionStore> versions_;
  std::atomic<uint64_t> session_count_{0};
};

/// Bytes that a size as users write it means: '512MB', '1.5 GiB', '80%' (of the machine's memory), '1000000'.
/// Raises 22023.
uint64_t parse_size(std::string_view text);
/// The machine's memory, or the limit of the control group that this process is in.
uint64_t machine_memory_bytes();

}  // namespace stoa::engine
