#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bits.h"

/// The bytes of the log: docs/formats/log.md.
namespace stoa {

using DatabaseId = std::array<std::byte, 16>;

inline constexpr uint32_t kLogFormatVersion = 1;
inline constexpr uint64_t kLogRecordsBegin = 4096;
inline constexpr size_t kLogRecordAlignment = 8;

struct LogFileHeader {
  uint64_t magic;
  uint32_t format_version;
  uint32_t checksum;
  DatabaseId database_id;
  uint64_t generation;
  uint64_t salt;
  uint64_t first_sequence;
  uint64_t unused;
};
static_assert(sizeof(LogFileHeader) == 64);

struct LogRecordHeader {
  uint32_t checksum;
  uint32_t mark;
  uint32_t payload_bytes;
  uint32_t flags;
  uint64_t sequence;
  uint64_t salt;
  uint64_t synced_bytes;
};
static_assert(sizeof(LogRecordHeader) == 40);

inline constexpr uint32_t kLogRecordMark = 0x43455253;  // "SREC"
inline constexpr uint32_t kLogLastPart = 1;

/// What tells one log from another.
struct LogIdentity {
  DatabaseId database_id{};
  uint64_t generation = 0;
  uint64_t salt = 0;
  uint64_t first_sequence = 0;

  bool operator==(const LogIdentity&) const = default;
};

LogFileHeader make_log_header(const LogIdentity& identity) noexcept;
/// Raises 0A000 for a newer format, XX001 for what is no log.
LogIdentity read_log_header(const LogFileHeader& header, const char* path);
/// Of header, payload and the zeros behind it.
constexpr size_t log_record_bytes(size_t payload_bytes) {
  return round_up(sizeof(LogRecordHeader) + payload_bytes, kLogRecordAlignment);
}
/// `body`: the payload with the zeros behind it.
uint32_t log_record_checksum(const LogRecordHeader& header, std::span<const std::byte> body) noexcept;

}  // namespace stoa
