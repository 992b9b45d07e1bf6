#include "exec/change.h"

#include <map>
#include <mutex>
#include <unordered_set>

#include "catalog/catalog_writer.h"
#include "exec/change_result.h"
#include "exec/collect.h"
#include "exec/execution.h"
#include "table/bulk_appender.h"
#include "table/table_writer.h"

namespace stoa {

std::unique_ptr<TableScan> change_count_scan(uint64_t row_count) {
  Batch batch;
  batch.row_count = 1;
  batch.columns.push_back(ColumnVector::make_constant(Value::bigint(static_cast<int64_t>(row_count)), 1));
  std::vector<Batch> batches{std::move(batch)};
  return scan_rows(
      std::make_shared<CollectedRows>(std::vector<LogicalType>{TypeId::kBigint}, std::move(batches)), {});
}

namespace {

/// Picks the columns `ids` out of a child's batches.
class ColumnPicker {
 public:
  ColumnPicker(const std::vector<ColumnId>& ids, const ColumnPositions& positions) {
    for (const ColumnId id : ids) {
      positions_.push_back(positions.at(id));
    }
  }
  Batch pick(const Batch& batch) const {
    Batch picked;
    picked.row_count = batch.row_count;
    for (const size_t position : positions_) {
      picked.columns.push_back(batch.columns[position]);
    }
    return picked;
  }

 private:
  std::vector<size_t> positions_;
};

/// Evaluates RETURNING over rows of the whole table's columns, those of FROM's tables behind them.
std::unique_ptr<TableScan> returning_result(const LogicalChange& change, std::vector<Batch> rows,
                                            const ExecutionContext& context) {
  ColumnPositions positions;
  for (size_t i = 0; i < change.returning_columns.size(); ++i) {
    positions.emplace(change.returning_columns[i], i);
  }
  std::vector<ExpressionEvaluator> evaluators;
  std::vector<LogicalType> types;
  for (const LogicalChange::Item& item : change.returning) {
    evaluators.emplace_back(*item.expression, positions, context.functions, context.parameters);
    types.push_back(item.expression->type);
  }
  for (Batch& row : rows) {
    Batch result;
    result.row_count = row.row_count;
    for (ExpressionEvaluator& evaluator : evaluators) {
      result.columns.push_back(evaluator.evaluate(row));
    }
    row = std::move(result);
  }
  return scan_rows(std::make_shared<CollectedRows>(std::move(types), std::move(rows)), {});
}

bool is_ascending(const std::vector<Batch>& batches, size_t row_id) {
  int64_t last = -1;
  for (const Batch& batch : batches) {
    const UnifiedVector ids(batch.columns[row_id]);
    for (size_t r = 0; r < batch.row_count; ++r) {
      const auto id = ids.value<int64_t>(r);
      if (id <= last) {
        return false;
      }
      last = id;
    }
  }
  return true;
}

/// FROM and USING may match a row of the table several times: its first match alone changes it. What a scan
/// gives is in ascending order, so that a change without them needs no set.
std::vector<Batch> first_matches(const std::vector<Batch>& batches, size_t row_id) {
  if (is_ascending(batches, row_id)) {
    return batches;
  }
  constexpr size_t kBytesPerRow = 40;
  Reservation reservation = Reservation::from_scope();
  std::unordered_set<int64_t> seen;
  std::vector<Batch> kept;
  for (const Batch& batch : batches) {
    reservation.grow(batch.row_count * kBytesPerRow);
    const UnifiedVector ids(batch.columns[row_id]);
    const BufferRef rows = Buffer::allocate((batch.row_count + 1) * sizeof(uint32_t));
    size_t count = 0;
    for (size_t r = 0; r < batch.row_count; ++r) {
      if (seen.insert(ids.value<int64_t>(r)).second) {
        rows->as<uint32_t>()[count++] = static_cast<uint32_t>(r);
      }
    }
    if (count != 0) {
      kept.push_back(batch.select({rows->as<uint32_t>(), count}, rows));
    }
  }
  return kept;
}

/// Collects all batches of the child in order, and leaves the change itself to `apply`.
class ChangeSink : public SinkState {
 public:
  ChangeSink(const LogicalChange& change, ExecutionContext& context)
      : change_(change), context_(context), rows_(std::vector<LogicalType>{}) {}

