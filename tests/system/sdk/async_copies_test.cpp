// A program that copies asynchronously through every interface that the headers have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

using ::testing::HasSubstr;

/// Code for capability 7.5 copies at once, code for 8.0 asynchronously.
TEST(AsyncCopies, ComputeWhatTheHostDoes) {
  const Workshop shop;
  const Outcome early = shop.nvcc(HEDDLE_PROGRAMS "/async_copies.cu -o early");
  ASSERT_EQ(early.status, 0) << early.text;
  const Outcome built = shop.nvcc("-arch=sm_80 " HEDDLE_PROGRAMS "/async_copies.cu -o program");
  ASSERT_EQ(built.status, 0) << built.text;
  for (const char* how :
       {"./early", HEDDLE_COMMAND " run --quiet --machine a100 -- ./program all",
        HEDDLE_COMMAND " run --quiet --timing none --machine a100 -- ./program all"}) {
    const Outcome outcome = shop.run(how);
    EXPECT_EQ(outcome.status, 0) << how << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("passed"));
  }
  const Outcome lacking = shop.run("./program");
  EXPECT_NE(lacking.status, 0);
  EXPECT_THAT(lacking.text, HasSubstr("needs compute capability 8.0"));
}

}  // namespace
}  // namespace heddle::sdk_test
