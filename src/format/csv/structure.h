#pragma once

#include <cstddef>
#include <cstdint>

#include "format/csv/dialect.h"

namespace stoa::csv {

/// Where the bytes are that may end a field or touch a quoted one: bit i of word i / 64 stands for byte i.
struct StructureBits {
  uint64_t* separators;  ///< delimiters, \n and \r; not the \n of a \r\n
  uint64_t* quotes;      ///< quotes, and the escape where it is another byte
};

/// Fills the masks for data[0, size): words_for_bits(size) words each, bits behind the end are zero. Reads up
/// to 64 bytes behind the end. Returns whether any byte is not ASCII. SIMD by Highway, chosen at run time.
bool find_structure(const char* data, size_t size, const Dialect& dialect, StructureBits bits);

/// The same, a byte at a time: what the former is held against.
bool find_structure_scalar(const char* data, size_t size, const Dialect& dialect, StructureBits bits);

}  // namespace stoa::csv
