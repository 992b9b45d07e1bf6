#pragma once

#include "store/encoding/encoding.h"

namespace stoa::encoding {

/// What the values at the top of a segment may use beside what inner ones may.
struct OuterChoice {
  const uint64_t* valid = nullptr;  ///< null: no NULL
  double distinct_count = 0;        ///< an estimate
};

/// Writes the values by the encoding that takes least, tried out on a sample of blocks spread over them; an
/// encoding that is slower to read must save 5 % of the size. True when the encoding itself tells which rows
/// are NULL.
bool encode_outer(const Values& values, const OuterChoice& choice, ByteWriter& writer);

}  // namespace stoa::encoding
