#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "column/cast.h"
#include "format/csv/column_convert.h"
#include "format/csv/value_text.h"
#include "types/cast.h"
#include "types/date.h"
#include "types/decimal.h"
#include "types/number_text.h"
#include "types/timestamp.h"

namespace stoa::csv {

NullRule::NullRule(const Options& options)
    : is_plain_(options.null_texts == std::vector<std::string>{""} && options.empty_as_null &&
                !options.quoted_null),
      quoted_(options.quoted_null),
      texts_(options.null_texts) {
  if (!options.empty_as_null) std::erase(texts_, "");
}

bool NullRule::is_listed(FieldKind kind, std::string_view value, bool is_text) const noexcept {
  if (kind == FieldKind::kMissing || (value.empty() && !is_text)) return true;
  if (kind != FieldKind::kPlain && !quoted_) return false;
  return std::find(texts_.begin(), texts_.end(), value) != texts_.end();
}

void append_latin1(std::string_view text, std::string& utf8) {
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xC0 | byte >> 6);
      utf8 += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
}

struct ColumnConverter::Job {
  const FieldColumn& fields;
  const char* data;
  ColumnVector& out;
  std::vector<uint32_t>& bad_rows;
};

ColumnConverter::ColumnConverter(const LogicalType& type, bool is_inferred, const Dialect& dialect,
                                 const Options& options, bool is_latin1)
    : type_(type),
      is_inferred_(is_inferred),
      dialect_(dialect),
      nulls_(options),
      decimal_comma_(options.decimal_comma),
      is_latin1_(is_latin1) {}

std::string_view ColumnConverter::with_point(std::string_view text, std::string& storage) const {
  if (!decimal_comma_) return text;
  storage.reserve(text.size() + 64);  // readers look at up to 24 bytes behind their text
  storage.assign(text);
  std::replace(storage.begin(), storage.end(), ',', '.');
  return storage;
}

namespace {

constexpr size_t kReadBehindBytes = 64;

/// The loop over a column of fixed width: `read(text, value)` says whether the text is a value.
template <class T, class Job, class Read>
void convert_fixed(const Job& job, const Dialect& dialect, const NullRule& nulls, const Read& read) {
  T* values = job.out.template mutable_values<T>();
  std::string storage;
  storage.reserve(kReadBehindBytes);
  for (size_t row = 0; row < job.fields.row_count; ++row) {
    const FieldSpan& field = job.fields[row];
    const FieldKind kind = field.kind();
    std::string_view value = field.bytes(job.data);
    if (kind == FieldKind::kEncoded) [[unlikely]] {
      value = field_value(field, job.data, dialect, storage);
      storage.reserve(storage.size() + kReadBehindBytes);
      value = storage;
    }
    if (nulls.is_null(kind, value, false)) {
      job.out.set_null(row);
    } else if (!read(value, values[row])) [[unlikely]] {
      values[row] = T{};
      job.out.set_null(row);
      job.bad_rows.push_back(static_cast<uint32_t>(row));
    }
  }
}

template <class T>
bool read_narrow(std::string_view text, T& result) {
  int64_t value = 0;
  if (!read_bigint(text, value) || value != static_cast<T>(value)) return false;
  result = static_cast<T>(value);
  return true;
}

/// 16 bytes at once where the text is short: they are there, blocks have slack.
TextView make_view(const char* text, uint32_t size) {
  if (size > TextView::kInlineBytes) return {text, size};
  alignas(16) char bytes[16] = {};
  const auto low = load_unaligned<uint64_t>(text);
  const auto high = load_unaligned<uint32_t>(text + 8);
  std::memcpy(bytes, &size, 4);
  store_unaligned<uint64_t>(bytes + 4, size >= 8 ? low : low & low_bits(8 * size));
  store_unaligned<uint32_t>(bytes + 12,
                            size > 8 ? high & static_cast<uint32_t>(low_bits(8 * (size - 8))) : 0);
  return load_unaligned<TextView>(bytes);
}

}  // namespace

