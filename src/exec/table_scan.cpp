#include "exec/table_scan.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/error.h"
#include "column/kernels/hash.h"
#include "exec/execution.h"
#include "exec/filter_project.h"
#include "exec/top_bound.h"
#include "table/table_source.h"

namespace stoa {

namespace {

/// How many rows a join's filter let pass so far; shared by threads. One that drops few is not asked any
/// more: the join itself drops those.
class JoinFilterUse {
 public:
  bool is_worth_asking() const {
    const uint64_t seen = seen_.load(std::memory_order_relaxed);
    return seen < kRowsToLearn || kept_.load(std::memory_order_relaxed) * 5 < seen * 4;
  }
  void note(size_t seen, size_t kept) {
    seen_.fetch_add(seen, std::memory_order_relaxed);
    kept_.fetch_add(kept, std::memory_order_relaxed);
  }

 private:
  static constexpr uint64_t kRowsToLearn = 32768;
  std::atomic<uint64_t> seen_{0};
  std::atomic<uint64_t> kept_{0};
};

/// Drops rows that the joins above can't match. Used by one thread.
class JoinFilters {
 public:
  JoinFilters(const std::vector<JoinFilter>& filters, std::vector<JoinFilterUse>& uses,
              const ColumnPositions& positions)
      : filters_(filters), uses_(uses) {
    for (const JoinFilter& filter : filters) {
      std::vector<size_t>& own = positions_.emplace_back();
      for (const ColumnId column : filter.columns) {
        own.push_back(positions.at(column));
      }
    }
  }

  bool apply(Batch& batch) {
    for (size_t f = 0; f < filters_.size(); ++f) {
      if (filters_[f].bloom == nullptr || !uses_[f].is_worth_asking()) {
        continue;
      }
      const size_t row_count = batch.row_count;
      hashes_.resize(row_count);
      for (size_t k = 0; k < positions_[f].size(); ++k) {
        hash_column(batch.columns[positions_[f][k]], row_count, hashes_.data(), k != 0);
      }
      const BloomFilter& bloom = *filters_[f].bloom;
      const BufferRef rows = Buffer::allocate((row_count + 1) * sizeof(uint32_t));
      uint32_t* kept = rows->as<uint32_t>();
      size_t count = 0;
      for (size_t i = 0; i < row_count; ++i) {
        kept[count] = static_cast<uint32_t>(i);
        count += bloom.may_contain(hashes_[i]) ? 1 : 0;
      }
      uses_[f].note(row_count, count);
      if (count == 0) {
        return false;
      }
      if (count != row_count) {
        batch = batch.select({kept, count}, rows);
      }
    }
    return true;
  }

 private:
  const std::vector<JoinFilter>& filters_;
  std::vector<JoinFilterUse>& uses_;
  std::vector<std::vector<size_t>> positions_;
  std::vector<uint64_t> hashes_;
};

/// The filters of all threads: compiled expressions are lent to one morsel reader after another.
class FilterPool {
 public:
  FilterPool(const ExpressionList& conjuncts, ColumnPositions positions, const ExecutionContext& context)
      : conjuncts_(conjuncts), positions_(std::move(positions)), context_(context) {}

  std::unique_ptr<BatchFilter> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto filter = std::move(idle_.back());
        idle_.pop_back();
        return filter;
      }
    }
    return std::make_unique<BatchFilter>(conjuncts_, positions_, context_);
  }

  void give_back(std::unique_ptr<BatchFilter> filter) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(filter));
  }

 private:
  const ExpressionList& conjuncts_;
  ColumnPositions positions_;
  const ExecutionContext& context_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<BatchFilter>> idle_;
};

class FilteredReader final : public MorselReader {
 public:
  FilteredReader(std::unique_ptr<MorselReader> reader, FilterPool& pool, JoinFilters join_filters,
                 const Cancellation& cancellation)
      : reader_(std::move(reader)),
        pool_(pool),
        filter_(pool.take()),
        join_filters_(std::move(join_filters)),
        cancellation_(cancellation) {}
  ~FilteredReader() override { pool_.give_back(std::move(filter_)); }

  bool next(Batch& batch) override {
    while (reader_->next(batch)) {
      if (filter_->apply(batch) && join_filters_.apply(batch)) {
        return true;
      }
      cancellation_.check();
    }
    return false;
  }

 private:
  std::unique_ptr<MorselReader> reader_;
  FilterPool& pool_;
  std::unique_ptr<BatchFilter> filter_;
  JoinFilters join_filters_;
  const Cancellation& cancellation_;
};

/// A morsel that need not be read.
class SkippedMorsel final : public MorselReader {
 public:
  bool next(Batch& batch) override {
    batch.clear();
    return false;
  }
};

