#include "io/memory_file_system.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <utility>
#include <variant>

#include "base/error.h"
#include "base/random.h"
#include "io/memory_contents.h"

namespace stoa {

namespace {

struct PendingWrite {
  uint64_t offset;
  std::string bytes;
};
struct PendingTruncate {
  uint64_t size;
};
using PendingChange = std::variant<PendingWrite, PendingTruncate>;

constexpr uint64_t kSectorBytes = 512;

void apply_change(MemoryContents& contents, const PendingChange& change) {
  if (const auto* write = std::get_if<PendingWrite>(&change)) {
    contents.write(write->offset, write->bytes.data(), write->bytes.size());
  } else {
    contents.resize(std::get<PendingTruncate>(change).size);
  }
}

// Of one write, each sector by chance: disks keep no order among them.
void apply_torn(MemoryContents& contents, const PendingChange& change, Random& random) {
  const auto* write = std::get_if<PendingWrite>(&change);
  if (write == nullptr) {
    if (random.chance(0.5)) apply_change(contents, change);
    return;
  }
  const uint64_t fate = random.below(3);  // nothing, everything, some sectors
  const uint64_t end = write->offset + write->bytes.size();
  for (uint64_t from = write->offset; from < end;) {
    const uint64_t to = std::min(end, (from / kSectorBytes + 1) * kSectorBytes);
    if (fate == 1 || (fate == 2 && random.chance(0.5))) {
      contents.write(from, write->bytes.data() + (from - write->offset), to - from);
    }
    from = to;
  }
}

/// A file's content, apart from its names.
struct Node {
  explicit Node(bool directory) : is_directory(directory) {}
  const bool is_directory;
  mutable std::shared_mutex mutex;
  MemoryContents current;
  MemoryContents durable;
  std::vector<PendingChange> pending;

  void make_durable() {
    durable = current;
    pending.clear();
  }
  void crash(CrashMode mode, Random& random) {
    if (mode != CrashMode::kKeepUnsynced) {
      current = durable;
      if (mode == CrashMode::kTearUnsynced) {
        for (const PendingChange& change : pending) apply_torn(current, change, random);
      }
    }
    make_durable();
  }
};
using NodeRef = std::shared_ptr<Node>;
using Names = std::map<std::string, NodeRef>;

/// A name made (node set) or removed (null), perhaps with another name removed by the same rename.
struct NameChange {
  std::string path;
  NodeRef node;
  std::string removed;  // a rename's old name
};

void apply_name(Names& names, const NameChange& change) {
  if (!change.removed.empty()) names.erase(change.removed);
  if (change.node != nullptr) {
    names[change.path] = change.node;
  } else {
    names.erase(change.path);
  }
}

std::string normal_path(std::string_view path) {
  std::string normal;
  while (!path.empty()) {
    const size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (!part.empty() && part != ".") (normal += '/') += part;
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  return normal.empty() ? "/" : normal;
}

}  // namespace

struct MemoryFileSystem::State {
  explicit State(bool simulate) : simulate_crashes(simulate) {
    current["/"] = std::make_shared<Node>(true);
    durable = current;
  }

  const bool simulate_crashes;
  mutable std::mutex mutex;  // guards the names
  Names current;
  Names durable;
  std::vector<NameChange> pending;
  std::atomic<uint64_t> crash_count{0};

  NodeRef find(const std::string& path) const {
    const auto found = current.find(path);
    return found == current.end() ? nullptr : found->second;
  }
  void change_name(NameChange change) {
    apply_name(current, change);
    if (simulate_crashes) {
      pending.push_back(std::move(change));
    } else {
      apply_name(durable, change);
    }
  }
  void require_parent(const std::string& path) const {
    const NodeRef parent = find(parent_directory(path));
    if (parent != nullptr && parent->is_directory) return;
    raise(sqlstate::kUndefinedFile,
          "can't make '" + path + "': there is no directory '" + parent_directory(path) + "'");
  }
};

namespace {

class MemoryFile final : public File {
 public:
  MemoryFile(NodeRef node, std::string path, bool writable, bool record,
             const std::atomic<uint64_t>& crash_count)
      : node_(std::move(node)),
        path_(std::move(path)),
        writable_(writable),
        record_(record),
        crash_count_(crash_count),
        opened_at_(crash_count.load()) {}

