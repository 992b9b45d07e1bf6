#pragma once

#include <cstdint>
#include <string>

#include "column/arrow.h"

/// Arrow's type strings: what each means here and the other way round. Inside arrow_*.cpp only.
namespace stoa::arrow_format {

/// What one Arrow layout needs to become a column.
enum class Layout : uint8_t {
  kNull,
  kBits,       ///< BOOLEAN
  kSame,       ///< our own flat layout
  kText,       ///< 32-bit offsets
  kLargeText,  ///< 64-bit offsets
  kTextView,
  kFixedBytes,  ///< fixed_size_binary to BYTEA or UUID; `factor` bytes each
  kHalfFloat,
  kScaledInt32,  ///< integers times `factor` (negative: divided, downwards) give the stored value
  kScaledInt64,
  kDecimal,  ///< integers of `factor` bytes
  kMonths,
  kDaysMillis,
  kMonthDayNano,
  kDuration,  ///< microseconds times `factor`
};

struct Format {
  LogicalType type;
  Layout layout = Layout::kSame;
  int64_t factor = 1;
};

/// Raises 0A000 naming the column for a type without a counterpart.
Format parse(const ArrowSchema& schema);
/// The string of a type; text by option.
std::string print(const LogicalType& type, const ArrowOptions& options);
/// Key and value pairs as the specification packs them; empty for a plain type.
std::string extension_metadata(const LogicalType& type);

}  // namespace stoa::arrow_format
