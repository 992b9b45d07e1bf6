#include "function/multi_file_source.h"

#include <algorithm>

#include "base/error.h"
#include "column/cast.h"

namespace stoa {

namespace {

constexpr size_t kMissing = ~size_t{0};

/// Where one of the source's columns comes from in one file: a column of it, or a constant.
struct ColumnOrigin {
  size_t file_column = kMissing;
  Value constant;  ///< when there is no such column
};

struct MappedFile {
  SourceFile file;
  std::vector<ColumnOrigin> origins;  ///< one per column of the whole
};

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

size_t find_column(const std::vector<SourceColumn>& columns, std::string_view name) {
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) {
      return i;
    }
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    if (equal_ignoring_case(columns[i].name, name)) {
      return i;
    }
  }
  return kMissing;
}

/// Reads one morsel of one file and brings its batches to the columns of the whole.
class MappedReader final : public MorselReader {
 public:
  MappedReader(std::unique_ptr<MorselReader> reader, const std::vector<ColumnOrigin>& origins,
               const std::vector<LogicalType>& types)
      : reader_(std::move(reader)), origins_(origins), types_(types) {}

  bool next(Batch& batch) override {
    Batch read;
    if (!reader_->next(read)) {
      batch.clear();
      return false;
    }
    batch.row_count = read.row_count;
    batch.columns.clear();
    size_t next_column = 0;
    for (size_t i = 0; i < origins_.size(); ++i) {
      if (origins_[i].file_column == kMissing) {
        batch.columns.push_back(ColumnVector::make_constant(origins_[i].constant, read.row_count));
        continue;
      }
      ColumnVector& column = read.columns[next_column++];
      const bool fits = column.type() == types_[i];
      batch.columns.push_back(fits ? std::move(column) : cast_vector(column, types_[i]));
    }
    return true;
  }

 private:
  std::unique_ptr<MorselReader> reader_;
  const std::vector<ColumnOrigin>& origins_;
  const std::vector<LogicalType>& types_;
};

/// Whether a file's constant may pass a filter on it.
bool may_pass(const ScanFilter& filter, const Value& constant) {
  switch (filter.kind) {
    case ScanFilter::Kind::kIsNull: return constant.is_null();
    case ScanFilter::Kind::kIsNotNull: return !constant.is_null();
    case ScanFilter::Kind::kCompare: break;
  }
  if (constant.is_null()) {
    return false;
  }
  if (filter.constant.is_null() || !(filter.constant.type() == constant.type())) {
    return true;
  }
  const int order = compare_values(constant, filter.constant);
  switch (filter.compare) {
    case CompareOperator::kEqual: return order == 0;
    case CompareOperator::kNotEqual: return order != 0;
    case CompareOperator::kLess: return order < 0;
    case CompareOperator::kLessEqual: return order <= 0;
    case CompareOperator::kGreater: return order > 0;
    case CompareOperator::kGreaterEqual: return order >= 0;
    default: return true;
  }
}

class MultiFileScan final : public TableScan {
 public:
  struct Part {
    std::unique_ptr<TableScan> scan;
    std::vector<ColumnOrigin> origins;  ///< of the columns asked for
    size_t first_morsel;
  };

  MultiFileScan(std::vector<Part> parts, size_t morsel_count, std::vector<LogicalType> types,
                uint64_t skipped_row_count)
      : parts_(std::move(parts)),
        morsel_count_(morsel_count),
        types_(std::move(types)),
        skipped_row_count_(skipped_row_count) {}

  size_t morsel_count() const override { return morsel_count_; }
  uint64_t skipped_row_count() const override {
    uint64_t total = skipped_row_count_;
    for (const Part& part : parts_) {
      total += part.scan->skipped_row_count();
    }
    return total;
  }
  std::unique_ptr<MorselReader> open_morsel(size_t morsel) override {
    const auto after = std::upper_bound(parts_.begin(), parts_.end(), morsel,
                                        [](size_t m, const Part& part) { return m < part.first_morsel; });
    const Part& part = *std::prev(after);
    return std::make_unique<MappedReader>(part.scan->open_morsel(morsel - part.first_morsel), part.origins,
                                          types_);
  }

