#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Parquet's metadata as it stands in a file's footer, in page headers and in the page index, without
/// interpretation.
///
/// Enumerations keep whatever number the file has; users check for the values that they know. Reading raises
/// 22P04 for bytes that are no such structure; memory taken is linear in the bytes given. Thread-safe once
/// made.
namespace stoa::parquet {

enum class ParquetType : int32_t {
  kBoolean = 0,
  kInt32 = 1,
  kInt64 = 2,
  kInt96 = 3,
  kFloat = 4,
  kDouble = 5,
  kByteArray = 6,
  kFixedLengthByteArray = 7,
};

enum class Encoding : int32_t {
  kPlain = 0,
  kPlainDictionary = 2,
  kRle = 3,
  kBitPacked = 4,
  kDeltaBinaryPacked = 5,
  kDeltaLengthByteArray = 6,
  kDeltaByteArray = 7,
  kRleDictionary = 8,
  kByteStreamSplit = 9,
};

enum class Codec : int32_t {
  kUncompressed = 0,
  kSnappy = 1,
  kGzip = 2,
  kLzo = 3,
  kBrotli = 4,
  kLz4Hadoop = 5,
  kZstd = 6,
  kLz4Raw = 7,
};

enum class Repetition : int32_t { kRequired = 0, kOptional = 1, kRepeated = 2 };

enum class PageType : int32_t { kData = 0, kIndex = 1, kDictionary = 2, kDataV2 = 3 };

enum class ConvertedType : int32_t {
  kNone = -1,
  kUtf8 = 0,
  kMap = 1,
  kMapKeyValue = 2,
  kList = 3,
  kEnum = 4,
  kDecimal = 5,
  kDate = 6,
  kTimeMillis = 7,
  kTimeMicros = 8,
  kTimestampMillis = 9,
  kTimestampMicros = 10,
  kUint8 = 11,
  kUint16 = 12,
  kUint32 = 13,
  kUint64 = 14,
  kInt8 = 15,
  kInt16 = 16,
  kInt32 = 17,
  kInt64 = 18,
  kJson = 19,
  kBson = 20,
  kInterval = 21,
};

/// Which member of the LogicalType union is set; the numbers are its field ids.
enum class Annotation : int32_t {
  kNone = 0,
  kString = 1,
  kMap = 2,
  kList = 3,
  kEnum = 4,
  kDecimal = 5,
  kDate = 6,
  kTime = 7,
  kTimestamp = 8,
  kInteger = 10,
  kUnknown = 11,
  kJson = 12,
  kBson = 13,
  kUuid = 14,
  kFloat16 = 15,
};

enum class TimeUnit : int32_t { kNone = 0, kMillis = 1, kMicros = 2, kNanos = 3 };

struct AnnotationDetail {
  Annotation kind = Annotation::kNone;
  int32_t scale = 0;
  int32_t precision = 0;
  bool is_adjusted_to_utc = false;
  TimeUnit unit = TimeUnit::kNone;
  int32_t bit_width = 0;
  bool is_signed = true;
};

struct SchemaElement {
  std::optional<ParquetType> type;  ///< none: a group
  int32_t type_length = 0;
  Repetition repetition = Repetition::kRequired;
  std::string name;
  int32_t child_count = 0;
  ConvertedType converted = ConvertedType::kNone;
  int32_t scale = 0;
  int32_t precision = 0;
  AnnotationDetail annotation;
};

struct Statistics {
  std::optional<std::string> legacy_max;  ///< signed order, whatever the type
  std::optional<std::string> legacy_min;
  std::optional<int64_t> null_count;
  std::optional<int64_t> distinct_count;
  std::optional<std::string> max_value;
  std::optional<std::string> min_value;
  std::optional<bool> is_max_exact;
  std::optional<bool> is_min_exact;
};

struct PageEncodingStatistics {
  PageType page_type = PageType::kData;
  Encoding encoding = Encoding::kPlain;
  int32_t count = 0;
};

struct ColumnChunk {
  std::string file_path;  ///< set where the column lies in another file, which isn't supported
  ParquetType type = ParquetType::kBoolean;
  std::vector<Encoding> encodings;
  std::vector<std::string> path;
  Codec codec = Codec::kUncompressed;
  int64_t value_count = 0;
  int64_t total_uncompressed_bytes = 0;
  int64_t total_compressed_bytes = 0;
  int64_t data_page_offset = 0;
  int64_t dictionary_page_offset = 0;  ///< 0: none told
  Statistics statistics;
  std::vector<PageEncodingStatistics> encoding_statistics;
  int64_t offset_index_offset = 0;
  int32_t offset_index_bytes = 0;
  int64_t column_index_offset = 0;
  int32_t column_index_bytes = 0;
  bool has_metadata = false;
  bool is_encrypted = false;
};

struct RowGroup {
  std::vector<ColumnChunk> columns;
  int64_t total_bytes = 0;
  int64_t row_count = 0;
  int64_t total_compressed_bytes = 0;
  int64_t file_offset = 0;
};

struct KeyValue {
  std::string key;
  std::string value;
};

struct FileMetadata {
  int32_t version = 0;
  std::vector<SchemaElement> schema;  ///< depth first, the root first
  int64_t row_count = 0;
  std::vector<RowGroup> row_groups;
  std::vector<KeyValue> key_values;
  std::string created_by;
  std::vector<bool> has_type_order;  ///< per leaf: min_value and max_value follow the type's own order
  bool is_encrypted = false;
};

struct DataPageHeader {
  int32_t value_count = 0;
  Encoding encoding = Encoding::kPlain;
  Encoding definition_encoding = Encoding::kRle;
  Encoding repetition_encoding = Encoding::kRle;
};

struct DataPageHeaderV2 {
  int32_t value_count = 0;
  int32_t null_count = 0;
  int32_t row_count = 0;
  Encoding encoding = Encoding::kPlain;
  int32_t definition_bytes = 0;
  int32_t repetition_bytes = 0;
  bool is_compressed = true;
};

struct DictionaryPageHeader {
  int32_t value_count = 0;
  Encoding encoding = Encoding::kPlain;
};

struct PageHeader {
  PageType type = PageType::kData;
  int32_t uncompressed_bytes = 0;
  int32_t compressed_bytes = 0;
  std::optional<uint32_t> crc;
  std::optional<DataPageHeader> data;
  std::optional<DataPageHeaderV2> data_v2;
  std::optional<DictionaryPageHeader> dictionary;
};

struct PageLocation {
  int64_t offset = 0;
  int32_t compressed_bytes = 0;  ///< with the header
  int64_t first_row = 0;
};

struct OffsetIndex {
  std::vector<PageLocation> pages;
};

struct ColumnIndex {
  std::vector<bool> null_pages;
  std::vector<std::string> min_values;
  std::vector<std::string> max_values;
  int32_t boundary_order = 0;
  std::vector<int64_t> null_counts;  ///< empty: not told
};

FileMetadata read_file_metadata(std::span<const std::byte> bytes);
/// Also says how many bytes the header took.
PageHeader read_page_header(std::span<const std::byte> bytes, size_t& header_bytes);
OffsetIndex read_offset_index(std::span<const std::byte> bytes);
ColumnIndex read_column_index(std::span<const std::byte> bytes);

/// Appends the compact form of each.
void write_file_metadata(const FileMetadata& metadata, std::string& out);
void write_page_header(const PageHeader& header, std::string& out);
void write_offset_index(const OffsetIndex& index, std::string& out);
void write_column_index(const ColumnIndex& index, std::string& out);

}  // namespace stoa::parquet
