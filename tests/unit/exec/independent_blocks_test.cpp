#include "heddle/exec/independent_blocks.hpp"

#include <gtest/gtest.h>

#include "grid_rig.hpp"
#include "heddle/exec/step/fault.hpp"

namespace heddle::exec {
namespace {

using isa::Op, isa::Space, isa::SpecialRegister, isa::Type;

/// Whether a program of this one instruction has independent blocks.
bool independent(const std::function<void(ProgramBuilder&)>& instruction) {
  ProgramBuilder b;
  instruction(b);
  b.add(Op::exit);
  return has_independent_blocks(*b.build());
}

TEST(IndependentBlocks, PassNothingToEachOtherInOrder) {
  const auto atomic = [](Op op, Space space) {
    return independent([=](ProgramBuilder& b) {
      isa::Instruction& made = b.add(op, {}, {row(0), row(2)});
      made.modifiers.space = space;
      made.modifiers.atomic = isa::AtomicKind::add;
    });
  };
  EXPECT_TRUE(atomic(Op::red, Space::shared));
  EXPECT_FALSE(atomic(Op::red, Space::global));
  EXPECT_FALSE(atomic(Op::atom, Space::generic));
  const auto load = [](Space space, isa::Ordering ordering) {
    return independent([=](ProgramBuilder& b) {
      isa::Instruction& made = b.load(space, Type::u32, {row(2)}, row(0));
      made.modifiers.ordering = ordering;
    });
  };
  EXPECT_TRUE(load(Space::global, isa::Ordering::weak));
  EXPECT_TRUE(load(Space::shared, isa::Ordering::volatile_));
  EXPECT_FALSE(load(Space::global, isa::Ordering::volatile_));
  EXPECT_FALSE(load(Space::generic, isa::Ordering::acquire));
  const auto fence = [](isa::Scope scope) {
    return independent(
        [=](ProgramBuilder& b) { b.add(Op::membar, {}, {}).modifiers.scope = scope; });
  };
  EXPECT_TRUE(fence(isa::Scope::cta));
  EXPECT_FALSE(fence(isa::Scope::gpu));
  const auto special = [](SpecialRegister which) {
    return independent([=](ProgramBuilder& b) { b.read_special(row(0), which); });
  };
  EXPECT_TRUE(special(SpecialRegister::ctaid_x));
  EXPECT_FALSE(special(SpecialRegister::clock));
  EXPECT_FALSE(special(SpecialRegister::globaltimer_lo));
  EXPECT_FALSE(independent([](ProgramBuilder& b) { b.add(Op::system_call, {}, {}); }));
}

constexpr std::uint32_t kBlocks = 2000, kThreads = 64, kTurns = 100;

/// Each thread stores the sum of its index, 100 times, in 300 and some instructions. With `bad`,
/// the threads of the blocks from there on store outside of memory.
void add_sums(ProgramBuilder& b, std::uint32_t bad = kBlocks) {
  add_global_index(b);
  b.add(Op::mov_b32, {row(5)}, {b.word(0)});
  b.add(Op::mov_b32, {row(6)}, {b.word(0)});
  const Pc again = b.here();
  b.add(Op::add_b32, {row(5)}, {row(5), row(0)});
  b.add(Op::add_b32, {row(6)}, {row(6), b.word(1)});
  b.add(Op::setp_u32, {predicate(0)}, {row(6), b.word(kTurns)}).modifiers.compare =
      isa::Compare::lt;
  b.branch(again, again + 4, 0);
  b.add(Op::setp_u32, {predicate(1)}, {row(1), b.word(bad)}).modifiers.compare = isa::Compare::ge;
  b.add(Op::selp_b32, {row(3)}, {b.word(1), row(3), predicate(1)});
  b.store(Space::global, Type::u32, row(2), {row(5)});
  b.add(Op::exit);
}

TEST(IndependentBlocks, HaveTheSameResultsAndCountsOnSeveralThreads) {
  std::vector<FunctionalCounts> all;
  for (const unsigned threads : {1u, 2u, 4u}) {
    ProgramBuilder b;
    add_sums(b);
    GridRig rig(b, {kBlocks, 1, 1}, {kThreads, 1, 1});
    rig.image.allocate(4 * kBlocks * kThreads);
    all.push_back(rig.run({.threads = threads}));
    for (std::uint32_t i = 0; i < kBlocks * kThreads; ++i)
      ASSERT_EQ(rig.word(kOut + 4 * i), i * kTurns);
  }
  for (const FunctionalCounts& counts : all) {
    EXPECT_EQ(counts.blocks, kBlocks);
    EXPECT_EQ(counts.warp_instructions, all[0].warp_instructions);
    EXPECT_EQ(counts.thread_instructions, all[0].thread_instructions);
    EXPECT_TRUE(counts.complete);
  }
}

TEST(IndependentBlocks, FaultInTheFirstBlockThatFaults) {
  for (int repeat = 0; repeat < 5; ++repeat) {
    ProgramBuilder b;
    add_sums(b, 700);
    GridRig rig(b, {kBlocks, 1, 1}, {kThreads, 1, 1});
    rig.image.allocate(4 * kBlocks * kThreads);
    try {
      rig.run({.threads = 4});
      FAIL();
    } catch (const ExecutionFault& fault) {
      EXPECT_EQ(fault.place().block.x, 700u);
    }
    // All blocks before the first one that faults have run.
    for (std::uint32_t i = 0; i < 700 * kThreads; ++i)
      ASSERT_EQ(rig.word(kOut + 4 * i), i * kTurns);
  }
}

/// What the request check throws ends the run on all threads.
TEST(IndependentBlocks, StopOnRequest) {
  ProgramBuilder b;
  add_sums(b);
  GridRig rig(b, {kBlocks, 1, 1}, {kThreads, 1, 1});
  rig.image.allocate(4 * kBlocks * kThreads);
  struct Stop {};
  std::atomic<std::uint32_t> word{1};
  int asked = 0;
  FunctionalOptions options{.threads = 4};
  options.requests = {&word, [&] {
                        if (++asked == 3) throw Stop{};
                      }};
  EXPECT_THROW(rig.run(options), Stop);
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace heddle::exec
