// What CCWS's rate of lost locality counts and whose a line is, by the rules of Rogers'
// dissertation, chapter 3; scores are worked out by its Equation 3.1.

#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ccws_sm.hpp"

namespace heddle::test {
namespace {

using testing::ElementsAre;

class CcwsTotals : public Ccws {
 protected:
  /// Four warps, whose events are noted.
  void begin(std::string_view parameters = "") {
    start(4, parameters);
    throttle_->note_to(notes_.subscribers, "ccws");
  }
  void relaunch(unsigned warp) {
    throttle_->warp_exited(warp);
    sm_->launch(warp, 0, warp);
    throttle_->warp_launched(warp);
  }

  NotesTaken notes_;
};

/// 1 / 8 x 8 x 400, then 2 / 32 x 8 x 400: the score is what an event makes it now, though the
/// older one has not melted.
TEST_F(CcwsTotals, AnEventAlsoLowersTheScore) {
  begin();
  sm_->warp(0).warp_instructions = 8;
  lose(1, 0x1000);
  sm_->warp(0).warp_instructions = 32;
  lose(1, 0x2000);
  EXPECT_THAT(notes_.lines, ElementsAre("0 0 ccws: warp 1 lost locality, score 400",
                                        "0 0 ccws: warp 1 lost locality, score 200"));
}

/// 1 / 8 x 8 x 400 both times.
TEST_F(CcwsTotals, AWarpTakesItsEventsWithIt) {
  begin();
  sm_->warp(0).warp_instructions = 8;
  lose(1, 0x1000);
  relaunch(1);
  lose(0, 0x2000);
  EXPECT_THAT(notes_.lines, ElementsAre("0 0 ccws: warp 1 lost locality, score 400",
                                        "0 0 ccws: warp 0 lost locality, score 400"));
}

/// Of 8 + 24 instructions two events are 2 / 32 x 8 x 400; of the warps that live, 1 / 8.
TEST_F(CcwsTotals, OrTheyAreThoseOfTheKernel) {
  for (const bool kernel : {false, true}) {
    begin(kernel ? "totals = \"kernel\"" : "");
    sm_->warp(0).warp_instructions = 8;
    sm_->warp(1).warp_instructions = 24;
    lose(1, 0x1000);
    relaunch(1);
    notes_.lines.clear();
    lose(0, 0x2000);
    EXPECT_THAT(notes_.lines, ElementsAre(kernel ? "0 0 ccws: warp 0 lost locality, score 200"
                                                 : "0 0 ccws: warp 0 lost locality, score 400"));
  }
}

TEST_F(CcwsTotals, ThoseOfAKernelBeginWithIt) {
  begin("totals = \"kernel\"");
  sm_->warp(0).warp_instructions = 8;
  sm_->warp(1).warp_instructions = 24;
  lose(1, 0x1000);
  relaunch(1);
  throttle_->kernel_started(0, isa::Program());
  notes_.lines.clear();
  lose(0, 0x2000);
  EXPECT_THAT(notes_.lines, ElementsAre("0 0 ccws: warp 0 lost locality, score 400"));
}

TEST_F(CcwsTotals, AHitLeavesTheLineItsWarps) {
  begin();
  sm_->warp(0).warp_instructions = 8;
  miss(1, 0x1000);
  l1().on(model::L1Access{.line = 0x1000, .entity = 2, .outcome = model::L1Outcome::hit});
  evict(0x1000);
  miss(1, 0x1000);
  EXPECT_EQ(notes_.lines.size(), 1u);
}

TEST_F(CcwsTotals, NothingIsLostByAFlush) {
  begin();
  sm_->warp(0).warp_instructions = 8;
  miss(1, 0x1000);
  evict(0x1000);
  miss(2, 0x2000);
  l1().on(model::L1Flushed{});
  miss(1, 0x1000);
  evict(0x2000);
  miss(2, 0x2000);
  EXPECT_EQ(notes_.lines.size(), 0u);
}

TEST_F(CcwsTotals, ANewWarpMayBeginWithoutVictimTags) {
  for (const bool clears : {false, true}) {
    begin(clears ? "clear_on_launch = true" : "");
    sm_->warp(0).warp_instructions = 8;
    notes_.lines.clear();
    miss(1, 0x1000);
    evict(0x1000);
    relaunch(1);
    miss(1, 0x1000);
    EXPECT_EQ(notes_.lines.size(), clears ? 0u : 1u);
  }
}

}  // namespace
}  // namespace heddle::test