  std::unique_ptr<SinkLocal> make_local() override { return rows_.make_local(); }
  bool consume(SinkLocal& local, Batch& batch, size_t morsel) override {
    return rows_.consume(local, batch, morsel);
  }
  void finish_local(SinkLocal& local) override { rows_.finish_local(local); }
  void finish() override { row_count_ = apply(rows_.take()->batches()); }
  std::unique_ptr<TableScan> open_result() override {
    return change_.has_returning ? returning_result(change_, std::move(returned_), context_)
                                 : change_count_scan(row_count_);
  }

 protected:
  virtual uint64_t apply(const std::vector<Batch>& batches) = 0;

  const LogicalChange& change_;
  ExecutionContext& context_;
  std::vector<Batch> returned_;

 private:
  CollectSink rows_;
  uint64_t row_count_ = 0;
};

class UpdateSink final : public ChangeSink {
 public:
  UpdateSink(const LogicalUpdate& update, const ColumnPositions& positions, ExecutionContext& context)
      : ChangeSink(update, context),
        update_(update),
        row_id_(positions.at(update.row_id)),
        changes_(change_columns(update), positions),
        new_rows_(update.new_row, positions) {}

 private:
  static std::vector<ColumnId> change_columns(const LogicalUpdate& update) {
    std::vector<ColumnId> ids{update.row_id};
    ids.insert(ids.end(), update.values.begin(), update.values.end());
    return ids;
  }

  uint64_t apply(const std::vector<Batch>& batches) override {
    std::vector<Batch> changes;
    for (const Batch& batch : first_matches(batches, row_id_)) {
      changes.push_back(changes_.pick(batch));
      if (update_.has_returning) {
        returned_.push_back(new_rows_.pick(batch));
      }
    }
    return TableWriter(*context_.fork, update_.table_id).update(update_.updated_columns, changes);
  }

  const LogicalUpdate& update_;
  size_t row_id_;
  ColumnPicker changes_;
  ColumnPicker new_rows_;
};

class DeleteSink final : public ChangeSink {
 public:
  DeleteSink(const LogicalDelete& erase, const ColumnPositions& positions, ExecutionContext& context)
      : ChangeSink(erase, context),
        erase_(erase),
        row_id_(positions.at(erase.row_id)),
        old_rows_(erase.old_row, positions) {}

 private:
  uint64_t apply(const std::vector<Batch>& batches) override {
    std::vector<ColumnVector> row_ids;
    for (const Batch& batch : first_matches(batches, row_id_)) {
      row_ids.push_back(batch.columns[row_id_]);
      if (erase_.has_returning) {
        returned_.push_back(old_rows_.pick(batch));
      }
    }
    return TableWriter(*context_.fork, erase_.table_id).erase(row_ids);
  }

  const LogicalDelete& erase_;
  size_t row_id_;
  ColumnPicker old_rows_;
};

struct AppendLocal final : SinkLocal {};

/// Appends from all threads, in morsel order.
class AppendSink final : public SinkState {
 public:
  AppendSink(ObjectId table, ColumnPicker values, const LogicalChange* change, ExecutionContext& context)
      : values_(std::move(values)),
        change_(change),
        context_(context),
        appender_(*context.fork, table, &context.scheduler) {}

  std::unique_ptr<SinkLocal> make_local() override { return std::make_unique<AppendLocal>(); }

