#include "format/parquet/chunk_writer.h"

#include <algorithm>
#include <span>

#include "base/bits.h"
#include "base/error.h"
#include "format/parquet/crc_kernel.h"
#include "format/parquet/delta_encoder.h"
#include "format/parquet/dictionary_builder.h"
#include "format/parquet/rle_encoder.h"

namespace stoa::parquet {
namespace {

Codec codec_of(Compression compression) {
  switch (compression) {
    case Compression::kNone: return Codec::kUncompressed;
    case Compression::kSnappy: return Codec::kSnappy;
    case Compression::kGzip: return Codec::kGzip;
    case Compression::kZstd: return Codec::kZstd;
    case Compression::kLz4Raw:
    case Compression::kLz4Frame: return Codec::kLz4Raw;
  }
  return Codec::kUncompressed;
}

std::span<const std::byte> as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

void put_uint32(uint32_t value, std::string& out) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void put_plain_value(const StoredColumn& column, size_t i, std::string& out) {
  if (column.width != 0) {
    out.append(reinterpret_cast<const char*>(column.value(i)), column.width);
    return;
  }
  put_uint32(column.texts[i].size(), out);
  out += column.texts[i].view();
}

void put_bools(const StoredColumn& column, size_t begin, size_t end, std::string& out) {
  for (size_t i = begin; i < end; i += 8) {
    unsigned byte = 0;
    for (size_t k = i; k < end && k < i + 8; ++k) {
      byte |= static_cast<unsigned>(column.fixed[k]) << (k - i);
    }
    out += static_cast<char>(byte);
  }
}

class ChunkEncoder {
 public:
  ChunkEncoder(const StoredForm& form, const ColumnVector& vector, const WriteOptions& options)
      : form_(form), vector_(vector), options_(options), column_(store_column(form, vector)) {
    if (options.use_dictionary) {
      dictionary_ = build_dictionary(form, column_);
    }
    codec_ = codec_of(options.compression);
    if (!dictionary_.has_value() && options.use_delta) {
      choose_delta();
    }
    encoding_ = dictionary_.has_value() ? Encoding::kRleDictionary
                : integers_.empty()     ? Encoding::kPlain
                                        : Encoding::kDeltaBinaryPacked;
  }

  EncodedChunk encode() {
    chunk_.has_index = form_.order != StoredOrder::kNone;
    fill_metadata();
    if (dictionary_.has_value()) {
      put_dictionary_page();
    }
    chunk_.metadata.data_page_offset = static_cast<int64_t>(chunk_.bytes.size());
    size_t row = 0;
    size_t value = 0;
    do {
      const size_t row_count = page_row_count(row, value);
      const size_t value_count = count_valid(row, row_count);
      put_data_page(row, row_count, value, value_count);
      row += row_count;
      value += value_count;
    } while (row < vector_.size());
    finish_metadata();
    return std::move(chunk_);
  }

 private:
  /// Numbers that lie close to their predecessors take far fewer bits as differences, and unpacking those is
  /// faster than any codec.
  void choose_delta() {
    const bool is_integer =
        *form_.element.type == ParquetType::kInt32 || *form_.element.type == ParquetType::kInt64;
    if (!is_integer || column_.count < 2) {
      return;
    }
    integers_.resize(column_.count);
    for (size_t i = 0; i < column_.count; ++i) {
      integers_[i] = column_.width == 4 ? load_unaligned<int32_t>(column_.value(i))
                                        : load_unaligned<int64_t>(column_.value(i));
    }
    if (delta_bytes(integers_) * 2 > column_.count * column_.width) {
      integers_ = {};
    }
  }

  bool is_null_type() const { return vector_.type().is_null(); }

  size_t count_valid(size_t row, size_t count) const {
    if (is_null_type()) {
      return 0;
    }
    if (!vector_.validity().has_mask()) {
      return count;
    }
    size_t valid = 0;
    for (size_t i = row; i < row + count; ++i) {
      valid += vector_.validity().is_valid(i) ? 1 : 0;
    }
    return valid;
  }

