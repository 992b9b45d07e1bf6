#include "table/table_source.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "column/kernels/mask.h"

namespace stoa {

namespace {

/// Rows [begin, end) of one block.
struct Piece {
  size_t block;
  size_t begin;
  size_t end;
};
using Morsel = std::vector<Piece>;

std::vector<Morsel> cut_morsels(const TableData& table, const std::vector<size_t>& blocks) {
  std::vector<Morsel> morsels;
  size_t open_rows =
      TableDataSource::kMorselRows;  // of the last morsel, which takes smaller blocks while it has room
  for (const size_t block : blocks) {
    const size_t row_count = table.block(block)->row_count();
    for (size_t begin = 0; begin < row_count; begin += TableDataSource::kMorselRows) {
      const size_t end = std::min(row_count, begin + TableDataSource::kMorselRows);
      if (open_rows + (end - begin) > TableDataSource::kMorselRows) {
        morsels.emplace_back();
        open_rows = 0;
      }
      morsels.back().push_back({block, begin, end});
      open_rows += end - begin;
    }
  }
  return morsels;
}

/// The 64 deletion bits from any row on; rows behind the block's end give anything.
uint64_t deletion_bits(const RowBlock& block, size_t row) {
  const size_t word = row / 64;
  const size_t shift = row % 64;
  const uint64_t low = block.deletion_word(word) >> shift;
  if (shift == 0 || (word + 1) * 64 >= block.row_count()) {
    return low;
  }
  return low | block.deletion_word(word + 1) << (64 - shift);
}

/// The rows of [offset, offset + count) that are not deleted, as a mask; gives their number.
size_t alive_rows(const RowBlock& block, size_t offset, size_t count, std::vector<uint64_t>& mask) {
  mask.resize(words_for_bits(count));
  for (size_t i = 0; i < mask.size(); ++i) {
    mask[i] = ~deletion_bits(block, offset + i * 64) & low_bits(count - i * 64);
  }
  return mask_count(mask.data(), count);
}

class DataScan final : public TableDataScan {
 public:
  DataScan(std::shared_ptr<const TableData> table, const std::vector<size_t>& blocks,
           std::vector<size_t> columns, std::vector<ScanFilter> filters, size_t vector_size)
      : table_(std::move(table)),
        columns_(std::move(columns)),
        filters_(std::move(filters)),
        vector_size_(vector_size),
        morsels_(cut_morsels(*table_, blocks)) {}

  size_t morsel_count() const override { return morsels_.size(); }
  std::unique_ptr<MorselReader> open_morsel(size_t morsel) override;
  uint64_t skipped_row_count() const override { return skipped_row_count_.load(std::memory_order_relaxed); }

  ZoneStatistics morsel_zone(size_t morsel, size_t column) const override {
    ZoneStatistics zone;
    for (const Piece& piece : morsels_[morsel]) {
      zone.merge(table_->zone(piece.block, column));
    }
    return zone;
  }
  void set_first_look(size_t position, FirstLook look) override {
    first_position_ = position;
    first_look_ = std::move(look);
  }
  void add_skipped_rows(size_t morsel) override {
    for (const Piece& piece : morsels_[morsel]) {
      count_skipped(piece.end - piece.begin);
    }
  }

 private:
  friend class DataReader;

  void count_skipped(size_t row_count) { skipped_row_count_.fetch_add(row_count, std::memory_order_relaxed); }

  bool may_pass_filters(size_t block) const {
    return std::all_of(filters_.begin(), filters_.end(), [&](const ScanFilter& filter) {
      return may_pass(filter, table_->zone(block, filter.column));
    });
  }

  std::shared_ptr<const TableData> table_;
  std::vector<size_t> columns_;
  std::vector<ScanFilter> filters_;
  size_t vector_size_;
  std::vector<Morsel> morsels_;
  std::atomic<uint64_t> skipped_row_count_{0};
  size_t first_position_ = 0;
  FirstLook first_look_;  ///< null: none
};

class DataReader final : public MorselReader {
 public:
  DataReader(DataScan& scan, const Morsel& morsel) : scan_(scan), pieces_(morsel) { skip_pieces(); }

  bool next(Batch& batch) override {
    batch.clear();
    while (piece_ < pieces_.size()) {
      const Piece& piece = pieces_[piece_];
      const size_t offset = piece.begin + done_in_piece_;
      const size_t count = std::min(scan_.vector_size_, piece.end - offset);
      done_in_piece_ += count;
      const RowBlock& block = *scan_.table_->block(piece.block);
      const bool has_rows = read(block, offset, count, batch);
      if (offset + count == piece.end) {
        ++piece_;
        done_in_piece_ = 0;
        skip_pieces();
      }
      if (has_rows) {
        return true;
      }
    }
    return false;
  }

 private:
  void skip_pieces() {
    while (piece_ < pieces_.size() && !scan_.may_pass_filters(pieces_[piece_].block)) {
      scan_.count_skipped(pieces_[piece_].end - pieces_[piece_].begin);
      ++piece_;
    }
  }

