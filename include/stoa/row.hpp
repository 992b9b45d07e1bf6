#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <stoa/error.hpp>
#include <stoa/export.h>

namespace stoa {

class Result;

namespace detail {

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

/// Raises 22003: a value does not fit the type that it is read as.
[[noreturn]] STOA_EXPORT void raise_does_not_fit(int64_t value);
/// Raises 22004: NULL read as a type that has none.
[[noreturn]] STOA_EXPORT void raise_null(size_t column);

}  // namespace detail

/// One row of a result. A view: valid as long as its result. Columns are numbered from 0.
///
/// Reading raises 22023 for a column that is not there, 42804 for a value of another kind, 22003 for one that
/// does not fit, 22004 for NULL read as something that has no NULL.
class STOA_EXPORT Row {
 public:
  Row(const Result& result, size_t number) noexcept : result_(&result), number_(number) {}

  size_t number() const noexcept { return number_; }
  bool is_null(size_t column) const;
  bool boolean(size_t column) const;
  /// Of integers, booleans, dates, times, timestamps.
  int64_t integer(size_t column) const;
  /// Of all numbers.
  double number(size_t column) const;
  /// The bytes of TEXT, JSON and BYTEA where they lie: valid as long as the result.
  std::string_view bytes(size_t column) const;
  /// Any type, in SQL's text form; the bytes of BYTEA as they are.
  std::string text(size_t column) const;

  /// The value as a bool, an integer or floating point type, std::string (any type), std::string_view (TEXT,
  /// JSON, BYTEA), or a std::optional of these, which is empty for NULL.
  template <class T>
  T get(size_t column) const {
    if constexpr (detail::IsOptional<T>::value) {
      return is_null(column) ? T() : T(get<typename T::value_type>(column));
    } else {
      if (is_null(column)) {
        detail::raise_null(column);
      }
      return read<T>(column);
    }
  }
  /// The same by name; of equal names the first.
  template <class T>
  T get(std::string_view name) const {
    return get<T>(column_index(name));
  }
  /// Raises 42703 with a near name.
  size_t column_index(std::string_view name) const;

 private:
  template <class T>
  T read(size_t column) const {
    if constexpr (std::same_as<T, bool>) {
      return boolean(column);
    } else if constexpr (std::integral<T>) {
      const int64_t value = integer(column);
      const auto narrow = static_cast<T>(value);
      if (static_cast<int64_t>(narrow) != value || (narrow < T{}) != (value < 0)) {
        detail::raise_does_not_fit(value);
      }
      return narrow;
    } else if constexpr (std::floating_point<T>) {
      return static_cast<T>(number(column));
    } else if constexpr (std::same_as<T, std::string_view>) {
      return bytes(column);
    } else {
      static_assert(std::same_as<T, std::string>,
                    "Row::get reads bool, numbers, text, and optionals of these");
      return text(column);
    }
  }

  const Result* result_;
  size_t number_;
};

}  // namespace stoa
