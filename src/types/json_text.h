#pragma once

#include <string_view>

namespace stoa {

/// True for exactly one JSON value (RFC 8259), blanks around it allowed, nested at most 1,000 deep. Strings
/// must be valid UTF-8. Pure; never throws.
[[nodiscard]] bool is_valid_json(std::string_view text) noexcept;

}  // namespace stoa
