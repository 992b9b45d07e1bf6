#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
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
  friend class MemoryScope;

  struct Account {
    Account(uint64_t limit, std::shared_ptr<Account> p, uint64_t step = 0)
        : limit_bytes(limit), step_bytes(step), parent(std::move(p)) {}
    void reserve(uint64_t size_bytes);
    bool try_reserve(uint64_t size_bytes) noexcept;
    void release(uint64_t size_bytes) noexcept;

    // A lane (step_bytes != 0) is the account of one thread at work: it takes from its parent in steps, so
    // that most reservations touch nothing that other threads use. Once closed it holds what is used.
    bool top_up(uint64_t wanted_bytes) noexcept;
    void settle() noexcept;
    void close_lane() noexcept;

    std::atomic<uint64_t> limit_bytes;
    std::atomic<uint64_t> used_bytes{0};
    std::atomic<uint64_t> peak_bytes{0};
    const uint64_t step_bytes;
    std::atomic<uint64_t> held_bytes{0};  ///< a lane's: taken from the parent
    std::atomic<bool> is_open{true};      ///< a lane's: its thread is still at work
    std::mutex lane_mutex;
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
  /// A reservation from the calling thread's MemoryScope; counts nothing outside of one.
  static Reservation from_scope();

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

/// While it lives, what the calling thread makes is charged to a budget: every Buffer that is given none of
/// its own, and Reservation::from_scope(). A statement opens one around its execution, the scheduler hands it
/// on to the threads that help, so that evaluators, kernels and readers need not pass a budget on to be
/// counted, and none is forgotten. Scopes nest; the inner one counts. What was charged stays charged until it
/// is freed, by whatever thread, after the scope's end too. Belongs to its thread.
class MemoryScope {
 public:
  enum class Counting : uint8_t {
    kInSteps,  ///< takes from the budget ahead of need, up to 512 KiB: for many small buffers
    kExact,    ///< for budgets whose peak is reported
  };
  /// What a thread's scope charges to, to be handed to another thread.
  using Account = std::shared_ptr<MemoryBudget::Account>;

  explicit MemoryScope(MemoryBudget& budget, Counting counting = Counting::kInSteps)
      : MemoryScope(budget.account_, counting) {}
  /// Charges to what another thread charges to; null: nothing.
  explicit MemoryScope(const Account& account, Counting counting = Counting::kInSteps);
  ~MemoryScope();
  MemoryScope(const MemoryScope&) = delete;
  MemoryScope& operator=(const MemoryScope&) = delete;

  /// What the calling thread's innermost scope was made with; null without one.
  static Account current_account();

 private:
  friend class Reservation;
  Account account_;  ///< the budget's
  Account charged_;  ///< the same, or this thread's lane of it
  MemoryScope* outer_;
};

/// A block of memory, 64-byte aligned, with 64 bytes of slack behind its end so that SIMD may read past it.
/// Shared by reference count: column vectors, segments and heaps keep the buffers that they point into alive.
/// Written by its maker only; immutable once shared between threads. Contents start uninitialized. Without a
/// budget it is charged to the thread's MemoryScope, if there is one.
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
