// Programs that check themselves: compiled by the tree's nvcc, run on the tree's runtime.
#include <gtest/gtest.h>

#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

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

}  // namespace
}  // namespace heddle::sdk_test
