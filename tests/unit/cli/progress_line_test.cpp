#include "cli/run/progress_line.hpp"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

TEST(ProgressText, SaysWhatIsDoneHowFastAndWhatIsLeft) {
  sim::JournalWatch::Sum sum;
  sum.launches = 3;
  sum.blocks_done = 25;
  sum.blocks_total = 100;
  sum.cycles = 1234567;
  sum.warp_instructions = 4'000'000;
  EXPECT_EQ(progress_text(sum, 2, 10),
            "heddle: launch 3, block 25 of 100, 1,234,567 cycles, 2.00 M warp instructions/s, 30 s "
            "left");
}

TEST(ProgressText, LeavesOutWhatIsNotKnown) {
  sim::JournalWatch::Sum sum;
  sum.launches = 1;
  EXPECT_EQ(progress_text(sum, 0, 0), "heddle: launch 1, 0 cycles, 0.00 M warp instructions/s");
  sum.blocks_done = 1;
  sum.blocks_total = 401;
  EXPECT_NE(progress_text(sum, 1, 1).find(", 7 min left"), std::string::npos);
}

}  // namespace
}  // namespace heddle::cli
