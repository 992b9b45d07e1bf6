#pragma once

#include <string_view>

#include "types/value.h"

namespace stoa {

/// The value of a number as written in SQL (digits, point, exponent; no sign): INTEGER, BIGINT or HUGEINT by
/// size for whole numbers; DECIMAL of exactly its digits when it has a point; DOUBLE when it has an exponent
/// or more than 38 digits. Hexadecimal, octal and binary (0x, 0o, 0b) and underscores between digits are
/// fine. Raises 22P02 when malformed.
Value number_literal(std::string_view text);

}  // namespace stoa
