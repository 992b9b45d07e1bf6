#include "exec/pipeline.h"

#include <atomic>
#include <optional>

#include "base/clock.h"

namespace stoa {

/// One thread's work on one scan.
class Pipeline::Worker {
 public:
  Worker(Pipeline& pipeline, TableScan& scan, const PhysicalOperator* source_operator,
         const std::vector<PipelineStage>& stages)
      : pipeline_(pipeline),
        scan_(scan),
        source_operator_(source_operator),
        stages_(stages),
        is_profiled_(pipeline.context_.profiles != nullptr),
        inclusive_ns_(stages.size() + 2, 0),
        row_counts_(stages.size() + 2, 0),
        local_(pipeline.sink_.make_local()) {
    for (const PipelineStage& stage : stages) {
      states_.push_back(stage.factory->make_state());
    }
    emits_.resize(stages.size() + 1);
    for (size_t level = 0; level <= stages.size(); ++level) {
      emits_[level] = [this, level](Batch& batch) { return push(level, batch); };
    }
  }

  void run_morsel(size_t morsel, size_t global_morsel) {
    global_morsel_ = global_morsel;
    for (const auto& state : states_) {
      state->begin_morsel(global_morsel);
    }
    read_morsel(morsel);
    bool wants_more = true;
    for (size_t level = 0; level < states_.size() && wants_more; ++level) {
      wants_more = states_[level]->end_morsel(emits_[level + 1]);
    }
    const OwnMemory memory(*this, pipeline_.sink_operator_);
    pipeline_.sink_.end_morsel(*local_, global_morsel);
  }

  void finish() {
    const OwnMemory memory(*this, pipeline_.sink_operator_);
    pipeline_.sink_.finish_local(*local_);
    if (is_profiled_) {
      report();
    }
  }

 private:
  /// While profiling, charges what an operator makes to it.
  class OwnMemory {
   public:
    OwnMemory(const Worker& worker, const PhysicalOperator* op) {
      if (worker.is_profiled_ && op != nullptr) {
        scope_.emplace(worker.pipeline_.context_.profile(op->number())->memory,
                       MemoryScope::Counting::kExact);
      }
    }

   private:
    std::optional<MemoryScope> scope_;
  };

  /// The operator of stage `level`, or the sink behind the last.
  const PhysicalOperator* operator_at(size_t level) const {
    return level == stages_.size() ? pipeline_.sink_operator_ : stages_[level].op;
  }

  std::unique_ptr<MorselReader> open_morsel(size_t morsel) {
    const OwnMemory memory(*this, source_operator_);
    return scan_.open_morsel(morsel);
  }

  bool read_batch(MorselReader& reader, Batch& batch) {
    const OwnMemory memory(*this, source_operator_);
    return reader.next(batch);
  }

  void read_morsel(size_t morsel) {
    const std::unique_ptr<MorselReader> reader = open_morsel(morsel);
    Batch batch;
    for (;;) {
      pipeline_.context_.cancellation.check();
      const int64_t start_ns = is_profiled_ ? monotonic_now_ns() : 0;
      const bool has_rows = read_batch(*reader, batch);
      if (is_profiled_) {
        inclusive_ns_[0] += monotonic_now_ns() - start_ns;
      }
      if (!has_rows) {
        return;
      }
      row_counts_[0] += batch.row_count;
      if (batch.row_count != 0 && !push(0, batch)) {
        return;
      }
    }
  }

  /// Gives a batch to stage `level`, or to the sink behind the last.
  bool push(size_t level, Batch& batch) {
    if (level > 0) {
      row_counts_[level] += batch.row_count;
    }
    if (!is_profiled_) {
      return step(level, batch);
    }
    const int64_t start_ns = monotonic_now_ns();
    const OwnMemory memory(*this, operator_at(level));
    const bool wants_more = step(level, batch);
    inclusive_ns_[level + 1] += monotonic_now_ns() - start_ns;
    return wants_more;
  }

  bool step(size_t level, Batch& batch) {
    if (level == states_.size()) {
      return pipeline_.sink_.consume(*local_, batch, global_morsel_);
    }
    return states_[level]->process(batch, emits_[level + 1]);
  }

  /// Operator k's rows are those it gave; its own time is its inclusive time less that of what it called.
  void report() const {
    report_operator(source_operator_, row_counts_[0], inclusive_ns_[0]);
    for (size_t k = 0; k < stages_.size(); ++k) {
      report_operator(stages_[k].op, row_counts_[k + 1], inclusive_ns_[k + 1] - inclusive_ns_[k + 2]);
    }
    report_operator(pipeline_.sink_operator_, 0, inclusive_ns_[stages_.size() + 1]);
  }

  void report_operator(const PhysicalOperator* op, uint64_t row_count, int64_t time_ns) const {
    if (op == nullptr) {
      return;
    }
    OperatorProfile& profile = *pipeline_.context_.profile(op->number());
    if (op->role() != OperatorRole::kSink || op == source_operator_) {
      profile.row_count += row_count;
    }
    profile.time_ns += time_ns;
  }

  Pipeline& pipeline_;
  TableScan& scan_;
  const PhysicalOperator* source_operator_;
  const std::vector<PipelineStage>& stages_;
  bool is_profiled_;
  size_t global_morsel_ = 0;
  // Index 0 is the source, k + 1 stage k, the last the sink.
  std::vector<int64_t> inclusive_ns_;
  std::vector<uint64_t> row_counts_;
  std::unique_ptr<SinkLocal> local_;
  std::vector<std::unique_ptr<StreamState>> states_;
  std::vector<Emit> emits_;
};

void Pipeline::push(TableScan& scan, const PhysicalOperator* source_operator,
                    const std::vector<PipelineStage>& stages) {
  const size_t morsel_count = scan.morsel_count();
  const size_t first_morsel = next_morsel_;
  next_morsel_ += morsel_count;
  std::atomic<size_t> next{0};
  std::atomic<bool> has_failed{false};
  context_.progress.add_total(morsel_count);
  const std::vector<size_t> order = sink_.morsel_order();
  const bool is_reordered = order.size() == morsel_count;
  const auto work = [&](size_t) {
    try {
      Worker worker(*this, scan, source_operator, stages);
      for (size_t i = next++; i < morsel_count && !has_failed.load(std::memory_order_relaxed); i = next++) {
        if (sink_.is_full()) {
          break;
        }
        const size_t morsel = is_reordered ? order[i] : i;
        worker.run_morsel(morsel, first_morsel + morsel);
        context_.progress.add_done(1);
      }
      worker.finish();
    } catch (...) {
      has_failed = true;
      throw;
    }
  };
  const size_t parallelism = std::min(context_.thread_count_max, morsel_count);
  if (parallelism <= 1) {
    work(0);
  } else {
    context_.scheduler.run(parallelism, work);
  }
  if (source_operator != nullptr && context_.profiles != nullptr) {
    context_.profile(source_operator->number())->skipped_row_count += scan.skipped_row_count();
  }
}

}  // namespace stoa
