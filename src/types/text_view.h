#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace stoa {

/// A text or byte value in a column vector: 16 bytes, holding texts of up to 12 bytes itself and otherwise
/// their first four bytes and a pointer into a heap that the vector keeps alive. Unused inline bytes are
/// zero, so that equality of short texts is equality of 16 bytes. At most 4 GiB - 1. Compares as unsigned
/// bytes.
class TextView {
 public:
  static constexpr uint32_t kInlineBytes = 12;

  TextView() = default;
  TextView(const char* data, uint32_t size) noexcept {
    size_ = size;
    if (size <= kInlineBytes) {
      std::memset(body_.inlined, 0, kInlineBytes);
      if (size != 0) {
        std::memcpy(body_.inlined, data, size);
      }
    } else {
      std::memcpy(body_.pointed.prefix, data, 4);
      body_.pointed.data = data;
    }
  }
  explicit TextView(std::string_view text) noexcept
      : TextView(text.data(), static_cast<uint32_t>(text.size())) {}

  uint32_t size() const noexcept { return size_; }
  bool is_inlined() const noexcept { return size_ <= kInlineBytes; }
  const char* data() const noexcept { return is_inlined() ? body_.inlined : body_.pointed.data; }
  std::string_view view() const noexcept { return {data(), size_}; }
  /// The first four bytes, zero-padded, as a number whose order is theirs.
  uint32_t prefix_order() const noexcept {
    uint32_t prefix;
    std::memcpy(&prefix, body_.inlined, 4);
    return __builtin_bswap32(prefix);
  }

  friend bool operator==(const TextView& a, const TextView& b) noexcept {
    uint64_t head_a, head_b;
    std::memcpy(&head_a, &a, 8);
    std::memcpy(&head_b, &b, 8);
    if (head_a != head_b) {
      return false;
    }
    if (a.is_inlined()) {
      uint64_t tail_a, tail_b;
      std::memcpy(&tail_a, a.body_.inlined + 4, 8);
      std::memcpy(&tail_b, b.body_.inlined + 4, 8);
      return tail_a == tail_b;
    }
    return a.body_.pointed.data == b.body_.pointed.data ||
           std::memcmp(a.body_.pointed.data, b.body_.pointed.data, a.size_) == 0;
  }
  /// Negative, zero, positive: byte order, a prefix before what it begins.
  friend int compare(const TextView& a, const TextView& b) noexcept {
    const uint32_t head_a = a.prefix_order();
    const uint32_t head_b = b.prefix_order();
    if (head_a != head_b) {
      return head_a < head_b ? -1 : 1;
    }
    return a.view().compare(b.view());
  }
  friend bool operator<(const TextView& a, const TextView& b) noexcept { return compare(a, b) < 0; }

 private:
  uint32_t size_ = 0;
  union {
    char inlined[kInlineBytes];
    struct __attribute__((packed)) {
      char prefix[4];
      const char* data;
    } pointed;
  } body_ = {};
};
static_assert(sizeof(TextView) == 16);

}  // namespace stoa
