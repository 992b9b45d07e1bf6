#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "format/compression.h"
#include "io/file.h"

namespace stoa::csv {

/// Bytes one after another. One thread at a time.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// Fills `to` with up to `size` bytes; fewer only at the end. Returns how many.
  virtual size_t read(char* to, size_t size) = 0;
};

/// A file's bytes from an offset on. `file` must outlive it.
std::unique_ptr<ByteStream> stream_file(const File& file, uint64_t offset);
/// A file's decompressed bytes. Raises XX001 naming the file where it is damaged or cut off.
std::unique_ptr<ByteStream> stream_decompressed(const File& file, Compression compression);
/// UTF-16 (by its byte order mark; big-endian without one) as UTF-8. Raises 22021, naming `path`, for an
/// unpaired surrogate.
std::unique_ptr<ByteStream> stream_utf16(std::unique_ptr<ByteStream> bytes, std::string path);
/// The stream without its first `size` bytes.
std::unique_ptr<ByteStream> stream_behind(std::unique_ptr<ByteStream> bytes, uint64_t size);

}  // namespace stoa::csv
