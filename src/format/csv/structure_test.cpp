#include "format/csv/structure.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/bits.h"
#include "base/random.h"

namespace stoa::csv {
namespace {

struct Found {
  std::vector<uint64_t> separators;
  std::vector<uint64_t> quotes;
  bool has_non_ascii;
  friend bool operator==(const Found&, const Found&) = default;
};

template <class Find>
Found run(const Find& find, const std::string& text, size_t size, const Dialect& dialect) {
  Found found{std::vector<uint64_t>(words_for_bits(size)), std::vector<uint64_t>(words_for_bits(size)),
              false};
  found.has_non_ascii =
      find(text.data(), size, dialect, StructureBits{found.separators.data(), found.quotes.data()});
  return found;
}

TEST(CsvStructure, AgreesWithTheScalarTwin) {
  Random random(42);
  constexpr std::string_view kAlphabet = "ab,;\"'\\\r\n\n\r\xC3";
  const Dialect dialects[] = {
      {}, {.delimiter = ';', .quote = '\'', .escape = '\''}, {.escape = '\\'}, {.quote = 0}};
  for (const size_t size : {0, 1, 2, 15, 16, 31, 32, 63, 64, 65, 127, 128, 129, 191, 192, 1000, 4096}) {
    for (int round = 0; round < 20; ++round) {
      // Bytes behind the end must not matter.
      std::string text(size + 64, ',');
      for (size_t i = 0; i < size; ++i) text[i] = kAlphabet[random.below(kAlphabet.size() - (round % 2))];
      text[size] = '\xFF';
      for (const Dialect& dialect : dialects) {
        ASSERT_EQ(run(find_structure, text, size, dialect), run(find_structure_scalar, text, size, dialect))
            << "size " << size << " round " << round;
      }
    }
  }
}

TEST(CsvStructure, CountsALineEndOfTwoBytesOnceAcrossWords) {
  std::string text(128, 'x');
  text[63] = '\r';
  text[64] = '\n';
  text[100] = '\n';
  text.resize(256);
  const Found found = run(find_structure, text, 128, {});
  EXPECT_EQ(found.separators[0], uint64_t{1} << 63);
  EXPECT_EQ(found.separators[1], uint64_t{1} << 36);
}

}  // namespace
}  // namespace stoa::csv
