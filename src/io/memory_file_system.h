#pragma once

#include <memory>

#include "io/file_system.h"

namespace stoa {

/// What a simulated power cut does to writes that no sync has covered.
enum class CrashMode : uint8_t {
  kDropUnsynced,  ///< none of them reached the disk
  kKeepUnsynced,  ///< all of them did
  kTearUnsynced,  ///< a seeded choice of them did, some only in part (cut at 512-byte sectors)
};

/// Files in memory, for tests and for databases that live in memory only.
///
/// Each file has what is durable and a list of writes and truncations since its last sync; reads see both.
/// Likewise a name that was made, renamed or removed is durable only after its directory's sync. `crash`
/// makes the durable state the current one, plus what its mode keeps. Files opened before a crash raise 58030
/// afterwards. Without `simulate_crashes` nothing is recorded and everything counts as durable. Thread-safe.
class MemoryFileSystem : public FileSystem {
 public:
  explicit MemoryFileSystem(bool simulate_crashes = false);
  ~MemoryFileSystem() override;

  std::unique_ptr<File> open(const std::string& path, OpenMode mode) override;
  bool exists(const std::string& path) const override;
  bool is_directory(const std::string& path) const override;
  std::vector<std::string> list(const std::string& directory) const override;
  void remove(const std::string& path) override;
  void rename(const std::string& from, const std::string& to) override;
  void make_directory(const std::string& path) override;
  void sync_directory(const std::string& directory) override;

  /// The power goes out and comes back. The seed decides what is torn.
  void crash(CrashMode mode, uint64_t seed = 0);
  /// Writes and truncations that no sync has covered yet, over all files.
  size_t unsynced_write_count() const;
  /// Bytes that the files hold.
  uint64_t size_bytes() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace stoa
