#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "io/file_system.h"

namespace stoa {

namespace {

// A system call, again while a signal interrupts it.
template <class Call>
auto retry(const Call& call) {
  decltype(call()) result;
  do {
    result = call();
  } while (result == -1 && errno == EINTR);
  return result;
}

[[noreturn]] void raise_system_error(int code, const std::string& doing, const std::string& path) {
  const std::string reason = std::generic_category().message(code);
  const std::string message = "can't " + doing + " '" + path + "': " + reason;
  switch (code) {
    case EACCES:
    case EPERM:
      throw Error(sqlstate::kInsufficientPrivilege, message).with_hint("Check the permissions of the file.");
    case EROFS: throw Error(sqlstate::kReadOnlyTransaction, message);
    case ENOSPC:
    case EDQUOT: throw Error(sqlstate::kDiskFull, message).with_hint("Free space on the disk and try again.");
    case EISDIR:
    case ENOTDIR: throw Error(sqlstate::kWrongObjectType, message);
    case EEXIST: throw Error(sqlstate::kDuplicateFile, message);
    case ENOENT: throw Error(sqlstate::kUndefinedFile, message);
    case ENAMETOOLONG: throw Error(sqlstate::kNameTooLong, message);
    case EMFILE:
    case ENFILE:
      throw Error(sqlstate::kIoError, message).with_hint("Raise the limit of open files (ulimit -n).");
    default: throw Error(sqlstate::kIoError, message);
  }
}

[[noreturn]] void raise_is_directory(const std::string& path) {
  throw Error(sqlstate::kWrongObjectType, "'" + path + "' is a directory, not a file")
      .with_hint("For all files in it write '" + join_path(path, "*") + "'.");
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

class PosixFile final : public File {
 public:
  PosixFile(Descriptor descriptor, std::string path, bool writable)
      : descriptor_(std::move(descriptor)), path_(std::move(path)), writable_(writable) {}

  size_t read_at(uint64_t offset, void* data, size_t size) const override {
    size_t done = 0;
    while (done < size) {
      const size_t piece = std::min(size - done, kCallBytesMax);
      const ssize_t got = retry([&] {
        return ::pread(fd(), static_cast<char*>(data) + done, piece, static_cast<off_t>(offset + done));
      });
      if (got < 0) raise_system_error(errno, "read", path_);
      if (got == 0) break;
      done += static_cast<size_t>(got);
    }
    return done;
  }

  void write_at(uint64_t offset, const void* data, size_t size) override {
    check_writable();
    size_t done = 0;
    while (done < size) {
      const size_t piece = std::min(size - done, kCallBytesMax);
      const ssize_t put = retry([&] {
        return ::pwrite(fd(), static_cast<const char*>(data) + done, piece,
                        static_cast<off_t>(offset + done));
      });
      if (put < 0) raise_system_error(errno, "write", path_);
      done += static_cast<size_t>(put);
    }
  }

  uint64_t size() const override {
    struct stat status = {};
    if (::fstat(fd(), &status) != 0) raise_system_error(errno, "look at", path_);
    return static_cast<uint64_t>(status.st_size);
  }

  void truncate(uint64_t size) override {
    check_writable();
    if (retry([&] { return ::ftruncate(fd(), static_cast<off_t>(size)); }) != 0) {
      raise_system_error(errno, "truncate", path_);
    }
  }

  void sync_data() override {
    // Not again after a failure: the system may have dropped the dirty pages and would then call them clean.
    if (::fdatasync(fd()) != 0) raise_system_error(errno, "sync", path_);
  }
  void sync() override {
    if (::fsync(fd()) != 0) raise_system_error(errno, "sync", path_);
  }

  std::optional<FileView> map() const override {
    const uint64_t size_bytes = size();
    if (size_bytes == 0) return std::nullopt;
    void* address = ::mmap(nullptr, size_bytes, PROT_READ, MAP_SHARED, fd(), 0);
    if (address == MAP_FAILED) return std::nullopt;
    Owner owner(address,
                [size_bytes](const void* mapped) { ::munmap(const_cast<void*>(mapped), size_bytes); });
    return FileView{{static_cast<const std::byte*>(address), size_bytes}, std::move(owner)};
  }

  const std::string& path() const override { return path_; }
  Descriptor release() { return std::move(descriptor_); }

 private:
  static constexpr size_t kCallBytesMax = size_t{1} << 30;  // Linux moves at most 2 GiB - 4 KiB per call

  int fd() const { return descriptor_.number(); }
  void check_writable() const {
    if (!writable_) raise(sqlstate::kReadOnlyTransaction, "file '" + path_ + "' is open for reading only");
  }

  Descriptor descriptor_;
  std::string path_;
  bool writable_;
};

int open_flags(OpenMode mode) {
  switch (mode) {
    case OpenMode::kRead: return O_RDONLY;
    case OpenMode::kReadWrite: return O_RDWR;
    case OpenMode::kCreate: return O_RDWR | O_CREAT;
    case OpenMode::kCreateNew: return O_RDWR | O_CREAT | O_EXCL;
    case OpenMode::kReplace: return O_RDWR | O_CREAT | O_TRUNC;
  }
  return O_RDONLY;
}

class PosixFileSystem final : public FileSystem {
 public:
  std::unique_ptr<File> open(const std::string& path, OpenMode mode) override {
    check_path(path);
    const int number = retry([&] { return ::open(path.c_str(), open_flags(mode) | O_CLOEXEC, 0666); });
    if (number < 0) raise_open_error(errno, path);
    Descriptor descriptor(number);
    struct stat status = {};
    if (::fstat(number, &status) != 0) raise_system_error(errno, "look at", path);
    if (S_ISDIR(status.st_mode)) raise_is_directory(path);
    // A pipe has no places to read at: its bytes are first put where there are.
    if (mode == OpenMode::kRead && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode))) {
      descriptor = spool(descriptor, path);
    }
    return std::make_unique<PosixFile>(std::move(descriptor), path, mode != OpenMode::kRead);
  }