  size_t read_at(uint64_t offset, void* data, size_t size) const override {
    check_alive();
    const std::shared_lock lock(node_->mutex);
    return node_->current.read(offset, data, size);
  }
  void write_at(uint64_t offset, const void* data, size_t size) override {
    check_writable();
    const std::unique_lock lock(node_->mutex);
    node_->current.write(offset, data, size);
    if (record_) node_->pending.push_back(PendingWrite{offset, {static_cast<const char*>(data), size}});
  }
  uint64_t size() const override {
    check_alive();
    const std::shared_lock lock(node_->mutex);
    return node_->current.size();
  }
  void truncate(uint64_t size) override {
    check_writable();
    const std::unique_lock lock(node_->mutex);
    node_->current.resize(size);
    if (record_) node_->pending.push_back(PendingTruncate{size});
  }
  void sync_data() override {
    check_alive();
    if (!record_) return;
    const std::unique_lock lock(node_->mutex);
    node_->make_durable();
  }
  void sync() override { sync_data(); }
  const std::string& path() const override { return path_; }

 private:
  void check_alive() const {
    if (crash_count_.load() != opened_at_) {
      raise(sqlstate::kIoError, "file '" + path_ + "' was open when the simulated power cut came");
    }
  }
  void check_writable() const {
    check_alive();
    if (!writable_) raise(sqlstate::kReadOnlyTransaction, "file '" + path_ + "' is open for reading only");
  }

