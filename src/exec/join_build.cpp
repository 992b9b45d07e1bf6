#include "exec/join_build.h"

#include "base/assert.h"
#include "column/kernels/gather.h"
#include "exec/execution.h"
#include "exec/ordered_input.h"

namespace stoa {

namespace {

std::vector<const BoundExpression*> pointers_to(const ExpressionList& list) {
  std::vector<const BoundExpression*> pointers;
  for (const ExpressionPtr& e : list) {
    pointers.push_back(e.get());
  }
  return pointers;
}

class BuildSink final : public OrderedInputSink {
 public:
  BuildSink(const ExpressionList& keys, const std::vector<bool>& nulls_are_equal, bool tracks_matches,
            const PhysicalOperator& child, const ExecutionContext& context, OperatorProfile* profile)
      : OrderedInputSink(pointers_to(keys), child, context),
        keys_(keys),
        nulls_are_equal_(nulls_are_equal),
        tracks_matches_(tracks_matches),
        profile_(profile) {}

  void finish() override {
    Input input = take_input();
    Batch columns;
    columns.columns.resize(types().size());
    std::vector<ColumnVector> keys(keys_.size());
    for (const Batch& batch : input.batches) {
      columns.row_count += batch.row_count;
    }
    const ExecutionContext& settings = context();
    const size_t thread_count = settings.thread_count_for(columns.row_count);
    settings.scheduler.for_each(types().size() + keys.size(), thread_count, [&](size_t i) {
      settings.cancellation.check();
      std::vector<ColumnVector> parts;
      const bool is_key = i >= types().size();
      for (size_t b = 0; b < input.batches.size(); ++b) {
        parts.push_back(is_key ? input.keys[b][i - types().size()] : input.batches[b].columns[i]);
      }
      const LogicalType& type = is_key ? keys_[i - types().size()]->type : types()[i];
      ColumnVector whole = concatenate(type, parts, &settings.budget);
      (is_key ? keys[i - types().size()] : columns.columns[i]) = std::move(whole);
    });
    table_ = std::make_shared<JoinTable>(std::move(columns), std::move(keys), nulls_are_equal_, settings);
    if (tracks_matches_) {
      table_->track_matches();
    }
    if (profile_ != nullptr) {
      profile_->row_count += table_->row_count();
    }
  }
  std::unique_ptr<TableScan> open_result() override { STOA_UNREACHABLE("a build side is read by its join"); }

  const std::shared_ptr<JoinTable>& table() const { return table_; }

 private:
  const ExpressionList& keys_;
  const std::vector<bool>& nulls_are_equal_;
  bool tracks_matches_;
  OperatorProfile* profile_;
  std::shared_ptr<JoinTable> table_;
};

}  // namespace

PhysicalJoinBuild::PhysicalJoinBuild(const ExpressionList& keys, const std::vector<bool>& nulls_are_equal,
                                     bool tracks_matches)
    : PhysicalOperator(OperatorRole::kSink, "JoinBuild"),
      keys_(keys),
      nulls_are_equal_(nulls_are_equal),
      tracks_matches_(tracks_matches) {}

std::unique_ptr<SinkState> PhysicalJoinBuild::open_sink(Execution& execution) const {
  return std::make_unique<BuildSink>(keys_, nulls_are_equal_, tracks_matches_, *children()[0],
                                     execution.context(), execution.context().profile(number()));
}

std::shared_ptr<JoinTable> PhysicalJoinBuild::table_of(SinkState& state) {
  return static_cast<BuildSink&>(state).table();
}

}  // namespace stoa