  bool exists(const std::string& path) const override {
    struct stat status = {};
    return !has_zero(path) && ::stat(path.c_str(), &status) == 0;
  }

  bool is_directory(const std::string& path) const override {
    struct stat status = {};
    return !has_zero(path) && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  }

  std::vector<std::string> list(const std::string& directory) const override {
    check_path(directory);
    DIR* stream = ::opendir(directory.c_str());
    if (stream == nullptr) raise_system_error(errno, "list directory", directory);
    const std::unique_ptr<DIR, int (*)(DIR*)> closer(stream, ::closedir);
    std::vector<std::string> names;
    errno = 0;
    while (const dirent* entry = ::readdir(stream)) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") names.emplace_back(name);
    }
    if (errno != 0) raise_system_error(errno, "list directory", directory);
    std::sort(names.begin(), names.end());
    return names;
  }

  void remove(const std::string& path) override {
    check_path(path);
    if (::remove(path.c_str()) != 0) raise_open_error(errno, path, "remove");
  }

  void rename(const std::string& from, const std::string& to) override {
    check_path(from);
    check_path(to);
    if (::rename(from.c_str(), to.c_str()) != 0) {
      if (errno == ENOENT && !exists(from)) raise_missing_file(*this, from);
      raise_system_error(errno, "rename '" + from + "' to", to);
    }
  }

  void make_directory(const std::string& path) override {
    check_path(path);
    if (::mkdir(path.c_str(), 0777) == 0) return;
    const int code = errno;
    if (code == EEXIST && is_directory(path)) return;
    raise_system_error(code, "make directory", path);
  }

  void sync_directory(const std::string& directory) override {
    check_path(directory);
    const int number = retry([&] { return ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    if (number < 0) raise_system_error(errno, "open directory", directory);
    const Descriptor descriptor(number);
    // Some network file systems can't and say EINVAL: there is nothing to do about it then.
    if (::fsync(number) != 0 && errno != EINVAL) raise_system_error(errno, "sync directory", directory);
  }

 private:
  static bool has_zero(const std::string& path) { return path.find('\0') != std::string::npos; }
  static void check_path(const std::string& path) {
    if (path.empty()) raise(sqlstate::kInvalidName, "a file name must not be empty");
    if (has_zero(path)) raise(sqlstate::kInvalidName, "a file name must not hold a zero byte");
  }

  [[noreturn]] void raise_open_error(int code, const std::string& path,
                                     const std::string& doing = "open") const {
    if (code == ENOENT) raise_missing_file(*this, path);
    if (code == EISDIR) raise_is_directory(path);
    raise_system_error(code, doing, path);
  }

  static Descriptor spool(const Descriptor& pipe, const std::string& path) {
    const char* directory = std::getenv("TMPDIR");
    std::string name = join_path(directory != nullptr ? directory : "/tmp", "stoa-pipe-XXXXXX");
    Descriptor target(::mkostemp(name.data(), O_CLOEXEC));
    if (target.number() < 0) raise_system_error(errno, "make temporary file", name);
    ::unlink(name.c_str());
    PosixFile file(std::move(target), name, true);
    std::array<char, 64 * 1024> block;
    for (uint64_t offset = 0;;) {
      const ssize_t got = retry([&] { return ::read(pipe.number(), block.data(), block.size()); });
      if (got < 0) raise_system_error(errno, "read", path);
      if (got == 0) return file.release();
      file.write_at(offset, block.data(), static_cast<size_t>(got));
      offset += static_cast<uint64_t>(got);
    }
  }
};

}  // namespace

std::unique_ptr<FileSystem> make_posix_file_system() {
  return std::make_unique<PosixFileSystem>();
}

}  // namespace stoa
