#include "base/cancellation.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace stoa {
namespace {

TEST(Cancellation, RaisesOnceCancelled) {
  Cancellation cancellation;
  cancellation.check();
  cancellation.cancel();
  EXPECT_TRUE(cancellation.is_cancelled());
  try {
    cancellation.check();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.state().view(), "57014");
  }
  cancellation.reset();
  cancellation.check();
}

TEST(Cancellation, TellsTimeoutsApart) {
  Cancellation cancellation;
  cancellation.cancel(Cancellation::Reason::kTimeout);
  try {
    cancellation.check();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("statement_timeout"), std::string::npos);
  }
}

TEST(Progress, IsAFraction) {
  Progress progress;
  EXPECT_EQ(progress.fraction(), 0);
  progress.add_total(200);
  progress.add_done(50);
  EXPECT_EQ(progress.fraction(), 0.25);
  progress.add_done(500);
  EXPECT_EQ(progress.fraction(), 1);
  progress.reset();
  EXPECT_EQ(progress.fraction(), 0);
}

}  // namespace
}  // namespace stoa
