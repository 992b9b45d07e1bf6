#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "column/arrow.h"
#include "column/arrow_format.h"
#include "column/kernels/gather.h"
#include "column/kernels/hash.h"
#include "column/kernels/mask.h"
#include "column/row_compare.h"
#include "types/uuid.h"

namespace stoa {

namespace {

using arrow_format::Format;
using arrow_format::Layout;

/// An array that was taken over; released with its last user.
class TakenArray {
 public:
  explicit TakenArray(ArrowArray* array) : array_(std::exchange(*array, ArrowArray{})) {}
  TakenArray(const TakenArray&) = delete;
  TakenArray& operator=(const TakenArray&) = delete;
  ~TakenArray() {
    if (array_.release != nullptr) {
      array_.release(&array_);
    }
  }
  const ArrowArray& array() const noexcept { return array_; }

 private:
  ArrowArray array_;
};

/// Rows [offset, offset + count) of one array.
struct Slice {
  const ArrowSchema& schema;
  const ArrowArray& array;
  Owner owner;
  size_t offset;
  size_t count;

  const void* buffer(int64_t i) const {
    if (i >= array.n_buffers) {
      raise(sqlstate::kDataCorrupted, "an Arrow array of column \"" + name() + "\" lacks a buffer");
    }
    return array.buffers[i];
  }
  template <class T>
  const T* values(int64_t i = 1) const {
    return static_cast<const T*>(buffer(i)) + offset;
  }
  std::string name() const { return schema.name == nullptr ? "" : schema.name; }
};

[[noreturn]] void raise_damaged(const Slice& slice, const char* what) {
  raise(sqlstate::kDataCorrupted, "the Arrow array of column \"" + slice.name() + "\" is damaged: " + what);
}

/// Copies a bitmap's bits without reading behind its last byte.
BufferRef copy_bits(const void* bitmap, size_t offset, size_t count) {
  const auto* bytes = static_cast<const uint8_t*>(bitmap) + offset / 8;
  const size_t shift = offset % 8;
  const size_t byte_count = (shift + count + 7) / 8;
  auto padded = Buffer::allocate_zeroed(round_up(byte_count, 8) + 8);
  std::memcpy(padded->data(), bytes, byte_count);
  auto bits = Buffer::allocate(std::max<size_t>(1, words_for_bits(count)) * sizeof(uint64_t));
  mask_copy_bits(padded->as<uint64_t>(), shift, count, bits->as<uint64_t>());
  return bits;
}

Validity import_validity(const Slice& slice) {
  if (slice.array.null_count == 0 || slice.array.n_buffers == 0 || slice.array.buffers[0] == nullptr ||
      slice.count == 0) {
    return {};
  }
  auto bits = copy_bits(slice.array.buffers[0], slice.offset, slice.count);
  const auto* words = bits->as<uint64_t>();
  return {words, std::move(bits)};
}

/// A vector may be read 64 bytes past its end. Another's buffer need not have them, but a read that stays
/// within the page of the last byte can't fail.
bool has_readable_slack(const std::byte* end) {
  constexpr uintptr_t kPageBytes = 4096;
  constexpr uintptr_t kSlackBytes = 64;
  const auto last = reinterpret_cast<uintptr_t>(end) - 1;
  return last % kPageBytes + kSlackBytes < kPageBytes;
}

ColumnVector import_same(const Slice& slice, const LogicalType& type) {
  const size_t width_bytes = type.width_bytes();
  const auto* data = static_cast<const std::byte*>(slice.buffer(1)) + slice.offset * width_bytes;
  const bool aligned = reinterpret_cast<uintptr_t>(data) % width_bytes == 0;
  if (slice.count != 0 && aligned && has_readable_slack(data + slice.count * width_bytes)) {
    return ColumnVector::view_flat(type, slice.count, data, slice.owner, import_validity(slice));
  }
  ColumnVector vector = ColumnVector::make_flat(type, slice.count);
  if (slice.count != 0) {
    std::memcpy(vector.mutable_values<std::byte>(), data, slice.count * width_bytes);
  }
  vector.set_validity(import_validity(slice));
  return vector;
}

/// A new flat vector, each valid row made by `convert(i)`.
template <class To, class Convert>
ColumnVector import_converted(const Slice& slice, const LogicalType& type, Convert convert) {
  ColumnVector vector = ColumnVector::make_flat(type, slice.count);
  vector.set_validity(import_validity(slice));
  for (size_t i = 0; i < slice.count; ++i) {
    if (vector.validity().is_valid(i)) {
      vector.mutable_values<To>()[i] = convert(i);
    }
  }
  return vector;
}

ColumnVector import_bits(const Slice& slice, const LogicalType& type) {
  auto bools = Buffer::allocate(round_up(slice.count, 64));
  const BufferRef bits = slice.count == 0 ? nullptr : copy_bits(slice.buffer(1), slice.offset, slice.count);
  if (bits != nullptr) {
    mask_to_bools(bits->as<uint64_t>(), slice.count, bools->as<uint8_t>());
  }
  const std::byte* data = bools->data();
  return ColumnVector::view_flat(type, slice.count, data, std::move(bools), import_validity(slice));
}

template <class Offset>
ColumnVector import_text(const Slice& slice, const LogicalType& type) {
  const Offset* offsets = slice.count == 0 ? nullptr : slice.values<Offset>();
  const auto* data = slice.count == 0 ? nullptr : static_cast<const char*>(slice.buffer(2));
  ColumnVector vector = import_converted<TextView>(slice, type, [&](size_t i) {
    const Offset size = offsets[i + 1] - offsets[i];
    if (size < 0 || static_cast<uint64_t>(size) > ~uint32_t{0}) {
      raise_damaged(slice, "offsets go back");
    }
    return TextView(data + offsets[i], static_cast<uint32_t>(size));
  });
  vector.set_heap(slice.owner);
  return vector;
}

struct ForeignView {
  int32_t size;
  char prefix[4];
  int32_t buffer_index;
  int32_t offset;
};
static_assert(sizeof(ForeignView) == sizeof(TextView));

ColumnVector import_views(const Slice& slice, const LogicalType& type) {
  const ForeignView* views = slice.count == 0 ? nullptr : slice.values<ForeignView>();
  ColumnVector vector = import_converted<TextView>(slice, type, [&](size_t i) {
    ForeignView view;
    std::memcpy(&view, views + i, sizeof(view));
    if (view.size < 0) {
      raise_damaged(slice, "negative length");
    }
    if (view.size <= static_cast<int32_t>(TextView::kInlineBytes)) {
      return TextView(reinterpret_cast<const char*>(&view) + sizeof(view.size),
                      static_cast<uint32_t>(view.size));
    }
    // Two buffers before the data, one with the sizes behind.
    if (view.buffer_index < 0 || view.buffer_index + 3 >= slice.array.n_buffers) {
      raise_damaged(slice, "no such data buffer");
    }
    const auto* data = static_cast<const char*>(slice.buffer(2 + view.buffer_index));
    return TextView(data + view.offset, static_cast<uint32_t>(view.size));
  });
  vector.set_heap(slice.owner);
  return vector;
}

ColumnVector import_fixed_bytes(const Slice& slice, const Format& format) {
  const auto size = static_cast<size_t>(format.factor);
  const auto* data = static_cast<const uint8_t*>(slice.buffer(1)) + slice.offset * size;
  if (format.type.id() == TypeId::kUuid) {
    return import_converted<Int128>(slice, format.type,
                                    [&](size_t i) { return uuid_from_bytes(data + i * size); });
  }
  ColumnVector vector = import_converted<TextView>(slice, format.type, [&](size_t i) {
    return TextView(reinterpret_cast<const char*>(data + i * size), static_cast<uint32_t>(size));
  });
  vector.set_heap(slice.owner);
  return vector;
}

float half_to_float(uint16_t half) {
  const auto sign = static_cast<uint32_t>(half & 0x8000) << 16;
  const uint32_t exponent = (half >> 10) & 0x1F;
  const uint32_t fraction = half & 0x3FF;
  if (exponent == 0x1F) {
    return std::bit_cast<float>(sign | 0x7F800000U | fraction << 13);
  }
  if (exponent != 0) {
    return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
  }
  const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
  return sign != 0 ? -magnitude : magnitude;
}

/// Times `factor`, or divided by -factor with the quotient rounded down.
int64_t scale(const Slice& slice, int64_t value, int64_t factor) {
  if (factor < 0) {
    const int64_t quotient = value / -factor;
    return quotient - (value % -factor < 0 ? 1 : 0);
  }
  int64_t result;
  if (__builtin_mul_overflow(value, factor, &result)) {
    raise(sqlstate::kDatetimeOverflow,
          "column \"" + slice.name() + "\" has a time out of range: " + std::to_string(value));
  }
  return result;
}

template <class From>
ColumnVector import_scaled(const Slice& slice, const Format& format) {
  const From* values = slice.count == 0 ? nullptr : slice.values<From>();
  if (format.type.id() == TypeId::kDate) {
    return import_converted<int32_t>(slice, format.type, [&](size_t i) {
      return static_cast<int32_t>(scale(slice, load_unaligned<From>(values + i), format.factor));
    });
  }
  return import_converted<int64_t>(slice, format.type, [&](size_t i) {
    return scale(slice, load_unaligned<From>(values + i), format.factor);
  });
}

template <class From>
ColumnVector import_decimals(const Slice& slice, const LogicalType& type) {
  const From* values = slice.count == 0 ? nullptr : slice.values<From>();
  const auto load = [&](size_t i) { return load_unaligned<From>(values + i); };
  if (type.physical() == PhysicalType::kInt128) {
    return import_converted<Int128>(slice, type, [&](size_t i) { return Int128{load(i)}; });
  }
  return import_converted<int64_t>(slice, type, [&](size_t i) { return static_cast<int64_t>(load(i)); });
}

ColumnVector import_decimal(const Slice& slice, const Format& format) {
  if (format.factor == 4) {
    return import_decimals<int32_t>(slice, format.type);
  }
  const bool same = format.type.width_bytes() == static_cast<size_t>(format.factor);
  if (same) {
    return import_same(slice, format.type);
  }
  return format.factor == 8 ? import_decimals<int64_t>(slice, format.type)
                            : import_decimals<Int128>(slice, format.type);
}

struct DaysMillis {
  int32_t days;
  int32_t millis;
};

struct MonthDayNano {
  int32_t months;
  int32_t days;
  int64_t nanos;
};

ColumnVector import_interval(const Slice& slice, const Format& format) {
  if (slice.count == 0) {
    return ColumnVector::make_flat(format.type, 0);
  }
  switch (format.layout) {
    case Layout::kMonths:
      return import_converted<Interval>(slice, format.type, [&](size_t i) {
        return Interval{load_unaligned<int32_t>(slice.values<int32_t>() + i), 0, 0};
      });
    case Layout::kDaysMillis:
      return import_converted<Interval>(slice, format.type, [&](size_t i) {
        const auto value = load_unaligned<DaysMillis>(slice.values<DaysMillis>() + i);
        return Interval{0, value.days, int64_t{value.millis} * 1000};
      });
    case Layout::kMonthDayNano:
      return import_converted<Interval>(slice, format.type, [&](size_t i) {
        const auto value = load_unaligned<MonthDayNano>(slice.values<MonthDayNano>() + i);
        return Interval{value.months, value.days, scale(slice, value.nanos, -1000)};
      });
    default:
      return import_converted<Interval>(slice, format.type, [&](size_t i) {
        const auto value = load_unaligned<int64_t>(slice.values<int64_t>() + i);
        return Interval{0, 0, format.factor == 1 ? value : scale(slice, value, format.factor)};
      });
  }
}

ColumnVector import_plain(const Slice& slice) {
  const Format format = arrow_format::parse(slice.schema);
  switch (format.layout) {
    case Layout::kNull: return ColumnVector::make_null(format.type, slice.count);
    case Layout::kBits: return import_bits(slice, format.type);
    case Layout::kSame: return import_same(slice, format.type);
    case Layout::kText: return import_text<int32_t>(slice, format.type);
    case Layout::kLargeText: return import_text<int64_t>(slice, format.type);
    case Layout::kTextView: return import_views(slice, format.type);
    case Layout::kFixedBytes: return import_fixed_bytes(slice, format);
    case Layout::kHalfFloat:
      return import_converted<float>(slice, format.type, [&](size_t i) {
        return half_to_float(load_unaligned<uint16_t>(slice.values<uint16_t>() + i));
      });
    case Layout::kScaledInt32: return import_scaled<int32_t>(slice, format);
    case Layout::kScaledInt64: return import_scaled<int64_t>(slice, format);
    case Layout::kDecimal: return import_decimal(slice, format);
    case Layout::kMonths:
    case Layout::kDaysMillis:
    case Layout::kMonthDayNano:
    case Layout::kDuration: return import_interval(slice, format);
  }
  raise_damaged(slice, "unknown layout");
}

/// A dictionary that can say NULL: with one more entry when it has no NULL and one is needed.
ColumnVector with_null_entry(const ColumnVector& entries, uint32_t& null_entry) {
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries.is_null(i)) {
      null_entry = static_cast<uint32_t>(i);
      return entries;
    }
  }
  const ColumnVector parts[] = {entries, ColumnVector::make_null(entries.type(), 1)};
  null_entry = static_cast<uint32_t>(entries.size());
  return concatenate(entries.type(), parts);
}

