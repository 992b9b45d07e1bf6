#include "base/near_name.h"

#include <algorithm>
#include <vector>

namespace stoa {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

/// Names longer than this are never near: keeps the cost of a hint bounded.
constexpr size_t kNameBytesMax = 100;

template <class Name>
std::string_view nearest(std::string_view word, std::span<const Name> candidates) {
  std::string_view best;
  size_t best_distance = std::max<size_t>(1, word.size() / 3) + 1;
  if (word.size() > kNameBytesMax) {
    return best;
  }
  for (const std::string_view candidate : candidates) {
    const size_t gap =
        word.size() > candidate.size() ? word.size() - candidate.size() : candidate.size() - word.size();
    if (gap >= best_distance) {
      continue;
    }
    const size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace

size_t edit_distance(std::string_view a, std::string_view b) {
  const size_t width = b.size() + 1;
  std::vector<size_t> before(width);
  std::vector<size_t> previous(width);
  std::vector<size_t> current(width);
  for (size_t j = 0; j < width; ++j) {
    previous[j] = j;
  }
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j < width; ++j) {
      const bool is_same = lower(a[i - 1]) == lower(b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (is_same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

std::string_view near_name(std::string_view word, std::span<const std::string_view> candidates) {
  return nearest(word, candidates);
}

std::string_view near_name(std::string_view word, std::span<const std::string> candidates) {
  return nearest(word, candidates);
}

}  // namespace stoa
