#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <stoa/stoa.h>

namespace stoa {

namespace detail {

__extension__ typedef __int128 Int128;

/// How a C type lies in a column: b(oolean), i(nteger), u(nsigned), f(loating), t(ext), v (an interval).
template <class T>
inline constexpr char kCell = std::same_as<T, bool>                                ? 'b'
                              : std::same_as<T, stoa_text>                         ? 't'
                              : std::same_as<T, stoa_interval>                     ? 'v'
                              : std::floating_point<T>                             ? 'f'
                              : std::same_as<T, Int128> || std::signed_integral<T> ? 'i'
                              : std::unsigned_integral<T>                          ? 'u'
                                                                                   : '\0';

}  // namespace detail

/// A type with its modifiers. Plain data.
struct ColumnType {
  stoa_type id = STOA_TYPE_NULL;
  uint8_t precision = 0;  ///< digits of a DECIMAL
  uint8_t scale = 0;      ///< of them behind the point
  std::string name;       ///< as SQL writes it: "decimal(15,2)"
};

/// Part of a column as an array, without a copy where it was not kept as a dictionary. T is the type's C type
/// (see stoa_type): int32_t for INTEGER and DATE, double for DOUBLE, stoa_text for TEXT, ...
/// Valid as long as its result.
template <class T>
class ColumnBatch {
 public:
  ColumnBatch(std::span<const T> values, const uint64_t* validity) noexcept
      : values_(values), validity_(validity) {}

  size_t size() const noexcept { return values_.size(); }
  /// Values of NULL rows mean nothing.
  std::span<const T> values() const noexcept { return values_; }
  bool has_nulls() const noexcept { return validity_ != nullptr; }
  bool is_null(size_t row) const noexcept {
    return validity_ != nullptr && (validity_[row / 64] >> (row % 64) & 1) == 0;
  }
  const T& operator[](size_t row) const noexcept { return values_[row]; }

 private:
  std::span<const T> values_;
  const uint64_t* validity_;
};

/// A text of a ColumnBatch<stoa_text>.
inline std::string_view to_view(const stoa_text& text) noexcept {
  return {stoa_text_data(&text), text.size};
}

}  // namespace stoa
