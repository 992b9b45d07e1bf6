#include "types/key_encoding.h"

#include <cstring>

#include "base/error.h"
#include "types/timestamp.h"

namespace stoa {
namespace {

constexpr uint8_t kListEnd = 0x00;
constexpr KeyOrder kElementOrder = {};

[[noreturn]] void raise_damaged() {
  raise(sqlstate::kDataCorrupted, "an encoded key is damaged");
}

template <class T>
void append_bits(T bits, bool invert, std::string& out) {
  if (invert) {
    bits = static_cast<T>(~bits);
  }
  for (int shift = static_cast<int>(sizeof(T)) * 8 - 8; shift >= 0; shift -= 8) {
    out += static_cast<char>(static_cast<uint8_t>(bits >> shift));
  }
}

template <class T>
T take_bits(std::string_view& bytes, bool invert) {
  if (bytes.size() < sizeof(T)) {
    raise_damaged();
  }
  T bits = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    bits = sizeof(T) == 1 ? static_cast<T>(byte) : static_cast<T>(static_cast<T>(bits << 7 << 1) | byte);
  }
  bytes.remove_prefix(sizeof(T));
  return invert ? static_cast<T>(~bits) : bits;
}

uint8_t take_mark(std::string_view& bytes) {
  if (bytes.empty()) {
    raise_damaged();
  }
  const auto mark = static_cast<uint8_t>(bytes.front());
  bytes.remove_prefix(1);
  return mark;
}

void append_number(const Value& value, bool invert, std::string& out) {
  switch (value.type().physical()) {
    case PhysicalType::kBool: append_bits(static_cast<uint8_t>(value.as_int64()), invert, out); break;
    case PhysicalType::kInt8:
      append_bits(key_bits(static_cast<int8_t>(value.as_int64())), invert, out);
      break;
    case PhysicalType::kInt16:
      append_bits(key_bits(static_cast<int16_t>(value.as_int64())), invert, out);
      break;
    case PhysicalType::kInt32:
      append_bits(key_bits(static_cast<int32_t>(value.as_int64())), invert, out);
      break;
    case PhysicalType::kInt64: append_bits(key_bits(value.as_int64()), invert, out); break;
    case PhysicalType::kInt128: append_bits(key_bits(value.as_integer()), invert, out); break;
    case PhysicalType::kUint8: append_bits(static_cast<uint8_t>(value.as_int64()), invert, out); break;
    case PhysicalType::kUint16: append_bits(static_cast<uint16_t>(value.as_int64()), invert, out); break;
    case PhysicalType::kUint32: append_bits(static_cast<uint32_t>(value.as_int64()), invert, out); break;
    case PhysicalType::kUint64: append_bits(static_cast<uint64_t>(value.as_integer()), invert, out); break;
    case PhysicalType::kFloat:
      append_bits(key_bits(static_cast<float>(value.as_double())), invert, out);
      break;
    case PhysicalType::kDouble: append_bits(key_bits(value.as_double()), invert, out); break;
    default: raise_unsupported("a key of type " + value.type().to_string());
  }
}

Int128 take_integer(std::string_view& bytes, PhysicalType physical, bool invert) {
  switch (physical) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return take_bits<uint8_t>(bytes, invert);
    case PhysicalType::kUint16: return take_bits<uint16_t>(bytes, invert);
    case PhysicalType::kUint32: return take_bits<uint32_t>(bytes, invert);
    case PhysicalType::kUint64: return take_bits<uint64_t>(bytes, invert);
    case PhysicalType::kInt8: return static_cast<int8_t>(take_bits<uint8_t>(bytes, invert) ^ 0x80U);
    case PhysicalType::kInt16: return static_cast<int16_t>(take_bits<uint16_t>(bytes, invert) ^ 0x8000U);
    case PhysicalType::kInt32: return static_cast<int32_t>(take_bits<uint32_t>(bytes, invert) ^ 0x80000000U);
    case PhysicalType::kInt64:
      return static_cast<int64_t>(take_bits<uint64_t>(bytes, invert) ^ (uint64_t{1} << 63));
    default: return static_cast<Int128>(take_bits<UInt128>(bytes, invert) ^ (UInt128{1} << 127));
  }
}

double take_double(std::string_view& bytes, bool invert) {
  const auto bits = take_bits<uint64_t>(bytes, invert);
  if (bits == ~uint64_t{0}) {
    return std::bit_cast<double>(uint64_t{0x7FF8} << 48);
  }
  return std::bit_cast<double>((bits >> 63) != 0 ? bits ^ (uint64_t{1} << 63) : ~bits);
}

float take_float(std::string_view& bytes, bool invert) {
  const auto bits = take_bits<uint32_t>(bytes, invert);
  if (bits == ~uint32_t{0}) {
    return std::bit_cast<float>(0x7FC00000U);
  }
  return std::bit_cast<float>((bits >> 31) != 0 ? bits ^ 0x80000000U : ~bits);
}

std::string take_text(std::string_view& bytes, bool invert) {
  const uint8_t flip = invert ? 0xFF : 0;
  std::string text;
  for (size_t i = 0; i + 1 < bytes.size(); ++i) {
    const auto byte = static_cast<uint8_t>(static_cast<uint8_t>(bytes[i]) ^ flip);
    if (byte != 0) {
      text += static_cast<char>(byte);
      continue;
    }
    const auto next = static_cast<uint8_t>(static_cast<uint8_t>(bytes[++i]) ^ flip);
    if (next == 0) {
      bytes.remove_prefix(i + 1);
      return text;
    }
    if (next != 0xFF) {
      raise_damaged();
    }
    text += '\0';
  }
  raise_damaged();
}

