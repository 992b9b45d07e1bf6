#include "base/memory.h"

#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <new>
#include <string>

#include "base/bits.h"
#include "base/error.h"

namespace stoa {

namespace {

constexpr size_t kAlignment_bytes = 64;
constexpr size_t kSlack_bytes = 64;
/// What a lane takes from its budget at a time.
constexpr uint64_t kLaneStep_bytes = 256 << 10;

/// The calling thread's innermost scope.
thread_local MemoryScope* innermost_scope = nullptr;

/// `1000 bytes`, `2.5 MB`.
std::string size_text(uint64_t size_bytes) {
  static constexpr const char* kUnits[] = {"KB", "MB", "GB", "TB", "PB", "EB"};
  if (size_bytes < 10000) {
    return std::to_string(size_bytes) + " bytes";
  }
  uint64_t tenths = size_bytes / 100;
  size_t unit = 0;
  for (; tenths >= 10000 && unit + 1 < std::size(kUnits); ++unit) {
    tenths /= 1000;
  }
  const std::string fraction = tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10);
  return std::to_string(tenths / 10) + fraction + " " + kUnits[unit];
}

void raise_peak(std::atomic<uint64_t>& peak, uint64_t used) noexcept {
  uint64_t seen = peak.load(std::memory_order_relaxed);
  while (seen < used && !peak.compare_exchange_weak(seen, used, std::memory_order_relaxed)) {
  }
}

}  // namespace

bool MemoryBudget::Account::try_reserve(uint64_t size_bytes) noexcept {
  const uint64_t used = used_bytes.fetch_add(size_bytes, std::memory_order_relaxed) + size_bytes;
  if (step_bytes != 0) {
    if (used <= held_bytes.load(std::memory_order_relaxed) || top_up(size_bytes)) {
      return true;
    }
    used_bytes.fetch_sub(size_bytes, std::memory_order_relaxed);
    return false;
  }
  const bool fits = used <= limit_bytes.load(std::memory_order_relaxed) &&
                    (parent == nullptr || parent->try_reserve(size_bytes));
  if (!fits) {
    used_bytes.fetch_sub(size_bytes, std::memory_order_relaxed);
    return false;
  }
  raise_peak(peak_bytes, used);
  return true;
}

void MemoryBudget::Account::reserve(uint64_t size_bytes) {
  if (try_reserve(size_bytes)) {
    return;
  }
  const Account* tightest = this;
  for (const Account* a = this; a != nullptr; a = a->parent.get()) {
    if (a->limit_bytes.load() < tightest->limit_bytes.load()) {
      tightest = a;
    }
  }
  throw Error(sqlstate::kOutOfMemory, "out of memory: " + size_text(size_bytes) +
                                          " more do not fit the memory limit of " +
                                          size_text(tightest->limit_bytes.load()) + ", of which " +
                                          size_text(tightest->used_bytes.load()) + " are in use")
      .with_hint(
          "raise it with SET memory_limit = '...' or the --memory-limit option, or make the query keep less");
}

void MemoryBudget::Account::release(uint64_t size_bytes) noexcept {
  for (Account* a = this; a != nullptr; a = a->parent.get()) {
    const uint64_t used = a->used_bytes.fetch_sub(size_bytes) - size_bytes;
    if (a->step_bytes != 0) {
      if (!a->is_open.load() || used + 2 * a->step_bytes < a->held_bytes.load(std::memory_order_relaxed)) {
        a->settle();
      }
      return;
    }
  }
}

/// Takes what the lane lacks from the parent, by steps where they fit the limit.
bool MemoryBudget::Account::top_up(uint64_t wanted_bytes) noexcept {
  const std::lock_guard lock(lane_mutex);
  const uint64_t used = used_bytes.load();
  const uint64_t held = held_bytes.load();
  if (used <= held) {
    return true;
  }
  const uint64_t lacking = used - held;
  const uint64_t step = is_open.load() && wanted_bytes < step_bytes ? step_bytes : 0;
  for (const uint64_t taken : {lacking + step, lacking}) {
    if (parent->try_reserve(taken)) {
      held_bytes.store(held + taken);
      return true;
    }
  }
  return false;
}

