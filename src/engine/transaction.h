#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "engine/session.h"
#include "txn/fork.h"

namespace stoa::engine {

/// A transaction that BEGIN opened: a fork with its named savepoints.
struct Session::Transaction {
  explicit Transaction(Fork f) : fork(std::move(f)), start_us(wall_clock_now_us()) {}
  Fork fork;
  int64_t start_us;
  std::vector<std::pair<std::string, Savepoint>> savepoints;  ///< oldest first; names may repeat
  bool is_failed = false;
  bool is_read_only = false;
};

}  // namespace stoa::engine