  NodeRef node_;
  std::string path_;
  bool writable_;
  bool record_;
  const std::atomic<uint64_t>& crash_count_;
  uint64_t opened_at_;
};

[[noreturn]] void raise_wrong_kind(const std::string& path, bool is_directory) {
  raise(sqlstate::kWrongObjectType,
        "'" + path + (is_directory ? "' is a directory, not a file" : "' is a file, not a directory"));
}

}  // namespace

MemoryFileSystem::MemoryFileSystem(bool simulate_crashes)
    : state_(std::make_shared<State>(simulate_crashes)) {}
MemoryFileSystem::~MemoryFileSystem() = default;

std::unique_ptr<File> MemoryFileSystem::open(const std::string& path, OpenMode mode) {
  const std::string normal = normal_path(path);
  std::unique_lock lock(state_->mutex);
  NodeRef node = state_->find(normal);
  const bool may_make = mode != OpenMode::kRead && mode != OpenMode::kReadWrite;
  if (node != nullptr && node->is_directory) raise_wrong_kind(path, true);
  if (node != nullptr && mode == OpenMode::kCreateNew) {
    raise(sqlstate::kDuplicateFile, "file '" + path + "' exists already");
  }
  if (node == nullptr && !may_make) {
    lock.unlock();
    raise_missing_file(*this, path);
  }
  const bool is_new = node == nullptr;
  if (is_new) {
    state_->require_parent(normal);
    node = std::make_shared<Node>(false);
    state_->change_name({normal, node, {}});
  }
  const bool record = state_->simulate_crashes;
  auto file = std::make_unique<MemoryFile>(node, path, mode != OpenMode::kRead, record, state_->crash_count);
  if (mode == OpenMode::kReplace && !is_new) file->truncate(0);
  return file;
}

bool MemoryFileSystem::exists(const std::string& path) const {
  const std::lock_guard lock(state_->mutex);
  return state_->find(normal_path(path)) != nullptr;
}

bool MemoryFileSystem::is_directory(const std::string& path) const {
  const std::lock_guard lock(state_->mutex);
  const NodeRef node = state_->find(normal_path(path));
  return node != nullptr && node->is_directory;
}

std::vector<std::string> MemoryFileSystem::list(const std::string& directory) const {
  const std::string normal = normal_path(directory);
  const std::lock_guard lock(state_->mutex);
  const NodeRef node = state_->find(normal);
  if (node == nullptr) raise(sqlstate::kUndefinedFile, "there is no directory '" + directory + "'");
  if (!node->is_directory) raise_wrong_kind(directory, false);
  const std::string prefix = join_path(normal, "");
  std::vector<std::string> names;
  for (auto i = state_->current.lower_bound(prefix); i != state_->current.end(); ++i) {
    if (!i->first.starts_with(prefix)) break;
    std::string name = i->first.substr(prefix.size());
    if (!name.empty() && name.find('/') == std::string::npos) names.push_back(std::move(name));
  }
  return names;
}

void MemoryFileSystem::remove(const std::string& path) {
  const std::string normal = normal_path(path);
  const bool is_full_directory = is_directory(path) && !list(path).empty();
  std::unique_lock lock(state_->mutex);
  if (is_full_directory || normal == "/") raise(sqlstate::kIoError, "directory '" + path + "' is not empty");
  if (state_->find(normal) == nullptr) {
    lock.unlock();
    raise_missing_file(*this, path);
  }
  state_->change_name({normal, nullptr, {}});
}

void MemoryFileSystem::rename(const std::string& from, const std::string& to) {
  const std::string old_name = normal_path(from);
  const std::string new_name = normal_path(to);
  std::unique_lock lock(state_->mutex);
  const NodeRef node = state_->find(old_name);
  if (node == nullptr) {
    lock.unlock();
    raise_missing_file(*this, from);
  }
  if (node->is_directory) raise_unsupported("renaming a directory in memory");
  const NodeRef target = state_->find(new_name);
  if (target != nullptr && target->is_directory) raise_wrong_kind(to, true);
  state_->require_parent(new_name);
  if (old_name != new_name) state_->change_name({new_name, node, old_name});
}

void MemoryFileSystem::make_directory(const std::string& path) {
  const std::string normal = normal_path(path);
  const std::lock_guard lock(state_->mutex);
  const NodeRef node = state_->find(normal);
  if (node != nullptr && !node->is_directory)
    raise(sqlstate::kDuplicateFile, "'" + path + "' exists and is a file");
  if (node != nullptr) return;
  state_->require_parent(normal);
  state_->change_name({normal, std::make_shared<Node>(true), {}});
}

void MemoryFileSystem::sync_directory(const std::string& directory) {
  const std::string normal = normal_path(directory);
  const std::lock_guard lock(state_->mutex);
  const NodeRef node = state_->find(normal);
  if (node == nullptr) raise(sqlstate::kUndefinedFile, "there is no directory '" + directory + "'");
  if (!node->is_directory) raise_wrong_kind(directory, false);
  std::vector<NameChange> others;
  for (NameChange& change : state_->pending) {
    if (parent_directory(change.path) == normal) {
      apply_name(state_->durable, change);
    } else {
      others.push_back(std::move(change));
    }
  }
  state_->pending = std::move(others);
}

void MemoryFileSystem::crash(CrashMode mode, uint64_t seed) {
  const std::lock_guard lock(state_->mutex);
  Random random(seed);
  state_->crash_count.fetch_add(1);
  // A file system journals names in order: a torn one keeps the first of them.
  size_t kept = 0;
  if (mode == CrashMode::kKeepUnsynced) kept = state_->pending.size();
  if (mode == CrashMode::kTearUnsynced) kept = random.below(state_->pending.size() + 1);
  for (size_t i = 0; i < kept; ++i) apply_name(state_->durable, state_->pending[i]);
  state_->pending.clear();
  state_->current = state_->durable;
  std::set<const Node*> done;
  for (const auto& [path, node] : state_->current) {
    const std::unique_lock node_lock(node->mutex);
    if (done.insert(node.get()).second) node->crash(mode, random);
  }
}

size_t MemoryFileSystem::unsynced_write_count() const {
  const std::lock_guard lock(state_->mutex);
  size_t count = 0;
  for (const auto& [path, node] : state_->current) {
    const std::shared_lock node_lock(node->mutex);
    count += node->pending.size();
  }
  return count;
}

uint64_t MemoryFileSystem::size_bytes() const {
  const std::lock_guard lock(state_->mutex);
  uint64_t total = 0;
  for (const auto& [path, node] : state_->current) {
    const std::shared_lock node_lock(node->mutex);
    total += node->current.size();
  }
  return total;
}

}  // namespace stoa
