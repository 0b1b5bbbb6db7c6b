#include "heddle/core/issue/lane_pacing.hpp"

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

using Rows = std::vector<std::uint8_t>;

/// Cycles until the lane takes the next instruction, behind `count` of these that enter as soon as
/// they can.
Cycle behind(LanePacing lane, unsigned count, Cycle cycles, const LanePacing::Operands& operands) {
  Cycle free = 100;
  for (unsigned i = 0; i < count; ++i) free = lane.take(0, free, cycles, operands);
  return free - 100;
}

// "A warp with 2 active threads utilizes one ALU for exactly 2 clock cycles" (section 3.2).
TEST(LanePacing, ALaneTakesTheFewestCyclesPossible) {
  const Rows three = {0, 1, 2};
  for (const unsigned stride : {32u, 24u, 20u, 17u}) {
    EXPECT_EQ(behind(pacing(1), 50, 1, {0x1, three, stride}), 50u) << stride;
    EXPECT_EQ(behind(pacing(1), 50, 1, {0x8000'0000, three, stride}), 50u) << stride;
    EXPECT_EQ(behind(pacing(1), 50, 2, {0x0101, three, stride}), 100u) << stride;
    EXPECT_EQ(behind(pacing(1), 50, 4, {0x0101'0101, three, stride}), 200u) << stride;
    EXPECT_EQ(behind(pacing(1), 50, 32, {kAllLanes, three, stride}), 1600u) << stride;
  }
  EXPECT_EQ(behind(pacing(4), 50, 1, {0xF, three, 8}), 50u);
  EXPECT_EQ(behind(pacing(4), 50, 8, {kAllLanes, three, 8}), 400u);
}

// Registers 0 and 8 of a thread lie in one bank, which serves one read a cycle: it lags a cycle
// more with each instruction. The collector overlaps eight reads; behind these the lane waits.
TEST(LanePacing, ALaneWaitsForABankThatLagsBehind) {
  const Rows both = {0, 0};
  EXPECT_EQ(behind(pacing(1), 1, 1, {1, both, 32}), 1u);
  EXPECT_EQ(behind(pacing(1), 8, 1, {1, both, 32}), 8u);
  for (const unsigned count : {9u, 20u})
    EXPECT_EQ(behind(pacing(1), count, 1, {1, both, 32}), 2 * count - 8) << count;
}

// With h reads held, instructions that lag a cycle more each are taken freely until the lag is h.
TEST(LanePacing, ALaneHoldsAsManyReadsAsTheShapeSays) {
  const Rows both = {0, 0};
  for (const unsigned held : {0u, 1u, 20u}) {
    const LanePacing lane({.sequential_lanes = 1, .threads_per_pass = 1, .held_reads = held}, 8, 4);
    for (const unsigned count : {1u, 20u, 50u})
      EXPECT_EQ(behind(lane, count, 1, {1, both, 32}),
                std::max(count, 2 * count - std::min(held, 2 * count)))
          << held << " held, " << count << " instructions";
  }
}

TEST(LanePacing, ReadsOfOtherInstructionsOverlap) {
  const Rows both = {0, 0}, other = {1};
  LanePacing lane = pacing(1);
  Cycle free = 0;
  for (unsigned i = 0; i < 50; ++i) {
    free = lane.take(0, free, 1, {1, both, 32});
    free = lane.take(0, free, 1, {1, other, 32});
  }
  EXPECT_EQ(free, 100u) << "two reads of bank 0 in two cycles";
}

TEST(LanePacing, LanesAndWarpsHaveBanksOfTheirOwn) {
  const Rows both = {0, 0};
  LanePacing two({.lane_groups = 2, .sequential_lanes = 1, .threads_per_pass = 1}, 8, 4);
  for (unsigned i = 0; i < 8; ++i) two.take(0, 0, 1, {1, both, 32});
  EXPECT_EQ(two.take(1, 0, 1, {1, both, 32}), 1u);
  EXPECT_EQ(two.take(0, 0, 1, {1, both, 32, 1}), 1u) << "another warp's registers begin elsewhere";
  EXPECT_EQ(two.take(0, 0, 1, {1, both, 32}), 10u) << "18 reads of a bank";
  // Scalars lie in the banks of their numbers.
  const Rows scalars = {0, 0};
  EXPECT_EQ(two.take(0, 0, 1, {1, {}, 32, 0, scalars}), 12u);
  EXPECT_EQ(two.take(0, 0, 1, {0, {}, 32}), 1u) << "reads nothing";
}

// Where any lane executes any warp, each has a register file, and a bank is one of each.
TEST(LanePacing, LanesOfAGroupHaveAsManyBanks) {
  const Rows one = {0};
  LanePacing unlocked({.sequential_lanes = 8, .threads_per_pass = 1}, 8, 4);
  for (Cycle now = 0; now < 50; ++now)
    for (unsigned lane = 0; lane < 8; ++lane)
      EXPECT_EQ(unlocked.take(0, now, 1, {1, one, 32}), now + 1);
}

TEST(LanePacing, WithoutChainingResultsComeAfterTheLastThread) {
  LanePacing plain = pacing(1);
  EXPECT_EQ(plain.entry(0, kAllLanes, false, 31, 10, {}), 31u);
  EXPECT_EQ(plain.operands_ready(0, 1, {}, 20), 20u);
}

TEST(LanePacing, ChainingCountsFromTheFirstThreadForTheSameThreads) {
  LanePacing chained = pacing(1, true);
  // 32 threads enter in cycles 0 to 31. The first result is there at 0 + 10, the last at 31 + 10.
  EXPECT_EQ(chained.entry(2, kAllLanes, false, 31, 10, {}), 0u);
  EXPECT_EQ(chained.operands_ready(2, kAllLanes, {}, 32), 32u);
  EXPECT_EQ(chained.operands_ready(2, 0x8000'0000, {}, 32), 41u) << "thread 31's result";
  EXPECT_EQ(chained.operands_ready(2, 0x8000'0000, {}, 50), 50u);
  EXPECT_EQ(chained.operands_ready(1, 0x8000'0000, {}, 32), 32u) << "another entity's";
  // Four cycles a thread (special functions): the last thread's result bounds a follower that takes
  // a cycle a thread. 0 to 127, the last result at 127 + 10; thread 31 of the follower 31 cycles
  // in.
  EXPECT_EQ(chained.entry(3, kAllLanes, false, 127, 10, {}), 127u - 31);
}

// Threads 0 to 31 of two instructions enter in cycles 0 to 31 and 32 to 63; the results of their
// last threads are there at 41 and 73. Eight other threads read one of them.
TEST(LanePacing, ByRegisterAnInstructionWaitsForWhatItNames) {
  const Dependencies first{.rows = 1, .more = {}}, second{.predicates = 1, .more = {}},
      neither{.rows = 2, .more = {}};
  const RowWord far[] = {{.word = 2, .bits = 8}}, beside[] = {{.word = 2, .bits = 4}};
  const auto started = [&](const Dependencies& one, const Dependencies& other) {
    LanePacing lane(
        {.sequential_lanes = 1, .threads_per_pass = 1, .chains = true, .chains_by_register = true},
        8, 4);
    EXPECT_EQ(lane.entry(2, kAllLanes, false, 31, 10, one), 0u);
    EXPECT_EQ(lane.entry(2, kAllLanes, false, 63, 10, other), 32u);
    return lane;
  };
  LanePacing lane = started(first, second);
  EXPECT_EQ(lane.operands_ready(2, 0xFF, neither, 35), 35u);
  EXPECT_EQ(lane.operands_ready(2, 0xFF, first, 35), 41u);
  EXPECT_EQ(lane.operands_ready(2, 0xFF, second, 35), 73u);
  EXPECT_EQ(lane.operands_ready(1, 0xFF, second, 35), 35u) << "another entity's";
  EXPECT_EQ(lane.operands_ready(2, kAllLanes, second, 35), 35u) << "the same threads chain";
  // A result of the eight threads does not hide that of the others.
  lane.entry(2, 0xFF, false, 71, 10, neither);
  EXPECT_EQ(lane.operands_ready(2, 0xFF, second, 72), 73u);
  EXPECT_EQ(lane.operands_ready(2, kAllLanes, neither, 74), 81u);
  LanePacing beyond = started({.more = far}, {});
  EXPECT_EQ(beyond.operands_ready(2, 0xFF, {.more = far}, 35), 41u);
  EXPECT_EQ(beyond.operands_ready(2, 0xFF, {.more = beside}, 35), 35u);
}

}  // namespace
}  // namespace heddle::core
