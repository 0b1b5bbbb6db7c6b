#include "heddle/gpu/accounts/utilization_class.hpp"

#include <gtest/gtest.h>

namespace heddle::gpu {
namespace {

TEST(UtilizationClass, IsTheMostUtilizedAboveItsThreshold) {
  using enum UtilizationClass;
  EXPECT_EQ(class_of({}), underutilized);
  EXPECT_EQ(class_of({0.60, 0.60, 0.60, 0.50}), underutilized);  // above, not at
  EXPECT_EQ(class_of({0.61, 0.60, 0.60, 0.50}), compute);
  EXPECT_EQ(class_of({0.60, 0.61, 0.60, 0.50}), replies);
  EXPECT_EQ(class_of({0.60, 0.60, 0.61, 0.50}), requests);
  EXPECT_EQ(class_of({0.60, 0.60, 0.60, 0.51}), dram);
  EXPECT_EQ(class_of({0.70, 0.90, 0.80, 0.60}), replies);
  EXPECT_EQ(class_of({0.70, 0.65, 0.80, 0.60}), requests);
  EXPECT_EQ(class_of({0.62, 0.59, 0.00, 0.55}), compute);
  EXPECT_EQ(class_of({0.00, 0.59, 0.00, 0.55}), dram);
}

}  // namespace
}  // namespace heddle::gpu
