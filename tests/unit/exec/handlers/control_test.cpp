#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "control_programs.hpp"
#include "heddle/exec/step/fault.hpp"
#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Op;
using isa::SpecialRegister;
using testing::HasSubstr;

TEST(Control, GuardedBranchOfSomeLanes) {
  ProgramBuilder b;
  b.branch(2, 2, 0, true);
  b.add(Op::mov_b32, {row(1)}, {b.word(5)});
  b.add(Op::exit);
  WarpRig rig(b);
  rig.warp.predicates[0] = 0xF;  // the others jump
  EXPECT_TRUE(rig.step().diverged);
  EXPECT_EQ(rig.step().active, 0xFu);
  EXPECT_EQ(rig.step().active, kAllLanes);
}

TEST(Control, LoopWithATripCountPerLane) {
  ProgramBuilder b;
  add_counted_loop(b);
  WarpRig rig(b);
  for (unsigned lane = 0; lane < 32; ++lane) rig.row(0)[lane] = lane % 7 + 1;
  ASSERT_TRUE(rig.run());
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(rig.row(1)[lane], lane % 7 + 1);
}

TEST(Control, BranchByTable) {
  ProgramBuilder b;
  add_branch_by_table(b);
  WarpRig rig(b);
  for (unsigned lane = 0; lane < 32; ++lane) rig.row(0)[lane] = lane % 3;
  EXPECT_TRUE(rig.step().diverged);
  ASSERT_TRUE(rig.run());
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(rig.row(1)[lane], lane % 3 == 0 ? 101u : lane % 3 == 1 ? 301u : 1u);
}

TEST(Control, BranchByTableOutsideItFaults) {
  ProgramBuilder b;
  b.add(Op::brx_idx, {}, {row(0)});
  b.program().branch_tables = {{0}};
  WarpRig rig(b);
  rig.row(0)[17] = 1;
  EXPECT_THAT(message_of([&] { rig.step(); }),
              HasSubstr("thread [17,0,0], test.ptx:1: brx.idx: index 1 is outside the table of 1"));
}

TEST(Control, CallMovesTheRegisterWindow) {
  ProgramBuilder b;
  add_call_of(b, 4);
  b.program().functions[0].end = 4;
  b.program().functions.push_back({.name = "twice", .entry = 4, .end = 6, .rows = 2});
  b.add(Op::add_b32, {row(0)}, {row(0), row(0)});
  b.add(Op::ret);
  WarpRig rig(b);
  ASSERT_TRUE(rig.run());
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(rig.row(2)[lane], 2 * lane);
}

TEST(Control, DivergentReturn) {
  ProgramBuilder b;
  add_call_of(b, 4);
  b.program().functions[0].end = 4;
  b.program().functions.push_back({.name = "f", .entry = 4, .end = 8, .rows = 2, .predicates = 1});
  b.add(Op::setp_u32, {predicate(0)}, {row(0), b.word(5)}).modifiers.compare = isa::Compare::lt;
  ProgramBuilder::guarded(b.add(Op::ret), 0);
  b.add(Op::mov_b32, {row(0)}, {b.word(99)});
  b.add(Op::ret);
  WarpRig rig(b);
  ASSERT_TRUE(rig.run());
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(rig.row(2)[lane], lane < 5 ? lane : 99u);
}

TEST(Control, RecursionHasAFrameACall) {
  ProgramBuilder b;
  add_recursive_sum(b);
  WarpRig rig(b);
  ASSERT_TRUE(rig.run());
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(rig.row(2)[lane], lane * (lane + 1) / 2) << lane;
}

TEST(Control, DeepRecursionOverflowsTheStack) {
  ProgramBuilder b;
  add_recursive_sum(b);
  // A frame takes 3 registers of 4 bytes and 16 bytes of local memory; the program has one of each.
  WarpRig rig(b, {32, 1, 1}, {}, 0, 20 * 28);
  EXPECT_THAT(
      message_of([&] { rig.run(); }),
      HasSubstr("test.ptx:10 in function `sum`: the call of `sum` at depth 22 overflows the "
                "stack of 560 bytes a thread"));
}

TEST(Control, IndirectCallsOfSeveralFunctions) {
  ProgramBuilder b;
  b.program().functions[0].rows = 8;
  b.program().functions[0].end = 3;
  b.add(Op::call_indirect, {}, {row(0)});
  b.add(Op::mov_b32, {row(2)}, {row(8)});
  b.add(Op::exit);
  for (unsigned i = 0; i < 2; ++i) {
    b.program().functions.push_back({.name = "f",
                                     .entry = 3 + 2 * i,
                                     .end = 5 + 2 * i,
                                     .rows = 1,
                                     .address = isa::kCodeWindow + 16 * (i + 4)});
    b.add(Op::mov_b32, {row(0)}, {b.word(10 + i)});
    b.add(Op::ret);
  }
  WarpRig rig(b);
  for (unsigned lane = 0; lane < 32; ++lane)
    rig.set_pair(0, lane, isa::kCodeWindow + 16 * (lane % 2 + 4));
  EXPECT_TRUE(rig.step().diverged);
  EXPECT_EQ(lane_count(rig.step().active), 16u);
  ASSERT_TRUE(rig.run());
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(rig.row(2)[lane], 10 + lane % 2);

  rig.warp.start(rig.block, 0);
  rig.set_pair(0, 0, 0x1234);
  EXPECT_THAT(message_of([&] { rig.step(); }),
              HasSubstr("goes to 0x1234, where no function begins"));
}

