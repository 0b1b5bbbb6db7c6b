// What a record of warps keeps: their times, and their own accesses of the texture cache alone.

#include "heddle/probe/warps/warp_record.hpp"

#include <gtest/gtest.h>

namespace heddle::probe {
namespace {

using model::FirstLevel;
using model::L1Outcome;

class Warps : public testing::Test {
 protected:
  void access(std::uint16_t entity, FirstLevel cache, L1Outcome outcome) {
    record_.on(model::L1Access{.entity = entity, .cache = cache, .outcome = outcome});
  }
  /// Warp 5 of block 7 of launch 3, in entities 2 and 3.
  void finish(Cycle cycle) {
    record_.on(model::WarpFinished{.cycle = cycle,
                                   .dispatched = 10,
                                   .launched = 12,
                                   .entity = 2,
                                   .parts = 2,
                                   .index = 5,
                                   .grid = 3,
                                   .block = 7,
                                   .instructions = 40});
  }

  WarpRecord record_;
};

TEST_F(Warps, HaveTheirTimesAndInstructions) {
  finish(99);
  const auto stays = record_.take(3);
  ASSERT_EQ(stays.size(), 1u);
  EXPECT_EQ(stays[0].block, 7u);
  EXPECT_EQ(stays[0].index, 5u);
  EXPECT_EQ(stays[0].dispatched, 10u);
  EXPECT_EQ(stays[0].launched, 12u);
  EXPECT_EQ(stays[0].end, 100u);  // the first cycle without it
  EXPECT_EQ(stays[0].instructions, 40u);
  EXPECT_TRUE(record_.take(3).empty());
}

TEST_F(Warps, HaveTheAccessesOfTheirPartsToTheTextureCache) {
  access(2, FirstLevel::textures, L1Outcome::miss);
  access(3, FirstLevel::textures, L1Outcome::merged);
  access(3, FirstLevel::textures, L1Outcome::hit);
  access(3, FirstLevel::textures, L1Outcome::blocked);  // is tried again
  access(2, FirstLevel::data, L1Outcome::miss);
  access(4, FirstLevel::textures, L1Outcome::miss);  // another warp
  finish(20);
  access(2, FirstLevel::textures, L1Outcome::hit);
  finish(30);
  const auto stays = record_.take(3);
  ASSERT_EQ(stays.size(), 2u);
  EXPECT_EQ(stays[0].texture.accesses, 3u);
  EXPECT_EQ(stays[0].texture.misses, 1u);
  EXPECT_EQ(stays[0].texture.merges, 1u);
  EXPECT_EQ(stays[1].texture.accesses, 1u);
  EXPECT_EQ(stays[1].texture.misses, 0u);
}

/// The block of a warp may leave before its end.
TEST_F(Warps, WhatTheLastWarpOfAnEntityDidIsForgotten) {
  access(2, FirstLevel::textures, L1Outcome::miss);
  record_.on(model::WarpLaunched{.entity = 2});
  finish(20);
  EXPECT_EQ(record_.take(3).at(0).texture.misses, 0u);
}

}  // namespace
}  // namespace heddle::probe
