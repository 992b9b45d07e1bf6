#include "store/log/log_writer.h"

#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "base/error.h"

namespace stoa {

namespace {

/// Longer commits take several records.
constexpr size_t kPartBytesMax = size_t{1} << 24;
/// The file grows by as much as it has, between these.
constexpr uint64_t kExtendBytesMin = uint64_t{64} << 10;
constexpr uint64_t kExtendBytesMax = uint64_t{8} << 20;
constexpr size_t kZeroBytes = size_t{64} << 10;

void write_zeros(File& file, uint64_t begin, uint64_t end) {
  const std::vector<std::byte> zeros(kZeroBytes);
  while (begin < end) {
    const auto size = static_cast<size_t>(std::min<uint64_t>(end - begin, kZeroBytes));
    file.write_at(begin, zeros.data(), size);
    begin += size;
  }
}

void append_part(std::vector<std::byte>& bytes, LogRecordHeader header, std::span<const std::byte> payload) {
  header.mark = kLogRecordMark;
  header.payload_bytes = static_cast<uint32_t>(payload.size());
  const size_t at = bytes.size();
  bytes.resize(at + log_record_bytes(payload.size()));
  const std::span<std::byte> body = std::span(bytes).subspan(at + sizeof header);
  std::copy(payload.begin(), payload.end(), body.begin());
  header.checksum = log_record_checksum(header, body);
  std::memcpy(bytes.data() + at, &header, sizeof header);
}

}  // namespace

std::unique_ptr<LogWriter> LogWriter::create(FileSystem& files, const std::string& path,
                                             const LogIdentity& identity) {
  std::unique_ptr<File> file = files.open(path, OpenMode::kCreate);
  std::vector<std::byte> first(kLogRecordsBegin);
  const LogFileHeader header = make_log_header(identity);
  std::memcpy(first.data(), &header, sizeof header);
  file->write_at(0, first.data(), first.size());
  file->sync();
  return std::unique_ptr<LogWriter>(new LogWriter(std::move(file), identity, kLogRecordsBegin));
}

std::unique_ptr<LogWriter> LogWriter::resume(FileSystem& files, const std::string& path,
                                             const LogIdentity& identity, uint64_t end) {
  std::unique_ptr<File> file = files.open(path, OpenMode::kReadWrite);
  write_zeros(*file, end, file->size());
  file->sync();
  return std::unique_ptr<LogWriter>(new LogWriter(std::move(file), identity, end));
}

LogWriter::LogWriter(std::unique_ptr<File> file, const LogIdentity& identity, uint64_t end)
    : file_(std::move(file)), identity_(identity), file_bytes_(file_->size()), end_(end), synced_end_(end) {}

uint64_t LogWriter::append(uint64_t sequence, std::span<const std::byte> payload) {
  const std::scoped_lock order(append_mutex_);
  uint64_t begin = 0;
  LogRecordHeader header{};
  {
    const std::scoped_lock lock(state_mutex_);
    check_health();
    begin = end_;
    header.synced_bytes = synced_end_;
  }
  header.sequence = sequence;
  header.salt = identity_.salt;
  bytes_.clear();
  do {
    const std::span<const std::byte> part = payload.first(std::min(payload.size(), kPartBytesMax));
    payload = payload.subspan(part.size());
    header.flags = payload.empty() ? kLogLastPart : 0;
    append_part(bytes_, header, part);
  } while (!payload.empty());

  const uint64_t end = begin + bytes_.size();
  try {
    extend(end);
    file_->write_at(begin, bytes_.data(), bytes_.size());
  } catch (const Error& error) {
    poison(error.message());
  }
  const std::scoped_lock lock(state_mutex_);
  end_ = end;
  return end;
}

/// Makes the file longer ahead of its use.
void LogWriter::extend(uint64_t end) {
  if (end <= file_bytes_) {
    return;
  }
  const uint64_t step = std::clamp(file_bytes_, kExtendBytesMin, kExtendBytesMax);
  const uint64_t wanted = round_up(end + step, kLogRecordsBegin);
  write_zeros(*file_, file_bytes_, wanted);
  file_bytes_ = wanted;
}

void LogWriter::sync_to(uint64_t end) {
  std::unique_lock lock(state_mutex_);
  while (synced_end_ < end) {
    check_health();
    if (is_syncing_) {
      synced_.wait(lock);
      continue;
    }
    is_syncing_ = true;
    const uint64_t target = end_;
    lock.unlock();
    std::string failure;
    try {
      file_->sync_data();
    } catch (const Error& error) {
      failure = error.message();
    }
    lock.lock();
    is_syncing_ = false;
    ++sync_count_;
    if (failure.empty()) {
      synced_end_ = target;
    } else if (failure_.empty()) {
      failure_ = failure;
    }
    synced_.notify_all();
  }
}

void LogWriter::check_health() const {
  if (!failure_.empty()) {
    throw Error(sqlstate::kIoError, "the log can't be written since a write or sync of it failed")
        .with_detail(failure_)
        .with_hint("commits that were acknowledged are safe; open the database anew to go on");
  }
}

void LogWriter::poison(const std::string& why) {
  const std::scoped_lock lock(state_mutex_);
  if (failure_.empty()) {
    failure_ = why;
  }
  synced_.notify_all();
  check_health();
  throw Error(sqlstate::kIoError, why);
}

uint64_t LogWriter::end() const {
  const std::scoped_lock lock(state_mutex_);
  return end_;
}

uint64_t LogWriter::synced_end() const {
  const std::scoped_lock lock(state_mutex_);
  return synced_end_;
}

uint64_t LogWriter::sync_count() const {
  const std::scoped_lock lock(state_mutex_);
  return sync_count_;
}

}  // namespace stoa
