#pragma once

#include <cstdint>
#include <string_view>

#include "base/int128.h"

/// The texts that CSV's type detection takes for values, and fast ways to read them. Stricter than SQL's
/// casts: a text that only might be a date stays a text. Every function reads up to 24 bytes behind its text;
/// a false return leaves the result alone. Blanks around are skipped.
namespace stoa::csv {

/// [sign] digits within 64 bits.
[[nodiscard]] bool read_bigint(std::string_view text, int64_t& result) noexcept;
/// The same within 128 bits.
[[nodiscard]] bool read_hugeint(std::string_view text, Int128& result) noexcept;
/// A decimal number with or without exponent, nan, inf, infinity; correctly rounded.
[[nodiscard]] bool read_double(std::string_view text, double& result) noexcept;
/// true or false, any case.
[[nodiscard]] bool read_boolean(std::string_view text, bool& result) noexcept;
/// YYYY-MM-DD or YYYY/MM/DD.
[[nodiscard]] bool read_date(std::string_view text, int32_t& days) noexcept;
/// HH:MM:SS[.fraction].
[[nodiscard]] bool read_time(std::string_view text, int64_t& micros) noexcept;
/// A date as above, alone or with T or a blank and HH:MM[:SS[.fraction]].
[[nodiscard]] bool read_timestamp(std::string_view text, int64_t& micros) noexcept;
/// The same, perhaps with an offset: Z, +HH, +HHMM, +HH:MM. UTC where it has none.
[[nodiscard]] bool read_timestamptz(std::string_view text, int64_t& micros) noexcept;

/// What a text may be: a set of these.
enum Candidate : uint32_t {
  kMayBeBoolean = 1,
  kMayBeBigint = 2,
  kMayBeHugeint = 4,
  kMayBeDouble = 8,
  kMayBeDate = 16,
  kMayBeTime = 32,
  kMayBeTimestamp = 64,
  kMayBeTimestamptz = 128,
  kMayBeText = 256,
  kMayBeAnything = 511,
};
/// All that `text` may be, found by the functions above.
uint32_t candidates_of(std::string_view text) noexcept;

}  // namespace stoa::csv
