#include <algorithm>

#include "io/file_system.h"

namespace stoa {

namespace {

// One set `[...]` of `pattern` at `place` (behind the bracket). Says whether `c` is in it and moves `place`
// behind it; false with `place` unchanged where the set isn't closed: the bracket then stands for itself.
bool match_set(std::string_view pattern, size_t& place, char c, bool& matched) {
  size_t i = place;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  bool found = false;
  for (const size_t first = i; i < pattern.size(); ++i) {
    if (pattern[i] == ']' && i > first) {
      place = i + 1;
      matched = found != negated;
      return true;
    }
    const auto low = static_cast<unsigned char>(pattern[i]);
    auto high = low;
    if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      high = static_cast<unsigned char>(pattern[i + 2]);
      i += 2;
    }
    const auto value = static_cast<unsigned char>(c);
    found = found || (low <= value && value <= high);
  }
  return false;
}

// One pattern element other than '*' against one character; moves `place` behind the element.
bool match_one(std::string_view pattern, size_t& place, char c) {
  const char element = pattern[place];
  if (element == '[') {
    size_t behind = place + 1;
    bool matched = false;
    if (match_set(pattern, behind, c, matched)) {
      place = behind;
      return matched;
    }
  }
  ++place;
  return element == '?' || element == c;
}

bool has_wildcard(std::string_view component) {
  return component.find_first_of("*?[") != std::string_view::npos;
}

class GlobWalk {
 public:
  GlobWalk(const FileSystem& files, std::string_view pattern) : files_(files) {
    while (!pattern.empty()) {
      const size_t slash = pattern.find('/');
      if (slash != 0) components_.emplace_back(pattern.substr(0, slash));
      if (slash == std::string_view::npos) break;
      pattern.remove_prefix(slash + 1);
    }
  }

  std::vector<std::string> run(const std::string& start) {
    if (!components_.empty()) visit(start, 0, 0);
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return std::move(found_);
  }

 private:
  static constexpr size_t kDepthMax = 200;  // a directory link to its own parent would go on for ever

  void visit(const std::string& directory, size_t component, size_t depth) {
    if (depth > kDepthMax) return;
    const std::string& pattern = components_[component];
    const bool is_last = component + 1 == components_.size();
    if (pattern == "**") return visit_any_depth(directory, component, depth);
    if (!has_wildcard(pattern)) return step(join(directory, pattern), component, is_last, depth);
    for (const std::string& name : names(directory)) {
      if (matches_glob(pattern, name)) step(join(directory, name), component, is_last, depth);
    }
  }

  void step(const std::string& path, size_t component, bool is_last, size_t depth) {
    if (!files_.exists(path)) return;
    const bool is_directory = files_.is_directory(path);
    if (is_last && !is_directory) found_.push_back(path);
    if (!is_last && is_directory) visit(path, component + 1, depth + 1);
  }

  void visit_any_depth(const std::string& directory, size_t component, size_t depth) {
    const bool is_last = component + 1 == components_.size();
    if (!is_last) visit(directory, component + 1, depth + 1);
    for (const std::string& name : names(directory)) {
      if (name.starts_with('.')) continue;
      const std::string path = join(directory, name);
      if (files_.is_directory(path)) {
        if (depth < kDepthMax) visit_any_depth(path, component, depth + 1);
      } else if (is_last) {
        found_.push_back(path);
      }
    }
  }

  std::vector<std::string> names(const std::string& directory) const {
    const std::string listed = directory.empty() ? "." : directory;
    return files_.is_directory(listed) ? files_.list(listed) : std::vector<std::string>();
  }
  static std::string join(const std::string& directory, std::string_view name) {
    return directory.empty() ? std::string(name) : join_path(directory, name);
  }

  const FileSystem& files_;
  std::vector<std::string> components_;
  std::vector<std::string> found_;
};

}  // namespace

bool is_glob(std::string_view path) {
  return has_wildcard(path);
}

bool matches_glob(std::string_view pattern, std::string_view name) {
  if (name.starts_with('.') && !pattern.starts_with('.')) return false;
  size_t p = 0;
  size_t n = 0;
  // Where to take up again with the last '*' swallowing one character more.
  size_t star = std::string_view::npos;
  size_t star_end = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_end = n;
    } else if (p < pattern.size() && match_one(pattern, p, name[n])) {
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++star_end;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<std::string> FileSystem::glob(const std::string& pattern) const {
  // A file whose name has such characters is found under its own name first.
  if (exists(pattern) && !is_directory(pattern)) return {pattern};
  if (!is_glob(pattern)) return {};
  return GlobWalk(*this, pattern).run(pattern.starts_with('/') ? "/" : "");
}

}  // namespace stoa
