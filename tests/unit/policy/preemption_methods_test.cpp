// How the methods that may discard a block let it leave, by numbers made by hand.
#include <gtest/gtest.h>

#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

using Way = Leave::Way;

std::vector<Leave> leaves_of(const std::string& method, const std::vector<LeavingBlock>& blocks,
                             const Signal& signal = {}) {
  return Registry<Preemption>::instance().make(method)->leave(blocks, signal);
}
Leave leave_of(const std::string& method, const LeavingBlock& block, const Signal& signal = {}) {
  return leaves_of(method, {block}, signal).at(0);
}

LeavingBlock block_at(std::uint64_t instructions, double mean, Repeatable repeatable) {
  return {.instructions = instructions,
          .mean_instructions = mean,
          .resided = 2 * instructions,
          .context_bytes = 1000,
          .repeatable = repeatable,
          .place = {}};
}

TEST(PreemptionMethods, NeedTheProgramsAnnotations) {
  for (const char* method : {"flush", "progress", "chimera"})
    EXPECT_TRUE(Registry<Preemption>::instance().make(method)->needs_annotations()) << method;
}

TEST(FlushMethod, DiscardsWhatCanRunAgainAndDrainsTheRest) {
  for (const Repeatable may : {Repeatable::always, Repeatable::so_far})
    EXPECT_EQ(leave_of("flush", block_at(50, 0, may)).way, Way::discard);
  const Leave drained = leave_of("flush", block_at(50, 0, Repeatable::no));
  EXPECT_EQ(drained.way, Way::finish);
  EXPECT_TRUE(drained.would_discard);
}

TEST(ProgressMethod, GoesByTheShareOfTheMean) {
  const auto way = [](std::uint64_t instructions, double mean, Repeatable may) {
    return leave_of("progress", block_at(instructions, mean, may)).way;
  };
  EXPECT_EQ(way(19, 100, Repeatable::always), Way::discard);
  EXPECT_EQ(way(19, 100, Repeatable::no), Way::save);
  EXPECT_EQ(way(20, 100, Repeatable::always), Way::save);
  EXPECT_EQ(way(80, 100, Repeatable::always), Way::save);
  EXPECT_EQ(way(81, 100, Repeatable::always), Way::finish);
  EXPECT_EQ(way(19, 0, Repeatable::always), Way::save);  // no block has ended
}

/// 10 bytes a cycle and 1 cycle in a microsecond: 1000 bytes take 100 cycles to save, and cost 200
/// cycles at half an instruction a cycle: 100 instructions. 15 cycles are the limit, if none is
/// set.
const Signal kSlowClock{.incoming = {}, .pace = {10, 1}};
const Signal kFastClock{.incoming = {}, .pace = {10, 100}};  // the limit is 1500 cycles

TEST(ChimeraMethod, TakesTheCheapestWithinTheLimit) {
  // What the block has done is less than what saving costs; a block alone costs nothing to drain.
  EXPECT_EQ(leave_of("chimera", block_at(99, 0, Repeatable::always), kFastClock).way, Way::discard);
  EXPECT_EQ(leave_of("chimera", block_at(101, 0, Repeatable::always), kFastClock).way, Way::save);
  // 200 instructions are left, which take 400 cycles.
  EXPECT_EQ(leave_of("chimera", block_at(99, 299, Repeatable::always), kFastClock).way,
            Way::finish);
  // 800 are left, which take 1600.
  EXPECT_EQ(leave_of("chimera", block_at(99, 899, Repeatable::always), kFastClock).way,
            Way::discard);
}

/// While the slower block takes 1400 cycles, the place of the quicker lies idle for 1200 of them:
/// 600 instructions, more than saving costs.
TEST(ChimeraMethod, ChargesWhatLiesIdleUntilTheSlowestBlockHasEnded) {
  const LeavingBlock slow = block_at(300, 1000, Repeatable::no);
  const auto leaves = leaves_of("chimera", {slow, block_at(900, 1000, Repeatable::no)}, kFastClock);
  EXPECT_EQ(leaves[0].way, Way::finish);
  EXPECT_EQ(leaves[1].way, Way::save);
  EXPECT_EQ(leave_of("chimera", block_at(900, 1000, Repeatable::no), kFastClock).way, Way::finish);
}

TEST(ChimeraMethod, TakesTheFastestWhereNoneIsWithinTheLimit) {
  EXPECT_EQ(leave_of("chimera", block_at(500, 1000, Repeatable::no), kSlowClock).way, Way::save);
  EXPECT_EQ(leave_of("chimera", block_at(980, 1000, Repeatable::no), kSlowClock).way, Way::finish);
  EXPECT_EQ(leave_of("chimera", block_at(5000, 9000, Repeatable::so_far), kSlowClock).way,
            Way::discard);
}

/// The run names the instruction only if the block would have been discarded without.
TEST(ChimeraMethod, SaysWhereItWouldHaveDiscarded) {
  EXPECT_TRUE(leave_of("chimera", block_at(99, 0, Repeatable::no), kFastClock).would_discard);
  EXPECT_FALSE(leave_of("chimera", block_at(101, 0, Repeatable::no), kFastClock).would_discard);
}

}  // namespace
}  // namespace heddle::policy