/// Producers may repeat entries; ours that are called distinct must not.
bool entries_are_distinct(const ColumnVector& entries) {
  const auto hash = [&](uint32_t row) { return hash_row(entries, row); };
  const auto equal = [&](uint32_t a, uint32_t b) { return rows_equal(entries, a, entries, b); };
  std::unordered_set<uint32_t, decltype(hash), decltype(equal)> seen(entries.size() * 2, hash, equal);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (!seen.insert(static_cast<uint32_t>(i)).second) {
      return false;
    }
  }
  return true;
}

template <class Index>
BufferRef import_indices(const Slice& slice, const Validity& validity, size_t entry_count,
                         uint32_t null_entry) {
  auto indices = Buffer::allocate(slice.count * sizeof(uint32_t));
  const Index* from = slice.count == 0 ? nullptr : slice.values<Index>();
  for (size_t i = 0; i < slice.count; ++i) {
    const auto index = load_unaligned<Index>(from + i);
    const bool valid = validity.is_valid(i);
    if (valid && static_cast<uint64_t>(index) >= entry_count) {
      raise_damaged(slice, "index beyond its dictionary");
    }
    indices->as<uint32_t>()[i] = valid ? static_cast<uint32_t>(index) : null_entry;
  }
  return indices;
}

BufferRef import_indices_of_type(const Slice& slice, const Validity& validity, size_t entry_count,
                                 uint32_t null_entry) {
  switch (slice.schema.format[0]) {
    case 'c': return import_indices<int8_t>(slice, validity, entry_count, null_entry);
    case 'C': return import_indices<uint8_t>(slice, validity, entry_count, null_entry);
    case 's': return import_indices<int16_t>(slice, validity, entry_count, null_entry);
    case 'S': return import_indices<uint16_t>(slice, validity, entry_count, null_entry);
    case 'i': return import_indices<int32_t>(slice, validity, entry_count, null_entry);
    case 'I': return import_indices<uint32_t>(slice, validity, entry_count, null_entry);
    case 'l': return import_indices<int64_t>(slice, validity, entry_count, null_entry);
    case 'L': return import_indices<uint64_t>(slice, validity, entry_count, null_entry);
    default: raise_damaged(slice, "indices that are not integers");
  }
}

