#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "base/bits.h"

/// Writing and reading the bytes of a segment. All numbers are little endian; places are aligned relative to
/// the segment's start.
namespace stoa::encoding {

/// The bytes are not what a writer leaves: raises XX001 naming what is wrong.
[[noreturn]] void raise_damaged(const char* what);

/// Collects bytes. One thread.
class ByteWriter {
 public:
  size_t size() const noexcept { return bytes_.size(); }
  template <class T>
  void put(T value) {
    append(&value, sizeof(T));
  }
  template <class T>
  void put_at(size_t place, T value) {
    std::memcpy(bytes_.data() + place, &value, sizeof(T));
  }
  void append(const void* data, size_t size_bytes) {
    if (size_bytes != 0) {
      std::memcpy(grow(size_bytes), data, size_bytes);
    }
  }
  /// Room for `size_bytes` more, zeroed; valid until the next call that adds bytes.
  std::byte* grow(size_t size_bytes) {
    const size_t place = bytes_.size();
    bytes_.resize(place + size_bytes);
    return bytes_.data() + place;
  }
  void align(size_t multiple) { bytes_.resize(round_up(bytes_.size(), multiple)); }
  std::byte* data() noexcept { return bytes_.data(); }
  std::vector<std::byte> take() noexcept { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads from a span, never beyond it: raises XX001 instead.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  T get() {
    return load_unaligned<T>(take(sizeof(T)).data());
  }
  std::span<const std::byte> take(uint64_t size_bytes) {
    if (size_bytes > left()) {
      raise_damaged("a part reaches beyond the end");
    }
    const auto taken = bytes_.subspan(place_, size_bytes);
    place_ += size_bytes;
    return taken;
  }
  void align(size_t multiple) { take(round_up(place_, multiple) - place_); }
  size_t left() const noexcept { return bytes_.size() - place_; }
  /// What is left, without taking it.
  std::span<const std::byte> rest() const noexcept { return bytes_.subspan(place_); }

 private:
  std::span<const std::byte> bytes_;
  size_t place_ = 0;
};

}  // namespace stoa::encoding
