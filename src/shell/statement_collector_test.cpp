#include "shell/statement_collector.h"

#include <vector>

#include <gtest/gtest.h>

namespace stoa::shell {
namespace {

/// The numbers of the lines at which a statement was whole.
std::vector<size_t> ends(const std::vector<std::string>& lines) {
  StatementCollector collector;
  std::vector<size_t> found;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (collector.add_line(lines[i])) {
      found.push_back(i + 1);
      collector.clear();
    }
  }
  return found;
}

TEST(StatementCollector, EndsAtSemicolons) {
  EXPECT_EQ(ends({"SELECT 1;", "SELECT", "2", ";", "SELECT 3; SELECT 4;"}), (std::vector<size_t>{1, 4, 5}));
  EXPECT_EQ(ends({"SELECT 1; SELECT", "2;"}), (std::vector<size_t>{2}));
  EXPECT_EQ(ends({"SELECT 1"}), std::vector<size_t>{});
}

TEST(StatementCollector, WaitsForWhatIsOpen) {
  EXPECT_EQ(ends({"SELECT 'a;", "b;", "c';"}), (std::vector<size_t>{3}));
  EXPECT_EQ(ends({"SELECT 1; /* open;", "still;", "*/"}), (std::vector<size_t>{3}));
  EXPECT_EQ(ends({"SELECT $$;", ";", "$$", ", 'x", "y'", ";"}), (std::vector<size_t>{6}));
  EXPECT_EQ(ends({"SELECT 1", "", "/* a", "*/", "-- b", "'c", "'", ";"}), (std::vector<size_t>{8}));
  EXPECT_EQ(ends({"SELECT 1 -- ;", "-- ;", "; -- end"}), (std::vector<size_t>{3}));
}

TEST(StatementCollector, ReadsEachLineOnce) {
  // Were the whole text read again with each line, this would take minutes.
  for (const char* line : {"(1, 'a;b'),", "/* ; */ 1,", "\"a;\","}) {
    StatementCollector collector;
    EXPECT_FALSE(collector.add_line("INSERT INTO t VALUES"));
    for (int i = 0; i < 100'000; ++i) {
      ASSERT_FALSE(collector.add_line(line));
    }
    EXPECT_TRUE(collector.add_line("(2, 'c');"));
  }
  StatementCollector collector;
  EXPECT_FALSE(collector.add_line("SELECT $$"));
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_FALSE(collector.add_line("a line of text; and more"));
  }
  EXPECT_TRUE(collector.add_line("$$;"));
}

TEST(StatementCollector, BlankTextIsWhole) {
  EXPECT_EQ(ends({"", "-- a comment", "/* another", "*/", "SELECT 1", ";"}),
            (std::vector<size_t>{1, 2, 4, 6}));
}

TEST(StatementCollector, CountsLines) {
  StatementCollector collector;
  EXPECT_FALSE(collector.add_line("SELECT 1"));
  EXPECT_EQ(collector.first_line(), 1U);
  EXPECT_TRUE(collector.add_line(";"));
  collector.clear();
  collector.skip_line();
  EXPECT_FALSE(collector.add_line("SELECT 2"));
  EXPECT_EQ(collector.first_line(), 4U);
  EXPECT_FALSE(collector.is_empty());
}

}  // namespace
}  // namespace stoa::shell