/// Gives back what the lane holds beyond its use and, while open, one step. Between the threads that free and
/// the one that takes, `held` may lag behind for a moment; the last settle makes it right.
void MemoryBudget::Account::settle() noexcept {
  const std::lock_guard lock(lane_mutex);
  const uint64_t kept = used_bytes.load() + (is_open.load() ? step_bytes : 0);
  const uint64_t held = held_bytes.load();
  if (held > kept) {
    held_bytes.store(kept);
    parent->release(held - kept);
  }
}

void MemoryBudget::Account::close_lane() noexcept {
  is_open.store(false);
  settle();
}

MemoryScope::MemoryScope(const Account& account, Counting counting)
    : account_(account), charged_(account), outer_(std::exchange(innermost_scope, this)) {
  if (account_ == nullptr || counting == Counting::kExact) {
    return;
  }
  if (outer_ != nullptr && outer_->account_ == account_) {
    charged_ = outer_->charged_;
    return;
  }
  charged_ = std::make_shared<MemoryBudget::Account>(MemoryBudget::kUnlimited, account_, kLaneStep_bytes);
}

MemoryScope::~MemoryScope() {
  innermost_scope = outer_;
  const bool owns_lane = charged_ != account_ && (outer_ == nullptr || outer_->charged_ != charged_);
  if (owns_lane) {
    charged_->close_lane();
  }
}

MemoryScope::Account MemoryScope::current_account() {
  return innermost_scope == nullptr ? nullptr : innermost_scope->account_;
}

Reservation Reservation::from_scope() {
  Reservation reservation;
  if (innermost_scope != nullptr) {
    reservation.account_ = innermost_scope->charged_;
  }
  return reservation;
}

Reservation& Reservation::operator=(Reservation&& other) noexcept {
  if (this != &other) {
    clear();
    account_ = std::move(other.account_);
    size_bytes_ = std::exchange(other.size_bytes_, 0);
  }
  return *this;
}

Reservation Reservation::again() const {
  Reservation other;
  other.account_ = account_;
  other.resize(size_bytes_);
  return other;
}

void Reservation::resize(uint64_t size_bytes) {
  if (account_ && size_bytes > size_bytes_) {
    account_->reserve(size_bytes - size_bytes_);
  }
  if (account_ && size_bytes < size_bytes_) {
    account_->release(size_bytes_ - size_bytes);
  }
  size_bytes_ = size_bytes;
}

void Reservation::clear() noexcept {
  if (account_ && size_bytes_ != 0) {
    account_->release(size_bytes_);
  }
  size_bytes_ = 0;
}

Buffer::Buffer(size_t size_bytes, MemoryBudget* budget)
    : size_bytes_(size_bytes),
      reservation_(budget != nullptr ? Reservation(budget) : Reservation::from_scope()) {
  const size_t allocated_bytes = round_up(size_bytes, kAlignment_bytes) + kSlack_bytes;
  reservation_.resize(allocated_bytes);
  data_ = static_cast<std::byte*>(std::aligned_alloc(kAlignment_bytes, allocated_bytes));
  if (data_ == nullptr) {
    raise(sqlstate::kOutOfMemory,
          "the system has no memory for " + std::to_string(allocated_bytes) + " bytes");
  }
  std::memset(data_ + allocated_bytes - kSlack_bytes, 0, kSlack_bytes);
}

Buffer::~Buffer() {
  std::free(data_);
}

std::shared_ptr<Buffer> Buffer::allocate(size_t size_bytes, MemoryBudget* budget) {
  return std::make_shared<Buffer>(size_bytes, budget);
}

std::shared_ptr<Buffer> Buffer::allocate_zeroed(size_t size_bytes, MemoryBudget* budget) {
  auto buffer = allocate(size_bytes, budget);
  std::memset(buffer->data(), 0, size_bytes);
  return buffer;
}

}  // namespace stoa
