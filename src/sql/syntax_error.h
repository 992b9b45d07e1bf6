// How syntax errors are worded. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stoa::sql {

/// The part of a text that an error quotes: at most 64 bytes, cut between characters.
std::string text_near(std::string_view text);

/// The keyword among `candidates` (or, when none is near, among the main clause words) that `word` is a
/// likely slip for; empty when none is near. Upper case.
std::string near_keyword(std::string_view word, const std::vector<std::string>& candidates);

/// "a, b or c".
std::string join_alternatives(const std::vector<std::string>& alternatives);

}  // namespace stoa::sql
