#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/session.h"

namespace stoa::shell {

/// What Tab may do: text to insert at the cursor, or, when that is empty, the names to choose from.
struct Completion {
  std::string added;
  std::vector<std::string> candidates;
};

/// Completes the word that ends `before` by keywords, tables, columns and functions; keeps the case that was
/// begun.
Completion complete_name(engine::Session& session, std::string_view before);

}  // namespace stoa::shell
