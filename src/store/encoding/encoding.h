#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "column/text_heap.h"
#include "store/encoding/byte_stream.h"
#include "types/logical_type.h"

/// What all encodings share. Byte tables and invariants: docs/formats/segment.md.
namespace stoa::encoding {

enum class Encoding : uint8_t {
  kConstant = 1,
  kPlain = 2,
  kFrameOfReference = 3,
  kDelta = 4,
  kRunLength = 5,
  kDictionary = 6,
  kAlp = 7,
  kPlainText = 8,
  kSymbolText = 9,
};

/// Values as they lie in a flat vector; all of them, those of NULL rows too, hold something valid.
struct Values {
  PhysicalType physical;
  size_t width_bytes;
  const std::byte* data;
  size_t count;

  template <class T>
  const T* as() const noexcept {
    return reinterpret_cast<const T*>(data);
  }
};

/// A sequence of encoded values, opened for reading. It points into bytes that its user keeps alive and that
/// have kSlackBytes readable bytes behind them. Immutable, thread-safe. Opening checks what can be checked
/// without reading all values; the rest is checked when read: XX001.
class EncodedBody {
 public:
  virtual ~EncodedBody() = default;
  EncodedBody(const EncodedBody&) = delete;
  EncodedBody& operator=(const EncodedBody&) = delete;

  Encoding encoding() const noexcept { return encoding_; }
  size_t count() const noexcept { return count_; }
  /// Writes the values [offset, offset + count) to `out`. Texts point into the bytes or into `heap`, which is
  /// only null for other types. `out` has 64 writable bytes behind.
  virtual void decode(size_t offset, size_t count, std::byte* out, TextHeap* heap) const = 0;
  /// out[i] = value[rows[i]]; the rows are the caller's and below count().
  virtual void gather(std::span<const uint32_t> rows, std::byte* out, TextHeap* heap) const = 0;
  /// All values as an array where they lie so, aligned; null otherwise.
  virtual const std::byte* plain_values() const noexcept { return nullptr; }

 protected:
  EncodedBody(Encoding encoding, size_t count) : count_(count), encoding_(encoding) {}

 private:
  size_t count_;
  Encoding encoding_;
};

using EncodedBodyRef = std::unique_ptr<const EncodedBody>;

/// Zero bytes at the end of a segment, so that SIMD may read past values.
inline constexpr size_t kSlackBytes = 64;
inline constexpr size_t kBodyAlignment = 16;
inline constexpr size_t kBodyHeaderBytes = 16;

/// Starts a body at the next aligned place, which is returned.
size_t begin_body(ByteWriter& writer, Encoding encoding, PhysicalType physical, size_t count);
/// Pads it and notes its length.
void end_body(ByteWriter& writer, size_t start);

/// A body's header and what follows it.
struct BodyBytes {
  Encoding encoding;
  PhysicalType physical;
  size_t count;
  std::span<const std::byte> payload;
};
/// Takes a body with its header from `reader`.
BodyBytes read_body(ByteReader& reader);
/// How deep bodies may stand in each other: runs of dictionary codes over texts with packed ends.
inline constexpr int kDepthMax = 4;
/// Takes and opens a body, which must hold `physical`.
EncodedBodyRef open_body(ByteReader& reader, PhysicalType physical, int depth = 0);

/// Bytes of one value of a physical type.
size_t physical_width(PhysicalType physical);

}  // namespace stoa::encoding