ColumnVector import_slice(const Slice& slice);

ColumnVector import_dictionary(const Slice& slice) {
  if (slice.array.dictionary == nullptr) {
    raise_damaged(slice, "no dictionary");
  }
  const ArrowArray& dictionary = *slice.array.dictionary;
  ColumnVector entries =
      import_slice({*slice.schema.dictionary, dictionary, slice.owner, static_cast<size_t>(dictionary.offset),
                    static_cast<size_t>(dictionary.length)})
          .flatten();
  const Validity validity = import_validity(slice);
  const size_t entry_count = entries.size();
  uint32_t null_entry = 0;
  if (validity.has_mask()) {
    entries = with_null_entry(entries, null_entry);
  }
  BufferRef indices = import_indices_of_type(slice, validity, entry_count, null_entry);
  const bool distinct = entries.size() <= slice.count && entries_are_distinct(entries);
  const auto* places = indices->as<uint32_t>();
  return ColumnVector::make_over(std::make_shared<const ColumnVector>(std::move(entries)), distinct, places,
                                 std::move(indices), slice.count);
}

ColumnVector import_slice(const Slice& slice) {
  return slice.schema.dictionary != nullptr ? import_dictionary(slice) : import_plain(slice);
}

void check_struct(const ArrowSchema& schema) {
  if (std::strcmp(schema.format, "+s") != 0) {
    raise_unsupported("an Arrow stream of type '" + std::string(schema.format) + "' in place of a struct");
  }
}

}  // namespace

