#include "table/bulk_appender.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/scheduler.h"
#include "column/kernels/gather.h"
#include "table/row_checks.h"
#include "table/table_changes.h"
#include "table/table_data.h"

namespace stoa {

namespace {

/// A last, partly filled row group is sealed from this share of its size on; fewer rows go to the tail.
constexpr size_t kSealedShare = 8;

/// One row group to be built: rows [offset, offset + count) of the batches.
struct Task {
  size_t number = 0;
  std::vector<Batch> batches;
  size_t offset = 0;
  size_t count = 0;
};

}  // namespace

struct BulkAppender::State {
  ObjectId table_id{};
  std::shared_ptr<const TableData> table;
  Scheduler* scheduler = nullptr;
  size_t group_row_count = 0;

  std::mutex mutex;
  struct Morsel {
    std::vector<Batch> batches;
    bool is_finished = false;
  };
  std::map<size_t, Morsel> morsels;  // those behind the first unfinished one
  size_t head = 0;                   // the first unfinished morsel; its batches go straight to `ready`
  std::vector<Batch> ready;  // rows whose place is known, not yet in a group; the first `used` are taken
  size_t used = 0;
  size_t ready_rows = 0;
  std::vector<std::shared_ptr<const RowGroup>> groups;
  uint64_t row_count = 0;

  void make_ready(Batch batch) {
    ready_rows += batch.row_count;
    ready.push_back(std::move(batch));
  }

  void advance() {
    auto next = morsels.begin();
    while (next != morsels.end() && next->first == head) {
      for (Batch& batch : next->second.batches) {
        make_ready(std::move(batch));
      }
      next->second.batches.clear();
      if (!next->second.is_finished) {
        return;
      }
      next = morsels.erase(next);
      ++head;
    }
  }

  /// Takes the next `count` ready rows as a group of their own.
  Task take(size_t count) {
    Task task;
    task.number = groups.size();
    task.offset = used;
    task.count = count;
    groups.emplace_back();
    size_t taken = 0;
    size_t whole = 0;
    size_t begin = used;
    while (taken < count) {
      const Batch& batch = ready[whole];
      const size_t rows = std::min(batch.row_count - begin, count - taken);
      task.batches.push_back(batch);
      taken += rows;
      begin += rows;
      if (begin == batch.row_count) {
        ++whole;
        begin = 0;
      }
    }
    used = begin;
    ready.erase(ready.begin(), ready.begin() + static_cast<ptrdiff_t>(whole));
    ready_rows -= count;
    return task;
  }

  void build(const Task& task) {
    auto group = table->build_group(task.batches, task.offset, task.count);
    const std::lock_guard lock(mutex);
    groups[task.number] = std::move(group);
  }

  /// Builds full groups while there are any; other threads do the same meanwhile.
  void help() {
    for (;;) {
      Task task;
      {
        const std::lock_guard lock(mutex);
        if (ready_rows < group_row_count) {
          return;
        }
        task = take(group_row_count);
      }
      build(task);
    }
  }

  /// The rows that no group took, as one batch.
  Batch take_rest() {
    Batch rest;
    rest.row_count = ready_rows;
    for (size_t i = 0; i < table->schema().columns.size() && ready_rows != 0; ++i) {
      std::vector<ColumnVector> parts;
      for (size_t b = 0; b < ready.size(); ++b) {
        const size_t begin = b == 0 ? used : 0;
        parts.push_back(ready[b].columns[i].slice(begin, ready[b].row_count - begin));
      }
      rest.columns.push_back(concatenate(table->schema().columns[i].type, parts, table->options().budget));
    }
    ready.clear();
    ready_rows = 0;
    return rest;
  }
};

BulkAppender::BulkAppender(const Fork& fork, ObjectId table, Scheduler* scheduler)
    : state_(std::make_unique<State>()) {
  state_->table_id = table;
  // Only its schema and dictionaries are read, which appending to it does not change.
  state_->table = fork.root().share_as<TableData>(table);
  state_->scheduler = scheduler;
  state_->group_row_count = state_->table->options().row_group_row_count;
}

BulkAppender::~BulkAppender() = default;

void BulkAppender::append(size_t morsel, const Batch& batch) {
  if (batch.row_count == 0) {
    return;
  }
  Batch checked = check_rows(state_->table->schema(), batch);
  {
    const std::lock_guard lock(state_->mutex);
    state_->row_count += checked.row_count;
    if (morsel == state_->head) {
      state_->make_ready(std::move(checked));
    } else {
      STOA_CHECK(morsel > state_->head);
      state_->morsels[morsel].batches.push_back(std::move(checked));
    }
  }
  state_->help();
}

void BulkAppender::finish_morsel(size_t morsel) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->morsels[morsel].is_finished = true;
    state_->advance();
  }
  state_->help();
}

uint64_t BulkAppender::finish(Fork& fork) {
  State& state = *state_;
  for (auto& [number, morsel] : state.morsels) {
    for (Batch& batch : morsel.batches) {
      state.make_ready(std::move(batch));
    }
  }
  state.morsels.clear();
  std::vector<Task> tasks;
  while (state.ready_rows >= state.group_row_count) {
    tasks.push_back(state.take(state.group_row_count));
  }
  const auto* data = fork.root().find_as<TableData>(state.table_id);
  const bool starts_anew = !state.groups.empty() || data->next_row_id() == 0;
  if (starts_anew && state.ready_rows >= state.group_row_count / kSealedShare && state.ready_rows != 0) {
    tasks.push_back(state.take(state.ready_rows));
  }
  auto build = [&](size_t i) { state.build(tasks[i]); };
  if (state.scheduler != nullptr) {
    state.scheduler->for_each(tasks.size(), state.scheduler->thread_count(), build);
  } else {
    for (size_t i = 0; i < tasks.size(); ++i) {
      build(i);
    }
  }
  if (!state.groups.empty()) {
    const uint64_t size = state.group_row_count;
    const uint64_t first = (data->next_row_id() + size - 1) / size * size;
    std::vector<uint64_t> first_row_ids;
    for (size_t i = 0; i < state.groups.size(); ++i) {
      first_row_ids.push_back(first + i * size);
    }
    fork.change(
        std::make_shared<AttachRowGroups>(state.table_id, std::move(state.groups), std::move(first_row_ids)));
  }
  if (Batch rest = state.take_rest(); rest.row_count != 0) {
    const uint64_t first_row_id = fork.root().find_as<TableData>(state.table_id)->next_row_id();
    fork.change(std::make_shared<AppendRows>(state.table_id, first_row_id, std::move(rest)));
  }
  return state.row_count;
}

}  // namespace stoa