  bool read(const RowBlock& block, size_t offset, size_t count, Batch& batch) {
    const size_t alive = block.deleted_count() == 0 ? count : alive_rows(block, offset, count, mask_);
    if (alive == 0) {
      return false;
    }
    ColumnVector first;
    if (scan_.first_look_) {
      first = read_column(block, scan_.columns_[scan_.first_position_], offset, count);
      if (!scan_.first_look_(first, count)) {
        scan_.count_skipped(count);
        return false;
      }
    }
    batch.row_count = count;
    for (size_t position = 0; position < scan_.columns_.size(); ++position) {
      const bool is_read = scan_.first_look_ && position == scan_.first_position_;
      batch.columns.push_back(is_read ? std::move(first)
                                      : read_column(block, scan_.columns_[position], offset, count));
    }
    if (alive == count) {
      return true;
    }
    auto selection = Buffer::allocate(round_up(count, 64) * sizeof(uint32_t));
    auto* rows = selection->as<uint32_t>();
    mask_to_selection(mask_.data(), count, rows);
    batch = batch.select(Selection(rows, alive), selection);
    return true;
  }

  ColumnVector read_column(const RowBlock& block, size_t column, size_t offset, size_t count) const {
    return column == kRowIdColumn ? row_ids(block, offset, count)
                                  : scan_.table_->read(block, column, offset, count);
  }

  static ColumnVector row_ids(const RowBlock& block, size_t offset, size_t count) {
    ColumnVector ids = ColumnVector::make_flat(TypeId::kBigint, count);
    std::iota(ids.mutable_values<int64_t>(), ids.mutable_values<int64_t>() + count,
              static_cast<int64_t>(block.first_row_id() + offset));
    return ids;
  }

  DataScan& scan_;
  const Morsel& pieces_;
  size_t piece_ = 0;
  size_t done_in_piece_ = 0;
  std::vector<uint64_t> mask_;
};

std::unique_ptr<MorselReader> DataScan::open_morsel(size_t morsel) {
  return std::make_unique<DataReader>(*this, morsels_[morsel]);
}

/// Whether a value between the bounds may compare so with the constant.
bool may_compare(CompareOperator compare, const ZoneStatistics& zone, const Value& constant) {
  const int minimum_order = compare_values(zone.minimum, constant);
  const int maximum_order = compare_values(zone.maximum, constant);
  switch (compare) {
    case CompareOperator::kNotDistinct:
    case CompareOperator::kEqual: return minimum_order <= 0 && maximum_order >= 0;
    case CompareOperator::kDistinct:
    case CompareOperator::kNotEqual: return minimum_order != 0 || maximum_order != 0;
    case CompareOperator::kLess: return minimum_order < 0;
    case CompareOperator::kLessEqual: return minimum_order <= 0;
    case CompareOperator::kGreater: return maximum_order > 0;
    case CompareOperator::kGreaterEqual: return maximum_order >= 0;
  }
  return true;
}

bool are_comparable(const LogicalType& a, const LogicalType& b) {
  return a.id() == b.id() && a.scale() == b.scale();
}

}  // namespace

bool may_pass(const ScanFilter& filter, const ZoneStatistics& zone) {
  if (!zone.is_known) {
    return true;
  }
  const bool has_values = !zone.minimum.is_null();
  if (filter.kind == ScanFilter::Kind::kIsNull) {
    return zone.null_count != 0;
  }
  if (filter.kind == ScanFilter::Kind::kIsNotNull) {
    return has_values;
  }
  const bool nulls_count =
      filter.compare == CompareOperator::kDistinct || filter.compare == CompareOperator::kNotDistinct;
  if (nulls_count && (zone.null_count != 0 || filter.constant.is_null())) {
    return true;
  }
  if (filter.constant.is_null() || !has_values) {
    return false;
  }
  if (!are_comparable(filter.constant.type(), zone.minimum.type())) {
    return true;
  }
  return may_compare(filter.compare, zone, filter.constant);
}

TableDataSource::TableDataSource(std::shared_ptr<const TableData> table) : table_(std::move(table)) {
  for (const ColumnDefinition& column : table_->schema().columns) {
    SourceColumn& source = columns_.emplace_back();
    source.name = column.name;
    source.type = column.type;
  }
}

std::optional<SourceStatistics> TableDataSource::statistics(size_t column) const {
  const ZoneStatistics zone = table_->zone(column);
  SourceStatistics statistics;
  // Deleted and overwritten NULLs are still counted in the zone; that there is none at all is sure.
  if (zone.is_known && zone.null_count == 0) {
    statistics.null_count = 0;
  }
  if (zone.is_known) {
    statistics.minimum = zone.minimum;
    statistics.maximum = zone.maximum;
  }
  statistics.distinct_count = table_->estimate_distinct_count(column);
  return statistics;
}

std::unique_ptr<TableScan> TableDataSource::scan_blocks(std::vector<size_t> blocks,
                                                        std::vector<size_t> columns,
                                                        std::vector<ScanFilter> filters,
                                                        size_t vector_size) const {
  return std::make_unique<DataScan>(table_, blocks, std::move(columns), std::move(filters), vector_size);
}

std::unique_ptr<TableScan> TableDataSource::scan(std::vector<size_t> columns, std::vector<ScanFilter> filters,
                                                 size_t vector_size) {
  std::vector<size_t> blocks(table_->block_count());
  std::iota(blocks.begin(), blocks.end(), size_t{0});
  return scan_blocks(std::move(blocks), std::move(columns), std::move(filters), vector_size);
}

}  // namespace stoa
