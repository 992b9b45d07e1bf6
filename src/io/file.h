#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/memory.h"

namespace stoa {

/// The bytes of a whole file as read-only memory, and what keeps them there.
struct FileView {
  std::span<const std::byte> bytes;
  Owner owner;
};

/// An open file. Closed by its destructor, without a sync.
///
/// Thread-safety: reads may run at once with each other and with writes to other places; whoever writes,
/// truncates and syncs sees to the order of those itself. Errors: 58030 for what the device says, 53100 where
/// the disk is full, 25006 for writing to a file opened to read.
class File {
 public:
  virtual ~File() = default;

  /// Reads up to `size` bytes from `offset` on; fewer than asked for only at the end of the file. Returns how
  /// many.
  virtual size_t read_at(uint64_t offset, void* data, size_t size) const = 0;
  /// Writes all bytes, growing the file where needed; a gap reads as zeros.
  virtual void write_at(uint64_t offset, const void* data, size_t size) = 0;
  virtual uint64_t size() const = 0;
  virtual void truncate(uint64_t size) = 0;
  /// After it returns, the contents and the size survive a power cut.
  virtual void sync_data() = 0;
  /// The same for contents and all attributes.
  virtual void sync() = 0;
  /// The file's bytes as of now, mapped; nothing where this kind of file can't be mapped (or is empty). A
  /// file that another process shortens while it is mapped kills the reader: map only what is known to be
  /// quiet.
  virtual std::optional<FileView> map() const { return std::nullopt; }
  virtual const std::string& path() const = 0;

  /// Reads exactly `size` bytes or raises XX001 naming the file and the place where it ends.
  void read_exactly_at(uint64_t offset, void* data, size_t size) const;
};

}  // namespace stoa