TEST(Control, PartialExitLeavesTheOthers) {
  ProgramBuilder b;
  ProgramBuilder::guarded(b.add(Op::exit), 0);
  b.add(Op::ret);
  WarpRig rig(b);
  rig.warp.predicates[0] = 0xFF;
  EXPECT_EQ(rig.step().kind, StepKind::exit);
  EXPECT_EQ(rig.warp.exited, 0xFFu);
  EXPECT_EQ(rig.warp.active(), ~LaneMask{0xFF});
  EXPECT_EQ(rig.step().kind, StepKind::exit) << "ret in a kernel ends its lanes";
  EXPECT_TRUE(rig.warp.done());
}

TEST(Control, TrapAndTheEndOfTheCode) {
  ProgramBuilder b;
  b.add(Op::mov_b32, {row(1)}, {b.word(5)});
  WarpRig rig(b);
  rig.step();
  EXPECT_THAT(message_of([&] { rig.step(); }), HasSubstr("ends without ret or exit"));
  ProgramBuilder trap;
  trap.add(Op::trap);
  WarpRig trapped(trap);
  EXPECT_THAT(message_of([&] { trapped.step(); }), HasSubstr("the kernel executed trap"));
}

TEST(Control, WildTargetsAreRefusedAtLoad) {
  ProgramBuilder b;
  b.branch(7, 7);
  EXPECT_THAT(message_of([&] { WarpRig rig(b); }), HasSubstr("test.ptx:1:0: the branch goes to 7"));
  ProgramBuilder call;
  call.add(Op::call).table = 3;
  EXPECT_THAT(message_of([&] { WarpRig rig(call); }), HasSubstr("of function 3"));
}

TEST(SpecialRegisters, ThreadsOfABlockOfThreeDimensions) {
  ProgramBuilder b;
  b.read_special(row(0), SpecialRegister::tid_x);
  b.read_special(row(1), SpecialRegister::tid_y);
  b.read_special(row(2), SpecialRegister::tid_z);
  WarpRig rig(b, {5, 3, 4});
  rig.warp.start(rig.block, 1);
  for (int i = 0; i < 3; ++i) rig.step();
  EXPECT_EQ(rig.warp.threads, 0x0FFFFFFFu);
  for (unsigned lane = 0; lane < 28; ++lane) {
    const unsigned thread = 32 + lane;
    EXPECT_EQ(rig.row(0)[lane], thread % 5);
    EXPECT_EQ(rig.row(1)[lane], thread / 5 % 3);
    EXPECT_EQ(rig.row(2)[lane], thread / 15);
  }
}

TEST(SpecialRegisters, LanesTimeAndPlace) {
  ProgramBuilder b;
  b.read_special(row(0), SpecialRegister::laneid);
  b.read_special(row(1), SpecialRegister::lanemask_lt);
  b.read_special(row(2), SpecialRegister::lanemask_ge);
  b.read_special(row(4), SpecialRegister::clock64, isa::Type::u64);
  b.read_special(row(6), SpecialRegister::clock);
  b.read_special(row(7), SpecialRegister::warpid);
  b.read_special(row(8), SpecialRegister::smid);
  b.read_special(row(10), SpecialRegister::globaltimer, isa::Type::u64);
  WarpRig rig(b);
  rig.environment.clock = 0x1'2345'6789;
  rig.environment.first_nanosecond = 5;
  rig.environment.nanoseconds_per_clock = 1.5;
  rig.warp.slot = 13;
  rig.warp.sm = 7;
  for (int i = 0; i < 8; ++i) rig.step();
  EXPECT_EQ(rig.row(0)[31], 31u);
  EXPECT_EQ(rig.row(1)[4], 0xFu);
  EXPECT_EQ(rig.row(2)[4], 0xFFFFFFF0u);
  EXPECT_EQ(rig.pair(4, 9), 0x1'2345'6789u);
  EXPECT_EQ(rig.row(6)[9], 0x2345'6789u);
  EXPECT_EQ(rig.row(7)[0], 13u);
  EXPECT_EQ(rig.row(8)[0], 7u);
  EXPECT_EQ(rig.pair(10, 0), 5 + 0x1'2345'6789u * 3 / 2);
}

TEST(SpecialRegisters, BlockIndexFromTheLinearId) {
  ProgramBuilder b;
  b.read_special(row(0), SpecialRegister::ctaid_x);
  b.read_special(row(1), SpecialRegister::ctaid_y);
  b.read_special(row(2), SpecialRegister::ctaid_z);
  WarpRig rig(b);
  rig.grid.shape.grid = {3, 4, 5};
  rig.block.start(rig.grid, 2 + 3 * (1 + 4 * 3));
  rig.warp.start(rig.block, 0);
  for (int i = 0; i < 3; ++i) rig.step();
  EXPECT_EQ(rig.row(0)[0], 2u);
  EXPECT_EQ(rig.row(1)[0], 1u);
  EXPECT_EQ(rig.row(2)[0], 3u);
}

TEST(Warp, WhatIsNeverWrittenReadsAsZero) {
  ProgramBuilder b;
  b.program().functions[0].local_bytes = 16;
  b.add(Op::mov_b32, {row(5)}, {b.word(77)});
  b.add(Op::exit);
  WarpRig rig(b, {32, 1, 1}, {}, 32);
  rig.run();
  rig.warp.predicates[1] = kAllLanes;
  rig.warp.local[3] = 1;
  rig.block.shared[3] = 1;
  rig.block.start(rig.grid, 0);
  rig.warp.start(rig.block, 0);
  EXPECT_EQ(rig.row(5)[3], 0u);
  EXPECT_EQ(rig.warp.predicates[1], 0u);
  EXPECT_EQ(rig.warp.local[3], 0);
  EXPECT_EQ(rig.block.shared[3], 0);
}

}  // namespace
}  // namespace heddle::exec
