#include "format/csv/block.h"

#include <algorithm>
#include <cstring>

#include "base/bits.h"

namespace stoa::csv {

bool BlockReader::fill(Block& block, size_t keep_from) {
  const size_t kept = block.size - std::min(keep_from, block.size);
  if (block.at_end || kept >= Block::kSizeMax) return false;
  const size_t wanted = std::min(kept + std::max(block_bytes_, kept), Block::kSizeMax);
  BufferRef buffer = Buffer::allocate(wanted + 1);
  char* data = buffer->as<char>();
  if (kept != 0) std::memcpy(data, block.data + keep_from, kept);
  // One byte more than goes into the block tells whether it is the last.
  const size_t got = bytes_->read(data + kept, wanted - kept);
  offset_ += got;
  block.at_end = got < wanted - kept;
  block.size = kept + got;
  block.offset = offset_ - block.size;
  std::memset(data + block.size, 0, 1);
  block.data = data;
  block.buffer = std::move(buffer);
  block.separators.resize(words_for_bits(block.size));
  block.quotes.resize(words_for_bits(block.size));
  block.is_ascii =
      !find_structure(data, block.size, dialect_, {block.separators.data(), block.quotes.data()});
  return true;
}

}  // namespace stoa::csv