  /// Rows of the next page: as many as the options say, fewer where long texts would make it too big.
  size_t page_row_count(size_t row, size_t value) const {
    const size_t left = std::min(options_.page_rows, vector_.size() - row);
    if (form_.width != 0 || dictionary_.has_value()) {
      return left;
    }
    size_t size_bytes = 0;
    for (size_t i = 0; i < left; ++i) {
      if (!vector_.validity().is_valid(row + i)) {
        continue;
      }
      size_bytes += column_.texts[value++].size() + 4;
      if (size_bytes > options_.page_bytes_max) {
        return i + 1;
      }
    }
    return left;
  }

  void fill_metadata() {
    ColumnChunk& metadata = chunk_.metadata;
    metadata.type = *form_.element.type;
    metadata.path = {form_.element.name};
    metadata.codec = codec_;
    metadata.value_count = static_cast<int64_t>(vector_.size());
    metadata.has_metadata = true;
    metadata.encodings = {encoding_, Encoding::kRle};
    if (dictionary_.has_value()) {
      metadata.encodings.push_back(Encoding::kPlain);
    }
    metadata.statistics.null_count = static_cast<int64_t>(vector_.size() - column_.count);
    if (auto bounds = stored_bounds(form_, column_, 0, column_.count)) {
      metadata.statistics.min_value = std::move(bounds->minimum);
      metadata.statistics.max_value = std::move(bounds->maximum);
      metadata.statistics.is_min_exact = true;
      metadata.statistics.is_max_exact = true;
    }
  }

  void put_dictionary_page() {
    std::string body;
    for (const uint32_t place : dictionary_->first_places) {
      put_plain_value(column_, place, body);
    }
    PageHeader header;
    header.type = PageType::kDictionary;
    header.dictionary =
        DictionaryPageHeader{static_cast<int32_t>(dictionary_->first_places.size()), Encoding::kPlain};
    put_page(header, {}, body);
    chunk_.metadata.encoding_statistics.push_back({PageType::kDictionary, Encoding::kPlain, 1});
  }

  void put_values(size_t begin, size_t end, std::string& out) const {
    if (dictionary_.has_value()) {
      // Not every reader takes a width of 0.
      const unsigned width = std::max(1U, index_width(dictionary_->first_places.size()));
      out += static_cast<char>(width);
      encode_rle(std::span(dictionary_->indices).subspan(begin, end - begin), width, out);
    } else if (encoding_ == Encoding::kDeltaBinaryPacked) {
      encode_delta(std::span(integers_).subspan(begin, end - begin), out);
    } else if (*form_.element.type == ParquetType::kBoolean) {
      put_bools(column_, begin, end, out);
    } else if (column_.width != 0) {
      out.append(reinterpret_cast<const char*>(column_.value(begin)), (end - begin) * column_.width);
    } else {
      for (size_t i = begin; i < end; ++i) {
        put_plain_value(column_, i, out);
      }
    }
  }

  void put_levels(size_t row, size_t row_count, size_t value_count, std::string& out) const {
    encode_rle_bits(vector_.validity().words(), row, row_count, value_count, out);
  }

  void put_data_page(size_t row, size_t row_count, size_t value, size_t value_count) {
    std::string levels;
    put_levels(row, row_count, value_count, levels);
    std::string body;
    PageHeader header;
    PageLocation location;
    location.offset = static_cast<int64_t>(chunk_.bytes.size());
    location.first_row = static_cast<int64_t>(row);
    if (options_.use_page_v2) {
      header.type = PageType::kDataV2;
      DataPageHeaderV2 v2;
      v2.value_count = v2.row_count = static_cast<int32_t>(row_count);
      v2.null_count = static_cast<int32_t>(row_count - value_count);
      v2.encoding = encoding_;
      v2.definition_bytes = static_cast<int32_t>(levels.size());
      v2.is_compressed = codec_ != Codec::kUncompressed;
      header.data_v2 = v2;
    } else {
      header.data =
          DataPageHeader{static_cast<int32_t>(row_count), encoding_, Encoding::kRle, Encoding::kRle};
      put_uint32(static_cast<uint32_t>(levels.size()), body);
      body += levels;
      levels.clear();
    }
    put_values(value, value + value_count, body);
    put_page(header, levels, body);
    location.compressed_bytes =
        static_cast<int32_t>(static_cast<int64_t>(chunk_.bytes.size()) - location.offset);
    chunk_.offsets.pages.push_back(location);
    note_page(row_count, value, value_count);
  }

