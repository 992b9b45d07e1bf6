#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/session.h"

namespace stoa::engine {

namespace {

/// The result of an example as text; the error's SQLSTATE when it fails.
std::string run_example(Session& session, const std::string& example) {
  try {
    const QueryResult result = session.execute("SELECT (" + example + ")::text");
    return result.rows->batches().at(0).columns.at(0).value(0).to_string();
  } catch (const Error& error) {
    return std::string(error.state().view()) + ": " + error.message();
  }
}

template <class Functions>
void check_examples(const Functions& functions) {
  Database database;
  Session session(database);
  for (const auto* function : functions) {
    const std::string result = run_example(session, function->example);
    if (function->example_result.empty()) {
      // Known by name, but its result has no type here yet.
      EXPECT_TRUE(result.starts_with("0A000")) << function->name << ": " << result;
      continue;
    }
    EXPECT_EQ(result, function->example_result) << function->name << ": " << function->example;
  }
}

/// What the documentation of a function says that it gives is what SQL gives.
TEST(FunctionExamplesTest, ScalarExamplesGiveWhatTheySay) {
  const FunctionRegistry registry;
  EXPECT_GT(registry.scalar_functions().size(), 100);
  check_examples(registry.scalar_functions());
}

TEST(FunctionExamplesTest, AggregateExamplesGiveWhatTheySay) {
  const FunctionRegistry registry;
  check_examples(registry.aggregate_functions());
}

}  // namespace

}  // namespace stoa::engine
