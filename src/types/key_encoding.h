#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "types/logical_type.h"
#include "types/value.h"

/// Values as bytes whose memcmp order is ORDER BY's: sort keys, index keys, key-value keys. Encoded values of
/// several columns joined one after the other compare like the rows.
///
///   OFFSET  SIZE  DESCRIPTION
///   0       1     0x01 value; NULL is 0x00 (NULLS FIRST) or 0x02 (NULLS LAST) and ends here
///   1       n     the payload, all bits flipped when descending:
///                 integers, dates, times, UUID, ENUM: big-endian, sign bit flipped (1 to 16 bytes);
///                 DECIMAL as its unscaled integer of 8 or 16 bytes; BOOLEAN 0 or 1;
///                 REAL, DOUBLE: big-endian bits, flipped so that order holds; -0 as 0, any NaN as one above
///                 all; INTERVAL: its length in microseconds, 16 bytes (so 1 mon = 30 days, and decoding
///                 normalizes); TEXT, BYTEA, JSON: bytes with 0x00 as 0x00 0xFF, then 0x00 0x00; LIST: 0x01
///                 and an element (ascending, NULLS LAST) for each, then 0x00.
///
/// Invariants: (1) equal values (compare_values) have equal bytes; (2) no encoding is a prefix of another of
/// its type; (3) decode(encode(v)) equals v. Pure functions. Encoding STRUCT, MAP or VECTOR raises 0A000;
/// decoding damaged bytes raises XX001.
namespace stoa {

struct KeyOrder {
  bool descending = false;
  bool nulls_first = false;
};

void encode_key(const Value& value, KeyOrder order, std::string& out);
/// Reads one value of `type` from the front of `bytes` and moves it on.
Value decode_key(std::string_view& bytes, const LogicalType& type, KeyOrder order);

// --- cores, for loops over columns; all ascending: flip with ~ for descending
inline constexpr uint8_t kKeyValueMark = 0x01;
constexpr uint8_t key_null_mark(KeyOrder order) {
  return order.nulls_first ? 0x00 : 0x02;
}

constexpr uint8_t key_bits(int8_t value) {
  return static_cast<uint8_t>(static_cast<uint8_t>(value) ^ 0x80U);
}
constexpr uint16_t key_bits(int16_t value) {
  return static_cast<uint16_t>(static_cast<uint16_t>(value) ^ 0x8000U);
}
constexpr uint32_t key_bits(int32_t value) {
  return static_cast<uint32_t>(value) ^ 0x80000000U;
}
constexpr uint64_t key_bits(int64_t value) {
  return static_cast<uint64_t>(value) ^ (uint64_t{1} << 63);
}
constexpr UInt128 key_bits(Int128 value) {
  return static_cast<UInt128>(value) ^ (UInt128{1} << 127);
}
constexpr uint32_t key_bits(float value) {
  if (value != value) {
    return 0xFFFFFFFFU;
  }
  const auto bits = std::bit_cast<uint32_t>(value == 0 ? 0.0F : value);
  return (bits >> 31) != 0 ? ~bits : bits | 0x80000000U;
}
constexpr uint64_t key_bits(double value) {
  if (value != value) {
    return ~uint64_t{0};
  }
  const auto bits = std::bit_cast<uint64_t>(value == 0 ? 0.0 : value);
  return (bits >> 63) != 0 ? ~bits : bits | (uint64_t{1} << 63);
}

/// Bytes of a value's payload, 0 where it varies (text, lists).
size_t key_payload_bytes(const LogicalType& type) noexcept;
/// The payload of a text. `invert` flips all bits.
void append_text_key(std::string_view text, bool invert, std::string& out);
/// Upper bound of what append_text_key adds.
constexpr size_t text_key_bytes_max(size_t size_bytes) {
  return 2 * size_bytes + 2;
}
/// The same into memory; gives the bytes written.
size_t write_text_key(std::string_view text, bool invert, uint8_t* out) noexcept;

}  // namespace stoa
