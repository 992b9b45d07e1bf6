#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "format/parquet/thrift_reader.h"

namespace stoa::parquet {

/// Appends Thrift's compact protocol to a text; the reverse of CompactReader. Fields of a struct are written
/// in ascending order. One thread at a time.
class CompactWriter {
 public:
  explicit CompactWriter(std::string& out) : out_(out) { last_ids_.push_back(0); }

  void field_bool(int id, bool value);
  void field_int32(int id, int32_t value);
  void field_int64(int id, int64_t value);
  /// An 8-bit integer, which the protocol writes as it stands.
  void field_int8(int id, int8_t value);
  void field_binary(int id, std::string_view value);
  void begin_struct(int id);
  void begin_list(int id, WireType element, size_t size);
  /// A struct as an element of a list.
  void begin_element_struct() { last_ids_.push_back(0); }
  void end_struct();
  /// Ends the outermost struct.
  void end();
  void element_int32(int32_t value) { put_zigzag(value); }
  void element_int64(int64_t value) { put_zigzag(value); }
  void element_bool(bool value) { out_ += value ? '\1' : '\2'; }
  void element_binary(std::string_view value);

 private:
  void field_header(int id, WireType type);
  void put_varint(uint64_t value);
  void put_zigzag(int64_t value);

  std::string& out_;
  std::vector<int> last_ids_;
};

}  // namespace stoa::parquet
