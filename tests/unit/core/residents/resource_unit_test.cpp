#include "heddle/core/residents/resource_unit.hpp"

#include <gtest/gtest.h>

#include "heddle/base/error.hpp"

namespace heddle::core {
namespace {

constexpr model::Resources kShare{
    .blocks = 1, .warps = 2, .threads = 64, .registers = 2048, .shared_bytes = 512};

TEST(ResourceUnit, WhatIsTakenAndReturnedAddsUp) {
  const SmSpec spec;
  ResourceUnit unit(spec, {});
  unit.take(0, 0, kShare, 0);
  unit.take(1, 3, kShare, 0);
  EXPECT_EQ(unit.free() + kShare + kShare, resources_of(spec));
  EXPECT_EQ(unit.held_by(1), kShare);
  EXPECT_EQ(unit.held_by_kernel(3), kShare);
  EXPECT_EQ(unit.warps(), 4u);
  unit.give_back(0, 0, kShare, 5);
  EXPECT_EQ(unit.held_by(0), model::Resources{});
  EXPECT_EQ(unit.free() + kShare, resources_of(spec));
  EXPECT_EQ(unit.warps(), 2u);
}

TEST(ResourceUnit, NothingIsTakenTwiceAndNothingIsReturnedThatIsNotHeld) {
  SmSpec spec;
  spec.registers = 3000;
  ResourceUnit unit(spec, {});
  unit.take(0, 0, kShare, 0);
  EXPECT_THROW(unit.take(1, 0, kShare, 0), Error);
  EXPECT_THROW(unit.give_back(1, 0, kShare, 0), Error);
  EXPECT_EQ(unit.held_by(0), kShare);
}

// 2048 registers and 2 warps for 10 cycles, then twice as much for 5.
TEST(ResourceUnit, CountsWhatAKernelHoldsByTheCyclesThatItDoes) {
  ResourceUnit unit(SmSpec{}, {});
  unit.take(0, 1, kShare, 100);
  unit.take(1, 1, kShare, 110);
  const ResidencyCounters counters = unit.counters(1, 115);
  EXPECT_EQ(counters.register_cycles, 2048u * 10 + 4096u * 5);
  EXPECT_EQ(counters.warp_cycles, 2u * 10 + 4u * 5);
  EXPECT_EQ(unit.counters(0, 115).warp_cycles, 0u);
  unit.give_back(0, 1, kShare, 115);
  unit.give_back(1, 1, kShare, 115);
  EXPECT_EQ(unit.counters(1, 1000).warp_cycles, counters.warp_cycles);
}

}  // namespace
}  // namespace heddle::core
