#include "heddle/model/lane_residents.hpp"

#include <gtest/gtest.h>

#include "heddle/base/error.hpp"

namespace heddle::model {
namespace {

/// 84 threads of 34 registers: two full warps and one of 20 threads.
BlockDemand block_of_84(std::uint32_t grain) {
  BlockDemand demand{.warps = 3, .threads = 84};
  demand.rule = {.thread = 34, .grain = grain};
  return demand;
}

TEST(RegisterRule, RoundsThreadsAndSharesScalars) {
  // Lucas et al. 2015, section 3.7: a block of 112 threads.
  const RegisterRule by_warp{.thread = 10}, by_thread{.thread = 10, .grain = 1};
  EXPECT_EQ(3 * by_warp.of(32) + by_warp.of(16), 128u * 10);
  EXPECT_EQ(3 * by_thread.of(32) + by_thread.of(16), 112u * 10);
  EXPECT_EQ((RegisterRule{.thread = 10, .shared = 7, .grain = 4}.of(5)), 8u * 10 + 7);
  EXPECT_EQ((RegisterRule{.thread = 9, .unit = 64}.of(32)), 320u);
  EXPECT_EQ((RegisterRule{.thread = 9, .shared = 3}.of(0)), 0u);
}

TEST(BlockDemand, TellsPartsApart) {
  BlockDemand demand = block_of_84(1);
  EXPECT_EQ(demand.parts(), 3u);
  EXPECT_EQ(demand.registers_of_warp(0), 1088u);
  EXPECT_EQ(demand.registers_of_warp(2), 680u);
  demand.width = 16;
  EXPECT_EQ(demand.parts(), 6u);
  EXPECT_EQ(demand.threads_of_part(5), 4u);
  EXPECT_EQ(demand.registers_of_warp(2), 680u);
  demand.threads = 80;  // the second half of the last warp is not there
  EXPECT_EQ(demand.parts(), 5u);
  EXPECT_EQ(demand.registers_of_warp(2), 544u);
}

TEST(LaneResidents, WhatIsAddedAndRemovedAddsUp) {
  LaneResidents residents(8, 16384, 32, 4);
  residents.open(1, block_of_84(1));
  EXPECT_EQ(residents.free_block_slot(), 0);
  residents.add(1, 0, {{0, 1, 1}});
  EXPECT_EQ(residents.lanes()[0].registers, 960u);
  EXPECT_EQ(residents.lanes()[1].registers, 2048u - 1088 - 680);
  EXPECT_EQ(residents.lanes()[1].slots, 2u);
  EXPECT_EQ(residents.lanes()[1].parts, 2u);
  EXPECT_EQ(residents.lanes()[1].partial, 1u);
  EXPECT_EQ(residents.lane_of(1, 2), 1);
  residents.remove_warp(1, 2);
  residents.remove_warp(1, 2);
  EXPECT_EQ(residents.lanes()[1].registers, 960u);
  EXPECT_EQ(residents.lanes()[1].partial, 0u);
  residents.close(1);
  for (const LaneShare& lane : residents.lanes()) {
    EXPECT_EQ(lane.registers, 2048u);
    EXPECT_EQ(lane.slots, 4u);
    EXPECT_EQ(lane.parts, 0u);
  }
}

TEST(LaneResidents, NothingIsTakenTwice) {
  LaneResidents residents(8, 16384, 8, 2);
  residents.open(0, block_of_84(32));
  EXPECT_THROW(residents.open(0, block_of_84(32)), Error);
  residents.add(0, 0, 3);
  EXPECT_THROW(residents.add(0, 1, 3), Error) << "a lane of one slot";
  EXPECT_THROW(residents.add(0, 0, 4), Error) << "the part lives in lane 3";
  residents.open(1, [] {
    BlockDemand wide{.warps = 1, .threads = 32};
    wide.rule = {.thread = 65};
    return wide;
  }());
  EXPECT_THROW(residents.add(1, 0, 5), Error) << "2080 registers in a lane of 2048";
}

}  // namespace
}  // namespace heddle::model
