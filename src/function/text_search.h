#pragma once

#include <cstddef>
#include <string_view>

namespace stoa {

/// The place of the first `needle` in `text`, or std::string_view::npos. As std::string_view::find, at 16
/// places at once: blocks in which both the needle's first and its last byte match are looked at closer
/// (Mula, "SIMD-friendly algorithms for substring searching", 2016). Reads no byte outside of `text`.
size_t find_text(std::string_view text, std::string_view needle) noexcept;
/// The same from a place on.
size_t find_text(std::string_view text, std::string_view needle, size_t from) noexcept;

}  // namespace stoa