 private:
  std::vector<Part> parts_;
  size_t morsel_count_;
  std::vector<LogicalType> types_;
  uint64_t skipped_row_count_;
};

class MultiFileSource final : public TableSource {
 public:
  MultiFileSource(std::vector<SourceColumn> columns, std::vector<MappedFile> files)
      : columns_(std::move(columns)), files_(std::move(files)) {}

  const std::vector<SourceColumn>& columns() const override { return columns_; }
  std::optional<uint64_t> row_count() const override;
  std::optional<double> estimated_row_count() const override;
  std::optional<SourceStatistics> statistics(size_t column) const override;
  std::unique_ptr<TableScan> scan(std::vector<size_t> columns, std::vector<ScanFilter> filters,
                                  size_t vector_size) override;

 private:
  bool map_filters(const MappedFile& file, const std::vector<ScanFilter>& filters,
                   std::vector<ScanFilter>& mapped) const;

  std::vector<SourceColumn> columns_;
  std::vector<MappedFile> files_;
};

std::optional<uint64_t> MultiFileSource::row_count() const {
  uint64_t total = 0;
  for (const MappedFile& file : files_) {
    const std::optional<uint64_t> count = file.file.source->row_count();
    if (!count.has_value()) {
      return std::nullopt;
    }
    total += *count;
  }
  return total;
}

std::optional<double> MultiFileSource::estimated_row_count() const {
  double total = 0;
  for (const MappedFile& file : files_) {
    const std::optional<double> count = file.file.source->estimated_row_count();
    if (!count.has_value()) {
      return std::nullopt;
    }
    total += *count;
  }
  return total;
}

/// Takes one file's statistics into those of the files before; false where nothing is left to be known.
bool widen(SourceStatistics& whole, const SourceStatistics& part) {
  whole.null_count = whole.null_count.has_value() && part.null_count.has_value()
                         ? std::optional(*whole.null_count + *part.null_count)
                         : std::nullopt;
  if (whole.distinct_count.has_value() && part.distinct_count.has_value()) {
    whole.distinct_count = std::max(*whole.distinct_count, *part.distinct_count);
  } else {
    whole.distinct_count.reset();
  }
  if (part.minimum.is_null() || whole.minimum.is_null()) {
    whole.minimum = Value();
  } else if (compare_values(part.minimum, whole.minimum) < 0) {
    whole.minimum = part.minimum;
  }
  if (part.maximum.is_null() || whole.maximum.is_null()) {
    whole.maximum = Value();
  } else if (compare_values(part.maximum, whole.maximum) > 0) {
    whole.maximum = part.maximum;
  }
  return whole.null_count.has_value() || !whole.minimum.is_null() || !whole.maximum.is_null();
}

std::optional<SourceStatistics> MultiFileSource::statistics(size_t column) const {
  std::optional<SourceStatistics> whole;
  for (const MappedFile& file : files_) {
    const size_t file_column = file.origins[column].file_column;
    if (file_column == kMissing) {
      return std::nullopt;
    }
    if (!(file.file.source->columns()[file_column].type == columns_[column].type)) {
      return std::nullopt;
    }
    const std::optional<SourceStatistics> part = file.file.source->statistics(file_column);
    if (!part.has_value()) {
      return std::nullopt;
    }
    if (!whole.has_value()) {
      whole = part;
    } else if (!widen(*whole, *part)) {
      return std::nullopt;
    }
  }
  return whole;
}

bool MultiFileSource::map_filters(const MappedFile& file, const std::vector<ScanFilter>& filters,
                                  std::vector<ScanFilter>& mapped) const {
  for (const ScanFilter& filter : filters) {
    const ColumnOrigin& origin = file.origins[filter.column];
    if (origin.file_column == kMissing) {
      if (!may_pass(filter, origin.constant)) {
        return false;
      }
      continue;
    }
    if (!(file.file.source->columns()[origin.file_column].type == columns_[filter.column].type)) {
      continue;
    }
    mapped.push_back(filter);
    mapped.back().column = origin.file_column;
  }
  return true;
}

