#include "format/parquet/parquet_reader.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "format/parquet/parquet_file.h"
#include "format/parquet/row_ranges.h"

namespace stoa::parquet {
namespace {

/// Rows of a row group that one thread reads in one go. Larger morsels cost fewer pages read twice at their
/// seams; smaller ones keep more threads busy.
constexpr uint64_t kMorselRowsMax = 131'072;
constexpr uint64_t kMorselRowsMin = 32'768;
constexpr uint64_t kMorselsWanted = 8;
/// A file that lies about its rows must not make a list of morsels as long as its lie.
constexpr uint64_t kMorselsMax = 16'384;

struct Morsel {
  size_t group = 0;
  RowRange rows;
};

/// Adds the column and the file to an error that the reading of one column raised.
[[noreturn]] void rethrow_with_place(const Error& error, const std::string& column, const std::string& path) {
  if (error.state() == sqlstate::kOutOfMemory || error.state() == sqlstate::kQueryCanceled) {
    throw error;
  }
  const bool is_damage =
      error.state() == sqlstate::kBadCopyFormat || error.state() == sqlstate::kDataCorrupted;
  throw Error(error.state(), "can't read column \"" + column + "\" of '" + path + "': " + error.message())
      .with_hint(is_damage && error.hint().empty() ? "The file is damaged: copy or write it again."
                                                   : error.hint());
}

class ParquetScan;

class ParquetMorselReader final : public MorselReader {
 public:
  ParquetMorselReader(ParquetScan& scan, const Morsel& morsel);
  bool next(Batch& batch) override;

 private:
  ParquetScan& scan_;
  size_t group_;
  bool is_finished_ = false;
  std::vector<RowRange> ranges_;
  size_t range_ = 0;
  uint64_t row_;
  std::vector<std::unique_ptr<OffsetIndex>> offsets_;
  std::vector<ColumnReader> readers_;
};

class ParquetScan final : public TableScan {
 public:
  ParquetScan(const ParquetFile& file, std::vector<size_t> columns, std::vector<ScanFilter> filters,
              size_t vector_size);

  size_t morsel_count() const override { return morsels_.size(); }
  std::unique_ptr<MorselReader> open_morsel(size_t morsel) override {
    return std::make_unique<ParquetMorselReader>(*this, morsels_[morsel]);
  }
  uint64_t skipped_row_count() const override { return skipped_.load(std::memory_order_relaxed); }

  const ParquetFile& file() const noexcept { return file_; }
  const std::vector<const Leaf*>& leaves() const noexcept { return leaves_; }
  size_t vector_size() const noexcept { return vector_size_; }
  ChunkReadPlan read_plan(size_t group, size_t column);
  /// A morsel of the group was read to its end.
  void finish_morsel(size_t group);
  /// The rows of a morsel that the page index doesn't exclude.
  std::vector<RowRange> rows_to_read(const Morsel& morsel);

 private:
  struct LeafFilter {
    const Leaf* leaf = nullptr;
    ScanFilter filter;
  };
  bool excludes_group(size_t group) const;
  void add_morsels(size_t group);

