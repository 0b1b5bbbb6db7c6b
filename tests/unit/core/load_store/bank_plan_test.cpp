#include "heddle/core/load_store/bank_plan.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

TEST(BankPlan, AccessesWaitUntilTheEndOfTheCycleInWhichTheyLeave) {
  BankPlan plan;
  EXPECT_EQ(plan.next(), kNever);
  for (const Cycle leaves : {12, 14, 14}) plan.add({.leaves = leaves});
  plan.advance(11);
  EXPECT_EQ(plan.size(), 3u);
  EXPECT_EQ(plan.next(), 12u);
  plan.advance(12);
  EXPECT_EQ(plan.size(), 2u);
  plan.remove_first();
  EXPECT_EQ(plan.front().leaves, 14u);
  plan.advance(20);
  EXPECT_TRUE(plan.empty());
}

}  // namespace
}  // namespace heddle::core
