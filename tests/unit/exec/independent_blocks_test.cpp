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

isa::Modifiers& add_reduction(ProgramBuilder& b, isa::AtomicKind kind, Type type, Space space,
                              std::uint32_t address = 0, std::uint32_t operand = 2) {
  isa::Modifiers& modifiers = b.add(Op::red, {}, {row(address), row(operand)}).modifiers;
  modifiers.space = space;
  modifiers.atomic = kind;
  modifiers.type = type;
  return modifiers;
}

TEST(IndependentBlocks, MeetInReductionsThatCommute) {
  using enum isa::AtomicKind;
  using Kinds = std::vector<std::pair<isa::AtomicKind, Type>>;
  const auto reductions = [](const Kinds& kinds, Space space = Space::global,
                             isa::Ordering ordering = isa::Ordering::weak) {
    return independent([&](ProgramBuilder& b) {
      for (const auto& [kind, type] : kinds)
        add_reduction(b, kind, type, space).ordering = ordering;
    });
  };
  for (const auto kind : {add, min, max}) {
    EXPECT_TRUE(reductions({{kind, Type::u32}}));
    EXPECT_TRUE(reductions({{kind, Type::s64}}, Space::generic, isa::Ordering::relaxed));
  }
  for (const auto kind : {and_, or_, xor_}) EXPECT_TRUE(reductions({{kind, Type::b32}}));
  EXPECT_FALSE(reductions({{add, Type::u32}}, Space::global, isa::Ordering::release));
  // Floating-point sums depend on the order, and so do counters that start anew.
  for (const Type type : {Type::f16, Type::f16x2, Type::f32, Type::f64}) {
    EXPECT_FALSE(reductions({{add, type}}));
    EXPECT_TRUE(reductions({{add, type}}, Space::shared));
  }
  EXPECT_FALSE(reductions({{inc, Type::u32}}));
  EXPECT_FALSE(reductions({{dec, Type::u32}}));
  // (0 + 1) & 2 is not (0 & 2) + 1. Signed and unsigned minima differ, sums do not.
  EXPECT_FALSE(reductions({{add, Type::u32}, {and_, Type::b32}}));
  EXPECT_FALSE(reductions({{min, Type::u32}, {min, Type::s32}}));
  EXPECT_TRUE(reductions({{add, Type::u32}, {add, Type::s32}, {add, Type::u32}}));
  EXPECT_TRUE(reductions({{add, Type::u32}, {max, Type::u64}}));
}

TEST(IndependentBlocks, PassNothingToEachOtherInOrder) {
  const auto atomic = [](Space space) {
    return independent([=](ProgramBuilder& b) {
      isa::Modifiers& modifiers = b.add(Op::atom, {row(4)}, {row(0), row(2)}).modifiers;
      modifiers.space = space;
      modifiers.atomic = isa::AtomicKind::add;
      modifiers.type = Type::u32;
    });
  };
  EXPECT_TRUE(atomic(Space::shared));
  EXPECT_FALSE(atomic(Space::global));
  EXPECT_FALSE(atomic(Space::generic));
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

/// Each thread adds its index to one of eight words, and raises a double word to its index.
TEST(IndependentBlocks, ReduceToTheSameValuesOnSeveralThreads) {
  constexpr std::uint32_t kMany = 12'000, kIndices = kMany * kThreads, kWords = 8;
  for (const unsigned threads : {1u, 2u, 4u}) {
    ProgramBuilder b;
    add_global_index(b);
    b.add(Op::and_b32, {row(4)}, {row(0), b.word(kWords - 1)});
    b.add(Op::mul_wide_u32, {row(2)}, {row(4), b.word(4)});
    b.add(Op::add_b64, {row(2)}, {row(2), b.pair(kOut)});
    add_reduction(b, isa::AtomicKind::add, Type::u32, Space::global, 2, 0);
    b.add(Op::mul_wide_u32, {row(6)}, {row(0), b.word(1)});
    b.add(Op::mov_b64, {row(2)}, {b.pair(kOut + 4 * kWords)});
    add_reduction(b, isa::AtomicKind::max, Type::u64, Space::generic, 2, 6);
    b.add(Op::exit);
    GridRig rig(b, {kMany, 1, 1}, {kThreads, 1, 1});
    rig.image.allocate(4 * kWords + 8);
    EXPECT_EQ(rig.run({.threads = threads}).blocks, kMany);
    // kIndices / kWords indices end in each word: their mean is word + (kIndices - kWords) / 2.
    for (std::uint32_t word = 0; word < kWords; ++word) {
      const std::uint64_t sum =
          std::uint64_t{kIndices} / kWords * (2 * word + kIndices - kWords) / 2;
      EXPECT_EQ(rig.word(kOut + 4 * word), static_cast<std::uint32_t>(sum)) << threads;
    }
    EXPECT_EQ(rig.word(kOut + 4 * kWords), kIndices - 1);
    EXPECT_EQ(rig.word(kOut + 4 * kWords + 4), 0u);
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
