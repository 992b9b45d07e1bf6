#include "base/scheduler.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/memory.h"

namespace stoa {

namespace {

/// One call of run(): lives on the caller's stack, so it must be out of the queue and idle before run()
/// returns.
struct Offer {
  const std::function<void(size_t)>* work = nullptr;
  /// What the caller charges memory to; its helpers do too.
  MemoryScope::Account charged_to;
  size_t next_index = 1;
  size_t end_index = 1;
  size_t running_count = 0;
  std::exception_ptr error;
  std::condition_variable finished;
};

size_t resolve_thread_count(size_t wanted) {
  return wanted != 0 ? wanted : std::max<size_t>(1, std::thread::hardware_concurrency());
}

}  // namespace

struct Scheduler::State {
  std::mutex mutex;
  std::condition_variable offered;
  std::deque<Offer*> offers;
  std::vector<std::thread> threads;
  std::atomic<size_t> thread_count;
  bool stopping = false;

  void start_threads() {
    while (threads.size() + 1 < thread_count.load()) {
      threads.emplace_back([this] { serve(); });
    }
  }

  void serve() {
    std::unique_lock lock(mutex);
    for (;;) {
      offered.wait(lock, [this] { return stopping || !offers.empty(); });
      if (stopping) {
        return;
      }
      take_part(lock, *offers.front());
    }
  }

  void take_part(std::unique_lock<std::mutex>& lock, Offer& offer) {
    const size_t index = offer.next_index++;
    if (offer.next_index == offer.end_index) {
      std::erase(offers, &offer);
    }
    ++offer.running_count;
    lock.unlock();
    std::exception_ptr error;
    try {
      const MemoryScope scope(offer.charged_to);
      (*offer.work)(index);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (error && !offer.error) {
      offer.error = error;
    }
    if (--offer.running_count == 0) {
      offer.finished.notify_all();
    }
  }

  void publish(Offer& offer) {
    bool is_single = false;
    {
      const std::lock_guard lock(mutex);
      start_threads();
      is_single = offer.end_index - offer.next_index == 1;
      offers.push_back(&offer);
    }
    // The offer is others' from here on: it may be read under the lock only.
    if (is_single) {
      offered.notify_one();
    } else {
      offered.notify_all();
    }
  }

  void withdraw(Offer& offer, std::exception_ptr own_error) {
    std::unique_lock lock(mutex);
    std::erase(offers, &offer);
    if (own_error && !offer.error) {
      offer.error = own_error;
    }
    offer.finished.wait(lock, [&offer] { return offer.running_count == 0; });
  }
};

Scheduler::Scheduler(size_t thread_count) : state_(std::make_unique<State>()) {
  state_->thread_count = resolve_thread_count(thread_count);
}

Scheduler::~Scheduler() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->offered.notify_all();
  for (std::thread& thread : state_->threads) {
    thread.join();
  }
}

size_t Scheduler::thread_count() const noexcept {
  return state_->thread_count.load();
}

void Scheduler::set_thread_count(size_t thread_count) {
  state_->thread_count = resolve_thread_count(thread_count);
}

void Scheduler::run(size_t parallelism, const std::function<void(size_t)>& work) {
  const size_t call_count = std::min(parallelism, thread_count());
  if (call_count <= 1) {
    work(0);
    return;
  }
  Offer offer;
  offer.work = &work;
  offer.charged_to = MemoryScope::current_account();
  offer.end_index = call_count;
  state_->publish(offer);
  std::exception_ptr own_error;
  try {
    work(0);
  } catch (...) {
    own_error = std::current_exception();
  }
  state_->withdraw(offer, own_error);
  if (offer.error) {
    std::rethrow_exception(offer.error);
  }
}

void Scheduler::for_each(size_t count, size_t parallelism, const std::function<void(size_t)>& body) {
  std::atomic<size_t> next{0};
  std::atomic<bool> failed{false};
  run(std::min(parallelism, count), [&](size_t) {
    try {
      for (size_t i = next++; i < count && !failed.load(std::memory_order_relaxed); i = next++) {
        body(i);
      }
    } catch (...) {
      failed = true;
      throw;
    }
  });
}

}  // namespace stoa