std::unique_ptr<TableScan> MultiFileSource::scan(std::vector<size_t> columns, std::vector<ScanFilter> filters,
                                                 size_t vector_size) {
  std::vector<LogicalType> types;
  for (const size_t column : columns) {
    types.push_back(columns_[column].type);
  }
  std::vector<MultiFileScan::Part> parts;
  size_t morsel_count = 0;
  uint64_t skipped = 0;
  for (const MappedFile& file : files_) {
    std::vector<ScanFilter> mapped;
    if (!map_filters(file, filters, mapped)) {
      skipped += file.file.source->row_count().value_or(0);
      continue;
    }
    std::vector<size_t> file_columns;
    std::vector<ColumnOrigin> origins;
    for (const size_t column : columns) {
      origins.push_back(file.origins[column]);
      if (origins.back().file_column != kMissing) {
        file_columns.push_back(origins.back().file_column);
      }
    }
    std::unique_ptr<TableScan> scan =
        file.file.source->scan(std::move(file_columns), std::move(mapped), vector_size);
    const size_t count = scan->morsel_count();
    if (count != 0) {
      parts.push_back({std::move(scan), std::move(origins), morsel_count});
    }
    morsel_count += count;
  }
  return std::make_unique<MultiFileScan>(std::move(parts), morsel_count, std::move(types), skipped);
}

// --- putting files together
[[noreturn]] void raise_mismatch(const std::string& what, const std::string& remedy) {
  throw Error(sqlstate::kDatatypeMismatch, what).with_hint(remedy);
}

void widen_column(SourceColumn& column, const SourceColumn& other, const std::string& path,
                  const std::string& other_path) {
  column.is_readable = column.is_readable && other.is_readable;
  if (column.unreadable_reason.empty()) {
    column.unreadable_reason = other.unreadable_reason;
  }
  if (column.type == other.type || !column.is_readable) {
    return;
  }
  LogicalType common;
  if (!common_type(column.type, other.type, common)) {
    raise_mismatch("column \"" + column.name + "\" is " + column.type.to_string() + " in '" + path +
                       "' and " + other.type.to_string() + " in '" + other_path + "'",
                   "Read the files one by one and cast the column, or, of CSV files, give its type.");
  }
  column.type = common;
}

/// The columns of the first file, which all others must have.
std::vector<SourceColumn> columns_of_first(const std::vector<SourceFile>& files) {
  std::vector<SourceColumn> columns = files.front().source->columns();
  for (size_t f = 1; f < files.size(); ++f) {
    const std::vector<SourceColumn>& others = files[f].source->columns();
    for (SourceColumn& column : columns) {
      const size_t found = find_column(others, column.name);
      if (found == kMissing) {
        raise_mismatch("column \"" + column.name + "\" of '" + files.front().path + "' is missing in '" +
                           files[f].path + "'",
                       "union_by_name = true reads it as NULL there.");
      }
      widen_column(column, others[found], files.front().path, files[f].path);
    }
    for (const SourceColumn& other : others) {
      if (find_column(columns, other.name) != kMissing) {
        continue;
      }
      raise_mismatch("column \"" + other.name + "\" of '" + files[f].path + "' is missing in '" +
                         files.front().path + "'",
                     "union_by_name = true reads it as NULL there.");
    }
  }
  return columns;
}

std::vector<SourceColumn> columns_by_name(const std::vector<SourceFile>& files) {
  std::vector<SourceColumn> columns;
  std::vector<const SourceFile*> first_with;
  for (const SourceFile& file : files) {
    for (const SourceColumn& column : file.source->columns()) {
      const size_t found = find_column(columns, column.name);
      if (found == kMissing) {
        columns.push_back(column);
        first_with.push_back(&file);
      } else {
        widen_column(columns[found], column, first_with[found]->path, file.path);
      }
    }
  }
  return columns;
}

/// A column whose values come from the files' paths.
struct PathColumn {
  std::string name;
  std::vector<std::string> values;  ///< one per file
};

