#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace stoa {

/// The threads of one database. Work is offered as one callable that several threads may run at once; the
/// callable shares out its own morsels (an atomic counter, usually). The offering thread always takes part,
/// so work never waits for a free thread and offers may nest. With a thread count of 1 everything runs on the
/// caller and no thread exists.
///
/// Threads are started at the first offer that wants one, and ended by the destructor. Thread-safe.
class Scheduler {
 public:
  /// `thread_count` includes the calling thread; 0 takes the machine's.
  explicit Scheduler(size_t thread_count = 0);
  ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  size_t thread_count() const noexcept;
  /// Changes the count; running offers keep the threads that they have.
  void set_thread_count(size_t thread_count);

  /// Runs `work(k)` on the caller (k = 0) and on up to `parallelism` - 1 idle threads (k = 1, 2, ...; each k
  /// at most once). Returns when every started call has returned; rethrows the first error. Calls that no
  /// thread had begun by the time the caller's own call returned are dropped, so `work` must loop until
  /// nothing is left to share out.
  void run(size_t parallelism, const std::function<void(size_t)>& work);

  /// Calls `body(i)` for every i in [0, count), in any order, on up to `parallelism` threads.
  void for_each(size_t count, size_t parallelism, const std::function<void(size_t)>& body);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace stoa
