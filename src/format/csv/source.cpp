#include "format/csv/source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "base/error.h"
#include "base/hash.h"
#include "base/near_name.h"
#include "format/csv/block.h"
#include "format/csv/row_indexer.h"
#include "format/csv/scan.h"
#include "format/csv/sniffer.h"
#include "format/csv/value_text.h"

namespace stoa::csv {

namespace {

constexpr size_t kSniffBytes = 256 * 1024;
constexpr size_t kInferenceRows = 1024;  // indexed at a time
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string to_lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

void check_options(const Options& options) {
  const auto check = [](bool holds, const char* message) {
    if (!holds) raise(sqlstate::kInvalidParameterValue, message);
  };
  check(options.chunk_bytes > 0, "the chunk size must not be zero");
  check(!options.delimiter || options.delimiter != options.quote,
        "delimiter and quote must be different characters");
  check(!options.delimiter || options.delimiter != options.escape,
        "delimiter and escape must be different characters");
  check(!options.comment || options.comment == 0 || options.comment != options.delimiter,
        "delimiter and comment must be different characters");
  check(!options.comment || options.comment == 0 || options.comment != options.quote,
        "quote and comment must be different characters");
  check(!options.decimal_comma || options.delimiter.value_or(';') != ',',
        "with a decimal comma the delimiter must be another character");
}

}  // namespace

std::unique_ptr<CsvSource> open_csv(FileSystem& files, const std::string& path, const Options& options) {
  check_options(options);
  return std::make_unique<Source>(files.open(path, OpenMode::kRead), options);
}

Source::Source(std::unique_ptr<File> file, Options options)
    : file_(std::move(file)), options_(std::move(options)) {
  options_.line_bytes_max = std::min(options_.line_bytes_max, Block::kSizeMax / 2);
  decide_encoding();
  skip_lines(options_.skip.value_or(0));
  read_sample();
}

void Source::decide_encoding() {
  std::array<std::byte, 4> head{};
  const size_t size = file_->read_at(0, head.data(), head.size());
  compression_ = options_.compression.value_or(detect_compression(std::span(head).first(size)));
  encoding_ = options_.encoding;
  std::array<char, 3> start{};
  const size_t start_size = open_stream(0)->read(start.data(), start.size());
  const std::string_view text(start.data(), start_size);
  const bool has_utf16_mark = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  if (encoding_ == Encoding::kDetect) encoding_ = has_utf16_mark ? Encoding::kUtf16 : Encoding::kUtf8;
  if (encoding_ == Encoding::kUtf8 && text == kByteOrderMark) text_begin_ = kByteOrderMark.size();
}

std::unique_ptr<ByteStream> Source::open_stream(uint64_t offset) const {
  if (!is_stream()) return stream_file(*file_, offset);
  auto bytes =
      compression_ == Compression::kNone ? stream_file(*file_, 0) : stream_decompressed(*file_, compression_);
  if (encoding_ == Encoding::kUtf16) bytes = stream_utf16(std::move(bytes), file_->path());
  return stream_behind(std::move(bytes), offset);
}

size_t Source::chunk_bytes() const {
  return std::min(options_.chunk_bytes, Block::kSizeMax / 2);
}

// Moves text_begin_ behind `count` lines, quotes or not.
void Source::skip_lines(size_t count) {
  if (count == 0) return;
  const auto bytes = open_stream(text_begin_);
  std::vector<char> block(64 * 1024);
  bool is_behind_return = false;
  for (size_t size; (size = bytes->read(block.data(), block.size())) != 0;) {
    for (size_t i = 0; i < size; ++i) {
      // The \n of a \r\n goes with the line before it.
      const bool is_pair_end = is_behind_return && block[i] == '\n';
      if (count == 0 && !is_pair_end) return;
      is_behind_return = block[i] == '\r';
      if (!is_pair_end && is_line_end(block[i])) --count;
      ++text_begin_;
    }
  }
}

// Finds form, header, names and types from the beginning of the text.
void Source::read_sample() {
  Block block;
  BlockReader reader(open_stream(text_begin_), text_begin_, Dialect{}, kSniffBytes);
  reader.fill(block, 0);
  Form form;
  for (;;) {
    form = sniff({block.data, block.size}, block.at_end, options_);
    const bool has_row =
        split_text({block.data, block.size}, form.dialect, true, block.at_end).row_count() > 0;
    if (has_row || block.at_end) break;
    if (block.size > options_.line_bytes_max) {
      dialect_ = form.dialect;
      raise_line_too_long(text_begin_);
    }
    reader.fill(block, 0);
  }
  dialect_ = form.dialect;
  fingerprint_ = combine_hashes(hash_integer(file_->size()), hash_bytes(block.data, block.size));
  const size_t given = std::max(options_.names.size(), options_.column_types.size());
  field_count_ = std::max(form.column_count, given);
  const uint64_t rows_begin = text_begin_ + form.rows_begin;
  const size_t first_byte =
      std::string_view(block.data, block.size).find_first_not_of("\r\n", form.rows_begin);
  const bool begins_quoted = first_byte == std::string_view::npos || block.data[first_byte] == dialect_.quote;
  dialect_.keeps_blank_lines = field_count_ == 1 && !options_.skip_blank_lines.value_or(!begins_quoted);

  // The first row by itself: it may be a header.
  BlockReader rows(open_stream(rows_begin), rows_begin, dialect_, kSniffBytes);
  Block sample;
  rows.fill(sample, 0);
  RowIndexer indexer(dialect_, {.column_count = field_count_, .null_padding = true, .ignore_errors = false});
  std::vector<FieldSpan> first_row;
  indexer.start(sample, 0, SIZE_MAX);
  RowIndexer::Stop stop = indexer.index(1);
  while (stop == RowIndexer::Stop::kNeedMore && sample.size <= options_.line_bytes_max &&
         rows.fill(sample, 0)) {
    indexer.start(sample, 0, SIZE_MAX);
    stop = indexer.index(1);
  }
  if (indexer.row_count() == 1) first_row.assign(indexer.fields(), indexer.fields() + field_count_);
  TypeInference inference(field_count_, dialect_, options_);
  TypeInference classifier(field_count_, dialect_, options_);
  const size_t second_row = indexer.position();
  Block rest = sample;
  infer(rows, rest, second_row, options_.sample_row_count, inference);
  has_header_ = !first_row.empty() && decide_header(inference, first_row, sample.data, classifier);
  data_begin_ = rows_begin + (has_header_ ? second_row : 0);
  if (!has_header_ && !first_row.empty()) inference.add(first_row.data(), 1, sample.data);
  name_columns(first_row, sample.data);
  type_columns(inference);
  const double rows_seen = static_cast<double>(inference.row_count());
  const double bytes_seen = static_cast<double>(rest.offset + rest.size - rows_begin);
  if (rows_seen > 0) row_bytes_ = std::max(1.0, bytes_seen / rows_seen);
}

// Takes up to `row_limit` rows from `begin` on into account; stops at what can't be read: scanning will tell.
void Source::infer(BlockReader& reader, Block& block, size_t begin, size_t row_limit,
                   TypeInference& inference) const {
  RowIndexer indexer(dialect_, {.column_count = field_count_, .null_padding = true, .ignore_errors = true});
  indexer.start(block, begin, SIZE_MAX);
  while (inference.row_count() < row_limit) {
    const auto stop = indexer.index(std::min(kInferenceRows, row_limit - inference.row_count()));
    inference.add(indexer.fields(), indexer.row_count(), block.data);
    if (stop == RowIndexer::Stop::kRowLimit) continue;
    const bool is_too_long = block.size - std::min(block.size, indexer.position()) > options_.line_bytes_max;
    if (stop != RowIndexer::Stop::kNeedMore || is_too_long || !reader.fill(block, indexer.position())) return;
    indexer.start(block, 0, SIZE_MAX);
  }
}

// A row that differs in kind from those below it is a header; where all is text, one without gaps.
bool Source::decide_header(const TypeInference& inference, const std::vector<FieldSpan>& first_row,
                           const char* data, TypeInference& classifier) const {
  if (options_.header) return *options_.header;
  bool all_text = true;
  bool has_gap = false;
  bool differs = false;
  for (size_t column = 0; column < first_row.size(); ++column) {
    const uint32_t first = classifier.candidates_of_field(first_row[column], data);
    const uint32_t rest = inference.candidates(column);
    const bool is_text = first == kMayBeText;
    const bool rest_has_type = rest != kMayBeAnything && rest != kMayBeText;
    has_gap = has_gap || first == kMayBeAnything;
    all_text = all_text && is_text && !rest_has_type;
    differs = differs || (is_text && rest_has_type);
  }
  return differs || (all_text && !has_gap);
}

void Source::name_columns(const std::vector<FieldSpan>& first_row, const char* data) {
  std::set<std::string> taken;
  std::string storage;
  for (size_t column = 0; column < field_count_; ++column) {
    std::string name;
    if (has_header_) name = field_value(first_row[column], data, dialect_, storage);
    if (is_latin1() && !name.empty()) {
      std::string utf8;
      append_latin1(name, utf8);
      name = utf8;
    }
    if (column < options_.names.size()) name = options_.names[column];
    if (name.empty()) name = "column" + std::to_string(column);
    std::string unique = name;
    for (size_t i = 1; !taken.insert(to_lower(unique)).second; ++i) unique = name + "_" + std::to_string(i);
    columns_.push_back({.name = unique, .type = TypeId::kText, .unreadable_reason = {}});
  }
}

void Source::type_columns(const TypeInference& inference) {
  is_inferred_.assign(field_count_, !options_.all_text);
  const auto learned = options_.learned ? options_.learned->find(file_->path(), fingerprint_) : std::nullopt;
  for (size_t column = 0; column < field_count_; ++column) {
    if (options_.all_text) continue;
    const bool is_learned = learned && learned->size() == field_count_;
    columns_[column].type = is_learned ? (*learned)[column] : inference.type(column);
  }
  const auto set_type = [&](size_t column, const LogicalType& type) {
    columns_[column].type = type;
    is_inferred_[column] = false;
  };
  for (size_t i = 0; i < options_.column_types.size(); ++i) set_type(i, options_.column_types[i]);
  for (const auto& [name, type] : options_.types) {
    size_t column = 0;
    while (column < field_count_ && to_lower(columns_[column].name) != to_lower(name)) ++column;
    if (column == field_count_) {
      std::vector<std::string> names;
      for (const SourceColumn& known : columns_) names.push_back(known.name);
      Error error(sqlstate::kUndefinedColumn,
                  "file '" + file_->path() + "' has no column \"" + name + "\" to type");
      const std::string near(near_name(name, names));
      if (near.empty()) throw error;
      throw std::move(error).with_hint("Did you mean \"" + near + "\"?");
    }
    set_type(column, type);
  }
  if (options_.file_name_column) columns_.push_back({"filename", TypeId::kText, true, {}});
}

std::optional<double> Source::estimated_row_count() const {
  // Text compresses to about a fourth.
  const double factor = compression_ == Compression::kNone ? 1 : 4;
  const double bytes = static_cast<double>(file_->size()) * factor - static_cast<double>(data_begin_);
  return std::max(0.0, bytes / row_bytes_);
}

std::unique_ptr<TableScan> Source::scan(std::vector<size_t> columns, std::vector<ScanFilter> /*filters*/,
                                        size_t vector_size) {
  return make_scan(*this, std::move(columns), vector_size);
}

void Source::learn_types(size_t column, uint64_t value_offset, const std::string& value) {
  {
    const std::lock_guard lock(learning_);
    TypeInference inference(field_count_, dialect_, options_);
    BlockReader reader(open_stream(data_begin_), data_begin_, dialect_, chunk_bytes());
    Block block;
    reader.fill(block, 0);
    infer(reader, block, 0, SIZE_MAX, inference);
    std::vector<LogicalType> types;
    for (size_t i = 0; i < field_count_; ++i) types.push_back(inference.type(i));
    if (options_.learned) options_.learned->remember(file_->path(), fingerprint_, std::move(types));
  }
  const SourceColumn& about = columns_[column];
  InferredTypeChanged error(sqlstate::kInvalidTextRepresentation,
                            "file '" + file_->path() + "', line " + std::to_string(line_of(value_offset)) +
                                ", column \"" + about.name + "\": '" + value + "' is not a valid " +
                                about.type.to_string() + ", the type that the first rows have");
  // In place: what the builder returns is but the base class.
  std::move(error).with_hint(
      "Run the statement again, or give the column's type (types), or set sample_size = -1.");
  throw error;
}

// Counted from the file's beginning; only for errors.
uint64_t Source::line_of(uint64_t offset) const {
  const auto bytes = open_stream(0);
  std::vector<char> block(64 * 1024);
  uint64_t line = 1;
  char before = 0;
  for (uint64_t done = 0; done < offset;) {
    const size_t size = bytes->read(block.data(), std::min<uint64_t>(block.size(), offset - done));
    if (size == 0) break;
    for (size_t i = 0; i < size; ++i) {
      const bool is_pair_end = before == '\r' && block[i] == '\n';
      line += is_line_end(block[i]) && !is_pair_end ? 1 : 0;
      before = block[i];
    }
    done += size;
  }
  return line;
}

void Source::raise_at(const SqlState& state, uint64_t offset, const std::string& what,
                      const std::string& remedy) const {
  throw Error(state, "file '" + file_->path() + "', line " + std::to_string(line_of(offset)) + ": " + what)
      .with_hint(remedy)
      .with_detail("Read with " + describe(dialect_) + (has_header_ ? ", a header." : ", no header."));
}

void Source::raise_line_too_long(uint64_t offset) const {
  raise_at(sqlstate::kBadCopyFormat, offset,
           "the line is longer than max_line_size (" + std::to_string(options_.line_bytes_max) + " bytes)",
           "Raise max_line_size if lines are meant to be this long; a quote that is never closed also makes "
           "long lines.");
}

void Source::raise_bad_value(size_t column, uint64_t offset, const std::string& value) const {
  const SourceColumn& about = columns_[column];
  throw Error(sqlstate::kInvalidTextRepresentation,
              "file '" + file_->path() + "', line " + std::to_string(line_of(offset)) + ", column \"" +
                  about.name + "\": '" + value + "' is not a valid " + about.type.to_string())
      .with_hint("Give the column another type, or set ignore_errors to leave such rows out.")
      .with_names({}, {}, about.name);
}

}  // namespace stoa::csv