bool has_same_keys(const std::vector<SourceFile>& files) {
  const auto first = partitions_of_path(files.front().path);
  return !first.empty() && std::ranges::all_of(files, [&](const SourceFile& file) {
    const auto parts = partitions_of_path(file.path);
    return std::ranges::equal(parts, first, [](const auto& a, const auto& b) { return a.first == b.first; });
  });
}

std::vector<PathColumn> path_columns(const std::vector<SourceFile>& files, const MultiFileOptions& options) {
  std::vector<PathColumn> columns;
  if (options.file_name_column) {
    columns.push_back({"filename", {}});
    for (const SourceFile& file : files) {
      columns.back().values.push_back(file.path);
    }
  }
  const bool same_keys = has_same_keys(files);
  if (options.hive_partitioning.value_or(false) && !same_keys) {
    raise_mismatch("the files' paths don't have the same key=value directories",
                   "Leave hive_partitioning out.");
  }
  if (!options.hive_partitioning.value_or(same_keys)) {
    return columns;
  }
  const size_t before = columns.size();
  for (const SourceFile& file : files) {
    const auto parts = partitions_of_path(file.path);
    columns.resize(before + parts.size());
    for (size_t i = 0; i < parts.size(); ++i) {
      columns[before + i].name = parts[i].first;
      columns[before + i].values.push_back(parts[i].second);
    }
  }
  return columns;
}

/// The narrowest of BIGINT, DATE and TEXT that takes all values.
LogicalType type_of_texts(const PathColumn& column) {
  if (column.name == "filename") {
    return TypeId::kText;
  }
  for (const TypeId type : {TypeId::kBigint, TypeId::kDate}) {
    const bool all_fit = std::ranges::all_of(column.values, [&](const std::string& text) {
      Value value;
      return text == "__HIVE_DEFAULT_PARTITION__" || try_cast_value(Value::text(text), type, value);
    });
    if (all_fit) {
      return type;
    }
  }
  return TypeId::kText;
}

Value value_of_text(const std::string& text, const LogicalType& type) {
  if (text == "__HIVE_DEFAULT_PARTITION__") {
    return Value::null(type);
  }
  return cast_value(Value::text(text), type);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> partitions_of_path(std::string_view path) {
  std::vector<std::pair<std::string, std::string>> partitions;
  size_t begin = 0;
  for (size_t end = path.find('/'); end != std::string_view::npos; end = path.find('/', begin)) {
    const std::string_view directory = path.substr(begin, end - begin);
    const size_t equal = directory.find('=');
    if (equal != std::string_view::npos && equal > 0) {
      partitions.emplace_back(directory.substr(0, equal), directory.substr(equal + 1));
    }
    begin = end + 1;
  }
  return partitions;
}

std::shared_ptr<TableSource> concatenate_files(std::vector<SourceFile> files,
                                               const MultiFileOptions& options) {
  const std::vector<PathColumn> from_paths = path_columns(files, options);
  if (files.size() == 1 && from_paths.empty()) {
    return files.front().source;
  }
  std::vector<SourceColumn> columns =
      options.union_by_name ? columns_by_name(files) : columns_of_first(files);
  std::vector<MappedFile> mapped(files.size());
  for (size_t f = 0; f < files.size(); ++f) {
    for (const SourceColumn& column : columns) {
      mapped[f].origins.push_back(
          {find_column(files[f].source->columns(), column.name), Value::null(column.type)});
    }
  }
  for (const PathColumn& path_column : from_paths) {
    const LogicalType type = type_of_texts(path_column);
    size_t place = find_column(columns, path_column.name);
    if (place == kMissing) {
      place = columns.size();
      columns.push_back({path_column.name, type, true, {}});
    } else {
      columns[place].type = type;  // what the directory says counts, as the files are often written without
    }
    for (size_t f = 0; f < files.size(); ++f) {
      mapped[f].origins.resize(columns.size());
      mapped[f].origins[place] = {kMissing, value_of_text(path_column.values[f], type)};
    }
  }
  for (size_t f = 0; f < files.size(); ++f) {
    mapped[f].file = std::move(files[f]);
  }
  return std::make_shared<MultiFileSource>(std::move(columns), std::move(mapped));
}

}  // namespace stoa
