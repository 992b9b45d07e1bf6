#include "store/log/log_reader.h"

#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "base/error.h"

namespace stoa {

namespace {

constexpr size_t kWindowBytes = size_t{1} << 20;

}  // namespace

LogReader::LogReader(FileSystem& files, const std::string& path)
    : file_(files.open(path, OpenMode::kRead)), file_bytes_(file_->size()) {
  LogFileHeader header{};
  file_->read_exactly_at(0, &header, sizeof header);
  identity_ = read_log_header(header, path.c_str());
  sequence_ = identity_.first_sequence;
}

bool LogReader::next() {
  payload_.clear();
  uint64_t at = end_;
  Record record{};
  for (bool is_first = true; read_record(at, record); is_first = false) {
    const bool follows = is_first ? record.header.sequence >= sequence_ : record.header.sequence == sequence_;
    if (!follows) {
      break;
    }
    sequence_ = record.header.sequence;
    payload_.insert(payload_.end(), record.payload.begin(), record.payload.end());
    at += log_record_bytes(record.payload.size());
    if ((record.header.flags & kLogLastPart) != 0) {
      end_ = at;
      return true;
    }
  }
  payload_.clear();
  check_tail();
  return false;
}

/// True when a whole record of this log stands at `at`.
bool LogReader::read_record(uint64_t at, Record& record) {
  if (at + sizeof(LogRecordHeader) > file_bytes_) {
    return false;
  }
  std::memcpy(&record.header, window(at, sizeof(LogRecordHeader)), sizeof(LogRecordHeader));
  const LogRecordHeader& header = record.header;
  if (header.mark != kLogRecordMark || header.salt != identity_.salt ||
      log_record_bytes(header.payload_bytes) > file_bytes_ - at || header.synced_bytes > at) {
    return false;
  }
  const size_t size = log_record_bytes(header.payload_bytes);
  const std::span<const std::byte> body = std::span(window(at, size), size).subspan(sizeof header);
  record.payload = body.first(header.payload_bytes);
  return log_record_checksum(header, body) == header.checksum;
}

/// `size` bytes from `at` on, which lie in the file. Valid until the next call.
const std::byte* LogReader::window(uint64_t at, size_t size) {
  if (at < window_begin_ || at + size > window_begin_ + window_.size()) {
    const uint64_t wanted = std::min<uint64_t>(std::max(size, kWindowBytes), file_bytes_ - at);
    window_.resize(static_cast<size_t>(wanted));
    window_begin_ = at;
    file_->read_exactly_at(at, window_.data(), window_.size());
  }
  return window_.data() + (at - window_begin_);
}

/// Looks through what stands behind the end for a record that was written after the end had been synced.
void LogReader::check_tail() {
  for (uint64_t at = end_; at + sizeof(uint64_t) <= file_bytes_; at += kLogRecordAlignment) {
    const auto word = load_unaligned<uint64_t>(window(at, sizeof(uint64_t)));
    if (word == 0) {
      continue;
    }
    has_torn_tail_ = true;
    Record record{};
    if ((word >> 32) == kLogRecordMark && read_record(at, record) && record.header.synced_bytes > end_) {
      throw Error(sqlstate::kDataCorrupted,
                  "the log \"" + file_->path() + "\" is damaged at byte " + std::to_string(end_))
          .with_detail("acknowledged commits stand behind the damage")
          .with_hint("restore the file from a backup; what the database file holds is not affected");
    }
  }
}

}  // namespace stoa
