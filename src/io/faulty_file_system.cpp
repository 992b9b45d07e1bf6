#include "io/faulty_file_system.h"

#include <chrono>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "base/random.h"

namespace stoa {

struct FaultyFileSystem::State {
  std::mutex mutex;
  FaultPlan plan;
  Random random{1};
  uint64_t call_count = 0;
  uint64_t fault_count = 0;

  struct Verdict {
    bool fails = false;
    bool disk_full = false;
    double written_fraction = 0;
  };

  // Counts a call, delays it where the plan says so, and says whether it is to fail.
  Verdict judge(FileCall kind) {
    Verdict verdict;
    uint32_t delay_us = 0;
    {
      const std::lock_guard lock(mutex);
      if ((plan.calls & kind) == 0) return verdict;
      ++call_count;
      const bool is_planned =
          plan.fail_at != 0 && (plan.keep_failing ? call_count >= plan.fail_at : call_count == plan.fail_at);
      verdict.fails = is_planned || (plan.failure_probability > 0 && random.chance(plan.failure_probability));
      verdict.disk_full = plan.disk_full;
      if (verdict.fails) ++fault_count;
      if (verdict.fails && plan.partial_write) verdict.written_fraction = random.unit();
      if (plan.delay_probability > 0 && random.chance(plan.delay_probability)) delay_us = plan.delay_us;
    }
    if (delay_us != 0) std::this_thread::sleep_for(std::chrono::microseconds(delay_us));
    return verdict;
  }

  [[noreturn]] static void fail(const Verdict& verdict, const std::string& doing, const std::string& path) {
    const std::string message = "can't " + doing + " '" + path + "': simulated fault";
    raise(verdict.disk_full ? sqlstate::kDiskFull : sqlstate::kIoError, message);
  }
  void pass(FileCall kind, const std::string& doing, const std::string& path) {
    const Verdict verdict = judge(kind);
    if (verdict.fails) fail(verdict, doing, path);
  }
};

namespace {

template <class State>
class FaultyFile final : public File {
 public:
  FaultyFile(std::unique_ptr<File> inner, std::shared_ptr<State> state)
      : inner_(std::move(inner)), state_(std::move(state)) {}

  size_t read_at(uint64_t offset, void* data, size_t size) const override {
    state_->pass(kCallRead, "read", path());
    return inner_->read_at(offset, data, size);
  }
  void write_at(uint64_t offset, const void* data, size_t size) override {
    const auto verdict = state_->judge(kCallWrite);
    if (verdict.fails) {
      const auto written = static_cast<size_t>(verdict.written_fraction * static_cast<double>(size));
      if (written != 0) inner_->write_at(offset, data, written);
      State::fail(verdict, "write", path());
    }
    inner_->write_at(offset, data, size);
  }
  uint64_t size() const override { return inner_->size(); }
  void truncate(uint64_t size) override {
    state_->pass(kCallTruncate, "truncate", path());
    inner_->truncate(size);
  }
  void sync_data() override {
    state_->pass(kCallSync, "sync", path());
    inner_->sync_data();
  }
  void sync() override {
    state_->pass(kCallSync, "sync", path());
    inner_->sync();
  }
  const std::string& path() const override { return inner_->path(); }

 private:
  std::unique_ptr<File> inner_;
  std::shared_ptr<State> state_;
};

}  // namespace

FaultyFileSystem::FaultyFileSystem(FileSystem& inner, FaultPlan plan)
    : inner_(inner), state_(std::make_shared<State>()) {
  set_plan(plan);
}
FaultyFileSystem::~FaultyFileSystem() = default;

void FaultyFileSystem::set_plan(const FaultPlan& plan) {
  const std::lock_guard lock(state_->mutex);
  state_->plan = plan;
  state_->random = Random(plan.seed);
  state_->call_count = 0;
  state_->fault_count = 0;
}

uint64_t FaultyFileSystem::call_count() const {
  const std::lock_guard lock(state_->mutex);
  return state_->call_count;
}

uint64_t FaultyFileSystem::fault_count() const {
  const std::lock_guard lock(state_->mutex);
  return state_->fault_count;
}

std::unique_ptr<File> FaultyFileSystem::open(const std::string& path, OpenMode mode) {
  state_->pass(kCallOpen, "open", path);
  return std::make_unique<FaultyFile<State>>(inner_.open(path, mode), state_);
}

bool FaultyFileSystem::exists(const std::string& path) const {
  return inner_.exists(path);
}
bool FaultyFileSystem::is_directory(const std::string& path) const {
  return inner_.is_directory(path);
}
std::vector<std::string> FaultyFileSystem::list(const std::string& directory) const {
  return inner_.list(directory);
}

void FaultyFileSystem::remove(const std::string& path) {
  state_->pass(kCallRemove, "remove", path);
  inner_.remove(path);
}

void FaultyFileSystem::rename(const std::string& from, const std::string& to) {
  state_->pass(kCallRename, "rename", from);
  inner_.rename(from, to);
}

void FaultyFileSystem::make_directory(const std::string& path) {
  inner_.make_directory(path);
}

void FaultyFileSystem::sync_directory(const std::string& directory) {
  state_->pass(kCallSyncDirectory, "sync directory", directory);
  inner_.sync_directory(directory);
}

}  // namespace stoa