  const ParquetFile& file_;
  std::vector<const Leaf*> leaves_;
  std::vector<LeafFilter> filters_;
  size_t vector_size_;
  uint64_t morsel_rows_ = kMorselRowsMax;
  std::vector<Morsel> morsels_;
  std::vector<DictionarySlot> dictionaries_;     ///< one for each row group and column read
  std::vector<std::atomic<size_t>> unfinished_;  ///< morsels of each row group that need its dictionaries
  std::atomic<uint64_t> skipped_{0};
};

const Leaf& readable_leaf(const ParquetFile& file, size_t column) {
  const FileColumn& found = file.schema().columns[column];
  if (!found.is_readable) {
    raise_unsupported(found.unreadable_reason);
  }
  return found.leaf;
}

ParquetScan::ParquetScan(const ParquetFile& file, std::vector<size_t> columns,
                         std::vector<ScanFilter> filters, size_t vector_size)
    : file_(file),
      vector_size_(std::max<size_t>(1, vector_size)),
      dictionaries_(file.row_group_count() * columns.size()),
      unfinished_(file.row_group_count()) {
  for (const size_t column : columns) {
    leaves_.push_back(&readable_leaf(file, column));
  }
  for (ScanFilter& filter : filters) {
    const FileColumn& column = file.schema().columns[filter.column];
    if (column.is_readable) {
      filters_.push_back({&column.leaf, std::move(filter)});
    }
  }
  uint64_t row_count = 0;
  std::vector<size_t> groups;
  for (size_t group = 0; group < file.row_group_count(); ++group) {
    if (file.group_row_count(group) == 0) {
      continue;
    }
    if (excludes_group(group)) {
      skipped_ += file.group_row_count(group);
    } else {
      groups.push_back(group);
      row_count += file.group_row_count(group);
    }
  }
  morsel_rows_ = std::clamp(row_count / kMorselsWanted, kMorselRowsMin, kMorselRowsMax);
  morsel_rows_ = std::max(morsel_rows_, row_count / kMorselsMax);
  for (const size_t group : groups) {
    add_morsels(group);
  }
}

bool ParquetScan::excludes_group(size_t group) const {
  return std::any_of(filters_.begin(), filters_.end(), [&](const LeafFilter& filter) {
    return excludes(file_.bounds(group, *filter.leaf), filter.filter);
  });
}

/// Cuts a row group into morsels of about equal size, between pages of the column that takes most bytes.
void ParquetScan::add_morsels(size_t group) {
  const uint64_t row_count = file_.group_row_count(group);
  std::vector<uint64_t> starts;
  const auto bytes_of = [&](const Leaf* leaf) { return file_.chunk(group, *leaf).total_compressed_bytes; };
  if (row_count > morsel_rows_ && !leaves_.empty()) {
    const Leaf* widest = *std::max_element(leaves_.begin(), leaves_.end(), [&](const Leaf* a, const Leaf* b) {
      return bytes_of(a) < bytes_of(b);
    });
    starts = file_.page_starts(group, *widest);
  }
  for (const RowRange& rows : cut_rows(row_count, morsel_rows_, starts, kDefaultVectorSize)) {
    morsels_.push_back({group, rows});
    ++unfinished_[group];
  }
}

ChunkReadPlan ParquetScan::read_plan(size_t group, size_t column) {
  const Leaf& leaf = *leaves_[column];
  ChunkReadPlan plan;
  plan.file = &file_.file();
  plan.leaf = &leaf;
  plan.place = file_.place(group, leaf);
  plan.row_count = file_.group_row_count(group);
  plan.may_have_nulls = file_.chunk(group, leaf).statistics.null_count.value_or(1) != 0;
  plan.dictionary = &dictionaries_[group * leaves_.size() + column];
  return plan;
}

void ParquetScan::finish_morsel(size_t group) {
  // Counted down once more by each further reading of a morsel; releasing again does no harm.
  if (unfinished_[group].fetch_sub(1) != 1) {
    return;
  }
  for (size_t i = 0; i < leaves_.size(); ++i) {
    dictionaries_[group * leaves_.size() + i].release();
  }
}

std::vector<RowRange> ParquetScan::rows_to_read(const Morsel& morsel) {
  std::vector<RowRange> ranges{morsel.rows};
  for (const LeafFilter& filter : filters_) {
    const auto index = file_.column_index(morsel.group, *filter.leaf);
    if (index == nullptr) {
      continue;
    }
    const auto offsets = file_.offset_index(morsel.group, *filter.leaf);
    if (offsets == nullptr || offsets->pages.size() != index->null_pages.size()) {
      continue;
    }
    const uint64_t row_count = file_.group_row_count(morsel.group);
    for (size_t page = 0; page < offsets->pages.size(); ++page) {
      const auto begin = static_cast<uint64_t>(offsets->pages[page].first_row);
      const uint64_t end = page + 1 < offsets->pages.size()
                               ? static_cast<uint64_t>(offsets->pages[page + 1].first_row)
                               : row_count;
      const PartBounds bounds =
          make_page_bounds(*filter.leaf, *index, page, end - begin, file_.trust(*filter.leaf));
      if (excludes(bounds, filter.filter)) {
        remove_range(ranges, {begin, end});
      }
    }
  }
  skipped_ += morsel.rows.size() - total_size(ranges);
  return ranges;
}

ParquetMorselReader::ParquetMorselReader(ParquetScan& scan, const Morsel& morsel)
    : scan_(scan),
      group_(morsel.group),
      ranges_(scan.rows_to_read(morsel)),
      row_(ranges_.empty() ? 0 : ranges_[0].begin) {
  const auto& leaves = scan.leaves();
  readers_.reserve(leaves.size());
  const bool jumps = ranges_.size() > 1 || row_ != 0;
  for (size_t i = 0; i < leaves.size(); ++i) {
    ChunkReadPlan plan = scan.read_plan(morsel.group, i);
    if (jumps) {
      offsets_.push_back(scan.file().offset_index(morsel.group, *leaves[i]));
      plan.offsets = offsets_.back().get();
    }
    readers_.emplace_back(plan);
  }
}

bool ParquetMorselReader::next(Batch& batch) {
  batch.clear();
  while (range_ < ranges_.size() && row_ == ranges_[range_].end) {
    ++range_;
    if (range_ < ranges_.size()) {
      row_ = ranges_[range_].begin;
    }
  }
  if (range_ == ranges_.size()) {
    if (!is_finished_) {
      is_finished_ = true;
      scan_.finish_morsel(group_);
    }
    return false;
  }
  const size_t count = std::min<uint64_t>(scan_.vector_size(), ranges_[range_].end - row_);
  for (size_t i = 0; i < readers_.size(); ++i) {
    try {
      readers_[i].seek(row_);
      batch.columns.push_back(readers_[i].read(count));
    } catch (const Error& error) {
      rethrow_with_place(error, scan_.leaves()[i]->name, scan_.file().path());
    }
  }
  batch.row_count = count;
  row_ += count;
  return true;
}

class ParquetSource final : public TableSource {
 public:
  ParquetSource(FileSystem& files, const std::string& path, const ReadOptions& options)
      : file_(files, path, options.binary_as_text) {
    for (const FileColumn& column : file_.schema().columns) {
      columns_.push_back({column.name, column.type, column.is_readable, column.unreadable_reason});
    }
  }

