#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/cancellation.h"
#include "base/memory.h"
#include "base/scheduler.h"
#include "catalog/definitions.h"
#include "column/batch.h"
#include "function/function_context.h"
#include "types/value.h"

namespace stoa {

class Fork;

/// What one operator did, for EXPLAIN ANALYZE. Times are sums over threads; an operator's own work only.
struct OperatorProfile {
  explicit OperatorProfile(MemoryBudget& query) : memory(MemoryBudget::kUnlimited, &query) {}
  std::atomic<uint64_t> row_count{0};
  std::atomic<int64_t> time_ns{0};
  /// A part of the statement's budget that is the operator's own: its peak is what it held at once.
  MemoryBudget memory;
  std::atomic<uint64_t> skipped_row_count{0};
};

/// What a running statement needs; lives on the stack of the engine for the time of one execution. Shared by
/// the statement's threads, read-only but for the thread-safe members.
struct ExecutionContext {
  const FunctionContext& functions;
  std::span<const Value> parameters;
  Scheduler& scheduler;
  MemoryBudget& budget;
  const Cancellation& cancellation;
  Progress& progress;
  size_t thread_count_max = 1;
  size_t vector_size = kDefaultVectorSize;
  /// What the statement reads: the database as it was when the statement began. Null in tests without tables.
  const Root* root = nullptr;
  /// Where it writes; null for statements that only read.
  Fork* fork = nullptr;
  SearchPath search_path = {};
  /// One per physical operator (by PhysicalOperator::number()) when profiling; null otherwise.
  std::deque<OperatorProfile>* profiles = nullptr;

  OperatorProfile* profile(size_t number) const {
    return profiles == nullptr ? nullptr : &(*profiles)[number];
  }

  /// Threads for a step over `row_count` rows: one where waking another would take longer than the step.
  size_t thread_count_for(size_t row_count) const noexcept {
    constexpr size_t kRowsWorthAThread = 16'384;
    return row_count < kRowsWorthAThread ? 1 : thread_count_max;
  }
};

}  // namespace stoa