/// The zones of a scan's morsels beside what a TopN above still wants.
class TopSkipping {
 public:
  /// `column` is the source's, `position` where the scan gives it. Null where there is nothing to skip by.
  static std::unique_ptr<TopSkipping> make(TableScan& scan, std::shared_ptr<TopBound> bound, size_t column,
                                           size_t position) {
    auto* table = dynamic_cast<TableDataScan*>(&scan);
    if (table == nullptr) {
      return nullptr;
    }
    auto skipping = std::make_unique<TopSkipping>(*table, std::move(bound));
    for (size_t morsel = 0; morsel < table->morsel_count(); ++morsel) {
      skipping->zones_.push_back(table->morsel_zone(morsel, column));
    }
    skipping->bound_->set_morsel_order(skipping->bound_->best_order(skipping->zones_));
    table->set_first_look(position, [known = skipping->bound_](const ColumnVector& values, size_t row_count) {
      std::vector<uint64_t> mask(words_for_bits(row_count) + 1);
      return known->find_wanted(values, row_count, mask.data()) != 0;
    });
    return skipping;
  }
  TopSkipping(TableDataScan& scan, std::shared_ptr<TopBound> bound) : scan_(scan), bound_(std::move(bound)) {}

  bool skips(size_t morsel) {
    const bool skips = !bound_->may_want(zones_[morsel]);
    if (skips) {
      scan_.add_skipped_rows(morsel);
    }
    return skips;
  }

 private:
  TableDataScan& scan_;
  std::shared_ptr<TopBound> bound_;
  std::vector<ZoneStatistics> zones_;
};

/// A scan with the source that it reads, and the filters on top.
class FilteredScan final : public TableScan {
 public:
  FilteredScan(std::shared_ptr<TableSource> source, std::unique_ptr<TableScan> scan,
               const ExpressionList& conjuncts, std::vector<JoinFilter> join_filters,
               ColumnPositions positions, const ExecutionContext& context)
      : source_(std::move(source)),
        scan_(std::move(scan)),
        is_filtered_(!conjuncts.empty() || !join_filters.empty()),
        join_filters_(std::move(join_filters)),
        uses_(join_filters_.size()),
        positions_(positions),
        pool_(conjuncts, std::move(positions), context),
        cancellation_(context.cancellation) {}

  void set_top_skipping(std::unique_ptr<TopSkipping> skipping) { top_skipping_ = std::move(skipping); }
  size_t morsel_count() const override { return scan_->morsel_count(); }
  uint64_t skipped_row_count() const override { return scan_->skipped_row_count(); }
  std::unique_ptr<MorselReader> open_morsel(size_t morsel) override {
    if (top_skipping_ != nullptr && top_skipping_->skips(morsel)) {
      return std::make_unique<SkippedMorsel>();
    }
    std::unique_ptr<MorselReader> reader = scan_->open_morsel(morsel);
    if (!is_filtered_) {
      return reader;
    }
    return std::make_unique<FilteredReader>(std::move(reader), pool_,
                                            JoinFilters(join_filters_, uses_, positions_), cancellation_);
  }

 private:
  std::shared_ptr<TableSource> source_;
  std::unique_ptr<TableScan> scan_;
  std::unique_ptr<TopSkipping> top_skipping_;  ///< null: none
  bool is_filtered_;
  std::vector<JoinFilter> join_filters_;
  std::vector<JoinFilterUse> uses_;
  ColumnPositions positions_;
  FilterPool pool_;
  const Cancellation& cancellation_;
};

bool is_known(const BoundExpression& e) {
  return e.kind == ExpressionKind::kConstant || e.kind == ExpressionKind::kParameter;
}

/// `column op constant` in either order, as a filter over the scan's column.
std::optional<ScanFilter> comparison_filter(const BoundComparison& e, const ColumnMap<size_t>& source_columns,
                                            const ExecutionContext& context) {
  const bool column_is_left = e.left->kind == ExpressionKind::kColumn && is_known(*e.right);
  const bool column_is_right = e.right->kind == ExpressionKind::kColumn && is_known(*e.left);
  if (!column_is_left && !column_is_right) {
    return std::nullopt;
  }
  if (e.op == CompareOperator::kDistinct || e.op == CompareOperator::kNotDistinct) {
    return std::nullopt;
  }
  const BoundExpression& column = column_is_left ? *e.left : *e.right;
  const BoundExpression& constant = column_is_left ? *e.right : *e.left;
  const auto found = source_columns.find(as<BoundColumn>(column).column);
  if (found == source_columns.end()) {
    return std::nullopt;
  }
  Value value = evaluate_constant(constant, context.functions, context.parameters);
  if (value.is_null()) {
    return std::nullopt;
  }
  return ScanFilter{found->second, ScanFilter::Kind::kCompare, column_is_left ? e.op : flip(e.op),
                    std::move(value)};
}

std::optional<ScanFilter> null_filter(const BoundIsNull& e, const ColumnMap<size_t>& source_columns) {
  if (e.operand->kind != ExpressionKind::kColumn) {
    return std::nullopt;
  }
  const auto found = source_columns.find(as<BoundColumn>(*e.operand).column);
  if (found == source_columns.end()) {
    return std::nullopt;
  }
  const auto kind = e.is_negated ? ScanFilter::Kind::kIsNotNull : ScanFilter::Kind::kIsNull;
  return ScanFilter{found->second, kind, CompareOperator::kEqual, Value()};
}

