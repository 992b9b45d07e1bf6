#pragma once

#include <map>
#include <mutex>

#include "exec/collected_rows.h"
#include "exec/physical_operator.h"

namespace stoa {

/// Keeps every batch, in morsel order: the end of a query. Batches keep sharing what they shared (a SELECT
/// over a table copies nothing); the buffers that they hold of their own are counted where they are made.
class CollectSink final : public SinkState {
 public:
  explicit CollectSink(std::vector<LogicalType> types) : types_(std::move(types)) {}

  std::unique_ptr<SinkLocal> make_local() override;
  bool consume(SinkLocal& local, Batch& batch, size_t morsel) override;
  void finish_local(SinkLocal& local) override;
  std::unique_ptr<TableScan> open_result() override;

  /// The rows; called once, after all locals are finished.
  std::shared_ptr<const CollectedRows> take();

 private:
  std::vector<LogicalType> types_;
  std::mutex mutex_;
  std::map<size_t, std::vector<Batch>> morsels_;
  Reservation reservation_ = Reservation::from_scope();
};

}  // namespace stoa
