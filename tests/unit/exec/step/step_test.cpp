#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Op;
using isa::Space;
using isa::Type;

TEST(Step, AddsAndAdvances) {
  ProgramBuilder b;
  b.add(Op::add_b32, {row(2)}, {row(0), b.word(5)});
  b.add(Op::exit);
  WarpRig rig(b);
  for (unsigned lane = 0; lane < 32; ++lane) rig.row(0)[lane] = lane;
  const Step& step = rig.step();
  EXPECT_EQ(step.kind, StepKind::plain);
  EXPECT_EQ(step.pc, 0u);
  EXPECT_EQ(step.executed, kAllLanes);
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(rig.row(2)[lane], lane + 5);
  EXPECT_EQ(rig.step().kind, StepKind::exit);
  EXPECT_TRUE(rig.warp.done());
  EXPECT_EQ(rig.warp.exited, kAllLanes);
}

TEST(Step, GuardChoosesLanes) {
  ProgramBuilder b;
  ProgramBuilder::guarded(b.add(Op::mov_b32, {row(0)}, {b.word(7)}), 1);
  ProgramBuilder::guarded(b.add(Op::mov_b32, {row(0)}, {b.word(9)}), 1, true);
  b.add(Op::exit);
  WarpRig rig(b);
  rig.warp.predicates[1] = 0x0000FFFF;
  EXPECT_EQ(rig.step().executed, 0x0000FFFFu);
  EXPECT_EQ(rig.step().executed, 0xFFFF0000u);
  EXPECT_EQ(rig.row(0)[15], 7u);
  EXPECT_EQ(rig.row(0)[16], 9u);
}

TEST(Step, LastWarpOfABlockHasFewerThreads) {
  ProgramBuilder b;
  b.add(Op::exit);
  WarpRig rig(b, {10, 2, 1});
  EXPECT_EQ(rig.warp.threads, 0xFFFFFu);
  EXPECT_EQ(rig.step().executed, 0xFFFFFu);
  EXPECT_TRUE(rig.warp.done());
}

TEST(Step, VectorAddFromGlobalMemory) {
  ProgramBuilder b;
  b.read_special(row(0), isa::SpecialRegister::tid_x);
  b.add(Op::mul_wide_u32, {row(2)}, {row(0), b.word(4)});
  b.add(Op::add_b64, {row(4)}, {row(2), b.parameter_pair(0)});
  b.add(Op::add_b64, {row(6)}, {row(2), b.parameter_pair(8)});
  b.load(Space::global, Type::u32, {row(8)}, row(4));
  b.load(Space::global, Type::u32, {row(9)}, row(4), 128);
  b.add(Op::add_b32, {row(10)}, {row(8), row(9)});
  b.store(Space::global, Type::u32, row(6), {row(10)});
  b.add(Op::exit);
  std::vector<std::uint8_t> parameters(16);
  const Addr in = isa::kGlobalBase, out = isa::kGlobalBase + 256;
  std::memcpy(parameters.data(), &in, 8);
  std::memcpy(parameters.data() + 8, &out, 8);
  WarpRig rig(b, {32, 1, 1}, parameters);
  ASSERT_EQ(rig.image.allocate(256), in);
  ASSERT_EQ(rig.image.allocate(128), out);
  for (std::uint32_t i = 0; i < 64; ++i) {
    const std::uint32_t value = i * i;
    rig.image.write(in + 4 * i, &value, 4);
  }
  for (int i = 0; i < 4; ++i) rig.step();
  const Step& load = rig.step();
  EXPECT_EQ(load.kind, StepKind::memory);
  EXPECT_EQ(load.access.kind, AccessKind::load);
  EXPECT_EQ(load.access.global, kAllLanes);
  EXPECT_EQ(load.access.bytes, 4);
  EXPECT_EQ(load.access.address[3], in + 12);
  ASSERT_TRUE(rig.run());
  for (std::uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(rig.memory<std::uint32_t>(out + 4 * i), i * i + (i + 32) * (i + 32));
}

// if (lane < 8) r1 = 1; else r1 = 2; r2 = r1 + 1
TEST(Step, DivergentBranchMeetsAgain) {
  ProgramBuilder b;
  b.branch(3, 4, 0);
  b.add(Op::mov_b32, {row(1)}, {b.word(2)});
  b.branch(4, 4);
  b.add(Op::mov_b32, {row(1)}, {b.word(1)});
  b.add(Op::add_b32, {row(2)}, {row(1), b.word(1)});
  b.add(Op::exit);
  WarpRig rig(b);
  rig.warp.predicates[0] = 0xFF;
  EXPECT_TRUE(rig.step().diverged);
  EXPECT_EQ(rig.step().active, ~LaneMask{0xFF});
  rig.step();
  EXPECT_EQ(rig.step().active, LaneMask{0xFF});
  EXPECT_EQ(rig.step().active, kAllLanes);
  EXPECT_EQ(rig.row(2)[7], 2u);
  EXPECT_EQ(rig.row(2)[8], 3u);
}

TEST(Step, BarrierSaysWhatArrived) {
  ProgramBuilder b;
  b.add(Op::bar_sync, {}, {b.word(3), b.word(64)});
  b.add(Op::bar_red_popc, {row(0)}, {b.word(1), {}, predicate(2, true)});
  b.add(Op::exit);
  WarpRig rig(b);
  rig.warp.predicates[2] = 0xF0;
  const Step& sync = rig.step();
  EXPECT_EQ(sync.kind, StepKind::barrier);
  EXPECT_EQ(sync.barrier.kind, BarrierKind::sync);
  EXPECT_EQ(sync.barrier.id, 3u);
  EXPECT_EQ(sync.barrier.threads, 64u);
  EXPECT_EQ(rig.warp.pc(), 1u);
  const Step& reduction = rig.step();
  EXPECT_EQ(reduction.barrier.kind, BarrierKind::reduce_popc);
  EXPECT_EQ(reduction.barrier.threads, 0u);
  EXPECT_EQ(reduction.barrier.votes, ~LaneMask{0xF0});
  complete_barrier(rig.warp, 1, kAllLanes, 28);
  EXPECT_EQ(rig.row(0)[31], 28u);
}

}  // namespace
}  // namespace heddle::exec
