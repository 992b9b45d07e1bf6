#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// Finds the name that a mistyped one was probably meant to be, for hints. Pure; case-insensitive over ASCII.
namespace stoa {

/// Insertions, deletions, replacements and swaps of neighbours between two names (optimal string alignment).
size_t edit_distance(std::string_view a, std::string_view b);

/// The nearest of `candidates`, or an empty view when none is near: at most a third of the letters may
/// differ.
std::string_view near_name(std::string_view word, std::span<const std::string_view> candidates);
std::string_view near_name(std::string_view word, std::span<const std::string> candidates);

}  // namespace stoa
