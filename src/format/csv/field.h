#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "format/csv/dialect.h"

namespace stoa::csv {

enum class FieldKind : uint32_t {
  kPlain = 0,    ///< not quoted; its bytes are its value
  kQuoted = 1,   ///< quoted; the bytes between the quotes are its value
  kEncoded = 2,  ///< quoted, with escapes or text behind the closing quote; decode_field gives the value
  kMissing = 3,  ///< its row ended before it
};

/// Where a field's bytes are in its block: of the value, or for an encoded one of everything from the opening
/// quote on.
struct FieldSpan {
  uint32_t begin = 0;
  uint32_t end_and_kind = 0;  ///< the kind in the top two bits

  FieldSpan() = default;
  FieldSpan(size_t begin_at, size_t end_at, FieldKind kind)
      : begin(static_cast<uint32_t>(begin_at)),
        end_and_kind(static_cast<uint32_t>(end_at) | static_cast<uint32_t>(kind) << 30) {}

  uint32_t end() const noexcept { return end_and_kind & 0x3FFFFFFF; }
  uint32_t size() const noexcept { return end() - begin; }
  FieldKind kind() const noexcept { return static_cast<FieldKind>(end_and_kind >> 30); }
  std::string_view bytes(const char* data) const noexcept { return {data + begin, size()}; }
};
static_assert(sizeof(FieldSpan) == 8);

/// Appends an encoded field's value: quotes and escapes undone, what follows the closing quote as it is.
void decode_field(std::string_view raw, const Dialect& dialect, std::string& value);

/// A field's value; `storage` holds it where it had to be decoded. Empty for a missing one.
std::string_view field_value(const FieldSpan& field, const char* data, const Dialect& dialect,
                             std::string& storage);

}  // namespace stoa::csv