/// `column IN (constants)` as the range that the constants span.
void range_filters(const BoundInList& e, const ColumnMap<size_t>& source_columns,
                   std::vector<ScanFilter>& filters) {
  if (e.is_negated || e.operand->kind != ExpressionKind::kColumn) {
    return;
  }
  const auto found = source_columns.find(as<BoundColumn>(*e.operand).column);
  if (found == source_columns.end()) {
    return;
  }
  Value lowest, highest;
  for (const ExpressionPtr& item : e.items) {
    const auto* constant = try_as<BoundConstant>(*item);
    if (constant == nullptr) {
      return;
    }
    if (constant->value.is_null()) {
      continue;
    }
    if (lowest.is_null() || compare_values(constant->value, lowest) < 0) {
      lowest = constant->value;
    }
    if (highest.is_null() || compare_values(constant->value, highest) > 0) {
      highest = constant->value;
    }
  }
  if (lowest.is_null()) {
    return;
  }
  filters.push_back({found->second, ScanFilter::Kind::kCompare, CompareOperator::kGreaterEqual, lowest});
  filters.push_back({found->second, ScanFilter::Kind::kCompare, CompareOperator::kLessEqual, highest});
}

}  // namespace

PhysicalScan::PhysicalScan(std::unique_ptr<LogicalScan> scan)
    : PhysicalOperator(OperatorRole::kSource, scan->table ? "Scan" : "SourceScan"), scan_(std::move(scan)) {
  scan_->statistics_source.reset();
}

std::shared_ptr<TableSource> PhysicalScan::open_table(const ExecutionContext& context) const {
  std::shared_ptr<const TableData> data = context.root->share_as<TableData>(scan_->table_id);
  if (!data) {
    raise(sqlstate::kUndefinedTable, "table \"" + scan_->name + "\" is gone");
  }
  return std::make_shared<TableDataSource>(std::move(data));
}

std::vector<ScanFilter> PhysicalScan::skip_filters(const ExecutionContext& context) const {
  ColumnMap<size_t> source_columns;
  for (const LogicalScan::Column& column : scan_->columns) {
    if (column.source_column != kRowIdColumn) {
      source_columns.emplace(column.id, column.source_column);
    }
  }
  std::vector<ScanFilter> filters;
  for (const ExpressionPtr& e : scan_->filters) {
    std::optional<ScanFilter> filter;
    if (const auto* comparison = try_as<BoundComparison>(*e)) {
      filter = comparison_filter(*comparison, source_columns, context);
    } else if (const auto* is_null = try_as<BoundIsNull>(*e)) {
      filter = null_filter(*is_null, source_columns);
    } else if (const auto* in_list = try_as<BoundInList>(*e)) {
      range_filters(*in_list, source_columns, filters);
    }
    if (filter) {
      filters.push_back(std::move(*filter));
    }
  }
  return filters;
}

/// Blocks outside of the build keys' bounds need not be read.
void PhysicalScan::add_bounds(const JoinFilter& filter, std::vector<ScanFilter>& filters) const {
  using Kind = ScanFilter::Kind;
  for (const JoinFilter::Bounds& bounds : filter.bounds) {
    for (const LogicalScan::Column& column : scan_->columns) {
      if (column.id == bounds.column && column.source_column != kRowIdColumn) {
        const size_t source = column.source_column;
        filters.push_back({source, Kind::kCompare, CompareOperator::kGreaterEqual, bounds.minimum});
        filters.push_back({source, Kind::kCompare, CompareOperator::kLessEqual, bounds.maximum});
      }
    }
  }
}

std::unique_ptr<TableScan> PhysicalScan::open_source(Execution& execution) const {
  const ExecutionContext& context = execution.context();
  std::shared_ptr<TableSource> source = scan_->source ? scan_->source : open_table(context);
  std::vector<size_t> columns;
  for (const LogicalScan::Column& column : scan_->columns) {
    columns.push_back(column.source_column);
  }
  std::vector<JoinFilter> join_filters = execution.join_filters(*this);
  std::vector<ScanFilter> skipping = skip_filters(context);
  for (const JoinFilter& filter : join_filters) {
    add_bounds(filter, skipping);
  }
  std::unique_ptr<TableScan> scan =
      source->scan(std::move(columns), std::move(skipping), context.vector_size);
  std::unique_ptr<TopSkipping> top_skipping;
  if (std::shared_ptr<TopBound> bound = execution.top_bound(*this)) {
    const size_t position = positions().at(bound->column());
    top_skipping =
        TopSkipping::make(*scan, std::move(bound), scan_->columns[position].source_column, position);
  }
  auto filtered = std::make_unique<FilteredScan>(std::move(source), std::move(scan), scan_->filters,
                                                 std::move(join_filters), positions(), context);
  filtered->set_top_skipping(std::move(top_skipping));
  return filtered;
}

}  // namespace stoa
