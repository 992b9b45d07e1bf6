#include "exec/join_table.h"

#include <bit>

#include "base/bits.h"
#include "base/error.h"
#include "column/kernels/hash.h"
#include "column/kernels/mask.h"

namespace stoa {

namespace {

constexpr size_t kRowsPerBlock = 8192;
constexpr size_t kRowsForParallelFill = 32768;

}  // namespace

JoinTable::JoinTable(Batch columns, std::vector<ColumnVector> keys, std::vector<bool> nulls_are_equal,
                     const ExecutionContext& context)
    : columns_(std::move(columns)),
      keys_(std::move(keys)),
      nulls_are_equal_(std::move(nulls_are_equal)),
      reservation_(&context.budget) {
  const size_t row_count = columns_.row_count;
  if (row_count >= kNoRow) {
    raise(sqlstate::kProgramLimitExceeded, "a join's smaller side has over 4 billion rows");
  }
  if (keys_.empty()) {
    return;
  }
  const bool is_large = row_count >= kRowsForParallelFill && context.thread_count_max > 1;
  regions_.resize(is_large ? std::min<size_t>(64, std::bit_ceil(context.thread_count_max)) : 1);
  bloom_.emplace(row_count);
  reservation_.resize(bloom_->size_bytes() + words_for_bits(row_count) * sizeof(uint64_t));
  hash_rows(context);
  next_owner_ = Buffer::allocate(row_count * sizeof(uint32_t));
  next_ = next_owner_->as<uint32_t>();
  context.scheduler.for_each(regions_.size(), context.thread_count_for(row_count),
                             [&](size_t region) { fill(region, context); });
  has_unique_hashes_ = !has_repeated_hashes_;
}

void JoinTable::hash_rows(const ExecutionContext& context) {
  const size_t row_count = columns_.row_count;
  hashes_ = Buffer::allocate(row_count * sizeof(uint64_t));
  usable_.assign(words_for_bits(row_count) + 1, 0);
  mask_fill(usable_.data(), row_count, true);
  for (size_t k = 0; k < keys_.size(); ++k) {
    if (nulls_are_equal_[k] || !keys_[k].validity().has_mask()) {
      continue;
    }
    mask_and(usable_.data(), keys_[k].validity().words(), row_count);
  }
  has_null_keys_ = mask_count(usable_.data(), row_count) != row_count;
  const size_t block_count = (row_count + kRowsPerBlock - 1) / kRowsPerBlock;
  context.scheduler.for_each(block_count, context.thread_count_for(row_count), [&](size_t block) {
    context.cancellation.check();
    const size_t begin = block * kRowsPerBlock;
    const size_t count = std::min(kRowsPerBlock, row_count - begin);
    for (size_t k = 0; k < keys_.size(); ++k) {
      hash_column(keys_[k].slice(begin, count), count, hashes_->as<uint64_t>() + begin, k != 0);
    }
  });
  const uint64_t* hashes = hashes_->as<uint64_t>();
  for (size_t row = 0; row < row_count; ++row) {
    bloom_->add(hashes[row]);
  }
}

void JoinTable::fill(size_t region_index, const ExecutionContext& context) {
  Region& region = regions_[region_index];
  const uint64_t* hashes = hashes_->as<uint64_t>();
  const size_t row_count = columns_.row_count;
  size_t own_count = row_count;
  if (regions_.size() > 1) {
    own_count = 0;
    for (size_t row = 0; row < row_count; ++row) {
      own_count += region_of(hashes[row]) == region_index ? 1 : 0;
    }
  }
  const size_t slot_count = std::bit_ceil(std::max<size_t>(2, own_count * 2));
  region.reservation = Reservation(&context.budget);
  region.reservation.resize(slot_count * sizeof(Slot));
  region.slots.assign(slot_count, Slot{0, kNoRow});
  region.mask = slot_count - 1;
  bool has_repeated = false;
  // From the last row to the first, so that each list ends up in ascending order.
  for (size_t row = row_count; row-- > 0;) {
    if (row % kRowsPerBlock == 0) {
      context.cancellation.check();
    }
    const uint64_t hash = hashes[row];
    if (region_of(hash) != region_index || !get_bit(usable_.data(), row)) {
      continue;
    }
    const auto tag = static_cast<uint32_t>(hash);
    size_t slot = (hash >> 32) & region.mask;
    while (region.slots[slot].row != kNoRow && region.slots[slot].tag != tag) {
      slot = (slot + 1) & region.mask;
    }
    next_[row] = region.slots[slot].row;
    has_repeated = has_repeated || next_[row] != kNoRow;
    region.slots[slot] = {tag, static_cast<uint32_t>(row)};
  }
  if (has_repeated) {
    has_repeated_hashes_ = true;
  }
}

void JoinTable::track_matches() {
  reservation_.grow(columns_.row_count);
  matched_ = std::vector<std::atomic<uint8_t>>(columns_.row_count);
}

}  // namespace stoa
