#include "cli/run/slow_kernel_note.hpp"

#include <gtest/gtest.h>

#include "heddle/sim/records/journal.hpp"
#include "jobs/folders/temporary_folder.hpp"

namespace heddle::cli {
namespace {

using namespace std::chrono_literals;

sim::JournalWatch::Sum slow_launch() {
  sim::JournalWatch::Sum sum;
  sum.launches = sum.unfinished = 1;
  sum.kernel = "_Z4scanPi";
  sum.blocks_done = 25;
  sum.blocks_total = 1025;
  return sum;
}

/// 25 of 1025 blocks took 10 s, so the other 1000 take 400 s, or 7 min; 40 M instructions in 10 s.
TEST(SlowKernelText, SaysHowFarHowFastHowLongAndWhatToDo) {
  const std::string text = slow_kernel_text(slow_launch(), 10, 40'000'000);
  EXPECT_EQ(text.find("heddle: scan(int*) has run for 10 s without timing: 25 of 1,025 blocks, "
                      "4.00 M warp instructions/s, about 7 min left; it ends sooner with a "
                      "smaller size"),
            0u)
      << text;
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  EXPECT_NE(text.find("--stop-after instructions=N"), std::string::npos);
  EXPECT_EQ(text.find("--timing none"), std::string::npos);
}

TEST(SlowKernelText, NamesRunsWithoutTimingToWhoTimes) {
  sim::JournalWatch::Sum sum = slow_launch();
  sum.is_timed = true;
  const std::string text = slow_kernel_text(sum, 10, 1);
  EXPECT_NE(text.find("with timing"), std::string::npos);
  EXPECT_NE(text.find("--timing none"), std::string::npos);
  EXPECT_NE(text.find("--kernels"), std::string::npos);
}

TEST(SlowKernelText, EstimatesNothingBeforeABlockHasEnded) {
  sim::JournalWatch::Sum sum = slow_launch();
  sum.blocks_done = 0;
  EXPECT_NE(slow_kernel_text(sum, 10, 1).find("no estimate before a block has ended"),
            std::string::npos);
}

/// A process that runs a kernel, and the notes on it.
class SlowKernelNoteTest : public testing::Test {
 protected:
  SlowKernelNoteTest() {
    journal_.live().kernel.set("scan");
    journal_.live().blocks_total = 4;
    begin_kernel();
  }
  void begin_kernel() {
    ++journal_.live().launches;
    journal_.live().unfinished = 1;
    journal_.live().reported_launches = journal_.live().launches.load();
  }
  /// Looks ten times a second for `time`.
  void pass(std::chrono::seconds time) {
    for (const auto end = now_ + time; now_ < end; now_ += 100ms) note_.update(now_);
  }

  jobs::TemporaryFolder folder_{"slow-kernel"};
  sim::JournalWriter journal_{folder_.path()};
  std::vector<std::string> said_;
  SlowKernelNote note_{folder_.path(), "",
                       [this](std::string_view text) { said_.emplace_back(text); }};
  SlowKernelNote::Clock::time_point now_{1h};
};

/// Notes come after 10, 20 and 40 s, each at most a second late.
TEST_F(SlowKernelNoteTest, ComesAfterTenSecondsThenEachTimeTheTimeHasDoubled) {
  pass(9s);
  EXPECT_EQ(said_.size(), 0u);
  pass(3s);
  EXPECT_EQ(said_.size(), 1u);
  pass(7s);
  EXPECT_EQ(said_.size(), 1u);
  pass(3s);
  EXPECT_EQ(said_.size(), 2u);
  pass(17s);
  EXPECT_EQ(said_.size(), 2u);
  pass(5s);
  EXPECT_EQ(said_.size(), 3u);
}

TEST_F(SlowKernelNoteTest, StaysAwayFromManyShortKernels) {
  for (int kernel = 0; kernel < 10; ++kernel) {
    pass(8s);
    begin_kernel();
  }
  EXPECT_EQ(said_.size(), 0u);
}

TEST_F(SlowKernelNoteTest, CountsOnlyTheInstructionsOfTheKernel) {
  journal_.live().warp_instructions = 7'000'000'000;
  begin_kernel();
  pass(1s);
  journal_.live().warp_instructions = 7'090'000'000;
  pass(11s);
  ASSERT_EQ(said_.size(), 1u);
  // 90 M instructions in at least 10 and at most 11 s.
  EXPECT_TRUE(said_[0].find("8.") != std::string::npos ||
              said_[0].find("9.00") != std::string::npos)
      << said_[0];
}

}  // namespace
}  // namespace heddle::cli
