// One value for all rows.
#include <algorithm>

#include "store/encoding/encodings.h"
#include "types/text_view.h"

namespace stoa::encoding {

namespace {

class ConstantBody final : public EncodedBody {
 public:
  ConstantBody(size_t count, size_t width_bytes, const std::byte* value)
      : EncodedBody(Encoding::kConstant, count), width_bytes_(width_bytes) {
    std::memcpy(value_, value, width_bytes);
  }

  void decode(size_t, size_t count, std::byte* out, TextHeap*) const override {
    if (count == 0) {
      return;
    }
    // Doubling what is there already.
    std::memcpy(out, value_, width_bytes_);
    for (size_t done = 1; done < count;) {
      const size_t more = std::min(done, count - done);
      std::memcpy(out + done * width_bytes_, out, more * width_bytes_);
      done += more;
    }
  }
  void gather(std::span<const uint32_t> rows, std::byte* out, TextHeap* heap) const override {
    decode(0, rows.size(), out, heap);
  }
  const std::byte* value() const noexcept { return value_; }

 private:
  size_t width_bytes_;
  alignas(16) std::byte value_[16] = {};
};

bool is_constant(const Values& values) {
  if (values.physical == PhysicalType::kText) {
    const auto* texts = values.as<TextView>();
    return std::all_of(texts, texts + values.count, [&](const TextView& text) { return text == texts[0]; });
  }
  return std::memcmp(values.data, values.data + values.width_bytes,
                     (values.count - 1) * values.width_bytes) == 0;
}

}  // namespace

bool encode_constant(const Values& values, ByteWriter& writer) {
  if (values.count == 0 || !is_constant(values)) {
    return false;
  }
  const size_t start = begin_body(writer, Encoding::kConstant, values.physical, values.count);
  if (values.physical == PhysicalType::kText) {
    const auto& text = values.as<TextView>()[0];
    writer.put(uint64_t{text.size()});
    writer.append(text.data(), text.size());
  } else {
    writer.append(values.data, values.width_bytes);
  }
  end_body(writer, start);
  return true;
}

EncodedBodyRef open_constant(const BodyBytes& body) {
  ByteReader reader(body.payload);
  if (body.physical == PhysicalType::kText) {
    const auto size_bytes = reader.get<uint64_t>();
    const auto bytes = reader.take(size_bytes);
    if (size_bytes > UINT32_MAX) {
      raise_damaged("a text is too long");
    }
    const TextView text(reinterpret_cast<const char*>(bytes.data()), static_cast<uint32_t>(size_bytes));
    return std::make_unique<ConstantBody>(body.count, sizeof(TextView),
                                          reinterpret_cast<const std::byte*>(&text));
  }
  const size_t width_bytes = physical_width(body.physical);
  const auto value = reader.take(width_bytes);
  if (body.physical == PhysicalType::kBool && std::to_integer<uint8_t>(value[0]) > 1) {
    raise_damaged("a boolean is neither false nor true");
  }
  return std::make_unique<ConstantBody>(body.count, width_bytes, value.data());
}

}  // namespace stoa::encoding
