// What the hardware gives at best, printed as JSON: bytes read per second by one and two threads, fdatasync
// in the given directory, and the time until a sleeping thread runs. Every benchmark shows it beside its
// times.

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

std::uint64_t sum_of(const std::uint64_t* words, std::size_t count) {
  constexpr std::size_t kLanes = 32;
  std::uint64_t lanes[kLanes] = {};
  for (std::size_t i = 0; i + kLanes <= count; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += words[i + lane];
  }
  std::uint64_t sum = 0;
  for (std::uint64_t lane : lanes) sum += lane;
  return sum;
}

// Each thread reads its part over and over; the best of some rounds counts, as it is a floor.
double gigabytes_per_second(const std::vector<std::uint64_t>& words, std::size_t thread_count) {
  const std::size_t part = words.size() / thread_count;
  const std::size_t pass_count = std::max<std::size_t>(1, (std::size_t{1} << 25) / words.size());
  double best = 0;
  for (int round = 0; round < 7; ++round) {
    std::vector<std::uint64_t> sums(thread_count);
    const auto start = Clock::now();
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < thread_count; ++t) {
      threads.emplace_back([&, t] {
        std::uint64_t sum = 0;
        for (std::size_t pass = 0; pass < pass_count; ++pass)
          sum ^= sum_of(words.data() + t * part, part) + pass;
        sums[t] = sum;
      });
    }
    for (auto& thread : threads) thread.join();
    const double seconds = seconds_since(start);
    if (sums[0] == 42) std::fputs("", stderr);  // the sums are used
    best = std::max(best, static_cast<double>(part * thread_count * pass_count * 8) / seconds / 1e9);
  }
  return best;
}

double fdatasync_us(const std::string& directory) {
  const std::string path = directory + "/floor.tmp";
  const int file = open(path.c_str(), O_CREAT | O_RDWR | O_TRUNC, 0600);
  if (file < 0) return -1;
  const std::vector<char> block(4096, 'x');
  std::vector<double> times;
  for (int i = 0; i < 51; ++i) {
    if (pwrite(file, block.data(), block.size(), i * 4096) < 0) break;
    const auto start = Clock::now();
    if (fdatasync(file) != 0) break;
    times.push_back(seconds_since(start) * 1e6);
  }
  close(file);
  unlink(path.c_str());
  return median(times);
}

// Half of the time of a round between two threads that sleep in turn.
double wake_us() {
  constexpr int kRounds = 200;
  std::mutex mutex;
  std::condition_variable changed;
  int turn = 0;
  const auto play = [&](int side) {
    for (int round = 0; round < kRounds; ++round) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return turn % 2 == side; });
      ++turn;
      changed.notify_one();
    }
  };
  std::vector<double> times;
  for (int i = 0; i < 9; ++i) {
    const auto start = Clock::now();
    std::thread other(play, 1);
    play(0);
    other.join();
    times.push_back(seconds_since(start) * 1e6 / (2 * kRounds));
  }
  return median(times);
}

void print_read() {
  for (const double megabytes : {0.8, 8.0, 80.0}) {
    const std::vector<std::uint64_t> words(static_cast<std::size_t>(megabytes * 1e6 / 8), 1);
    for (const std::size_t threads : {1, 2}) {
      std::printf("\"read_%gMB_%zut_GBps\": %.2f, ", megabytes, threads,
                  gigabytes_per_second(words, threads));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::fputs("{", stdout);
  print_read();
  std::printf("\"fdatasync_us\": %.1f, \"thread_wake_up_us\": %.2f}\n",
              fdatasync_us(argc > 1 ? argv[1] : "."), wake_us());
  return 0;
}