  bool consume(SinkLocal&, Batch& batch, size_t morsel) override {
    Batch rows = values_.pick(batch);
    if (change_ != nullptr && change_->has_returning) {
      const std::lock_guard lock(mutex_);
      returned_[morsel].push_back(rows);
    }
    appender_.append(morsel, rows);
    return true;
  }
  void end_morsel(SinkLocal&, size_t morsel) override { appender_.finish_morsel(morsel); }
  void finish() override { row_count_ = appender_.finish(*context_.fork); }

  std::unique_ptr<TableScan> open_result() override {
    if (change_ == nullptr || !change_->has_returning) {
      return change_count_scan(row_count_);
    }
    std::vector<Batch> rows;
    for (auto& [morsel, batches] : returned_) {
      for (Batch& batch : batches) {
        rows.push_back(std::move(batch));
      }
    }
    return returning_result(*change_, std::move(rows), context_);
  }

 private:
  ColumnPicker values_;
  const LogicalChange* change_;
  ExecutionContext& context_;
  BulkAppender appender_;
  std::mutex mutex_;
  std::map<size_t, std::vector<Batch>> returned_;
  uint64_t row_count_ = 0;
};

/// CREATE TABLE IF NOT EXISTS of a table that is there: nothing is read and nothing happens.
class NothingSink final : public SinkState {
 public:
  std::unique_ptr<SinkLocal> make_local() override { return std::make_unique<AppendLocal>(); }
  bool consume(SinkLocal&, Batch&, size_t) override { return false; }
  bool is_full() const override { return true; }
  std::unique_ptr<TableScan> open_result() override { return change_count_scan(0); }
};

}  // namespace

PhysicalInsert::PhysicalInsert(std::unique_ptr<LogicalInsert> insert)
    : PhysicalOperator(OperatorRole::kSink, "Insert"), insert_(std::move(insert)) {}

std::unique_ptr<SinkState> PhysicalInsert::open_sink(Execution& execution) const {
  return std::make_unique<AppendSink>(insert_->table_id,
                                      ColumnPicker(insert_->values, children()[0]->positions()),
                                      insert_.get(), execution.context());
}

PhysicalUpdate::PhysicalUpdate(std::unique_ptr<LogicalUpdate> update)
    : PhysicalOperator(OperatorRole::kSink, "Update"), update_(std::move(update)) {}

std::unique_ptr<SinkState> PhysicalUpdate::open_sink(Execution& execution) const {
  return std::make_unique<UpdateSink>(*update_, children()[0]->positions(), execution.context());
}

PhysicalDelete::PhysicalDelete(std::unique_ptr<LogicalDelete> erase)
    : PhysicalOperator(OperatorRole::kSink, "Delete"), erase_(std::move(erase)) {}

std::unique_ptr<SinkState> PhysicalDelete::open_sink(Execution& execution) const {
  return std::make_unique<DeleteSink>(*erase_, children()[0]->positions(), execution.context());
}

PhysicalCreateTableAs::PhysicalCreateTableAs(std::unique_ptr<LogicalCreateTableAs> create)
    : PhysicalOperator(OperatorRole::kSink, "CreateTableAs"), create_(std::move(create)) {}

std::unique_ptr<SinkState> PhysicalCreateTableAs::open_sink(Execution& execution) const {
  ExecutionContext& context = execution.context();
  CatalogWriter writer(*context.fork, context.search_path);
  const CatalogEntry* existing =
      writer.catalog().find(create_->definition.schema_name, create_->definition.name);
  if (existing != nullptr && create_->if_not_exists) {
    return std::make_unique<NothingSink>();
  }
  if (existing != nullptr && create_->or_replace && existing->kind == CatalogKind::kTable) {
    writer.drop_table(existing->id, DropBehavior::kRestrict);
  }
  const ObjectId table = writer.create_table(create_->definition, create_->is_temporary);
  return std::make_unique<AppendSink>(table, ColumnPicker(create_->values, children()[0]->positions()),
                                      nullptr, context);
}

}  // namespace stoa
