#include "format/parquet/thrift_writer.h"

namespace stoa::parquet {

void CompactWriter::put_varint(uint64_t value) {
  for (; value >= 0x80; value >>= 7) {
    out_ += static_cast<char>((value & 0x7F) | 0x80);
  }
  out_ += static_cast<char>(value);
}

void CompactWriter::put_zigzag(int64_t value) {
  put_varint((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63));
}

void CompactWriter::field_header(int id, WireType type) {
  const int delta = id - last_ids_.back();
  if (delta > 0 && delta <= 15) {
    out_ += static_cast<char>(delta << 4 | static_cast<int>(type));
  } else {
    out_ += static_cast<char>(type);
    put_zigzag(id);
  }
  last_ids_.back() = id;
}

void CompactWriter::field_bool(int id, bool value) {
  field_header(id, value ? WireType::kTrue : WireType::kFalse);
}

void CompactWriter::field_int32(int id, int32_t value) {
  field_header(id, WireType::kInt32);
  put_zigzag(value);
}

void CompactWriter::field_int64(int id, int64_t value) {
  field_header(id, WireType::kInt64);
  put_zigzag(value);
}

void CompactWriter::field_int8(int id, int8_t value) {
  field_header(id, WireType::kInt8);
  out_ += static_cast<char>(value);
}

void CompactWriter::field_binary(int id, std::string_view value) {
  field_header(id, WireType::kBinary);
  element_binary(value);
}

void CompactWriter::begin_struct(int id) {
  field_header(id, WireType::kStruct);
  last_ids_.push_back(0);
}

void CompactWriter::begin_list(int id, WireType element, size_t size) {
  field_header(id, WireType::kList);
  if (size < 15) {
    out_ += static_cast<char>(size << 4 | static_cast<size_t>(element));
  } else {
    out_ += static_cast<char>(0xF0 | static_cast<int>(element));
    put_varint(size);
  }
}

void CompactWriter::end_struct() {
  out_ += '\0';
  last_ids_.pop_back();
}

void CompactWriter::end() {
  out_ += '\0';
}

void CompactWriter::element_binary(std::string_view value) {
  put_varint(value.size());
  out_ += value;
}

}  // namespace stoa::parquet
