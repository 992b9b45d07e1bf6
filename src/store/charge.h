#pragma once

#include <cstdint>

#include "base/memory.h"

namespace stoa {

/// Bytes that a node holds of a budget. Unlike a Reservation it can be copied, as copy on write does: the
/// copy takes as much again (raising 53200 when it does not fit). A null budget counts nothing.
class Charge {
 public:
  Charge() = default;
  Charge(MemoryBudget* budget, uint64_t size_bytes) : reservation_(budget) {
    reservation_.resize(size_bytes);
  }
  Charge(const Charge& other) : reservation_(other.reservation_.again()) {}
  Charge(Charge&&) noexcept = default;
  Charge& operator=(const Charge&) = delete;
  Charge& operator=(Charge&&) noexcept = default;
  ~Charge() = default;

  void resize(uint64_t size_bytes) { reservation_.resize(size_bytes); }
  uint64_t size_bytes() const noexcept { return reservation_.size_bytes(); }

 private:
  Reservation reservation_;
};

}  // namespace stoa
