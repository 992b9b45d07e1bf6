#include <algorithm>
#include <vector>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"
#include "types/utf8.h"

namespace stoa {

namespace {

std::vector<std::string_view> characters_of(std::string_view text) {
  std::vector<std::string_view> characters;
  for (size_t i = 0; i < text.size();) {
    const size_t size = std::min(text.size() - i, character_bytes(text[i]));
    characters.push_back(text.substr(i, size));
    i += size;
  }
  return characters;
}

constexpr size_t kDistanceCharactersMax = 16384;

/// Wagner and Fischer, over characters, with one row of the matrix.
int64_t levenshtein_row(std::string_view a_text, std::string_view b_text) {
  const std::vector<std::string_view> a = characters_of(a_text);
  const std::vector<std::string_view> b = characters_of(b_text);
  if (std::min(a.size(), b.size()) > kDistanceCharactersMax) {
    raise(sqlstate::kProgramLimitExceeded, "levenshtein: the texts are too long");
  }
  std::vector<int64_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) {
    row[j] = static_cast<int64_t>(j);
  }
  for (size_t i = 1; i <= a.size(); ++i) {
    int64_t diagonal = row[0];
    row[0] = static_cast<int64_t>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const int64_t substitution = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substitution, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

int64_t hamming_row(std::string_view a_text, std::string_view b_text) {
  const std::vector<std::string_view> a = characters_of(a_text);
  const std::vector<std::string_view> b = characters_of(b_text);
  if (a.size() != b.size()) {
    raise(sqlstate::kInvalidParameterValue, "hamming: the texts must have the same length");
  }
  int64_t distance = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    distance += a[i] == b[i] ? 0 : 1;
  }
  return distance;
}

}  // namespace

void register_string_distance(FunctionRegistry& registry) {
  for (const char* name : {"levenshtein", "editdist3"}) {
    registry.add(
        scalar(name, {TypeId::kText, TypeId::kText}, TypeId::kBigint, row_kernel<&levenshtein_row>,
               {"How many characters must be inserted, removed or replaced to get from one text to another.",
                std::string(name) + "('kitten', 'sitting')", "3"}));
  }
  for (const char* name : {"hamming", "mismatches"}) {
    registry.add(scalar(
        name, {TypeId::kText, TypeId::kText}, TypeId::kBigint, row_kernel<&hamming_row>,
        {"In how many places two texts of one length differ.", std::string(name) + "('duck', 'luck')", "1"}));
  }
}

}  // namespace stoa