  const std::vector<SourceColumn>& columns() const override { return columns_; }
  std::optional<uint64_t> row_count() const override { return file_.row_count(); }
  std::optional<SourceStatistics> statistics(size_t column) const override;
  std::unique_ptr<TableScan> scan(std::vector<size_t> columns, std::vector<ScanFilter> filters,
                                  size_t vector_size) override {
    return std::make_unique<ParquetScan>(file_, std::move(columns), std::move(filters), vector_size);
  }

 private:
  ParquetFile file_;
  std::vector<SourceColumn> columns_;
};

std::optional<SourceStatistics> ParquetSource::statistics(size_t column) const {
  const FileColumn& found = file_.schema().columns[column];
  if (!found.is_readable) {
    return std::nullopt;
  }
  PartBounds total;
  for (size_t group = 0; group < file_.row_group_count(); ++group) {
    widen_bounds(total, file_.bounds(group, found.leaf));
  }
  SourceStatistics statistics;
  statistics.null_count = total.row_count == 0 ? std::optional<uint64_t>(0) : total.null_count;
  if (!total.minimum.is_null()) {
    statistics.minimum = total.minimum;
    // NaN is above every maximum that the file can tell.
    if (!total.may_have_nan) {
      statistics.maximum = total.maximum;
    }
    statistics.bounds_are_exact = total.minimum_is_exact && total.maximum_is_exact && !total.may_have_nan;
  }
  return statistics;
}

}  // namespace

std::unique_ptr<TableSource> open_parquet(FileSystem& files, const std::string& path,
                                          const ReadOptions& options) {
  return std::make_unique<ParquetSource>(files, path, options);
}

FileMetadata read_parquet_metadata(FileSystem& files, const std::string& path) {
  return ParquetFile(files, path, false).metadata();
}

}  // namespace stoa::parquet
