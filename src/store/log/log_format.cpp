#include "store/log/log_format.h"

#include <cstring>
#include <string>

#include "base/crc32c.h"
#include "base/error.h"

namespace stoa {

namespace {

constexpr uint64_t kMagic = 0x00676F4C616F7453;  // "StoaLog"

uint32_t header_checksum(const LogFileHeader& header) noexcept {
  constexpr size_t kBegin = offsetof(LogFileHeader, database_id);
  return crc32c(reinterpret_cast<const char*>(&header) + kBegin, sizeof header - kBegin);
}

}  // namespace

LogFileHeader make_log_header(const LogIdentity& identity) noexcept {
  LogFileHeader header{kMagic,        kLogFormatVersion,       0, identity.database_id, identity.generation,
                       identity.salt, identity.first_sequence, 0};
  header.checksum = header_checksum(header);
  return header;
}

LogIdentity read_log_header(const LogFileHeader& header, const char* path) {
  if (header.magic != kMagic) {
    throw Error(sqlstate::kDataCorrupted, "\"" + std::string(path) + "\" is not a StoaDB log");
  }
  if (header.format_version > kLogFormatVersion) {
    throw Error(sqlstate::kFeatureNotSupported,
                "the log \"" + std::string(path) + "\" has format " + std::to_string(header.format_version) +
                    ", this version reads up to " + std::to_string(kLogFormatVersion))
        .with_hint("open it with the newer version that wrote it");
  }
  if (header.checksum != header_checksum(header)) {
    throw Error(sqlstate::kDataCorrupted, "the header of the log \"" + std::string(path) + "\" is damaged");
  }
  return {header.database_id, header.generation, header.salt, header.first_sequence};
}

uint32_t log_record_checksum(const LogRecordHeader& header, std::span<const std::byte> body) noexcept {
  constexpr size_t kBegin = offsetof(LogRecordHeader, mark);
  const uint32_t so_far = crc32c(reinterpret_cast<const char*>(&header) + kBegin, sizeof header - kBegin);
  return crc32c(body.data(), body.size(), so_far);
}

}  // namespace stoa
