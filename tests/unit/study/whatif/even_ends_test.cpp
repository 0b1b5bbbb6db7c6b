// The cycles of launches whose SMs stay full until the end, against values computed by hand.
#include "study/whatif/even_ends.hpp"

#include <gtest/gtest.h>

namespace heddle::study {
namespace {

/// Three blocks of 200 instructions in 100 cycles on two SMs, of which one has the last block
/// alone: 600 instructions at 2 a cycle on each of two SMs take 150 cycles after cycle 10.
TEST(EvenEnds, SpreadTheLastBlockOverAllSms) {
  LaunchEnds launch;
  for (const auto& [sm, start] : {std::pair{0u, 10.0}, {1u, 10.0}, {0u, 110.0}}) {
    launch.add_block(sm, start, start + 100);
    launch.add_warp(sm, start, start + 100, 200);
  }
  EXPECT_DOUBLE_EQ(launch.cycles(), 210);
  EXPECT_DOUBLE_EQ(launch.even_cycles(2), 160);
}

/// Two blocks on each of two SMs, one of them four times as long: SMs with two blocks issue 2
/// instructions a cycle, so that 700 instructions take 175 cycles.
TEST(EvenEnds, SpreadALongBlockOverAllSms) {
  LaunchEnds launch;
  for (const auto& [sm, length] : {std::pair{0u, 100.0}, {0u, 400.0}, {1u, 100.0}, {1u, 100.0}}) {
    launch.add_block(sm, 0, length);
    launch.add_warp(sm, 0, length, length);
  }
  EXPECT_DOUBLE_EQ(launch.cycles(), 400);
  EXPECT_DOUBLE_EQ(launch.even_cycles(2), 175);
}

/// SMs with twice as many blocks are twice as slow for each: the last wave loses nothing but the
/// SM that is idle.
TEST(EvenEnds, KnowThatABlockAloneIsFaster) {
  LaunchEnds launch;
  for (const unsigned sm : {0u, 0u, 1u, 1u}) {
    launch.add_block(sm, 0, 200);
    launch.add_warp(sm, 0, 200, 100);
  }
  launch.add_block(0, 200, 300);
  launch.add_warp(0, 200, 300, 100);
  // 400 instructions in 400 full cycles; 500 at 1 a cycle on two SMs.
  EXPECT_DOUBLE_EQ(launch.even_cycles(2), 250);
}

TEST(EvenEnds, LeaveAnEvenLaunchAsItIs) {
  LaunchEnds launch;
  for (unsigned sm = 0; sm < 4; ++sm) {
    launch.add_block(sm, 5, 105);
    launch.add_warp(sm, 5, 105, 50);
  }
  EXPECT_DOUBLE_EQ(launch.even_cycles(4), 105);
  // More SMs than blocks: the others are not needed.
  EXPECT_DOUBLE_EQ(launch.even_cycles(80), 105);
}

}  // namespace
}  // namespace heddle::study
