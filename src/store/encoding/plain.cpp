// Fixed-width values as they lie in a vector, which may point at them.
#include "store/encoding/encodings.h"

namespace stoa::encoding {

namespace {

class PlainBody final : public EncodedBody {
 public:
  PlainBody(size_t count, size_t width_bytes, const std::byte* values)
      : EncodedBody(Encoding::kPlain, count), width_bytes_(width_bytes), values_(values) {}

  void decode(size_t offset, size_t count, std::byte* out, TextHeap*) const override {
    std::memcpy(out, values_ + offset * width_bytes_, count * width_bytes_);
  }
  void gather(std::span<const uint32_t> rows, std::byte* out, TextHeap*) const override {
    switch (width_bytes_) {
      case 1: return gather_typed<uint8_t>(rows, out);
      case 2: return gather_typed<uint16_t>(rows, out);
      case 4: return gather_typed<uint32_t>(rows, out);
      case 8: return gather_typed<uint64_t>(rows, out);
      default: return gather_typed<Pair>(rows, out);
    }
  }
  const std::byte* plain_values() const noexcept override { return values_; }

 private:
  struct Pair {
    uint64_t halves[2];
  };
  template <class T>
  void gather_typed(std::span<const uint32_t> rows, std::byte* out) const {
    for (size_t i = 0; i < rows.size(); ++i) {
      std::memcpy(out + i * sizeof(T), values_ + rows[i] * sizeof(T), sizeof(T));
    }
  }

  size_t width_bytes_;
  const std::byte* values_;
};

bool is_fit(PhysicalType physical) {
  return physical != PhysicalType::kText && physical != PhysicalType::kBool;
}

}  // namespace

bool encode_plain(const Values& values, ByteWriter& writer) {
  if (!is_fit(values.physical)) {
    return false;
  }
  const size_t start = begin_body(writer, Encoding::kPlain, values.physical, values.count);
  writer.append(values.data, values.count * values.width_bytes);
  end_body(writer, start);
  return true;
}

EncodedBodyRef open_plain(const BodyBytes& body) {
  if (!is_fit(body.physical)) {
    raise_damaged("plain values of a type that has none");
  }
  const size_t width_bytes = physical_width(body.physical);
  ByteReader reader(body.payload);
  return std::make_unique<PlainBody>(body.count, width_bytes, reader.take(body.count * width_bytes).data());
}

}  // namespace stoa::encoding
