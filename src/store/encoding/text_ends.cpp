#include "store/encoding/text_ends.h"

#include "store/encoding/encodings.h"

namespace stoa::encoding {

TextEnds::TextEnds(ByteReader& reader, size_t count, int depth) {
  const auto size_bytes = reader.get<uint64_t>();
  ends_ = open_body(reader, PhysicalType::kUint64, depth + 1);
  if (ends_->count() != count) {
    raise_damaged("there are not as many ends as texts");
  }
  if (ends_->encoding() != Encoding::kDelta && ends_->encoding() != Encoding::kFrameOfReference) {
    raise_damaged("the ends of texts are encoded in an unknown way");
  }
  bytes_ = reader.take(size_bytes);
}

void encode_ends(std::span<const uint64_t> ends, ByteWriter& writer) {
  const Values values = {PhysicalType::kUint64, 8, reinterpret_cast<const std::byte*>(ends.data()),
                         ends.size()};
  ByteWriter deltas;
  ByteWriter packed;
  encode_delta(values, deltas);
  encode_frame_of_reference(values, packed);
  ByteWriter& smaller = packed.size() <= deltas.size() ? packed : deltas;
  writer.align(kBodyAlignment);
  writer.append(smaller.data(), smaller.size());
}

}  // namespace stoa::encoding
