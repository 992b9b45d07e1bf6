#include "io/replacing_path.h"

#include <utility>

#include "base/error.h"

namespace stoa {

ReplacingPath::ReplacingPath(FileSystem& files, std::string path) : files_(&files), path_(std::move(path)) {
  if (path_.empty()) {
    raise(sqlstate::kInvalidName, "a file name must not be empty");
  }
  if (files.is_directory(path_)) {
    throw Error(sqlstate::kWrongObjectType, "'" + path_ + "' is a directory, not a file")
        .with_hint("Name a file in it, as '" + join_path(path_, "data.csv") + "'.");
  }
  // A rename would put a file in the place of the device.
  if (parent_directory(path_) == "/dev") {
    raise(sqlstate::kWrongObjectType, "'" + path_ + "' is no regular file");
  }
}

ReplacingPath::ReplacingPath(ReplacingPath&& other) noexcept
    : files_(other.files_),
      path_(std::move(other.path_)),
      temporary_path_(std::exchange(other.temporary_path_, {})) {}

ReplacingPath::~ReplacingPath() {
  if (temporary_path_.empty()) {
    return;
  }
  try {
    files_->remove(temporary_path_);
  } catch (const Error&) {
  }  // the error that led here matters more than a file left behind
}

std::unique_ptr<File> ReplacingPath::open() {
  const std::string directory = parent_directory(path_);
  if (!files_->is_directory(directory)) {
    throw Error(sqlstate::kUndefinedFile,
                "can't write '" + path_ + "': there is no directory '" + directory + "'")
        .with_hint("Make the directory first.");
  }
  const std::string temporary = files_->temporary_name(directory, ".stoa-new-");
  try {
    std::unique_ptr<File> file = files_->open(temporary, OpenMode::kCreateNew);
    temporary_path_ = temporary;
    return file;
  } catch (const Error& error) {
    // Nobody knows the temporary name.
    std::string reason = error.message();
    if (const size_t at = reason.find(temporary); at != std::string::npos) {
      reason.replace(at, temporary.size(), path_);
    }
    throw Error(error.state(), "can't write '" + path_ + "': " + reason)
        .with_hint("Files can't be made in '" + directory +
                   "': check its permissions, or write to another place.");
  }
}

void ReplacingPath::put_in_place() {
  files_->rename(temporary_path_, path_);
  temporary_path_.clear();
}

}  // namespace stoa
