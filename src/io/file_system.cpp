#include "io/file_system.h"

#include <algorithm>

#include "base/error.h"
#include "base/near_name.h"
#include "base/random.h"

namespace stoa {

void File::read_exactly_at(uint64_t offset, void* data, size_t size) const {
  const size_t got = read_at(offset, data, size);
  if (got == size) return;
  raise(sqlstate::kDataCorrupted, "file '" + path() + "' ends at byte " + std::to_string(offset + got) +
                                      " where " + std::to_string(size - got) + " more bytes were expected");
}

std::string FileSystem::temporary_name(const std::string& directory, std::string_view prefix) {
  constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
  Random random(random_seed());
  for (;;) {
    std::string name(prefix);
    for (int i = 0; i < 12; ++i) name += kAlphabet[random.below(kAlphabet.size())];
    std::string path = join_path(directory, name);
    if (!exists(path)) return path;
  }
}

std::string FileSystem::read_file(const std::string& path) {
  const auto file = open(path, OpenMode::kRead);
  std::string contents(file->size(), '\0');
  file->read_exactly_at(0, contents.data(), contents.size());
  return contents;
}

void FileSystem::write_file(const std::string& path, std::string_view contents) {
  open(path, OpenMode::kReplace)->write_at(0, contents.data(), contents.size());
}

std::string parent_directory(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(path.substr(0, std::max<size_t>(slash, 1)));
}

std::string_view file_name(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string join_path(std::string_view directory, std::string_view name) {
  std::string path(directory);
  if (!path.empty() && path.back() != '/') path += '/';
  return path += name;
}

void raise_missing_file(const FileSystem& files, const std::string& path) {
  Error error(sqlstate::kUndefinedFile, "file '" + path + "' does not exist");
  const std::string directory = parent_directory(path);
  std::string hint;
  try {
    const std::vector<std::string> names = files.list(directory);
    const std::string near(near_name(file_name(path), names));
    if (!near.empty()) {
      const bool is_bare = path.find('/') == std::string::npos;
      hint = "Did you mean '" + (is_bare ? near : join_path(directory, near)) + "'?";
    }
  } catch (const Error&) {
    hint = "There is no directory '" + directory + "' either.";
  }
  if (hint.empty()) throw error;
  throw std::move(error).with_hint(std::move(hint));
}

}  // namespace stoa
