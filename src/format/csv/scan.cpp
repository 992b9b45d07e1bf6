#include "format/csv/scan.h"

#include <algorithm>
#include <optional>

#include <simdjson.h>

#include "base/error.h"
#include "format/csv/chunk_map.h"
#include "format/csv/row_indexer.h"
#include "format/csv/source.h"
#include "types/utf8.h"

namespace stoa::csv {

namespace {

// Shows a value in an error without flooding it.
std::string shorten(std::string_view value) {
  constexpr size_t kShownBytesMax = 100;
  if (value.size() <= kShownBytesMax) return std::string(value);
  return std::string(value.substr(0, bytes_of_characters(value.substr(0, kShownBytesMax), 60))) + "...";
}

std::string count_fields(size_t count) {
  return std::to_string(count) + (count == 1 ? " field" : " fields");
}

size_t first_invalid_utf8(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    const size_t size = std::min(character_bytes(text[i]), text.size() - i);
    if (!is_valid_utf8(text.substr(i, size))) break;
    i += size;
  }
  return i;
}

class CsvMorsel final : public MorselReader {
 public:
  CsvMorsel(Source& source, const std::vector<size_t>& columns,
            const std::vector<ColumnConverter>& converters, size_t vector_size, ChunkMap::Chunk chunk)
      : source_(source),
        columns_(columns),
        converters_(converters),
        vector_size_(vector_size),
        chunk_(std::move(chunk)),
        indexer_(source.dialect(), {.column_count = source.field_count(),
                                    .null_padding = source.options().null_padding,
                                    .ignore_errors = source.options().ignore_errors}) {
    indexer_.start(chunk_.block, chunk_.row_begin, chunk_.limit);
  }

  bool next(Batch& batch) override {
    batch.clear();
    while (!is_done_) {
      const size_t begin = indexer_.position();
      const RowIndexer::Stop stop = indexer_.index(vector_size_);
      if (stop == RowIndexer::Stop::kError && indexer_.row_count() == 0) raise_row_error();
      if (indexer_.row_count() != 0) {
        check_line_lengths(begin);
        check_utf8(begin);
        convert(batch);
      }
      if (stop == RowIndexer::Stop::kLimit) is_done_ = true;
      if (stop == RowIndexer::Stop::kNeedMore) read_more();
      if (batch.row_count != 0) return true;
      batch.clear();
    }
    return false;
  }

 private:
  // The next block, beginning with the row that isn't whole in this one.
  void read_more() {
    Block& block = chunk_.block;
    const size_t place = indexer_.position();
    const uint64_t offset = block.offset + place;
    if (block.size - place > source_.options().line_bytes_max || !chunk_.reader->fill(block, place)) {
      source_.raise_line_too_long(offset);
    }
    if (chunk_.limit != SIZE_MAX) chunk_.limit -= place;
    indexer_.start(block, 0, chunk_.limit);
  }

  void check_line_lengths(size_t begin) const {
    const size_t line_bytes_max = source_.options().line_bytes_max;
    if (indexer_.position() - begin <= line_bytes_max) return;
    const size_t stride = indexer_.rules().column_count;
    for (size_t row = 0; row < indexer_.row_count(); ++row) {
      const FieldSpan* fields = indexer_.fields() + row * stride;
      for (size_t i = stride; i-- > 0;) {
        if (fields[i].kind() == FieldKind::kMissing) continue;
        if (fields[i].end() - fields[0].begin > line_bytes_max) {
          source_.raise_line_too_long(chunk_.block.offset + fields[0].begin);
        }
        break;
      }
    }
  }

  // All fields of the rows at hand, whichever columns are asked for: an answer must not depend on that. What
  // is left out (comments, ignored rows) may be anything.
  void check_utf8(size_t begin) {
    const Block& block = chunk_.block;
    if (block.is_ascii || source_.is_latin1()) return;
    if (simdjson::validate_utf8(block.data + begin, indexer_.position() - begin)) return;
    std::vector<uint32_t> invalid_rows;
    const size_t stride = indexer_.rules().column_count;
    for (size_t row = 0; row < indexer_.row_count(); ++row) {
      const FieldSpan* fields = indexer_.fields() + row * stride;
      const auto* invalid = std::find_if(fields, fields + stride, [&](const FieldSpan& field) {
        return !simdjson::validate_utf8(block.data + field.begin, field.size());
      });
      if (invalid == fields + stride) continue;
      if (!source_.options().ignore_errors) raise_invalid_utf8(*invalid);
      invalid_rows.push_back(static_cast<uint32_t>(row));
    }
    indexer_.drop_rows(invalid_rows);
  }

  [[noreturn]] void raise_invalid_utf8(const FieldSpan& field) const {
    const uint64_t offset =
        chunk_.block.offset + field.begin + first_invalid_utf8(field.bytes(chunk_.block.data));
    source_.raise_at(
        sqlstate::kCharacterNotInRepertoire, offset,
        "byte " + std::to_string(offset + 1) + " of the file is not valid UTF-8",
        "If the file is in Latin-1, set encoding = 'latin-1'; ignore_errors leaves such rows out.");
  }

