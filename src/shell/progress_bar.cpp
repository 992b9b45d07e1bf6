#include "shell/progress_bar.h"

#include <chrono>
#include <cstdio>

#include <fmt/format.h>

namespace stoa::shell {

namespace {

constexpr auto kDelay = std::chrono::seconds(1);
constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr size_t kBarWidth = 40;

}  // namespace

ProgressBar::ProgressBar(engine::Session& session) : session_(session), thread_([this] { draw(); }) {}

ProgressBar::~ProgressBar() {
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

void ProgressBar::draw() {
  std::unique_lock lock(mutex_);
  if (ended_.wait_for(lock, kDelay, [this] { return has_ended_; })) {
    return;
  }
  do {
    const double fraction = session_.progress();
    const auto filled = static_cast<size_t>(fraction * static_cast<double>(kBarWidth));
    fmt::print(stderr, "\r[{}{}] {:3.0f}%", std::string(filled, '#'), std::string(kBarWidth - filled, '.'),
               fraction * 100);
    std::fflush(stderr);
  } while (!ended_.wait_for(lock, kInterval, [this] { return has_ended_; }));
  fmt::print(stderr, "\r{}\r", std::string(kBarWidth + 8, ' '));
  std::fflush(stderr);
}

}  // namespace stoa::shell
