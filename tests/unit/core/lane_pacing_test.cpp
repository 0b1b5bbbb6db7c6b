#include "heddle/core/lane_pacing.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

LanePacing pacing(unsigned threads, bool chains = false) {
  return {{.sequential_lanes = 1, .threads_per_pass = threads, .chains = chains}, 8, 4};
}

TEST(LanePacing, GroupsWithoutAnActiveThreadDoNotCount) {
  EXPECT_EQ(pacing(1).groups(0x8000'0011), 3u);
  EXPECT_EQ(pacing(2).groups(0x8000'0011), 3u);
  EXPECT_EQ(pacing(4).groups(0x8000'0033), 3u);
  EXPECT_EQ(pacing(4).groups(0x5555'5555), 8u);
}

// Bank (r x stride + g) mod 8, single-ported: reads of one bank take turns.
TEST(LanePacing, TheBankThatIsReadMostCounts) {
  const std::vector<std::uint8_t> three = {0, 1, 2};
  // 32 threads, 4 of them in each bank, of three registers.
  EXPECT_EQ(pacing(1).bank_reads(kAllLanes, three, 32), 12u);
  // Threads 0, 8, 16 and 24 lie in one bank.
  EXPECT_EQ(pacing(1).bank_reads(0x0101'0101, three, 32), 12u);
  // One thread: its three registers lie in one bank if a register is a multiple of eight apart.
  EXPECT_EQ(pacing(1).bank_reads(1, three, 32), 3u);
  EXPECT_EQ(pacing(1).bank_reads(1, three, 20), 2u);  // banks 0, 4, 0
  EXPECT_EQ(pacing(1).bank_reads(1, three, 17), 1u);  // banks 0, 1, 2
  EXPECT_EQ(pacing(1).bank_reads(kAllLanes, {}, 32), 0u);
  // Scalars lie in the banks of their numbers, one word each.
  const std::vector<std::uint8_t> scalars = {5, 6};
  EXPECT_EQ(pacing(1).bank_reads(kAllLanes, {}, 32, scalars), 1u);
  EXPECT_EQ(pacing(1).bank_reads(kAllLanes, three, 32, scalars), 13u);
  // Groups of four: eight of them, one in each bank.
  EXPECT_EQ(pacing(4).bank_reads(kAllLanes, three, 8), 3u);
}

TEST(LanePacing, WithoutChainingResultsComeAfterTheLastThread) {
  LanePacing plain = pacing(1);
  EXPECT_EQ(plain.entry(0, kAllLanes, false, 31, 10), 31u);
  EXPECT_EQ(plain.operands_ready(0, 1, 20), 20u);
}

TEST(LanePacing, ChainingCountsFromTheFirstThreadForTheSameThreads) {
  LanePacing chained = pacing(1, true);
  // 32 threads enter in cycles 0 to 31. The first result is there at 0 + 10, the last at 31 + 10.
  EXPECT_EQ(chained.entry(2, kAllLanes, false, 31, 10), 0u);
  EXPECT_EQ(chained.operands_ready(2, kAllLanes, 32), 32u);
  EXPECT_EQ(chained.operands_ready(2, 0x8000'0000, 32), 41u) << "thread 31's result";
  EXPECT_EQ(chained.operands_ready(2, 0x8000'0000, 50), 50u);
  EXPECT_EQ(chained.operands_ready(1, 0x8000'0000, 32), 32u) << "another entity's";
  // Four cycles a thread (special functions): the last thread's result bounds a follower that takes
  // a cycle a thread. 0 to 127, the last result at 127 + 10; thread 31 of the follower 31 cycles
  // in.
  EXPECT_EQ(chained.entry(3, kAllLanes, false, 127, 10), 127u - 31);
}

}  // namespace
}  // namespace heddle::core