  /// `levels` stay uncompressed before the body.
  void put_page(PageHeader& header, const std::string& levels, const std::string& body) {
    std::vector<std::byte> compressed;
    auto stored = as_bytes(body);
    if (codec_ != Codec::kUncompressed) {
      const Compression compression = codec_ == Codec::kLz4Raw ? Compression::kLz4Raw : options_.compression;
      compressed = compress_block(compression, stored, options_.compression_level);
      stored = compressed;
    }
    const size_t stored_bytes = levels.size() + stored.size();
    if (levels.size() + body.size() > INT32_MAX || stored_bytes > INT32_MAX) {
      raise(sqlstate::kProgramLimitExceeded, "a Parquet page would be longer than 2 GiB");
    }
    header.uncompressed_bytes = static_cast<int32_t>(levels.size() + body.size());
    header.compressed_bytes = static_cast<int32_t>(stored_bytes);
    if (options_.write_checksums) {
      header.crc = crc32_of(stored.data(), stored.size(), crc32_of(as_bytes(levels).data(), levels.size()));
    }
    const size_t begin = chunk_.bytes.size();
    write_page_header(header, chunk_.bytes);
    const size_t header_bytes = chunk_.bytes.size() - begin;
    chunk_.bytes += levels;
    chunk_.bytes.append(reinterpret_cast<const char*>(stored.data()), stored.size());
    chunk_.metadata.total_uncompressed_bytes +=
        static_cast<int64_t>(header_bytes) + header.uncompressed_bytes;
  }

  void note_page(size_t row_count, size_t value, size_t value_count) {
    ++data_page_count_;
    ColumnIndex& index = chunk_.index;
    const bool is_null = value_count == 0;
    auto bounds = stored_bounds(form_, column_, value, value + value_count);
    // A column index must have bounds for each page with values; without, there is none.
    if (!is_null && !bounds.has_value()) {
      chunk_.has_index = false;
    }
    index.null_pages.push_back(is_null);
    index.null_counts.push_back(static_cast<int64_t>(row_count - value_count));
    index.min_values.push_back(bounds.has_value() ? std::move(bounds->minimum) : std::string());
    index.max_values.push_back(bounds.has_value() ? std::move(bounds->maximum) : std::string());
  }

  void finish_metadata() {
    ColumnChunk& metadata = chunk_.metadata;
    metadata.total_compressed_bytes = static_cast<int64_t>(chunk_.bytes.size());
    const bool is_v2 = options_.use_page_v2;
    metadata.encoding_statistics.push_back(
        {is_v2 ? PageType::kDataV2 : PageType::kData, encoding_, data_page_count_});
    chunk_.index.boundary_order = boundary_order();
  }

  /// 1: bounds ascend from page to page, 2: they descend, 0: neither. Pages of NULLs don't count.
  int32_t boundary_order() const {
    bool ascends = true;
    bool descends = true;
    const ColumnIndex& index = chunk_.index;
    size_t last = index.null_pages.size();
    for (size_t i = 0; chunk_.has_index && i < index.null_pages.size(); ++i) {
      if (index.null_pages[i]) {
        continue;
      }
      if (last != index.null_pages.size()) {
        const auto falls = [&](const std::string& a, const std::string& b) { return is_below(form_, b, a); };
        ascends = ascends && !falls(index.min_values[last], index.min_values[i]) &&
                  !falls(index.max_values[last], index.max_values[i]);
        descends = descends && !falls(index.min_values[i], index.min_values[last]) &&
                   !falls(index.max_values[i], index.max_values[last]);
      }
      last = i;
    }
    return ascends ? 1 : descends ? 2 : 0;
  }

  const StoredForm& form_;
  const ColumnVector& vector_;
  const WriteOptions& options_;
  StoredColumn column_;
  std::optional<BuiltDictionary> dictionary_;
  std::vector<int64_t> integers_;  ///< the values, where they are delta-encoded
  Encoding encoding_ = Encoding::kPlain;
  Codec codec_ = Codec::kUncompressed;
  int32_t data_page_count_ = 0;
  EncodedChunk chunk_;
};

}  // namespace

EncodedChunk encode_chunk(const StoredForm& form, const ColumnVector& vector, const WriteOptions& options) {
  return ChunkEncoder(form, vector, options).encode();
}

}  // namespace stoa::parquet
