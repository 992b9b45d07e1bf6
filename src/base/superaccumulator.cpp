#include "base/superaccumulator.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/bits.h"
#include "base/error.h"
#include "base/int128.h"

namespace stoa {

namespace {

constexpr int64_t kLowMask = 0xFFFFFFFF;
/// Lowest bit of chunk 0.
constexpr int kUnitExponent = -1075;

/// Leaves [0, 2^32) in every chunk but the last, which keeps the sign.
void carry(int64_t* chunks, size_t count) {
  for (size_t i = 0; i + 1 < count; ++i) {
    const int64_t excess = chunks[i] >> 32;
    chunks[i] &= kLowMask;
    chunks[i + 1] += excess;
  }
}

/// A double as mantissa * 2^shift in units of its low chunk.
struct Placed {
  uint32_t chunk;
  int64_t low;
  int64_t high;

  explicit Placed(double value) {
    const auto bits = std::bit_cast<uint64_t>(value);
    const auto field = static_cast<uint32_t>(bits >> 52) & 0x7FF;
    const uint64_t fraction = bits & ((uint64_t{1} << 52) - 1);
    const uint64_t mantissa = field == 0 ? fraction : fraction | uint64_t{1} << 52;
    const uint32_t exponent = std::max<uint32_t>(field, 1);
    chunk = exponent / 32;
    low = static_cast<int64_t>((mantissa << (exponent % 32)) & kLowMask);
    high = static_cast<int64_t>(mantissa >> (32 - exponent % 32));
    if ((bits >> 63) != 0) {
      low = -low;
      high = -high;
    }
  }
};

}  // namespace

struct Superaccumulator::Full {
  int64_t chunks[kChunks] = {};
};

Superaccumulator::Superaccumulator() noexcept = default;

Superaccumulator::Superaccumulator(const Superaccumulator& other) {
  *this = other;
}

Superaccumulator::Superaccumulator(Superaccumulator&& other) noexcept {
  *this = std::move(other);
}

Superaccumulator::~Superaccumulator() = default;

Superaccumulator& Superaccumulator::operator=(const Superaccumulator& other) {
  if (this == &other) {
    return *this;
  }
  full_ = other.full_ == nullptr ? nullptr : std::make_unique<Full>(*other.full_);
  std::copy_n(other.inline_, kInlineChunks, inline_);
  first_chunk_ = other.first_chunk_;
  additions_left_ = other.additions_left_;
  seen_ = other.seen_;
  return *this;
}

Superaccumulator& Superaccumulator::operator=(Superaccumulator&& other) noexcept {
  if (this == &other) {
    return *this;
  }
  full_ = std::move(other.full_);
  std::copy_n(other.inline_, kInlineChunks, inline_);
  first_chunk_ = other.first_chunk_;
  additions_left_ = other.additions_left_;
  seen_ = other.seen_;
  std::fill_n(other.inline_, kInlineChunks, 0);
  other.first_chunk_ = kNoWindow;
  other.additions_left_ = 0;
  other.seen_ = 0;
  return *this;
}

void Superaccumulator::add_special(double value) {
  seen_ |= std::isnan(value) ? kSawNan : value > 0 ? kSawPlusInfinity : kSawMinusInfinity;
}

void Superaccumulator::add_slow(double value) {
  if (!std::isfinite(value)) {
    return add_special(value);
  }
  if (value == 0) {
    return;
  }
  const Placed placed(value);
  add_to_chunk(placed.chunk, placed.low);
  add_to_chunk(placed.chunk + 1, placed.high);
}

void Superaccumulator::add_to_chunk(uint32_t chunk, int64_t amount) {
  if (amount == 0) {
    return;
  }
  if (full_ == nullptr && first_chunk_ == kNoWindow) {
    // One chunk of room below, so that somewhat smaller values fit too.
    first_chunk_ = static_cast<uint16_t>(chunk == 0 ? 0 : chunk - 1);
    additions_left_ = kAdditionsMax;
  }
  if (additions_left_ == 0) {
    settle();
  }
  if (full_ == nullptr && (chunk < first_chunk_ || chunk - first_chunk_ >= kInlineChunks) &&
      !move_window(chunk)) {
    widen();
  }
  --additions_left_;
  if (full_ != nullptr) {
    full_->chunks[chunk] += amount;
  } else {
    inline_[chunk - first_chunk_] += amount;
  }
}

void Superaccumulator::settle() {
  additions_left_ = kAdditionsMax;
  if (full_ != nullptr) {
    return carry(full_->chunks, kChunks);
  }
  carry(inline_, kInlineChunks);
  // The last chunk can't carry; once it is nearly full there must be room above.
  constexpr int64_t kNearlyFull = int64_t{1} << 61;
  if (inline_[kInlineChunks - 1] >= kNearlyFull || inline_[kInlineChunks - 1] <= -kNearlyFull) {
    widen();
  }
}

bool Superaccumulator::move_window(uint32_t chunk) {
  settle();
  if (full_ != nullptr) {
    return true;
  }
  while (chunk - first_chunk_ >= kInlineChunks && chunk > first_chunk_) {
    if (inline_[0] != 0) {
      return false;
    }
    std::copy(inline_ + 1, inline_ + kInlineChunks, inline_);
    inline_[kInlineChunks - 1] = 0;
    ++first_chunk_;
  }
  while (chunk < first_chunk_) {
    // A small top, such as the -1 of a negative sum, may go into the chunk below.
    constexpr int64_t kSmall = int64_t{1} << 28;
    int64_t& top = inline_[kInlineChunks - 1];
    int64_t& below = inline_[kInlineChunks - 2];
    if (top <= -kSmall || top >= kSmall || below <= -(kSmall << 32) || below >= kSmall << 32) {
      return false;
    }
    below += top * (int64_t{1} << 32);
    std::copy_backward(inline_, inline_ + kInlineChunks - 1, inline_ + kInlineChunks);
    inline_[0] = 0;
    --first_chunk_;
  }
  return true;
}

void Superaccumulator::widen() {
  auto full = std::make_unique<Full>();
  std::copy_n(inline_, kInlineChunks, full->chunks + first_chunk_);
  std::fill_n(inline_, kInlineChunks, 0);
  full_ = std::move(full);
  first_chunk_ = kNoWindow;
  settle();
}

void Superaccumulator::merge(const Superaccumulator& other) {
  if (full_ == nullptr && first_chunk_ == kNoWindow) {
    const uint8_t seen = seen_;
    *this = other;
    seen_ |= seen;
    return;
  }
  seen_ |= other.seen_;
  const size_t count = other.full_ != nullptr ? kChunks : kInlineChunks;
  const uint32_t first = other.full_ != nullptr ? 0 : other.first_chunk_;
  int64_t chunks[kChunks];
  std::copy_n(other.full_ != nullptr ? other.full_->chunks : other.inline_, count, chunks);
  carry(chunks, count);
  for (uint32_t i = 0; i < count; ++i) {
    // The last one may be large: in two pieces it counts as two small additions.
    constexpr int64_t kSmall = int64_t{1} << 52;
    const bool small = chunks[i] > -kSmall && chunks[i] < kSmall;
    add_to_chunk(first + i, small ? chunks[i] : chunks[i] & kLowMask);
    if (!small) {
      add_to_chunk(first + i + 1, chunks[i] >> 32);
    }
  }
}

bool Superaccumulator::magnitude(int64_t* chunks) const {
  std::fill_n(chunks, kChunks, 0);
  if (full_ != nullptr) {
    std::copy_n(full_->chunks, kChunks, chunks);
  } else if (first_chunk_ != kNoWindow) {
    std::copy_n(inline_, kInlineChunks, chunks + first_chunk_);
  }
  carry(chunks, kChunks);
  if (chunks[kChunks - 1] >= 0) {
    return false;
  }
  for (uint32_t i = 0; i < kChunks; ++i) {
    chunks[i] = -chunks[i];
  }
  carry(chunks, kChunks);
  return true;
}

double Superaccumulator::round() const {
  constexpr uint8_t kBothInfinities = kSawPlusInfinity | kSawMinusInfinity;
  if ((seen_ & kSawNan) != 0 || (seen_ & kBothInfinities) == kBothInfinities) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if ((seen_ & kSawPlusInfinity) != 0) {
    return std::numeric_limits<double>::infinity();
  }
  if ((seen_ & kSawMinusInfinity) != 0) {
    return -std::numeric_limits<double>::infinity();
  }
  return round_finite();
}

double Superaccumulator::round_finite() const {
  int64_t chunks[kChunks];
  const bool negative = magnitude(chunks);
  int top = kChunks - 1;
  while (top >= 0 && chunks[top] == 0) {
    --top;
  }
  if (top < 0) {
    return 0;
  }
  UInt128 head = 0;
  for (int i = top; i > top - 4; --i) {
    head = (head << 32) | static_cast<uint64_t>(i >= 0 ? chunks[i] : 0);
  }
  bool sticky = false;
  for (int i = top - 4; i >= 0; --i) {
    sticky = sticky || chunks[i] != 0;
  }
  const int unit = kUnitExponent + 32 * (top - 3);
  const int length = 128 - std::countl_zero(high_half(head));
  // 53 bits stay, fewer where a double's last bit is 2^-1074.
  const int drop = std::max(length - 53, -1074 - unit);
  auto mantissa = static_cast<uint64_t>(head >> drop);
  const UInt128 rest = head & ((static_cast<UInt128>(1) << drop) - 1);
  const UInt128 half = static_cast<UInt128>(1) << (drop - 1);
  if (rest > half || (rest == half && (sticky || (mantissa & 1) != 0))) {
    ++mantissa;
  }
  const double magnitude_rounded = std::ldexp(static_cast<double>(mantissa), unit + drop);
  return negative ? -magnitude_rounded : magnitude_rounded;
}

bool Superaccumulator::overflowed() const {
  return seen_ == 0 && std::isinf(round_finite());
}

// OFFSET  SIZE  DESCRIPTION
// 0       1     bits: 1 NaN, 2 infinity, 4 -infinity were added; 8 the finite sum is negative
// 1       1     the lowest chunk that is not 0 (0 when all are)
// 2       4 n   the chunks from there to the highest that is not 0, little-endian
std::string Superaccumulator::encode() const {
  int64_t chunks[kChunks];
  const bool negative = magnitude(chunks);
  uint32_t first = 0;
  uint32_t end = kChunks;
  while (end > 0 && chunks[end - 1] == 0) {
    --end;
  }
  while (first < end && chunks[first] == 0) {
    ++first;
  }
  std::string bytes(2 + 4 * size_t{end - first}, '\0');
  bytes[0] = static_cast<char>(seen_ | (negative ? kNegative : 0));
  bytes[1] = static_cast<char>(end == 0 ? 0 : first);
  for (uint32_t i = first; i < end; ++i) {
    store_unaligned(bytes.data() + 2 + 4 * (i - first), static_cast<uint32_t>(chunks[i]));
  }
  return bytes;
}

Superaccumulator Superaccumulator::decode(std::string_view bytes) {
  const size_t count = bytes.size() < 2 ? 0 : (bytes.size() - 2) / 4;
  const auto flags = static_cast<uint8_t>(bytes.empty() ? 0xFF : bytes[0]);
  if (bytes.size() != 2 + 4 * count || flags > 15 || static_cast<uint8_t>(bytes[1]) + count > kChunks) {
    raise(sqlstate::kDataCorrupted, "a stored sum is damaged");
  }
  Superaccumulator sum;
  sum.seen_ = flags & (kNegative - 1);
  const int64_t sign = (flags & kNegative) != 0 ? -1 : 1;
  for (size_t i = 0; i < count; ++i) {
    const auto chunk = load_unaligned<uint32_t>(bytes.data() + 2 + 4 * i);
    sum.add_to_chunk(static_cast<uint8_t>(bytes[1]) + static_cast<uint32_t>(i), sign * int64_t{chunk});
  }
  return sum;
}

}  // namespace stoa
