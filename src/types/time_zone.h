#pragma once

#include <cstdint>
#include <string_view>

/// Time zones: names of the IANA database (any case), the usual abbreviations (EST, CEST, ...) and fixed
/// offsets
/// (+02, -05:30). Offsets are seconds east of UTC. Thread-safe; never throw; false means that there is no
/// such zone.
namespace stoa {

/// Reads +HH, +HHMM, +HH:MM or +HH:MM:SS, sign required, up to 15:59:59.
[[nodiscard]] bool parse_zone_offset(std::string_view text, int32_t& offset_seconds) noexcept;

/// The offset in force at an instant.
[[nodiscard]] bool zone_offset_at(std::string_view zone, int64_t utc_micros,
                                  int32_t& offset_seconds) noexcept;

/// The offset that a local time is meant with. A time that clocks skip is read with the offset before the
/// change, one that they show twice with the offset after it, as PostgreSQL does.
[[nodiscard]] bool zone_offset_of_local(std::string_view zone, int64_t local_micros,
                                        int32_t& offset_seconds) noexcept;

}  // namespace stoa
