#pragma once

#include <cstddef>
#include <cstdint>

/// Dictionary codes between the width that vectors have and the one that segments have.
namespace stoa {

void widen_codes(const uint8_t* from, size_t count, uint32_t* to);
void widen_codes(const uint16_t* from, size_t count, uint32_t* to);
void narrow_codes(const uint32_t* from, size_t count, uint8_t* to);
void narrow_codes(const uint32_t* from, size_t count, uint16_t* to);
/// codes[i] = translation[codes[i]].
void translate_codes(const uint32_t* translation, size_t count, uint32_t* codes);

}  // namespace stoa
