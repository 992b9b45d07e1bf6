#pragma once

#include <atomic>
#include <cstdint>

namespace stoa {

/// Tells the threads of one statement to stop, and how far they are. Set from any thread or a signal handler;
/// read at morsel and batch boundaries. `check` raises 57014.
class Cancellation {
 public:
  enum class Reason : int { kNone = 0, kUser = 1, kTimeout = 2 };

  void cancel(Reason reason = Reason::kUser) noexcept { reason_.store(static_cast<int>(reason)); }
  void reset() noexcept { reason_.store(0); }
  bool is_cancelled() const noexcept { return reason_.load(std::memory_order_relaxed) != 0; }
  void check() const {
    if (is_cancelled()) [[unlikely]] {
      raise_cancelled();
    }
  }

 private:
  [[noreturn]] void raise_cancelled() const;
  std::atomic<int> reason_{0};
};

/// Work done and work known, in rows or whatever the operators count; for progress bars. Thread-safe.
class Progress {
 public:
  void add_total(uint64_t units) noexcept { total_.fetch_add(units, std::memory_order_relaxed); }
  void add_done(uint64_t units) noexcept { done_.fetch_add(units, std::memory_order_relaxed); }
  void reset() noexcept {
    total_ = 0;
    done_ = 0;
  }
  /// Between 0 and 1.
  double fraction() const noexcept;

 private:
  std::atomic<uint64_t> total_{0};
  std::atomic<uint64_t> done_{0};
};

}  // namespace stoa