/// The interval of a length that has the fewest parts in play: months of 30 days, days, the rest.
Interval interval_of_length(Int128 length) {
  constexpr Int128 kMicrosPerMonth = Int128{30} * kMicrosPerDay;
  const Int128 months = length / kMicrosPerMonth;
  if (months > INT32_MAX || months < INT32_MIN) {
    // Beyond what months can hold the days and the time take the rest.
    const Int128 edge = months > 0 ? INT32_MAX : INT32_MIN;
    const Int128 rest = length - edge * kMicrosPerMonth;
    const Int128 days = rest / kMicrosPerDay;
    const Int128 kept = days > INT32_MAX ? INT32_MAX : days < INT32_MIN ? INT32_MIN : days;
    return {static_cast<int32_t>(edge), static_cast<int32_t>(kept),
            static_cast<int64_t>(rest - kept * kMicrosPerDay)};
  }
  const Int128 rest = length % kMicrosPerMonth;
  return {static_cast<int32_t>(months), static_cast<int32_t>(rest / kMicrosPerDay),
          static_cast<int64_t>(rest % kMicrosPerDay)};
}

void append_list(const Value& value, bool invert, std::string& out) {
  const size_t start = out.size();
  for (const Value& element : value.as_list()) {
    out += static_cast<char>(kKeyValueMark);
    encode_key(element, kElementOrder, out);
  }
  out += static_cast<char>(kListEnd);
  if (!invert) {
    return;
  }
  for (size_t i = start; i < out.size(); ++i) {
    out[i] = static_cast<char>(~out[i]);
  }
}

/// Lists are found again byte by byte, so an inverted one is first turned over as a whole.
Value take_list(std::string_view& bytes, const LogicalType& type, bool invert) {
  std::string turned;
  std::string_view rest = bytes;
  if (invert) {
    turned.assign(bytes);
    for (char& c : turned) {
      c = static_cast<char>(~c);
    }
    rest = turned;
  }
  const size_t size_before = rest.size();
  std::vector<Value> elements;
  for (;;) {
    const uint8_t mark = take_mark(rest);
    if (mark == kListEnd) {
      break;
    }
    if (mark != kKeyValueMark) {
      raise_damaged();
    }
    elements.push_back(decode_key(rest, type.fields()[0].type, kElementOrder));
  }
  bytes.remove_prefix(size_before - rest.size());
  return Value::list(type, std::move(elements));
}

}  // namespace

size_t key_payload_bytes(const LogicalType& type) noexcept {
  const bool varies = type.is_text_like() || type.is_nested();
  return varies ? 0 : type.width_bytes();
}

size_t write_text_key(std::string_view text, bool invert, uint8_t* out) noexcept {
  const uint8_t flip = invert ? 0xFF : 0;
  uint8_t* at = out;
  for (const char c : text) {
    *at++ = static_cast<uint8_t>(static_cast<uint8_t>(c) ^ flip);
    if (c == '\0') {
      *at++ = static_cast<uint8_t>(0xFF ^ flip);
    }
  }
  *at++ = flip;
  *at++ = flip;
  return static_cast<size_t>(at - out);
}

void append_text_key(std::string_view text, bool invert, std::string& out) {
  const size_t start = out.size();
  out.resize(start + text_key_bytes_max(text.size()));
  out.resize(start + write_text_key(text, invert, reinterpret_cast<uint8_t*>(out.data() + start)));
}

void encode_key(const Value& value, KeyOrder order, std::string& out) {
  if (value.is_null()) {
    out += static_cast<char>(key_null_mark(order));
    return;
  }
  out += static_cast<char>(kKeyValueMark);
  switch (value.type().physical()) {
    case PhysicalType::kText: append_text_key(value.as_text(), order.descending, out); break;
    case PhysicalType::kInterval:
      append_bits(key_bits(value.as_interval().length_us()), order.descending, out);
      break;
    case PhysicalType::kNested:
      if (value.type().id() != TypeId::kList) {
        raise_unsupported("a key of type " + value.type().to_string());
      }
      append_list(value, order.descending, out);
      break;
    default: append_number(value, order.descending, out);
  }
}

Value decode_key(std::string_view& bytes, const LogicalType& type, KeyOrder order) {
  const uint8_t mark = take_mark(bytes);
  if (mark == key_null_mark(order)) {
    return Value::null(type);
  }
  if (mark != kKeyValueMark) {
    raise_damaged();
  }
  const PhysicalType physical = type.physical();
  switch (physical) {
    case PhysicalType::kText: return Value::from_bytes(type, take_text(bytes, order.descending));
    case PhysicalType::kInterval:
      return Value::interval(
          interval_of_length(take_integer(bytes, PhysicalType::kInt128, order.descending)));
    case PhysicalType::kFloat:
      return Value::from_double(type, static_cast<double>(take_float(bytes, order.descending)));
    case PhysicalType::kDouble: return Value::from_double(type, take_double(bytes, order.descending));
    case PhysicalType::kNested:
      if (type.id() != TypeId::kList) {
        raise_unsupported("a key of type " + type.to_string());
      }
      return take_list(bytes, type, order.descending);
    default: return Value::from_integer(type, take_integer(bytes, physical, order.descending));
  }
}

}  // namespace stoa
