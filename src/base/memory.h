#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

/// Memory accounting. A MemoryBudget is a limit that everything which grows with data reserves from:
/// materialized results, hash tables, sorts, tables in memory. Going over raises 53200 and leaves the budget
/// unchanged.
///
/// Budgets form a chain: a query's budget forwards to its database's, so that one limit covers all, while the
/// query's own peak is known. Thread-safe. What is reserved may outlive the budget object (a result outlives
/// its query): the account behind it lives as long as anything is reserved from it.
namespace stoa {

class MemoryBudget {
 public:
  static constexpr uint64_t kUnlimited = ~uint64_t{0};

  explicit MemoryBudget(uint64_t limit_bytes = kUnlimited, MemoryBudget* parent = nullptr)
      : account_(std::make_shared<Account>(limit_bytes, parent == nullptr ? nullptr : parent->account_)) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  /// Takes bytes here and in every parent, or raises 53200 and takes none.
  void reserve(uint64_t size_bytes) { account_->reserve(size_bytes); }
  /// The same, but says false where reserve would raise: for operators that can spill instead.
  [[nodiscard]] bool try_reserve(uint64_t size_bytes) noexcept { return account_->try_reserve(size_bytes); }
  void release(uint64_t size_bytes) noexcept { account_->release(size_bytes); }

  uint64_t used_bytes() const noexcept { return account_->used_bytes.load(std::memory_order_relaxed); }
  uint64_t peak_bytes() const noexcept { return account_->peak_bytes.load(std::memory_order_relaxed); }
  uint64_t limit_bytes() const noexcept { return account_->limit_bytes.load(std::memory_order_relaxed); }
  void set_limit(uint64_t limit_bytes) noexcept {
    account_->limit_bytes.store(limit_bytes, std::memory_order_relaxed);
  }

 private:
  friend class Reservation;

  struct Account {
    Account(uint64_t limit, std::shared_ptr<Account> p) : limit_bytes(limit), parent(std::move(p)) {}
    void reserve(uint64_t size_bytes);
    bool try_reserve(uint64_t size_bytes) noexcept;
    void release(uint64_t size_bytes) noexcept;

    std::atomic<uint64_t> limit_bytes;
    std::atomic<uint64_t> used_bytes{0};
    std::atomic<uint64_t> peak_bytes{0};
    std::shared_ptr<Account> parent;
  };

  std::shared_ptr<Account> account_;
};

/// Holds a part of a budget and gives it back when destroyed. Movable; used by one thread at a time.
/// `budget` may be null: then nothing is counted.
class Reservation {
 public:
  Reservation() = default;
  explicit Reservation(MemoryBudget* budget) : account_(budget == nullptr ? nullptr : budget->account_) {}
  Reservation(Reservation&& other) noexcept
      : account_(std::move(other.account_)), size_bytes_(std::exchange(other.size_bytes_, 0)) {}
  Reservation& operator=(Reservation&& other) noexcept;
  ~Reservation() { clear(); }

  /// Another reservation from the same budget, of as many bytes; raises 53200.
  Reservation again() const;
  /// Grows or shrinks what is held to `size_bytes`; raises 53200 (holding what it held) when over the limit.
  void resize(uint64_t size_bytes);
  void grow(uint64_t size_bytes) { resize(size_bytes_ + size_bytes); }
  void clear() noexcept;
  uint64_t size_bytes() const noexcept { return size_bytes_; }

 private:
  std::shared_ptr<MemoryBudget::Account> account_;
  uint64_t size_bytes_ = 0;
};

/// A block of memory, 64-byte aligned, with 64 bytes of slack behind its end so that SIMD may read past it.
/// Shared by reference count: column vectors, segments and heaps keep the buffers that they point into alive.
/// Written by its maker only; immutable once shared between threads. Contents start uninitialized.
class Buffer {
 public:
  static std::shared_ptr<Buffer> allocate(size_t size_bytes, MemoryBudget* budget = nullptr);
  /// The same, filled with zero bytes.
  static std::shared_ptr<Buffer> allocate_zeroed(size_t size_bytes, MemoryBudget* budget = nullptr);
  Buffer(size_t size_bytes, MemoryBudget* budget);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  std::byte* data() noexcept { return data_; }
  const std::byte* data() const noexcept { return data_; }
  size_t size_bytes() const noexcept { return size_bytes_; }
  template <class T>
  T* as() noexcept {
    return reinterpret_cast<T*>(data_);
  }
  template <class T>
  const T* as() const noexcept {
    return reinterpret_cast<const T*>(data_);
  }

 private:
  std::byte* data_ = nullptr;
  size_t size_bytes_ = 0;
  Reservation reservation_;
};

using BufferRef = std::shared_ptr<Buffer>;
/// Keeps whatever a raw pointer points into alive.
using Owner = std::shared_ptr<const void>;

}  // namespace stoa
