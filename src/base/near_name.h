#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// Finding what a misspelled name may have meant. Pure; for error paths.
namespace stoa {

/// Insertions, deletions, substitutions and swaps of neighbours that make one text of the other (optimal
/// string alignment), over bytes.
size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate closest to `word`, the first of equals; empty when none is near: more than a third of the
/// word's length (at least one edit) away.
std::string nearest_name(std::string_view word, std::span<const std::string_view> candidates);
std::string nearest_name(std::string_view word, std::span<const std::string> candidates);

}  // namespace stoa
