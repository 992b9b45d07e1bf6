#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/file.h"

namespace stoa {

enum class OpenMode : uint8_t {
  kRead,       ///< must exist
  kReadWrite,  ///< must exist
  kCreate,     ///< read and write; made when missing
  kCreateNew,  ///< read and write; must not exist (58P02)
  kReplace,    ///< read and write; made when missing, emptied when not
};

/// The one door to files. Paths are UTF-8 text with '/', relative ones to the working directory of the
/// process (to the root in the in-memory version).
///
/// Thread-safe. A File may outlive neither its FileSystem nor, for the in-memory one, a simulated crash of
/// it. Errors: 58P01 missing (with a near name as hint), 42501 permission, 42809 a directory where a file is
/// expected and the other way round, 58P02 exists already, 53100 disk full, 58030 anything else; each message
/// names the path.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  virtual std::unique_ptr<File> open(const std::string& path, OpenMode mode) = 0;
  /// A file or a directory of this name is there.
  virtual bool exists(const std::string& path) const = 0;
  virtual bool is_directory(const std::string& path) const = 0;
  /// The names (not paths) in a directory, sorted by bytes, without "." and "..".
  virtual std::vector<std::string> list(const std::string& directory) const = 0;
  virtual void remove(const std::string& path) = 0;
  /// Replaces `to` when it exists, atomically. Survives a power cut only after the directory's sync.
  virtual void rename(const std::string& from, const std::string& to) = 0;
  /// Makes one directory; fine when it is there already.
  virtual void make_directory(const std::string& path) = 0;
  /// After it returns, the names in the directory survive a power cut.
  virtual void sync_directory(const std::string& directory) = 0;
  /// A path in `directory` that no file has, from `prefix` and random characters.
  virtual std::string temporary_name(const std::string& directory, std::string_view prefix);

  /// The files that a pattern means, sorted by bytes: `*` any characters but '/', `?` one of them, `[a-c]`
  /// `[!x]` one of a set, `**` any number of directories. Names that begin with a dot need a pattern that
  /// does. A pattern without any of these is a plain name. Never a directory; none matching gives an empty
  /// list.
  std::vector<std::string> glob(const std::string& pattern) const;

  /// The whole contents; 58P01 and the like as open. For small files.
  std::string read_file(const std::string& path);
  /// Replaces the file by these contents (no sync).
  void write_file(const std::string& path, std::string_view contents);
};

/// Whether `text` has a glob character (`*`, `?`, `[`), as a path in SQL might.
bool is_glob(std::string_view path);
/// Whether a name without '/' matches a pattern without '/'.
bool matches_glob(std::string_view pattern, std::string_view name);

/// "a/b/c" gives "a/b"; "c" gives "."; "/c" gives "/".
std::string parent_directory(std::string_view path);
/// The last component of a path.
std::string_view file_name(std::string_view path);
/// directory + '/' + name, without doubling the '/'.
std::string join_path(std::string_view directory, std::string_view name);

/// The operating system's files.
std::unique_ptr<FileSystem> make_posix_file_system();

/// The 58P01 error for a path that isn't there, with a near name from its directory as hint.
[[noreturn]] void raise_missing_file(const FileSystem& files, const std::string& path);

}  // namespace stoa
