// Texts behind each other and where each ends. Vectors point at them.
#include <algorithm>

#include "store/encoding/encodings.h"
#include "store/encoding/text_ends.h"
#include "types/text_view.h"

namespace stoa::encoding {

namespace {

class PlainTextBody final : public EncodedBody {
 public:
  explicit PlainTextBody(TextEnds texts)
      : EncodedBody(Encoding::kPlainText, texts.count()), texts_(std::move(texts)) {}

  void decode(size_t offset, size_t count, std::byte* out, TextHeap*) const override {
    auto* views = reinterpret_cast<TextView*>(out);
    texts_.for_each(offset, count, [&](std::string_view text) { *views++ = TextView(text); });
  }
  void gather(std::span<const uint32_t> rows, std::byte* out, TextHeap*) const override {
    auto* views = reinterpret_cast<TextView*>(out);
    for (size_t i = 0; i < rows.size(); ++i) {
      views[i] = TextView(texts_.text(rows[i]));
    }
  }

 private:
  TextEnds texts_;
};

}  // namespace

bool encode_plain_text(const Values& values, ByteWriter& writer) {
  if (values.physical != PhysicalType::kText) {
    return false;
  }
  const size_t start = begin_body(writer, Encoding::kPlainText, values.physical, values.count);
  const auto* views = values.as<TextView>();
  std::vector<uint64_t> ends(values.count);
  uint64_t end = 0;
  for (size_t i = 0; i < values.count; ++i) {
    end += views[i].size();
    ends[i] = end;
  }
  writer.put(end);
  encode_ends(ends, writer);
  for (size_t i = 0; i < values.count; ++i) {
    writer.append(views[i].data(), views[i].size());
  }
  end_body(writer, start);
  return true;
}

EncodedBodyRef open_plain_text(const BodyBytes& body, int depth) {
  if (body.physical != PhysicalType::kText) {
    raise_damaged("texts of another type");
  }
  ByteReader reader(body.payload);
  return std::make_unique<PlainTextBody>(TextEnds(reader, body.count, depth));
}

}  // namespace stoa::encoding
