#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// Reading Thrift's compact protocol, as far as Parquet's metadata needs it.
///
/// The bytes come from outside: every length is checked against what is left before anything is allocated,
/// nesting is limited, and whatever doesn't fit raises 22P04. The reader only views the bytes. One thread at
/// a time.
namespace stoa::parquet {

/// The types that a field or list element has on the wire.
enum class WireType : uint8_t {
  kStop = 0,
  kTrue = 1,
  kFalse = 2,
  kInt8 = 3,
  kInt16 = 4,
  kInt32 = 5,
  kInt64 = 6,
  kDouble = 7,
  kBinary = 8,
  kList = 9,
  kSet = 10,
  kMap = 11,
  kStruct = 12,
  kUuid = 13,
};

struct WireField {
  int id = 0;
  WireType type = WireType::kStop;
};

struct WireList {
  size_t size = 0;
  WireType element = WireType::kStop;
};

class CompactReader {
 public:
  explicit CompactReader(std::span<const std::byte> bytes) noexcept
      : begin_(bytes.data()), next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  /// Calls `on_field(WireField)` for each field of a struct; it must read the value or skip it.
  template <class OnField>
  void read_struct(OnField&& on_field) {
    enter();
    WireField field;
    while (next_field(field)) {
      on_field(field);
    }
    leave();
  }
  /// Calls `on_element()` for each element of the list that `field` holds; elements must be of type
  /// `element`.
  template <class OnElement>
  void read_list(const WireField& field, WireType element, OnElement&& on_element) {
    const WireList list = list_header(field, element);
    enter();
    for (size_t i = 0; i < list.size; ++i) {
      on_element();
    }
    leave();
  }

  bool read_bool(const WireField& field);
  /// Integers of any wire width that fit.
  int32_t read_int32(const WireField& field);
  int64_t read_int64(const WireField& field);
  std::string_view read_binary(const WireField& field);
  // List elements, whose type the list header has told.
  int32_t element_int32();
  int64_t element_int64();
  bool element_bool();
  std::string_view element_binary();

  /// Passes over a value of any type.
  void skip(const WireField& field) { skip_value(field.type, true); }

  size_t consumed_bytes() const noexcept { return static_cast<size_t>(next_ - begin_); }

 private:
  static constexpr int kDepthMax = 32;

  void enter();
  void leave() noexcept { --depth_; }
  bool next_field(WireField& field);
  WireList list_header(const WireField& field, WireType element);
  WireList any_list_header();
  uint8_t read_byte();
  uint64_t read_varint();
  int64_t read_zigzag();
  void skip_value(WireType type, bool is_field);
  void skip_bytes(uint64_t count);
  size_t left_bytes() const noexcept { return static_cast<size_t>(end_ - next_); }

  const std::byte* begin_;
  const std::byte* next_;
  const std::byte* end_;
  int depth_ = 0;
  int last_ids_[kDepthMax + 1] = {};
};

/// Raises 22P04: the file breaks the Parquet format. The file's name and the column are added further up.
[[noreturn]] void raise_malformed(std::string_view what);

}  // namespace stoa::parquet
