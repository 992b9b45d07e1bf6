#include "runner/script_run.h"

#include <map>

#include <gtest/gtest.h>
#include <stoa/error.hpp>

namespace stoa::sqltest {
namespace {

/// Answers each statement as told beforehand and keeps what it was asked.
class FakeSystem : public SqlSystem {
 public:
  std::map<std::string, SqlResult> answers;
  std::vector<std::string> log;

  std::unique_ptr<SqlDatabase> open(const std::string& path) override {
    log.push_back("open " + path);
    return std::make_unique<FakeDatabase>(*this);
  }

 private:
  class FakeSession : public SqlSession {
   public:
    explicit FakeSession(FakeSystem& system) : system_(system) {}
    SqlResult run(const std::string& sql) override {
      system_.log.push_back(sql);
      if (sql.starts_with("FAIL")) throw Error(SqlState("22012"), "division by zero");
      return system_.answers[sql];
    }

   private:
    FakeSystem& system_;
  };

  class FakeDatabase : public SqlDatabase {
   public:
    explicit FakeDatabase(FakeSystem& system) : system_(system) {}
    std::unique_ptr<SqlSession> connect() override { return std::make_unique<FakeSession>(system_); }

   private:
    FakeSystem& system_;
  };
};

SqlResult one_integer(const std::string& text) {
  return {1, {{Cell{CellKind::kInteger, text}}}, 2};
}

struct Outcome {
  RunCounts counts;
  std::vector<Failure> failures;
};

Outcome run(FakeSystem& system, const char* text, const Configuration& configuration = {},
            const SkipList& skips = {}) {
  ScriptRun script(system, configuration, skips, "tests/sql/a.test", "/scratch");
  script.run(parse_script(text, {"stoa"}));
  return {script.counts(), script.failures()};
}

TEST(ScriptRun, CountsPassesAndFailuresAndGoesOn) {
  FakeSystem system;
  system.answers["SELECT 1"] = one_integer("1");
  const Outcome outcome = run(
      system,
      "query I\nSELECT 1\n----\n2\n\nquery I\nSELECT 1\n----\n1\n\nstatement ok\nFAIL\n\nstatement ok\nA\n");
  EXPECT_EQ(outcome.counts.passed, 2);
  EXPECT_EQ(outcome.counts.failed, 2);
  EXPECT_EQ(outcome.counts.queries_with_rows, 2);
  EXPECT_EQ(outcome.counts.queries_with_rows_passed, 1);
  ASSERT_EQ(outcome.failures.size(), 2u);
  EXPECT_EQ(outcome.failures[0].line, 1);
  EXPECT_NE(outcome.failures[0].message.find("expected '2', got '1'"), std::string::npos);
}

TEST(ScriptRun, ErrorsMatchByStateOrPattern) {
  FakeSystem system;
  EXPECT_EQ(run(system, "statement error\nFAIL\n").counts.failed, 0);
  EXPECT_EQ(run(system, "statement error 22012\nFAIL\n").counts.failed, 0);
  EXPECT_EQ(run(system, "statement error division .* zero\nFAIL\n").counts.failed, 0);
  EXPECT_EQ(run(system, "statement error 22003\nFAIL\n").counts.failed, 1);
  EXPECT_EQ(run(system, "statement error overflow\nFAIL\n").counts.failed, 1);
  EXPECT_EQ(run(system, "statement error\nSELECT 1\n").counts.failed, 1);
}

TEST(ScriptRun, ChangedRowsAreCounted) {
  FakeSystem system;
  system.answers["UPDATE"] = one_integer("1");
  EXPECT_EQ(run(system, "statement count 2\nUPDATE\n").counts.failed, 0);
  EXPECT_EQ(run(system, "statement count 3\nUPDATE\n").counts.failed, 1);
}

TEST(ScriptRun, OneLabelMeansOneResult) {
  FakeSystem system;
  system.answers["A"] = one_integer("1");
  system.answers["B"] = one_integer("2");
  EXPECT_EQ(run(system, "query I nosort x\nA\n----\n1\n\nquery I nosort x\nB\n----\n2\n").counts.failed, 1);
  EXPECT_EQ(run(system, "query I nosort x\nA\n----\n1\n\nquery I nosort y\nB\n----\n2\n").counts.failed, 0);
}

TEST(ScriptRun, EachConnectionBeginsWithTheSettings) {
  FakeSystem system;
  Configuration configuration;
  configuration.settings = {{"threads", "1"}};
  run(system,
      "statement ok con1\nA\n\nset mode it's\n\nstatement ok con2\nB\n\nload ${scratch}/x\n\nstatement "
      "ok\nC\n\nrestart\n",
      configuration);
  EXPECT_EQ(system.log,
            (std::vector<std::string>{"open ", "SET threads = '1'", "A", "SET mode = 'it''s'",
                                      "SET threads = '1'", "SET mode = 'it''s'", "B", "open /scratch/x",
                                      "SET threads = '1'", "SET mode = 'it''s'", "C", "open /scratch/x"}));
}

TEST(ScriptRun, RestartWithoutAFileFails) {
  FakeSystem system;
  EXPECT_EQ(run(system, "restart\n").counts.failed, 1);
}

TEST(ScriptRun, LoopsSubstituteAndHaltEndsAll) {
  FakeSystem system;
  run(system,
      "loop i 1 3\nforeach x a b\nstatement ok\nS ${i} ${x}\n\nendloop\nendloop\n\nhalt\n\nstatement "
      "ok\nZ\n");
  EXPECT_EQ(system.log, (std::vector<std::string>{"open ", "S 1 a", "S 1 b", "S 2 a", "S 2 b"}));
}

TEST(ScriptRun, SkipListLeavesOutByLineAndText) {
  FakeSystem system;
  SkipList skips;
  skips.parse("# comment\nsql/a.test:1 the reason\n\"TRIGGER\" no triggers\n");
  const Outcome outcome =
      run(system, "statement ok\nFAIL\n\nstatement ok\nFAIL TRIGGER\n\nstatement ok\nA\n", {}, skips);
  EXPECT_EQ(outcome.counts.skipped, 2);
  EXPECT_EQ(outcome.counts.passed, 1);
  EXPECT_EQ(outcome.counts.failed, 0);
}

TEST(SkipList, WantsReasonsAndKnowsPatterns) {
  SkipList skips;
  EXPECT_THROW(skips.parse("a.test\n"), ScriptError);
  EXPECT_THROW(skips.parse("\"x\"\n"), ScriptError);
  skips.parse("lang_*trigger.test no triggers\n");
  EXPECT_EQ(skips.file_reason("x/slt_lang_createtrigger.test"), "no triggers");
  EXPECT_EQ(skips.file_reason("x/slt_lang_createview.test"), "");
}

TEST(Configuration, ReadsSettings) {
  Configuration configuration;
  parse_configuration("# why\n\nthreads = 8\nvector_size=2\n", configuration);
  EXPECT_EQ(configuration.settings,
            (std::vector<std::pair<std::string, std::string>>{{"threads", "8"}, {"vector_size", "2"}}));
  EXPECT_THROW(parse_configuration("threads 8", configuration), ScriptError);
}

}  // namespace
}  // namespace stoa::sqltest
