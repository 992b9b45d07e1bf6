#include "base/memory.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "base/bits.h"
#include "base/error.h"

namespace stoa {

namespace {

constexpr size_t kAlignment_bytes = 64;
constexpr size_t kSlack_bytes = 64;

void raise_peak(std::atomic<uint64_t>& peak, uint64_t used) noexcept {
  uint64_t seen = peak.load(std::memory_order_relaxed);
  while (seen < used && !peak.compare_exchange_weak(seen, used, std::memory_order_relaxed)) {
  }
}

}  // namespace

bool MemoryBudget::Account::try_reserve(uint64_t size_bytes) noexcept {
  const uint64_t used = used_bytes.fetch_add(size_bytes, std::memory_order_relaxed) + size_bytes;
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
  throw Error(sqlstate::kOutOfMemory, "out of memory: " + std::to_string(size_bytes) +
                                          " more bytes do not fit the limit of " +
                                          std::to_string(tightest->limit_bytes.load()) + " bytes (" +
                                          std::to_string(tightest->used_bytes.load()) + " in use)")
      .with_hint(
          "raise it with SET memory_limit = '...' or the --memory-limit option, or make the query keep less");
}

void MemoryBudget::Account::release(uint64_t size_bytes) noexcept {
  for (Account* a = this; a != nullptr; a = a->parent.get()) {
    a->used_bytes.fetch_sub(size_bytes, std::memory_order_relaxed);
  }
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

Buffer::Buffer(size_t size_bytes, MemoryBudget* budget) : size_bytes_(size_bytes), reservation_(budget) {
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
