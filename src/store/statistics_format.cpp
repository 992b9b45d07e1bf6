#include "store/statistics_format.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace stoa {

using encoding::ByteReader;
using encoding::ByteWriter;
using encoding::raise_damaged;

namespace {

constexpr uint8_t kIsKnown = 1;
constexpr uint8_t kIsAscending = 2;
constexpr uint8_t kIsDescending = 4;
constexpr uint8_t kHasBounds = 8;
constexpr uint8_t kHasIntegerSum = 16;
constexpr uint8_t kHasDoubleSum = 32;
constexpr uint8_t kHasSketch = 64;
/// The hash functions that the sketch was made with; another number: the sketch says nothing.
constexpr uint8_t kHashVersion = 1;
/// Sketches of at most so many registers in use are written as pairs.
constexpr size_t kPairsMax = 192;

void write_bytes(std::string_view bytes, ByteWriter& writer) {
  writer.put(static_cast<uint32_t>(bytes.size()));
  writer.append(bytes.data(), bytes.size());
}

std::string_view read_bytes(ByteReader& reader) {
  const auto size_bytes = reader.get<uint32_t>();
  const auto bytes = reader.take(size_bytes);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void write_value(const Value& value, ByteWriter& writer) {
  switch (value.type().physical()) {
    case PhysicalType::kFloat:
    case PhysicalType::kDouble: return writer.put(value.as_double());
    case PhysicalType::kText: return write_bytes(value.as_text(), writer);
    case PhysicalType::kInterval: return writer.put(value.as_interval());
    default: return writer.put(value.as_integer());
  }
}

template <class T>
bool fits(Int128 stored) {
  return stored >= Int128{std::numeric_limits<T>::min()} && stored <= Int128{std::numeric_limits<T>::max()};
}

bool fits_type(const LogicalType& type, Int128 stored) {
  if (type.id() == TypeId::kEnum) {
    return stored >= 0 && stored < static_cast<Int128>(type.fields().size());
  }
  switch (type.physical()) {
    case PhysicalType::kBool: return stored == 0 || stored == 1;
    case PhysicalType::kInt8: return fits<int8_t>(stored);
    case PhysicalType::kInt16: return fits<int16_t>(stored);
    case PhysicalType::kInt32: return fits<int32_t>(stored);
    case PhysicalType::kInt64: return fits<int64_t>(stored);
    case PhysicalType::kUint8: return fits<uint8_t>(stored);
    case PhysicalType::kUint16: return fits<uint16_t>(stored);
    case PhysicalType::kUint32: return fits<uint32_t>(stored);
    case PhysicalType::kUint64: return fits<uint64_t>(stored);
    default: return true;
  }
}

Value read_value(const LogicalType& type, ByteReader& reader) {
  switch (type.physical()) {
    case PhysicalType::kFloat:
    case PhysicalType::kDouble: return Value::from_double(type, reader.get<double>());
    case PhysicalType::kText: return Value::from_bytes(type, std::string(read_bytes(reader)));
    case PhysicalType::kInterval: return Value::interval(reader.get<Interval>());
    default: break;
  }
  const auto stored = reader.get<Int128>();
  if (!fits_type(type, stored)) {
    raise_damaged("a bound is beyond its type");
  }
  return Value::from_integer(type, stored);
}

void write_sketch(std::span<const uint8_t> registers, ByteWriter& writer) {
  const auto used = static_cast<size_t>(
      std::count_if(registers.begin(), registers.end(), [](uint8_t rank) { return rank != 0; }));
  writer.put(kHashVersion);
  if (used > kPairsMax) {
    writer.put(uint16_t{0xFFFF});
    // Six bits each: four registers in three bytes.
    for (size_t i = 0; i < registers.size(); i += 4) {
      const uint32_t four =
          registers[i] | registers[i + 1] << 6 | registers[i + 2] << 12 | registers[i + 3] << 18;
      writer.append(&four, 3);
    }
    return;
  }
  writer.put(static_cast<uint16_t>(used));
  for (size_t i = 0; i < registers.size(); ++i) {
    if (registers[i] != 0) {
      writer.put(static_cast<uint16_t>(i));
      writer.put(registers[i]);
    }
  }
}

DistinctSketch read_sketch(ByteReader& reader) {
  std::array<uint8_t, DistinctSketch::kRegisterCount> registers = {};
  const auto hash_version = reader.get<uint8_t>();
  const auto pair_count = reader.get<uint16_t>();
  if (pair_count == 0xFFFF) {
    for (size_t i = 0; i < registers.size(); i += 4) {
      uint32_t four = 0;
      std::memcpy(&four, reader.take(3).data(), 3);
      for (size_t k = 0; k < 4; ++k) {
        registers[i + k] = static_cast<uint8_t>(four >> (6 * k) & 63);
      }
    }
  } else {
    for (size_t i = 0; i < pair_count; ++i) {
      const auto place = reader.get<uint16_t>();
      if (place >= registers.size()) {
        raise_damaged("a sketch's register does not exist");
      }
      registers[place] = reader.get<uint8_t>();
    }
  }
  if (std::any_of(registers.begin(), registers.end(),
                  [](uint8_t r) { return r > DistinctSketch::kRankMax; })) {
    raise_damaged("a sketch's register is impossible");
  }
  return hash_version == kHashVersion ? DistinctSketch::from_registers(registers) : DistinctSketch();
}

}  // namespace

void write_statistics(const SegmentStatistics& statistics, ByteWriter& writer) {
  const ZoneStatistics& zone = statistics.zone;
  const bool has_bounds = zone.is_known && !zone.minimum.is_null() && !zone.maximum.is_null();
  uint8_t flags = zone.is_known ? kIsKnown : 0;
  flags |= zone.is_ascending ? kIsAscending : 0;
  flags |= zone.is_descending ? kIsDescending : 0;
  flags |= has_bounds ? kHasBounds : 0;
  flags |= statistics.integer_sum ? kHasIntegerSum : 0;
  flags |= statistics.double_sum ? kHasDoubleSum : 0;
  flags |= statistics.sketch.empty() ? 0 : kHasSketch;
  writer.put(flags);
  writer.put(zone.row_count);
  writer.put(zone.null_count);
  if (has_bounds) {
    write_value(zone.minimum, writer);
    write_value(zone.maximum, writer);
  }
  if (statistics.integer_sum) {
    writer.put(*statistics.integer_sum);
  }
  if (statistics.double_sum) {
    write_bytes(statistics.double_sum->encode(), writer);
  }
  if (!statistics.sketch.empty()) {
    write_sketch(statistics.sketch.registers(), writer);
  }
}

SegmentStatistics read_statistics(const LogicalType& type, ByteReader& reader) {
  SegmentStatistics statistics;
  ZoneStatistics& zone = statistics.zone;
  const auto flags = reader.get<uint8_t>();
  if (flags > 127) {
    raise_damaged("the statistics hold something unknown");
  }
  zone.is_known = (flags & kIsKnown) != 0;
  zone.is_ascending = (flags & kIsAscending) != 0;
  zone.is_descending = (flags & kIsDescending) != 0;
  zone.row_count = reader.get<uint64_t>();
  zone.null_count = reader.get<uint64_t>();
  zone.minimum = zone.maximum = Value::null(type);
  if ((flags & kHasBounds) != 0) {
    zone.minimum = read_value(type, reader);
    zone.maximum = read_value(type, reader);
  }
  if ((flags & kHasIntegerSum) != 0) {
    statistics.integer_sum = reader.get<Int128>();
  }
  if ((flags & kHasDoubleSum) != 0) {
    statistics.double_sum = ExactDoubleSum::decode(read_bytes(reader));
  }
  if ((flags & kHasSketch) != 0) {
    statistics.sketch = read_sketch(reader);
  }
  return statistics;
}

}  // namespace stoa
