#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "store/encoding/encoding.h"

namespace stoa::encoding {

/// Byte strings behind each other, cut by a body of ascending ends: what both text encodings stand on. A text
/// that would reach beyond the bytes raises XX001 when it is read. Immutable, thread-safe.
class TextEnds {
 public:
  /// Takes the number of bytes, the ends and the bytes.
  TextEnds(ByteReader& reader, size_t count, int depth);

  size_t count() const noexcept { return ends_->count(); }
  std::string_view text(uint32_t row) const {
    std::array<uint64_t, 2 + kSlackBytes / 8> ends = {};
    const std::array<uint32_t, 2> rows = {row - 1, row};
    ends_->gather(std::span(rows).subspan(row == 0 ? 1 : 0),
                  reinterpret_cast<std::byte*>(&ends[row == 0 ? 1 : 0]), nullptr);
    return cut(ends[0], ends[1]);
  }
  /// Calls use(std::string_view) for each text of [offset, offset + count), in order.
  template <class Use>
  void for_each(size_t offset, size_t count, const Use& use) const {
    std::array<uint64_t, kChunk + kSlackBytes / 8> ends;
    uint64_t begin = 0;
    if (offset != 0 && count != 0) {
      ends_->decode(offset - 1, 1, reinterpret_cast<std::byte*>(ends.data()), nullptr);
      begin = ends[0];
    }
    while (count != 0) {
      // Chunks end where packed blocks do, which are decoded whole.
      const size_t piece = std::min(count, kChunk - offset % kChunk);
      ends_->decode(offset, piece, reinterpret_cast<std::byte*>(ends.data()), nullptr);
      for (size_t i = 0; i < piece; ++i) {
        use(cut(begin, ends[i]));
        begin = ends[i];
      }
      offset += piece;
      count -= piece;
    }
  }

 private:
  static constexpr size_t kChunk = 1024;
  std::string_view cut(uint64_t begin, uint64_t end) const {
    if (begin > end || end > bytes_.size() || end - begin > UINT32_MAX) {
      raise_damaged("a text reaches beyond its bytes");
    }
    return {reinterpret_cast<const char*>(bytes_.data()) + begin, static_cast<size_t>(end - begin)};
  }

  EncodedBodyRef ends_;
  std::span<const std::byte> bytes_;
};

}  // namespace stoa::encoding
