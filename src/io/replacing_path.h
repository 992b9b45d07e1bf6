#pragma once

#include <memory>
#include <string>

#include "io/file_system.h"

namespace stoa {

/// A file that is seen once it is whole: written under a name of its own in the same directory, then put in
/// place by a rename, so that a failure leaves what was there before and nothing beside it. Used by one
/// thread; must not outlive its file system.
class ReplacingPath {
 public:
  /// Raises 42809 where `path` is a directory or a device.
  ReplacingPath(FileSystem& files, std::string path);
  /// Removes what was written unless it was put in place; the file made by `open` must be closed by then.
  ~ReplacingPath();
  ReplacingPath(ReplacingPath&& other) noexcept;
  ReplacingPath& operator=(ReplacingPath&&) = delete;

  /// Makes the new file; once. Errors name the path that is to be replaced.
  std::unique_ptr<File> open();
  /// Renames the file, closed by now, to the path.
  void put_in_place();

 private:
  FileSystem* files_;
  std::string path_;
  std::string temporary_path_;  ///< empty: there is none
};

}  // namespace stoa
