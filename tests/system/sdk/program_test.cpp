// Programs that check themselves: compiled by the tree's nvcc, run on the tree's runtime.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

using ::testing::HasSubstr;

class Program : public ::testing::TestWithParam<const char*> {};

TEST_P(Program, ComputesWhatTheHostDoes) {
  const Workshop shop;
  const std::string name = GetParam();
  const Outcome built = shop.nvcc(std::string(HEDDLE_PROGRAMS "/") + name + ".cu -o program");
  ASSERT_EQ(built.status, 0) << built.text;
  const Outcome outcome = shop.run("./program");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

INSTANTIATE_TEST_SUITE_P(Sdk, Program,
                         ::testing::Values("intrinsics", "groups", "textures", "barriers", "half",
                                           "leaders", "libcu", "random", "float8", "functional",
                                           "later_devices"));
INSTANTIATE_TEST_SUITE_P(WholeSdk, Program,
                         ::testing::Values("bfloat", "thrust_algorithms", "cub_collectives"));

/// The default machine has no matrix unit, so a timed run on it is refused.
TEST(MatrixProgram, ComputesWhatTheHostDoes) {
  const Workshop shop;
  const Outcome built = shop.nvcc(HEDDLE_PROGRAMS "/matrix_products.cu -o program");
  ASSERT_EQ(built.status, 0) << built.text;
  const Outcome refused = shop.run("./program");
  EXPECT_NE(refused.status, 0);
  EXPECT_THAT(refused.text, HasSubstr("matrix unit does not multiply f16"));
  EXPECT_THAT(refused.text, HasSubstr("--timing none"));
  for (const char* machine : {"t4", "a100"}) {
    const Outcome timed =
        shop.run(std::string(HEDDLE_COMMAND " run --quiet --machine ") + machine + " -- ./program");
    EXPECT_EQ(timed.status, 0) << timed.text;
    EXPECT_THAT(timed.text, HasSubstr("passed"));
  }
  for (const char* machine : {"gtx480", "v100 --set device.compute_capability=8.0"}) {
    const Outcome outcome =
        shop.run(std::string(HEDDLE_COMMAND " run --quiet --timing none --machine ") + machine +
                 " -- ./program");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("passed"));
  }
  // Compute capability 7.0 has wmma, but neither ldmatrix nor wmma on bytes.
  const Outcome lacking =
      shop.run(HEDDLE_COMMAND " run --quiet --timing none --machine v100 -- ./program");
  EXPECT_NE(lacking.status, 0);
  EXPECT_THAT(lacking.text, HasSubstr("needs compute capability 7.2"));
}

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
