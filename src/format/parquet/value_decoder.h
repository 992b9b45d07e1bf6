#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "column/text_heap.h"
#include "format/parquet/schema.h"
#include "types/text_view.h"

namespace stoa::parquet {

/// The bytes of some texts lying in one piece, maybe with lengths between them; empty where they don't.
struct TextRange {
  const char* data = nullptr;
  size_t size = 0;
};

/// Reads the values of one data page in order, as Parquet stores them: one class per encoding (dictionaries
/// apart).
///
/// Views the page's bytes, which must live as long as it and as the texts it gives, inside a Buffer (kernels
/// read into its slack). Raises 22P04 when the page has fewer values than asked for. One thread at a time.
class ValueDecoder {
 public:
  virtual ~ValueDecoder() = default;

  /// Fixed-width values behind each other: booleans as bytes 0 and 1, others with stored_bytes each.
  virtual void decode(std::byte* out, size_t count) = 0;
  /// Byte arrays, also fixed-length ones. What isn't in the page as it stands goes to `heap`, made when
  /// needed.
  virtual TextRange decode_texts(TextView* out, size_t count, std::shared_ptr<TextHeap>& heap) = 0;
  virtual void skip(size_t count) = 0;
  /// The next values where they stand, and moves past them; null where the encoding changes them.
  virtual const std::byte* direct(size_t /*count*/) { return nullptr; }
};

/// For `bytes` of a page in an encoding other than the dictionary ones. Raises 22P04 for an encoding that the
/// type can't have.
std::unique_ptr<ValueDecoder> make_value_decoder(Encoding encoding, const Leaf& leaf,
                                                 std::span<const std::byte> bytes);

}  // namespace stoa::parquet
