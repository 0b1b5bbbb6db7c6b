#include "cli/run/progress_line.hpp"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

sim::JournalWatch::Sum one_launch() {
  sim::JournalWatch::Sum sum;
  sum.launches = sum.unfinished = 1;
  sum.kernel = "_Z4scanPi";
  sum.blocks_total = 100;
  sum.cycles = 1234567;
  sum.warp_instructions = 4'000'000;
  sum.is_timed = true;
  return sum;
}

/// A quarter of the blocks took 10 s, so three quarters take 30 s; 4 M instructions in 2 s.
TEST(ProgressText, SaysWhatIsDoneHowFastAndWhatIsLeft) {
  sim::JournalWatch::Sum sum = one_launch();
  sum.launches = 3;
  sum.blocks_done = 25;
  EXPECT_EQ(progress_text(sum, 2, 10),
            "heddle: scan(int*) 25%, 30 s left, block 25 of 100, 1,234,567 cycles, 2.00 M warp "
            "instructions/s, launch 3");
}

TEST(ProgressText, LeavesOutWhatIsNotKnown) {
  sim::JournalWatch::Sum sum = one_launch();
  EXPECT_EQ(progress_text(sum, 0, 0),
            "heddle: scan(int*) 0%, block 0 of 100, 1,234,567 cycles, 0.00 M warp instructions/s, "
            "launch 1");
  sum.blocks_done = 1;
  sum.blocks_total = 401;
  EXPECT_NE(progress_text(sum, 1, 1).find(" 0%, 7 min left"), std::string::npos);
}

TEST(ProgressText, CountsInstructionsWhereNoTimePasses) {
  sim::JournalWatch::Sum sum = one_launch();
  sum.is_timed = false;
  EXPECT_NE(progress_text(sum, 1, 1).find(", 4,000,000 warp instructions, 4.00 M"),
            std::string::npos);
}

TEST(ProgressText, NamesTheOldestOfSeveralKernelsAndCutsLongNames) {
  sim::JournalWatch::Sum sum = one_launch();
  sum.unfinished = 3;
  EXPECT_EQ(progress_text(sum, 1, 1).find("heddle: scan(int*) and 2 more 0%"), 0u);
  sum.kernel = "a_kernel_with_a_name_that_no_line_has_room_for";
  EXPECT_EQ(progress_text(sum, 1, 1).find("heddle: a_kernel_with_a_name_that... and 2 more"), 0u);
}

}  // namespace
}  // namespace heddle::cli