  void convert(Batch& batch) {
    for (;;) {
      batch.clear();
      std::vector<uint32_t> bad_rows;
      for (size_t i = 0; i < columns_.size() && bad_rows.empty(); ++i) {
        batch.columns.push_back(convert_column(i, bad_rows));
        if (!bad_rows.empty() && (converters_[i].is_inferred() || !source_.options().ignore_errors)) {
          raise_bad_value(i, bad_rows.front());
        }
      }
      if (bad_rows.empty()) break;
      indexer_.drop_rows(bad_rows);
    }
    batch.row_count = indexer_.row_count();
  }

  ColumnVector convert_column(size_t i, std::vector<uint32_t>& bad_rows) const {
    const size_t column = columns_[i];
    if (column == source_.field_count()) {
      return ColumnVector::make_constant(Value::text(source_.file().path()), indexer_.row_count());
    }
    const FieldColumn fields{indexer_.fields() + column, indexer_.rules().column_count, indexer_.row_count()};
    return converters_[i].convert(fields, chunk_.block, bad_rows);
  }

  [[noreturn]] void raise_bad_value(size_t i, uint32_t row) {
    const size_t column = columns_[i];
    const FieldSpan& field = indexer_.fields()[row * indexer_.rules().column_count + column];
    std::string storage;
    const std::string value = shorten(field_value(field, chunk_.block.data, source_.dialect(), storage));
    const uint64_t offset = chunk_.block.offset + field.begin;
    if (converters_[i].is_inferred()) source_.learn_types(column, offset, value);
    source_.raise_bad_value(column, offset, value);
  }

  [[noreturn]] void raise_row_error() {
    const RowError& error = indexer_.error();
    const uint64_t offset = chunk_.block.offset + error.begin;
    const std::string expected = std::to_string(source_.field_count());
    switch (error.fault) {
      case RowFault::kTooFewFields:
        source_.raise_at(
            sqlstate::kBadCopyFormat, offset,
            "the row has " + count_fields(error.field_count) + " where " + expected + " are expected",
            "Set null_padding to end such rows in NULLs, or ignore_errors to leave them out.");
      case RowFault::kTooManyFields:
        source_.raise_at(
            sqlstate::kBadCopyFormat, offset,
            "the row has " + count_fields(error.field_count) + " where " + expected + " are expected",
            "Check delimiter and quote (delim, quote), or set ignore_errors to leave such rows out.");
      case RowFault::kUnterminatedQuote:
        source_.raise_at(sqlstate::kBadCopyFormat, offset,
                         "the row has a quoted value whose closing quote is missing",
                         "Close the quote, or set quote = '' if quotes are plain characters here.");
      case RowFault::kTextBehindQuote: break;
    }
    source_.raise_at(
        sqlstate::kBadCopyFormat, offset, "the row has text behind the closing quote of a value",
        "Double the quotes inside quoted values, or set strict_mode = false to take them as they are.");
  }

  Source& source_;
  const std::vector<size_t>& columns_;
  const std::vector<ColumnConverter>& converters_;
  size_t vector_size_;
  ChunkMap::Chunk chunk_;
  RowIndexer indexer_;
  bool is_done_ = false;
};

class CsvScan final : public TableScan {
 public:
  CsvScan(Source& source, std::vector<size_t> columns, size_t vector_size)
      : source_(source), columns_(std::move(columns)), vector_size_(std::max<size_t>(vector_size, 1)) {
    for (const size_t column : columns_) {
      const SourceColumn& about = source_.columns()[column];
      const bool is_inferred = column < source_.field_count() && source_.is_inferred(column);
      converters_.emplace_back(about.type, is_inferred, source_.dialect(), source_.options(),
                               source_.is_latin1());
    }
    if (!source_.is_stream()) {
      chunks_.emplace(source_.file(), source_.data_begin(), source_.dialect(), source_.chunk_bytes());
    }
  }

  size_t morsel_count() const override { return chunks_ ? chunks_->chunk_count() : 1; }

  std::unique_ptr<MorselReader> open_morsel(size_t morsel) override {
    return std::make_unique<CsvMorsel>(source_, columns_, converters_, vector_size_,
                                       chunks_ ? chunks_->open(morsel) : open_stream());
  }

 private:
  ChunkMap::Chunk open_stream() const {
    ChunkMap::Chunk chunk;
    const uint64_t begin = source_.data_begin();
    chunk.reader = std::make_unique<BlockReader>(source_.open_stream(begin), begin, source_.dialect(),
                                                 source_.chunk_bytes());
    chunk.reader->fill(chunk.block, 0);
    chunk.limit = SIZE_MAX;
    return chunk;
  }

  Source& source_;
  std::vector<size_t> columns_;
  size_t vector_size_;
  std::vector<ColumnConverter> converters_;
  std::optional<ChunkMap> chunks_;
};

}  // namespace

std::unique_ptr<TableScan> make_scan(Source& source, std::vector<size_t> columns, size_t vector_size) {
  return std::make_unique<CsvScan>(source, std::move(columns), vector_size);
}

}  // namespace stoa::csv