void ColumnConverter::convert_number(Job& job) const {
  std::string storage;
  switch (type_.id()) {
    case TypeId::kTinyint: return convert_fixed<int8_t>(job, dialect_, nulls_, read_narrow<int8_t>);
    case TypeId::kSmallint: return convert_fixed<int16_t>(job, dialect_, nulls_, read_narrow<int16_t>);
    case TypeId::kInteger: return convert_fixed<int32_t>(job, dialect_, nulls_, read_narrow<int32_t>);
    case TypeId::kBigint: return convert_fixed<int64_t>(job, dialect_, nulls_, read_bigint);
    case TypeId::kHugeint: return convert_fixed<Int128>(job, dialect_, nulls_, read_hugeint);
    case TypeId::kReal:
      return convert_fixed<float>(job, dialect_, nulls_, [&](std::string_view text, float& value) {
        return parse_float(with_point(text, storage), value);
      });
    case TypeId::kDouble:
      if (!decimal_comma_) return convert_fixed<double>(job, dialect_, nulls_, read_double);
      return convert_fixed<double>(job, dialect_, nulls_, [&](std::string_view text, double& value) {
        return read_double(with_point(text, storage), value);
      });
    default: break;
  }
  // DECIMAL, in 64 or 128 bits.
  const auto read = [&](std::string_view text, auto& value) {
    Int128 wide = 0;
    if (!parse_decimal(with_point(text, storage), type_.precision(), type_.scale(), wide)) return false;
    value = static_cast<std::remove_reference_t<decltype(value)>>(wide);
    return true;
  };
  if (type_.physical() == PhysicalType::kInt64) return convert_fixed<int64_t>(job, dialect_, nulls_, read);
  convert_fixed<Int128>(job, dialect_, nulls_, read);
}

void ColumnConverter::convert_temporal(Job& job) const {
  const auto convert = [&]<class T>(bool (*strict)(std::string_view, T&),
                                    bool (*lenient)(std::string_view, T&)) {
    if (is_inferred_) return convert_fixed<T>(job, dialect_, nulls_, strict);
    convert_fixed<T>(job, dialect_, nulls_, [&](std::string_view text, T& value) {
      return strict(text, value) || lenient(text, value);
    });
  };
  switch (type_.id()) {
    case TypeId::kDate: return convert.operator()<int32_t>(read_date, parse_date);
    case TypeId::kTime: return convert.operator()<int64_t>(read_time, parse_time);
    case TypeId::kTimestamp: return convert.operator()<int64_t>(read_timestamp, parse_timestamp);
    case TypeId::kTimestamptz: return convert.operator()<int64_t>(read_timestamptz, parse_timestamptz);
    default: return convert.operator()<bool>(read_boolean, parse_boolean);
  }
}

ColumnVector ColumnConverter::convert_text(const FieldColumn& fields, const Block& block) const {
  ColumnVector out = ColumnVector::make_flat(TypeId::kText, fields.row_count);
  auto* values = out.mutable_values<TextView>();
  TextHeap* heap = nullptr;
  bool points_into_block = false;
  std::string storage;
  std::string transcoded;
  for (size_t row = 0; row < fields.row_count; ++row) {
    const FieldSpan& field = fields[row];
    const FieldKind kind = field.kind();
    const std::string_view value = field_value(field, block.data, dialect_, storage);
    if (nulls_.is_null(kind, value, true)) {
      out.set_null(row);
      continue;
    }
    const bool is_decoded = kind == FieldKind::kEncoded;
    if (is_decoded || (is_latin1_ && !block.is_ascii)) [[unlikely]] {
      if (heap == nullptr) heap = &out.mutable_heap();
      transcoded.clear();
      if (is_latin1_) append_latin1(value, transcoded);
      values[row] = heap->add(is_latin1_ ? std::string_view(transcoded) : value);
      continue;
    }
    values[row] = make_view(value.data(), static_cast<uint32_t>(value.size()));
    points_into_block = points_into_block || value.size() > TextView::kInlineBytes;
  }
  if (points_into_block && heap != nullptr) heap->keep(block.buffer);
  if (points_into_block && heap == nullptr) out.set_heap(block.buffer);
  return out;
}

ColumnVector ColumnConverter::convert_by_cast(const FieldColumn& fields, const Block& block,
                                              std::vector<uint32_t>& bad_rows) const {
  ColumnVector texts = convert_text(fields, block);
  ColumnVector out = cast_vector(texts, type_, CastFailure::kNull).flatten();
  for (size_t row = 0; row < fields.row_count; ++row) {
    if (!out.is_null(row) || texts.is_null(row)) continue;
    // An empty quoted field is a value of text types only.
    if (!type_.is_text_like() && texts.values<TextView>()[row].size() == 0) continue;
    bad_rows.push_back(static_cast<uint32_t>(row));
  }
  return out;
}

ColumnVector ColumnConverter::convert(const FieldColumn& fields, const Block& block,
                                      std::vector<uint32_t>& bad_rows) const {
  if (type_ == LogicalType(TypeId::kText)) return convert_text(fields, block);
  const TypeId id = type_.id();
  const bool is_number = type_.is_signed_integer() || type_.is_floating() || type_.is_decimal();
  const bool is_temporal = type_.is_temporal() || id == TypeId::kBoolean;
  if (!is_number && !is_temporal) return convert_by_cast(fields, block, bad_rows);
  ColumnVector out = ColumnVector::make_flat(type_, fields.row_count);
  Job job{fields, block.data, out, bad_rows};
  is_number ? convert_number(job) : convert_temporal(job);
  return out;
}

}  // namespace stoa::csv
