#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "types/logical_type.h"
#include "types/value.h"

/// Which casts there are, how far they go by themselves, and the cores that single values (cast_value in
/// value.h) and vectors (column/cast.h) share, so that both always agree.
namespace stoa {

enum class CastKind : uint8_t {
  kImplicit,    ///< in any expression
  kAssignment,  ///< when stored into a column (INSERT, UPDATE)
  kExplicit,    ///< CAST and :: only
  kNone,
};

/// PostgreSQL's pg_cast, extended to the types that it lacks: HUGEINT and the unsigned integers widen
/// implicitly and narrow by assignment; JSON is text with assignment both ways; ENUM goes to text implicitly,
/// as PostgreSQL's I/O casts, everything goes to text by assignment and from text explicitly. (A quoted
/// literal has no type yet: the binder casts it as it likes.) BIGINT and BOOLEAN, explicit in PostgreSQL only
/// for INTEGER, convert for all integers.
CastKind cast_kind(const LogicalType& from, const LogicalType& to) noexcept;

/// For overload resolution: 0 for the same type (modifiers aside), more the farther an implicit cast goes, -1
/// where there is none. Within numbers the order prefers the narrowest type that loses nothing, and double to
/// decimal only where nothing else fits; NULL goes anywhere for 1.
int implicit_cast_cost(const LogicalType& from, const LogicalType& to) noexcept;

// --- cores; false: out of range (NaN and infinities too)
/// Rounds half to even, as PostgreSQL's rint.
[[nodiscard]] bool double_to_int64(double value, int64_t& result) noexcept;
[[nodiscard]] bool double_to_int128(double value, Int128& result) noexcept;
/// False where a finite value would become infinite, or a small one zero.
[[nodiscard]] bool double_to_float(double value, float& result) noexcept;
/// Between DATE, TIMESTAMP, TIMESTAMPTZ and to TIME, where cast_kind allows it, on stored integers.
[[nodiscard]] bool cast_temporal(int64_t stored, TypeId from, TypeId to, int64_t& result) noexcept;
/// The time of day that an interval's hours reach, days and months left aside.
int64_t interval_to_time(const Interval& interval) noexcept;
/// The least and greatest value that an integer type holds.
Int128 integer_minimum(TypeId id) noexcept;
Int128 integer_maximum(TypeId id) noexcept;
[[nodiscard]] inline bool fits_integer(Int128 value, TypeId id) noexcept {
  return value >= integer_minimum(id) && value <= integer_maximum(id);
}

/// Brings text to VARCHAR(n) or CHAR(n): cut to n characters, CHAR padded with blanks. `storage` holds the
/// result when it had to be built.
std::string_view fit_text(std::string_view text, const LogicalType& target, std::string& storage);
/// The same for storing into a column: false when more than blanks would be cut off (22001).
[[nodiscard]] bool fit_text_exactly(std::string_view text, const LogicalType& target, std::string& storage,
                                    std::string_view& result);

/// Casts for storing into a column of `target`: like cast_value, but a text too long for VARCHAR(n) raises
/// 22001.
Value assign_value(const Value& value, const LogicalType& target);

/// An ENUM's code for a label, or false.
[[nodiscard]] bool find_label(const LogicalType& enumeration, std::string_view label,
                              uint32_t& code) noexcept;

// --- errors, all with the value at fault in the message
/// What is wrong with a text that a parser refused: 22P02, 22003, 22007, 22008 or 22015.
[[noreturn]] void raise_bad_text(std::string_view text, const LogicalType& target);
/// 22003 (22008 for temporal types): `value` is not in the range of `target`.
[[noreturn]] void raise_out_of_range(const Value& value, const LogicalType& target);
/// 42846: cannot cast type a to b.
[[noreturn]] void raise_no_cast(const LogicalType& from, const LogicalType& to);
/// 22001: value too long for type character varying(n).
[[noreturn]] void raise_too_long(const LogicalType& target);

}  // namespace stoa
