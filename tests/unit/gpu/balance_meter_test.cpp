#include <gtest/gtest.h>

#include "heddle/gpu/clock/thread_balance.hpp"

namespace heddle::gpu {
namespace {

using std::chrono::nanoseconds;

// Two threads: SMs 0 and 2 take 10 + 1, SM 1 takes 4. Four threads: the longest SM takes 10.
TEST(BalanceMeter, AQuantumWaitsForTheThreadThatTakesLongest) {
  ThreadBalance balance;
  BalanceMeter::add(balance, {nanoseconds(10), nanoseconds(4), nanoseconds(1)});
  EXPECT_DOUBLE_EQ(balance.bound(0), 15.0 / 11);
  EXPECT_DOUBLE_EQ(balance.bound(1), 15.0 / 10);
  EXPECT_DOUBLE_EQ(balance.bound(5), 15.0 / 10);
  BalanceMeter::add(balance, {nanoseconds(1), nanoseconds(11), nanoseconds(1)});
  EXPECT_DOUBLE_EQ(balance.bound(0), 28.0 / 22);  // 11 + 11
  EXPECT_DOUBLE_EQ(balance.bound(1), 28.0 / 21);  // 10 + 11
}

TEST(BalanceMeter, IsOffUntilItIsStarted) {
  BalanceMeter meter;
  EXPECT_FALSE(meter.is_on());
  meter.start(2);
  EXPECT_TRUE(meter.is_on());
  EXPECT_EQ(meter.take().all, nanoseconds(0));
}

}  // namespace
}  // namespace heddle::gpu
