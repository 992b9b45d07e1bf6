#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <stoa/export.h>

namespace stoa {

/// Five characters that classify an error, as the SQL standard and PostgreSQL's appendix A define them.
class SqlState {
 public:
  constexpr explicit SqlState(const char (&code)[6])
      : code_{code[0], code[1], code[2], code[3], code[4], '\0'} {}
  /// Makes a state from five characters met at run time; other lengths give "XX000".
  static constexpr SqlState from(std::string_view code) {
    SqlState state("XX000");
    if (code.size() == 5) {
      for (size_t i = 0; i < 5; ++i) {
        state.code_[i] = code[i];
      }
    }
    return state;
  }
  constexpr std::string_view view() const { return {code_, 5}; }
  constexpr const char* c_str() const { return code_; }
  friend constexpr bool operator==(const SqlState& a, const SqlState& b) { return a.view() == b.view(); }

 private:
  char code_[6];
};

/// The one exception type of StoaDB. What a user, a query, a file, a disk or a client can cause is thrown as
/// this.
///
/// `what()` is the message alone: one sentence without the SQLSTATE. `hint()` says what to do about it.
/// `place()` is the byte offset into the SQL text, where there is one. Copyable; safe to pass between
/// threads.
class STOA_EXPORT Error : public std::exception {
 public:
  Error(SqlState state, std::string message) : state_(state), message_(std::move(message)) {}

  const char* what() const noexcept override { return message_.c_str(); }
  const SqlState& state() const noexcept { return state_; }
  const std::string& message() const noexcept { return message_; }
  const std::string& hint() const noexcept { return hint_; }
  const std::string& detail() const noexcept { return detail_; }
  /// The names that an error about a constraint carries; empty where they don't apply.
  const std::string& constraint() const noexcept { return constraint_; }
  const std::string& table() const noexcept { return table_; }
  const std::string& column() const noexcept { return column_; }
  /// Byte offset into the text of the statement that failed.
  std::optional<size_t> place() const noexcept { return place_; }

  Error&& with_hint(std::string hint) && {
    hint_ = std::move(hint);
    return std::move(*this);
  }
  Error&& with_detail(std::string detail) && {
    detail_ = std::move(detail);
    return std::move(*this);
  }
  Error&& at(size_t place) && {
    place_ = place;
    return std::move(*this);
  }
  Error&& with_names(std::string constraint, std::string table, std::string column) && {
    constraint_ = std::move(constraint);
    table_ = std::move(table);
    column_ = std::move(column);
    return std::move(*this);
  }
  /// Sets the place unless an inner layer already knew it better.
  void set_place_if_none(size_t place) noexcept {
    if (!place_) {
      place_ = place;
    }
  }
  /// Moves the place, for a statement that starts inside a longer script.
  void shift_place(size_t offset) noexcept {
    if (place_) {
      *place_ += offset;
    }
  }

 private:
  SqlState state_;
  std::string message_;
  std::string hint_;
  std::string detail_;
  std::string constraint_;
  std::string table_;
  std::string column_;
  std::optional<size_t> place_;
};

}  // namespace stoa