ArrowField import_field(const ArrowSchema& schema) {
  ArrowField field;
  field.name = schema.name == nullptr ? "" : schema.name;
  field.dictionary = schema.dictionary != nullptr;
  field.nullable = (schema.flags & ARROW_FLAG_NULLABLE) != 0;
  field.type = arrow_format::parse(field.dictionary ? *schema.dictionary : schema).type;
  return field;
}

std::vector<ArrowField> import_schema(const ArrowSchema& schema) {
  check_struct(schema);
  std::vector<ArrowField> fields;
  for (int64_t c = 0; c < schema.n_children; ++c) {
    fields.push_back(import_field(*schema.children[c]));
  }
  return fields;
}

ColumnVector import_vector(const ArrowSchema& schema, ArrowArray* array) {
  const auto taken = std::make_shared<const TakenArray>(array);
  const ArrowArray& whole = taken->array();
  return import_slice(
      {schema, whole, taken, static_cast<size_t>(whole.offset), static_cast<size_t>(whole.length)});
}

Batch import_batch(const ArrowSchema& schema, ArrowArray* array) {
  const auto taken = std::make_shared<const TakenArray>(array);
  const ArrowArray& whole = taken->array();
  check_struct(schema);
  if (whole.n_children != schema.n_children) {
    raise(sqlstate::kDataCorrupted, "an Arrow batch has other columns than its schema");
  }
  if (whole.null_count > 0) {
    raise_unsupported("rows of an Arrow batch that are NULL as a whole");
  }
  Batch batch;
  batch.row_count = static_cast<size_t>(whole.length);
  for (int64_t c = 0; c < whole.n_children; ++c) {
    const ArrowArray& child = *whole.children[c];
    batch.columns.push_back(
        import_slice({*schema.children[c], child, taken, static_cast<size_t>(whole.offset + child.offset),
                      batch.row_count}));
  }
  return batch;
}

ArrowStreamReader::ArrowStreamReader(ArrowArrayStream* stream)
    : stream_(std::exchange(*stream, ArrowArrayStream{})) {
  try {
    raise_failure(stream_.get_schema(&stream_, &schema_));
    fields_ = import_schema(schema_);
  } catch (...) {
    close();
    throw;
  }
}

ArrowStreamReader::~ArrowStreamReader() {
  close();
}

void ArrowStreamReader::close() noexcept {
  if (schema_.release != nullptr) {
    schema_.release(&schema_);
  }
  if (stream_.release != nullptr) {
    stream_.release(&stream_);
  }
}

void ArrowStreamReader::raise_failure(int code) {
  if (code == 0) {
    return;
  }
  const char* message = stream_.get_last_error(&stream_);
  raise(sqlstate::kIoError,
        "an Arrow stream failed: " + std::string(message != nullptr ? message : std::strerror(code)));
}

std::optional<Batch> ArrowStreamReader::next() {
  ArrowArray array{};
  raise_failure(stream_.get_next(&stream_, &array));
  if (array.release == nullptr) {
    return std::nullopt;
  }
  return import_batch(schema_, &array);
}

}  // namespace stoa
