#include "store/encoding/encoding.h"

#include <string>

#include "base/error.h"
#include "store/encoding/encodings.h"

namespace stoa::encoding {

void raise_damaged(const char* what) {
  raise(sqlstate::kDataCorrupted, std::string("a column segment is damaged: ") + what);
}

size_t physical_width(PhysicalType physical) {
  switch (physical) {
    case PhysicalType::kBool:
    case PhysicalType::kInt8:
    case PhysicalType::kUint8: return 1;
    case PhysicalType::kInt16:
    case PhysicalType::kUint16: return 2;
    case PhysicalType::kInt32:
    case PhysicalType::kUint32:
    case PhysicalType::kFloat: return 4;
    case PhysicalType::kInt64:
    case PhysicalType::kUint64:
    case PhysicalType::kDouble: return 8;
    case PhysicalType::kInt128:
    case PhysicalType::kText:
    case PhysicalType::kInterval: return 16;
    default: raise_damaged("its type is not one that segments hold");
  }
}

size_t begin_body(ByteWriter& writer, Encoding encoding, PhysicalType physical, size_t count) {
  writer.align(kBodyAlignment);
  const size_t start = writer.size();
  writer.put(static_cast<uint8_t>(encoding));
  writer.put(static_cast<uint8_t>(physical));
  writer.put(uint16_t{0});
  writer.put(static_cast<uint32_t>(count));
  writer.put(uint64_t{0});
  return start;
}

void end_body(ByteWriter& writer, size_t start) {
  writer.align(kBodyAlignment);
  writer.put_at(start + 8, static_cast<uint64_t>(writer.size() - start));
}

BodyBytes read_body(ByteReader& reader) {
  reader.align(kBodyAlignment);
  BodyBytes body;
  body.encoding = static_cast<Encoding>(reader.get<uint8_t>());
  body.physical = static_cast<PhysicalType>(reader.get<uint8_t>());
  if (reader.get<uint16_t>() != 0) {
    raise_damaged("reserved bytes of a body are not zero");
  }
  body.count = reader.get<uint32_t>();
  const auto size_bytes = reader.get<uint64_t>();
  if (size_bytes < kBodyHeaderBytes || size_bytes % kBodyAlignment != 0) {
    raise_damaged("a body's length is impossible");
  }
  body.payload = reader.take(size_bytes - kBodyHeaderBytes);
  return body;
}

EncodedBodyRef open_body(ByteReader& reader, PhysicalType physical, int depth) {
  if (depth > kDepthMax) {
    raise_damaged("bodies are nested too deep");
  }
  const BodyBytes body = read_body(reader);
  if (body.physical != physical) {
    raise_damaged("a body holds another type than expected");
  }
  switch (body.encoding) {
    case Encoding::kConstant: return open_constant(body);
    case Encoding::kPlain: return open_plain(body);
    case Encoding::kFrameOfReference: return open_frame_of_reference(body);
    case Encoding::kDelta: return open_delta(body);
    case Encoding::kRunLength: return open_run_length(body, depth);
    case Encoding::kDictionary: return open_dictionary(body, depth);
    case Encoding::kAlp: return open_alp(body);
    case Encoding::kPlainText: return open_plain_text(body, depth);
    case Encoding::kSymbolText: return open_symbol_text(body, depth);
  }
  raise_damaged("an encoding is unknown");
}

}  // namespace stoa::encoding
