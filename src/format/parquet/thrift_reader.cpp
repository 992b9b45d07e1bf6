#include "format/parquet/thrift_reader.h"

#include "base/error.h"

namespace stoa::parquet {

void raise_malformed(std::string_view what) {
  raise(sqlstate::kBadCopyFormat, std::string(what));
}

void CompactReader::enter() {
  if (depth_ >= kDepthMax) {
    raise_malformed("metadata is nested too deeply");
  }
  last_ids_[++depth_] = 0;
}

uint8_t CompactReader::read_byte() {
  if (next_ == end_) {
    raise_malformed("metadata ends too early");
  }
  return static_cast<uint8_t>(*next_++);
}

uint64_t CompactReader::read_varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const uint8_t byte = read_byte();
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) {
      return value;
    }
  }
  raise_malformed("metadata holds an integer of more than 64 bits");
}

int64_t CompactReader::read_zigzag() {
  const uint64_t value = read_varint();
  return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

bool CompactReader::next_field(WireField& field) {
  const uint8_t head = read_byte();
  if (head == 0) {
    return false;
  }
  const int delta = head >> 4;
  const int64_t id = delta != 0 ? last_ids_[depth_] + delta : read_zigzag();
  if (id < 0 || id > 32767) {
    raise_malformed("metadata has a field number out of range");
  }
  field.id = static_cast<int>(id);
  field.type = static_cast<WireType>(head & 0x0F);
  last_ids_[depth_] = field.id;
  return true;
}

WireList CompactReader::any_list_header() {
  const uint8_t head = read_byte();
  WireList list;
  const uint64_t size = (head >> 4) != 15 ? head >> 4 : read_varint();
  // Every element takes a byte at least, so a longer list is a lie; nothing is allocated for it.
  if (size > left_bytes()) {
    raise_malformed("metadata has a list longer than itself");
  }
  list.size = static_cast<size_t>(size);
  list.element = static_cast<WireType>(head & 0x0F);
  return list;
}

WireList CompactReader::list_header(const WireField& field, WireType element) {
  if (field.type != WireType::kList && field.type != WireType::kSet) {
    raise_malformed("metadata has a field of the wrong type");
  }
  const WireList list = any_list_header();
  const bool both_bool = element == WireType::kTrue && list.element == WireType::kFalse;
  if (list.size != 0 && list.element != element && !both_bool) {
    raise_malformed("metadata has a list of the wrong type");
  }
  return list;
}

bool CompactReader::read_bool(const WireField& field) {
  if (field.type != WireType::kTrue && field.type != WireType::kFalse) {
    raise_malformed("metadata has a field of the wrong type");
  }
  return field.type == WireType::kTrue;
}

int64_t CompactReader::read_int64(const WireField& field) {
  if (field.type == WireType::kInt8) {
    return static_cast<int8_t>(read_byte());
  }
  if (field.type != WireType::kInt16 && field.type != WireType::kInt32 && field.type != WireType::kInt64) {
    raise_malformed("metadata has a field of the wrong type");
  }
  return read_zigzag();
}

int32_t CompactReader::read_int32(const WireField& field) {
  const int64_t value = read_int64(field);
  if (value < INT32_MIN || value > INT32_MAX) {
    raise_malformed("metadata has a number out of range");
  }
  return static_cast<int32_t>(value);
}

std::string_view CompactReader::read_binary(const WireField& field) {
  if (field.type != WireType::kBinary) {
    raise_malformed("metadata has a field of the wrong type");
  }
  return element_binary();
}

int32_t CompactReader::element_int32() {
  const int64_t value = read_zigzag();
  if (value < INT32_MIN || value > INT32_MAX) {
    raise_malformed("metadata has a number out of range");
  }
  return static_cast<int32_t>(value);
}

int64_t CompactReader::element_int64() {
  return read_zigzag();
}

bool CompactReader::element_bool() {
  return read_byte() == 1;
}

std::string_view CompactReader::element_binary() {
  const uint64_t size = read_varint();
  if (size > left_bytes()) {
    raise_malformed("metadata has a text longer than itself");
  }
  const auto* text = reinterpret_cast<const char*>(next_);
  next_ += size;
  return {text, static_cast<size_t>(size)};
}

void CompactReader::skip_bytes(uint64_t count) {
  if (count > left_bytes()) {
    raise_malformed("metadata ends too early");
  }
  next_ += count;
}

void CompactReader::skip_value(WireType type, bool is_field) {
  switch (type) {
    case WireType::kTrue:
    case WireType::kFalse:
      if (!is_field) {
        skip_bytes(1);
      }
      return;
    case WireType::kInt8: skip_bytes(1); return;
    case WireType::kInt16:
    case WireType::kInt32:
    case WireType::kInt64: read_varint(); return;
    case WireType::kDouble: skip_bytes(8); return;
    case WireType::kUuid: skip_bytes(16); return;
    case WireType::kBinary: skip_bytes(read_varint()); return;
    case WireType::kList:
    case WireType::kSet: {
      const WireList list = any_list_header();
      enter();
      for (size_t i = 0; i < list.size; ++i) {
        skip_value(list.element, false);
      }
      leave();
      return;
    }
    case WireType::kMap: {
      const uint64_t size = read_varint();
      if (size > left_bytes()) {
        raise_malformed("metadata has a map longer than itself");
      }
      const uint8_t types = size == 0 ? 0 : read_byte();
      enter();
      for (uint64_t i = 0; i < size; ++i) {
        skip_value(static_cast<WireType>(types >> 4), false);
        skip_value(static_cast<WireType>(types & 0x0F), false);
      }
      leave();
      return;
    }
    case WireType::kStruct: read_struct([this](const WireField& field) { skip(field); }); return;
    case WireType::kStop: break;
  }
  raise_malformed("metadata has a field of an unknown type");
}

}  // namespace stoa::parquet
