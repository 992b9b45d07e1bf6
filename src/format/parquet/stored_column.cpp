#include "format/parquet/stored_column.h"

#include <cmath>
#include <cstring>

#include "base/bits.h"
#include "base/error.h"
#include "types/decimal.h"
#include "types/interval.h"
#include "types/uuid.h"

namespace stoa::parquet {
namespace {

/// Longer bounds help no one and make footers big.
constexpr size_t kBoundBytesMax = 1024;
constexpr uint8_t kHugeintDigits = 38;

struct FormBuilder {
  StoredForm form;

  void store(ParquetType type, size_t width, StoredOrder order) {
    form.element.type = type;
    form.width = width;
    form.order = order;
    if (type == ParquetType::kFixedLengthByteArray) {
      form.element.type_length = static_cast<int32_t>(width);
    }
  }
  void annotate(Annotation kind, ConvertedType converted) {
    form.element.annotation.kind = kind;
    form.element.converted = converted;
  }
  void integer(ParquetType type, int32_t bits, bool is_signed, ConvertedType converted) {
    const bool is_wide = type == ParquetType::kInt64;
    if (is_signed) {
      store(type, is_wide ? 8 : 4, is_wide ? StoredOrder::kInt64 : StoredOrder::kInt32);
    } else {
      store(type, is_wide ? 8 : 4, is_wide ? StoredOrder::kUint64 : StoredOrder::kUint32);
    }
    annotate(Annotation::kInteger, converted);
    form.element.annotation.bit_width = bits;
    form.element.annotation.is_signed = is_signed;
  }
  void decimal(uint8_t precision, uint8_t scale);
  void micros(Annotation kind, ConvertedType converted, bool is_adjusted_to_utc) {
    store(ParquetType::kInt64, 8, StoredOrder::kInt64);
    annotate(kind, converted);
    form.element.annotation.unit = TimeUnit::kMicros;
    form.element.annotation.is_adjusted_to_utc = is_adjusted_to_utc;
  }
};

/// The fewest bytes that hold any number of so many digits.
size_t decimal_bytes(uint8_t precision) {
  const auto bits = static_cast<size_t>(std::ceil(precision * std::log2(10.0))) + 1;
  return (bits + 7) / 8;
}

void FormBuilder::decimal(uint8_t precision, uint8_t scale) {
  if (precision <= 9) {
    store(ParquetType::kInt32, 4, StoredOrder::kInt32);
  } else if (precision <= kShortDecimalDigits) {
    store(ParquetType::kInt64, 8, StoredOrder::kInt64);
  } else {
    store(ParquetType::kFixedLengthByteArray, decimal_bytes(precision), StoredOrder::kSignedBytes);
  }
  annotate(Annotation::kDecimal, ConvertedType::kDecimal);
  form.element.precision = form.element.annotation.precision = precision;
  form.element.scale = form.element.annotation.scale = scale;
}

void build_integer_form(TypeId id, FormBuilder& builder) {
  switch (id) {
    case TypeId::kTinyint: return builder.integer(ParquetType::kInt32, 8, true, ConvertedType::kInt8);
    case TypeId::kSmallint: return builder.integer(ParquetType::kInt32, 16, true, ConvertedType::kInt16);
    case TypeId::kInteger: return builder.integer(ParquetType::kInt32, 32, true, ConvertedType::kInt32);
    case TypeId::kBigint: return builder.integer(ParquetType::kInt64, 64, true, ConvertedType::kInt64);
    case TypeId::kUtinyint: return builder.integer(ParquetType::kInt32, 8, false, ConvertedType::kUint8);
    case TypeId::kUsmallint: return builder.integer(ParquetType::kInt32, 16, false, ConvertedType::kUint16);
    case TypeId::kUinteger: return builder.integer(ParquetType::kInt32, 32, false, ConvertedType::kUint32);
    case TypeId::kUbigint: return builder.integer(ParquetType::kInt64, 64, false, ConvertedType::kUint64);
    default: return builder.decimal(kHugeintDigits, 0);
  }
}

template <class From, class To>
void copy_valid(const ColumnVector& vector, StoredColumn& column) {
  const auto* values = vector.values<From>();
  std::byte* out = column.fixed.data();
  for (size_t i = 0; i < vector.size(); ++i) {
    if (!vector.validity().is_valid(i)) {
      continue;
    }
    store_unaligned(out, static_cast<To>(values[i]));
    out += sizeof(To);
  }
}

void put_big_endian(Int128 value, size_t width, std::byte* out) {
  for (size_t i = 0; i < width; ++i) {
    out[width - 1 - i] = static_cast<std::byte>(static_cast<uint8_t>(value >> (8 * i)));
  }
}

void copy_wide_decimals(const LogicalType& type, const ColumnVector& vector, StoredColumn& column) {
  const auto* values = vector.values<Int128>();
  std::byte* out = column.fixed.data();
  for (size_t i = 0; i < vector.size(); ++i) {
    if (!vector.validity().is_valid(i)) {
      continue;
    }
    if (!type.is_decimal() && !fits_digits(values[i], kHugeintDigits)) {
      raise(sqlstate::kNumericOutOfRange, "a hugeint of more than 38 digits can't be written to Parquet");
    }
    put_big_endian(values[i], column.width, out);
    out += column.width;
  }
}

void copy_uuids(const ColumnVector& vector, StoredColumn& column) {
  const auto* values = vector.values<Int128>();
  auto* out = reinterpret_cast<uint8_t*>(column.fixed.data());
  for (size_t i = 0; i < vector.size(); ++i) {
    if (!vector.validity().is_valid(i)) {
      continue;
    }
    uuid_to_bytes(values[i], out);
    out += 16;
  }
}

void copy_intervals(const ColumnVector& vector, StoredColumn& column) {
  const auto* values = vector.values<Interval>();
  std::byte* out = column.fixed.data();
  for (size_t i = 0; i < vector.size(); ++i) {
    if (!vector.validity().is_valid(i)) {
      continue;
    }
    const Interval& value = values[i];
    const bool fits = value.months >= 0 && value.days >= 0 && value.micros >= 0 && value.micros % 1000 == 0 &&
                      value.micros / 1000 <= int64_t{UINT32_MAX};
    if (!fits) {
      throw Error(sqlstate::kIntervalOverflow, "an interval can't be written to Parquet")
          .with_hint("Parquet's intervals are not negative and in whole milliseconds; cast to text.");
    }
    store_unaligned(out, static_cast<uint32_t>(value.months));
    store_unaligned(out + 4, static_cast<uint32_t>(value.days));
    store_unaligned(out + 8, static_cast<uint32_t>(value.micros / 1000));
    out += 12;
  }
}

void copy_texts(const ColumnVector& vector, StoredColumn& column) {
  const auto* values = vector.values<TextView>();
  for (size_t i = 0; i < vector.size(); ++i) {
    if (vector.validity().is_valid(i)) {
      column.texts.push_back(values[i]);
    }
  }
}

/// ENUM values are stored as their labels, whose texts live in the type.
void copy_labels(const LogicalType& type, const ColumnVector& vector, StoredColumn& column) {
  const auto* values = vector.values<uint32_t>();
  const auto& labels = type.fields();
  for (size_t i = 0; i < vector.size(); ++i) {
    if (vector.validity().is_valid(i)) {
      column.texts.emplace_back(labels[values[i]].name);
    }
  }
}

void copy_fixed(const ColumnVector& vector, StoredColumn& column) {
  switch (vector.type().physical()) {
    case PhysicalType::kBool: copy_valid<uint8_t, uint8_t>(vector, column); return;
    case PhysicalType::kInt8: copy_valid<int8_t, int32_t>(vector, column); return;
    case PhysicalType::kInt16: copy_valid<int16_t, int32_t>(vector, column); return;
    case PhysicalType::kInt32: copy_valid<int32_t, int32_t>(vector, column); return;
    case PhysicalType::kUint8: copy_valid<uint8_t, uint32_t>(vector, column); return;
    case PhysicalType::kUint16: copy_valid<uint16_t, uint32_t>(vector, column); return;
    case PhysicalType::kUint32: copy_valid<uint32_t, uint32_t>(vector, column); return;
    case PhysicalType::kUint64: copy_valid<uint64_t, uint64_t>(vector, column); return;
    case PhysicalType::kFloat: copy_valid<float, float>(vector, column); return;
    case PhysicalType::kDouble: copy_valid<double, double>(vector, column); return;
    default: break;
  }
  if (column.width == 4) {
    copy_valid<int64_t, int32_t>(vector, column);
  } else {
    copy_valid<int64_t, int64_t>(vector, column);
  }
}

template <class T>
std::string bytes_of(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

template <class T>
std::optional<StoredBounds> integer_bounds(const StoredColumn& column, size_t begin, size_t end) {
  auto low = load_unaligned<T>(column.value(begin));
  T high = low;
  for (size_t i = begin + 1; i < end; ++i) {
    const auto value = load_unaligned<T>(column.value(i));
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  return StoredBounds{bytes_of(low), bytes_of(high)};
}

template <class T>
std::optional<StoredBounds> float_bounds(const StoredColumn& column, size_t begin, size_t end) {
  auto low = load_unaligned<T>(column.value(begin));
  T high = low;
  for (size_t i = begin; i < end; ++i) {
    const auto value = load_unaligned<T>(column.value(i));
    // Bounds say nothing of NaN, so where there is one there are no bounds (ParquetFile relies on it).
    if (std::isnan(value)) {
      return std::nullopt;
    }
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  if (low == 0) {
    low = -T{0};
  }
  if (high == 0) {
    high = T{0};
  }
  return StoredBounds{bytes_of(low), bytes_of(high)};
}

std::optional<StoredBounds> text_bounds(const StoredColumn& column, size_t begin, size_t end) {
  TextView low = column.texts[begin];
  TextView high = low;
  for (size_t i = begin + 1; i < end; ++i) {
    if (column.texts[i] < low) {
      low = column.texts[i];
    }
    if (high < column.texts[i]) {
      high = column.texts[i];
    }
  }
  if (low.size() > kBoundBytesMax || high.size() > kBoundBytesMax) {
    return std::nullopt;
  }
  return StoredBounds{std::string(low.view()), std::string(high.view())};
}

std::optional<StoredBounds> fixed_bytes_bounds(const StoredForm& form, const StoredColumn& column,
                                               size_t begin, size_t end) {
  const auto text = [&](size_t i) {
    return std::string(reinterpret_cast<const char*>(column.value(i)), column.width);
  };
  StoredBounds bounds{text(begin), text(begin)};
  for (size_t i = begin + 1; i < end; ++i) {
    const std::string value = text(i);
    if (is_below(form, value, bounds.minimum)) {
      bounds.minimum = value;
    }
    if (is_below(form, bounds.maximum, value)) {
      bounds.maximum = value;
    }
  }
  return bounds;
}

template <class T>
bool is_number_below(const std::string& a, const std::string& b) {
  return load_unaligned<T>(a.data()) < load_unaligned<T>(b.data());
}

}  // namespace

StoredForm stored_form(const std::string& name, const LogicalType& type) {
  FormBuilder builder;
  builder.form.element.name = name;
  builder.form.element.repetition = Repetition::kOptional;
  switch (type.id()) {
    case TypeId::kNull:
      builder.store(ParquetType::kInt32, 4, StoredOrder::kNone);
      builder.annotate(Annotation::kUnknown, ConvertedType::kNone);
      break;
    case TypeId::kBoolean: builder.store(ParquetType::kBoolean, 1, StoredOrder::kBool); break;
    case TypeId::kReal: builder.store(ParquetType::kFloat, 4, StoredOrder::kFloat); break;
    case TypeId::kDouble: builder.store(ParquetType::kDouble, 8, StoredOrder::kDouble); break;
    case TypeId::kDecimal: builder.decimal(type.precision(), type.scale()); break;
    case TypeId::kText:
      builder.store(ParquetType::kByteArray, 0, StoredOrder::kBytes);
      builder.annotate(Annotation::kString, ConvertedType::kUtf8);
      break;
    case TypeId::kJson:
      builder.store(ParquetType::kByteArray, 0, StoredOrder::kBytes);
      builder.annotate(Annotation::kJson, ConvertedType::kJson);
      break;
    case TypeId::kEnum:
      builder.store(ParquetType::kByteArray, 0, StoredOrder::kBytes);
      builder.annotate(Annotation::kEnum, ConvertedType::kEnum);
      break;
    case TypeId::kBytea: builder.store(ParquetType::kByteArray, 0, StoredOrder::kBytes); break;
    case TypeId::kDate:
      builder.store(ParquetType::kInt32, 4, StoredOrder::kInt32);
      builder.annotate(Annotation::kDate, ConvertedType::kDate);
      break;
    case TypeId::kTime: builder.micros(Annotation::kTime, ConvertedType::kNone, false); break;
    // The old annotation would mean UTC, so a TIMESTAMP has the new one only.
    case TypeId::kTimestamp: builder.micros(Annotation::kTimestamp, ConvertedType::kNone, false); break;
    case TypeId::kTimestamptz:
      builder.micros(Annotation::kTimestamp, ConvertedType::kTimestampMicros, true);
      break;
    case TypeId::kInterval:
      builder.store(ParquetType::kFixedLengthByteArray, 12, StoredOrder::kNone);
      builder.annotate(Annotation::kNone, ConvertedType::kInterval);
      break;
    case TypeId::kUuid:
      builder.store(ParquetType::kFixedLengthByteArray, 16, StoredOrder::kBytes);
      builder.annotate(Annotation::kUuid, ConvertedType::kNone);
      break;
    default:
      if (!type.is_integer()) {
        raise_unsupported("writing the column \"" + name + "\" of type " + type.to_string() + " to Parquet");
      }
      build_integer_form(type.id(), builder);
  }
  return std::move(builder.form);
}

StoredColumn store_column(const StoredForm& form, const ColumnVector& vector) {
  StoredColumn column;
  column.width = form.width;
  column.count = vector.validity().count_valid(vector.size());
  if (vector.type().is_null()) {
    column.count = 0;
  }
  column.fixed.resize(column.count * form.width);
  if (column.count == 0) {
    return column;
  }
  const TypeId id = vector.type().id();
  if (id == TypeId::kEnum) {
    copy_labels(vector.type(), vector, column);
  } else if (form.width == 0) {
    column.texts.reserve(column.count);
    copy_texts(vector, column);
  } else if (id == TypeId::kUuid) {
    copy_uuids(vector, column);
  } else if (id == TypeId::kInterval) {
    copy_intervals(vector, column);
  } else if (vector.type().physical() == PhysicalType::kInt128) {
    copy_wide_decimals(vector.type(), vector, column);
  } else {
    copy_fixed(vector, column);
  }
  return column;
}

std::optional<StoredBounds> stored_bounds(const StoredForm& form, const StoredColumn& column, size_t begin,
                                          size_t end) {
  if (begin == end) {
    return std::nullopt;
  }
  switch (form.order) {
    case StoredOrder::kNone: return std::nullopt;
    case StoredOrder::kBool: return integer_bounds<uint8_t>(column, begin, end);
    case StoredOrder::kInt32: return integer_bounds<int32_t>(column, begin, end);
    case StoredOrder::kUint32: return integer_bounds<uint32_t>(column, begin, end);
    case StoredOrder::kInt64: return integer_bounds<int64_t>(column, begin, end);
    case StoredOrder::kUint64: return integer_bounds<uint64_t>(column, begin, end);
    case StoredOrder::kFloat: return float_bounds<float>(column, begin, end);
    case StoredOrder::kDouble: return float_bounds<double>(column, begin, end);
    case StoredOrder::kBytes:
    case StoredOrder::kSignedBytes: break;
  }
  return form.width == 0 ? text_bounds(column, begin, end) : fixed_bytes_bounds(form, column, begin, end);
}

bool is_below(const StoredForm& form, const std::string& a, const std::string& b) {
  switch (form.order) {
    case StoredOrder::kBool: return is_number_below<uint8_t>(a, b);
    case StoredOrder::kInt32: return is_number_below<int32_t>(a, b);
    case StoredOrder::kUint32: return is_number_below<uint32_t>(a, b);
    case StoredOrder::kInt64: return is_number_below<int64_t>(a, b);
    case StoredOrder::kUint64: return is_number_below<uint64_t>(a, b);
    case StoredOrder::kFloat: return is_number_below<float>(a, b);
    case StoredOrder::kDouble: return is_number_below<double>(a, b);
    case StoredOrder::kSignedBytes: {
      const auto sign_a = static_cast<signed char>(a[0]);
      const auto sign_b = static_cast<signed char>(b[0]);
      return (sign_a < 0) != (sign_b < 0) ? sign_a < 0 : a < b;
    }
    default: return a < b;
  }
}

}  // namespace stoa::parquet
