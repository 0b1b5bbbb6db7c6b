#include "heddle/base/statistics/counted.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Counted, SaysOneOfANounAndSeveral) {
  EXPECT_EQ(counted(0, "run"), "0 runs");
  EXPECT_EQ(counted(1, "run"), "1 run");
  EXPECT_EQ(counted(2, "launch", "es"), "2 launches");
  EXPECT_EQ(counted(1, "launch", "es"), "1 launch");
}

}  // namespace
}  // namespace heddle
