#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "engine/session.h"

namespace stoa::shell {

/// Draws how far a statement is on the terminal's standard error, once it has run for a second; erased when
/// destroyed.
class ProgressBar {
 public:
  explicit ProgressBar(engine::Session& session);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

 private:
  void draw();

  engine::Session& session_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::thread thread_;
};

}  // namespace stoa::shell
