#include "heddle/core/issue/execution_units.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

ExecutionUnits lanes(unsigned groups, unsigned lanes_of_group) {
  return {ExecutionSpec{},
          {.lane_groups = groups, .sequential_lanes = lanes_of_group, .threads_per_pass = 1}};
}

TEST(ExecutionUnits, ALaneHeldOpenIsFreeWhenItIsReleased) {
  ExecutionUnits units = lanes(2, 1);
  EXPECT_EQ(units.take(0, UnitKind::memory, 10, 32), 10u);
  units.hold_open(0, 42);
  EXPECT_FALSE(units.can_take(0, UnitKind::sp, 1000));
  EXPECT_TRUE(units.can_take(1, UnitKind::sp, 10)) << "another lane";
  EXPECT_EQ(units.all_free(), kNever);
  units.release(0, 50);
  EXPECT_EQ(units.next_free(0, UnitKind::sp), 50u);
  EXPECT_EQ(units.all_free(), 50u);
}

TEST(ExecutionUnits, LanesOfOneGroupAreTakenInTheOrderInWhichTheyAreFree) {
  ExecutionUnits units = lanes(1, 3);
  for (const Cycle until : {20, 30, 40}) {
    EXPECT_EQ(units.take(0, UnitKind::memory, 10, static_cast<std::uint32_t>(until - 10)), 10u);
  }
  units.hold_open(0, 30);
  units.hold_open(0, 20);
  EXPECT_EQ(units.next_free(0, UnitKind::sp), 40u);
  units.release(0, 35);
  EXPECT_EQ(units.take(0, UnitKind::sp, 0, 100), 35u);
  EXPECT_EQ(units.take(0, UnitKind::sp, 0, 100), 40u);
  units.release(0, 90);
  EXPECT_EQ(units.next_free(0, UnitKind::sp), 90u);
}

TEST(ExecutionUnits, ControlInstructionsHoldALaneOnlyIfTheyCost) {
  ExecutionUnits free(ExecutionSpec{},
                      {.sequential_lanes = 1, .threads_per_pass = 1, .control_cycles = 0});
  free.take(0, UnitKind::control, 10, 0);
  EXPECT_TRUE(free.can_take(0, UnitKind::sp, 10));
  ExecutionUnits costs = lanes(1, 1);
  costs.take(0, UnitKind::control, 10, 4);
  EXPECT_EQ(costs.next_free(0, UnitKind::sp), 14u);
}

// Two units of sequential lanes: all kinds but the scalar unit are one.
TEST(ExecutionUnits, AScalarUnitIsNotPartOfASequentialLane) {
  ExecutionSpec spec;
  spec.units[static_cast<std::size_t>(UnitKind::scalar)].count = 1;
  ExecutionUnits units(spec, {.sequential_lanes = 1, .control_by_threads = true});
  EXPECT_EQ(units.take(0, UnitKind::sfu, 10, 16), 10u);
  EXPECT_FALSE(units.can_take(0, UnitKind::sp, 25));
  EXPECT_FALSE(units.can_take(0, UnitKind::control, 25));
  EXPECT_TRUE(units.can_take(0, UnitKind::scalar, 10));
  EXPECT_EQ(units.take(0, UnitKind::scalar, 11, 1), 11u);
  EXPECT_FALSE(units.can_take(0, UnitKind::scalar, 11));
  EXPECT_TRUE(units.can_take(0, UnitKind::memory, 26));
}

ExecutionUnits overlapping(unsigned groups) {
  return {ExecutionSpec{},
          {.lane_groups = groups, .sequential_lanes = 1, .threads_per_pass = 1, .overlaps = true}};
}

// The first instruction leaves the register as it begins; the third waits there for the first.
TEST(ExecutionUnits, InstructionsOfALaneWaitInItsRegisterForTheirPipeline) {
  ExecutionUnits units = overlapping(2);
  EXPECT_EQ(units.take(0, UnitKind::sfu, 10, 100), 10u);
  EXPECT_FALSE(units.can_take(0, UnitKind::sp, 10));
  EXPECT_TRUE(units.can_take(1, UnitKind::sp, 10)) << "another lane";
  EXPECT_EQ(units.take(0, UnitKind::sp, 11, 32), 11u);
  EXPECT_EQ(units.take(0, UnitKind::sfu, 12, 100), 110u);
  EXPECT_EQ(units.next_free(0, UnitKind::sp), 111u) << "its pipeline is free at 43";
  EXPECT_EQ(units.take(0, UnitKind::control, 111, 4), 111u);
  EXPECT_EQ(units.take(0, UnitKind::sp, 112, 32), 115u) << "branches take the pipeline of kind sp";
}

TEST(ExecutionUnits, AnAccessHoldsThePipelineOfMemoryAlone) {
  ExecutionUnits units = overlapping(1);
  units.take(0, UnitKind::memory, 10, 32);
  units.hold_open(0, 42);
  EXPECT_TRUE(units.can_take(0, UnitKind::sp, 11));
  EXPECT_FALSE(units.can_take(0, UnitKind::memory, 1000));
  units.release(0, 50);
  EXPECT_TRUE(units.can_take(0, UnitKind::memory, 11)) << "it waits in the register until 50";
  EXPECT_EQ(units.take(0, UnitKind::memory, 12, 32), 50u);
}

}  // namespace
}  // namespace heddle::core
