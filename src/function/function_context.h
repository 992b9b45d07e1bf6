#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/cancellation.h"
#include "base/memory.h"

namespace stoa::csv {
class LearnedTypes;
}

namespace stoa {

class FileSystem;
class RandomSource;
class Scheduler;

/// What a function may know of the statement that calls it. Owned by the statement; shared by its threads,
/// read-only but for what is thread-safe.
struct FunctionContext {
  int64_t transaction_start_us = 0;  ///< now(), current_timestamp
  int64_t statement_start_us = 0;    ///< statement_timestamp()
  std::string user = "stoa";
  std::string database = "main";
  std::string schema = "public";
  size_t vector_size = 2048;
  bool integer_division = false;  ///< `/` on integers as PostgreSQL has it
  FileSystem* files = nullptr;
  /// What scans of CSV files found out about types after InferredTypeChanged (reader.h); kept by the session,
  /// so that running the statement again succeeds. Null: nothing is remembered.
  std::shared_ptr<csv::LearnedTypes> learned_types;
  Scheduler* scheduler = nullptr;
  MemoryBudget* budget = nullptr;
  const Cancellation* cancellation = nullptr;
  RandomSource* random = nullptr;  ///< the session's; null: random() raises
  /// Reads a setting as text (current_setting); empty where the session has none to give.
  std::function<bool(std::string_view name, std::string& value)> setting;
};

/// What a function's binding remembers for its calls (a compiled pattern, a parsed format). Immutable, shared
/// by threads.
struct FunctionData {
  virtual ~FunctionData() = default;
};

}  // namespace stoa
