#include "format/csv/csv_writer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "base/error.h"
#include "format/csv/dialect.h"
#include "types/date.h"
#include "types/decimal.h"
#include "types/number_text.h"
#include "types/timestamp.h"

namespace stoa::csv {

namespace {
constexpr size_t kBufferBytes = 1024 * 1024;
constexpr size_t kFixedTextBytesMax = 64;  // of any number or date
}  // namespace

/// Appends values to a buffer, quoting where needed.
class Writer::Formatter {
 public:
  Formatter(const WriteOptions& options, size_t column_count) : options_(options) {
    for (const char c : std::string_view(",;\t|'\"\n\r\x01~^")) needs_quotes_[static_cast<uint8_t>(c)] = true;
    needs_quotes_[static_cast<uint8_t>(options.delimiter)] = true;
    needs_quotes_[static_cast<uint8_t>(options.quote)] = true;
    const auto occurs_in_numbers = [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             std::string_view("+-.: ").find(c) != std::string_view::npos;
    };
    checks_all_ = options.quote_all || occurs_in_numbers(options.delimiter) ||
                  occurs_in_numbers(options.quote) || !options.null_text.empty();
    quotes_first_ = column_count == 1;
    buffer_.reserve(kBufferBytes + kBufferBytes / 4);
  }

  std::string& buffer() { return buffer_; }
  void add_null() { buffer_ += options_.null_text; }
  void add_delimiter() { buffer_ += options_.delimiter; }
  void end_row() { buffer_ += '\n'; }

  void add_text(std::string_view text) {
    bool quotes = options_.quote_all || quotes_first_ || text.empty() || text == options_.null_text;
    for (size_t i = 0; i < text.size() && !quotes; ++i) quotes = needs_quotes_[static_cast<uint8_t>(text[i])];
    if (!quotes) {
      buffer_ += text;
      return;
    }
    quotes_first_ = false;
    buffer_ += options_.quote;
    for (const char c : text) {
      if (c == options_.quote) buffer_ += c;
      buffer_ += c;
    }
    buffer_ += options_.quote;
  }

  // `print(to)` writes at most kFixedTextBytesMax bytes and says how many.
  template <class Print>
  void add_fixed(const Print& print) {
    char text[kFixedTextBytesMax];
    const size_t size = print(text);
    if (checks_all_ || quotes_first_) return add_text({text, size});
    buffer_.append(text, size);
  }

  void add_value(const LogicalType& type, const UnifiedVector& vector, const ColumnVector& column,
                 size_t row) {
    const size_t place = vector.position(row);
    if (!vector.is_valid_at(place)) return add_null();
    const auto value = [&]<class T>(T) -> const T& { return vector.values<T>()[place]; };
    const auto add_integer = [&](int64_t number) {
      add_fixed([=](char* to) { return print_int64(number, to); });
    };
    switch (type.id()) {
      case TypeId::kBoolean: return add_boolean(value(bool{}));
      case TypeId::kTinyint: return add_integer(value(int8_t{}));
      case TypeId::kSmallint: return add_integer(value(int16_t{}));
      case TypeId::kInteger: return add_integer(value(int32_t{}));
      case TypeId::kBigint: return add_integer(value(int64_t{}));
      case TypeId::kUtinyint: return add_integer(value(uint8_t{}));
      case TypeId::kUsmallint: return add_integer(value(uint16_t{}));
      case TypeId::kUinteger: return add_integer(value(uint32_t{}));
      case TypeId::kHugeint: return add_fixed([&](char* to) { return print_int128(value(Int128{}), to); });
      case TypeId::kReal: return add_fixed([&](char* to) { return print_float(value(float{}), to); });
      case TypeId::kDouble: return add_fixed([&](char* to) { return print_double(value(double{}), to); });
      case TypeId::kDate: return add_fixed([&](char* to) { return print_date(value(int32_t{}), to); });
      case TypeId::kTime: return add_fixed([&](char* to) { return print_time(value(int64_t{}), to); });
      case TypeId::kTimestamp:
        return add_fixed([&](char* to) { return print_timestamp(value(int64_t{}), to); });
      case TypeId::kTimestamptz:
        return add_fixed([&](char* to) { return print_timestamptz(value(int64_t{}), to); });
      case TypeId::kText:
      case TypeId::kJson: return add_text(value(TextView{}).view());
      case TypeId::kDecimal: return add_decimal(type, vector, place);
      default: return add_text(column.value(row).to_string());
    }
  }

 private:
  void add_boolean(bool value) {
    add_fixed([=](char* to) {
      const std::string_view text = value ? "true" : "false";
      std::memcpy(to, text.data(), text.size());
      return text.size();
    });
  }
  void add_decimal(const LogicalType& type, const UnifiedVector& vector, size_t place) {
    const bool is_short = type.physical() == PhysicalType::kInt64;
    const Int128 unscaled =
        is_short ? Int128{vector.values<int64_t>()[place]} : vector.values<Int128>()[place];
    add_fixed([&](char* to) { return print_decimal(unscaled, type.scale(), to); });
  }

  WriteOptions options_;
  std::array<bool, 256> needs_quotes_{};
  bool checks_all_ = false;
  bool quotes_first_ = false;  // a first value still to come tells the reader that blank lines are NULLs
  std::string buffer_;
};

Writer::Writer(std::unique_ptr<File> file, const std::vector<std::string>& names,
               std::vector<LogicalType> types, const WriteOptions& options)
    : file_(std::move(file)),
      types_(std::move(types)),
      formatter_(std::make_unique<Formatter>(options, names.size())) {
  if (options.delimiter == options.quote || is_line_end(options.delimiter) || is_line_end(options.quote) ||
      options.delimiter == 0 || options.quote == 0) {
    raise(sqlstate::kInvalidParameterValue,
          "delimiter and quote must be two different characters, no line ends");
  }
  if (options.null_text.find_first_of(std::string({options.delimiter, options.quote, '\n', '\r'})) !=
      std::string::npos) {
    raise(sqlstate::kInvalidParameterValue, "the text for NULL must hold no delimiter, quote or line end");
  }
  if (options.compression != Compression::kNone) {
    compressor_ = StreamCompressor::make(options.compression, options.compression_level);
  }
  if (!options.header) return;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i != 0) formatter_->add_delimiter();
    formatter_->add_text(names[i]);
  }
  formatter_->end_row();
}

Writer::~Writer() = default;

void Writer::write(const Batch& batch) {
  std::vector<UnifiedVector> columns;
  columns.reserve(batch.columns.size());
  for (const ColumnVector& column : batch.columns) columns.emplace_back(column);
  for (size_t row = 0; row < batch.row_count; ++row) {
    for (size_t i = 0; i < columns.size(); ++i) {
      if (i != 0) formatter_->add_delimiter();
      formatter_->add_value(types_[i], columns[i], batch.columns[i], row);
    }
    formatter_->end_row();
    if (formatter_->buffer().size() >= kBufferBytes) flush(false);
  }
  row_count_ += batch.row_count;
}

void Writer::finish() {
  flush(true);
}

void Writer::flush(bool last) {
  std::string& text = formatter_->buffer();
  std::string_view bytes = text;
  if (compressor_ != nullptr) {
    compressed_.clear();
    compressor_->add(std::as_bytes(std::span(text)), last, compressed_);
    bytes = compressed_;
  }
  file_->write_at(offset_, bytes.data(), bytes.size());
  offset_ += bytes.size();
  text.clear();
}

}  // namespace stoa::csv
