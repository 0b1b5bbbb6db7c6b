// The order in which paths run changes no result of lanes that do not exchange data. Random
// programs with branches, loops, calls, returns and exits run twice: with a stack, and with paths
// that give way at every branch and wait at warp-wide instructions.
#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

constexpr unsigned kValue = 1;  ///< the row with the lane's result
constexpr unsigned kScratch = 2;
constexpr unsigned kCounters = 4;  ///< a row for each depth
constexpr unsigned kFrame = 16;    ///< rows of the kernel; the callee's value is the next row

class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) {
    b.program().functions[0].rows = kFrame;
    b.read_special(row(kValue), isa::SpecialRegister::laneid);
    block(0);
    block(0);
    b.add(Op::exit);
    b.program().functions[0].end = b.here();
    const Pc entry = b.here();
    in_function_ = true;
    block(1);
    b.add(Op::ret);
    b.program().functions.push_back(
        {.name = "f", .entry = entry, .end = b.here(), .rows = kFrame, .predicates = 8});
    for (isa::Instruction& instruction : b.program().code) {
      if (instruction.op == Op::call) instruction.target = entry;
      if (instruction.op == Op::bra) instruction.may_spin = true;
    }
  }

  ProgramBuilder b;

 private:
  void block(unsigned depth) {
    const unsigned statements = 1 + random_() % 3;
    for (unsigned i = 0; i < statements; ++i) statement(depth);
  }
  void statement(unsigned depth) {
    const unsigned kind = depth < 4 ? random_() % 10 : 0;
    if (kind < 2) return mix();
    if (kind < 5) return fork(depth);
    if (kind < 7) return loop(depth);
    if (kind == 7) return leave();
    if (kind == 8) {
      b.add(Op::bar_warp_sync, {}, {b.word(random_() % 2 != 0 ? kAllLanes : random_())});
      return;
    }
    if (!in_function_) call();
  }
  void mix() {
    b.add(Op::mad_lo_b32, {row(kValue)},
          {row(kValue), b.word(2 * random_() + 1), b.word(random_())});
  }
  /// predicate(1): a bit of the value.
  void decide(std::uint32_t below) {
    b.add(Op::mad_lo_b32, {row(kScratch)}, {row(kValue), b.word(2 * random_() + 1), b.word(7)});
    b.add(Op::setp_u32, {predicate(1)}, {row(kScratch), b.word(below)}).modifiers.compare =
        isa::Compare::lt;
  }
  void fork(unsigned depth) {
    decide(1u << 31);
    const Pc branch = b.here();
    b.branch(0, 0, 1);
    block(depth + 1);
    const Pc jump = b.here();
    b.branch(0, 0);
    b.program().code[branch].target = b.here();
    if (random_() % 2 != 0) block(depth + 1);
    mix();
    const Pc meeting = b.here();
    b.program().code[branch].reconvergence = meeting;
    b.program().code[jump].target = b.program().code[jump].reconvergence = meeting;
    mix();
  }
  void loop(unsigned depth) {
    const isa::Operand counter = row(kCounters + depth);
    b.add(Op::and_b32, {counter}, {row(kValue), b.word(3)});
    const Pc head = b.here();
    block(depth + 1);
    b.add(Op::add_b32, {counter}, {counter, b.word(~0u)});
    b.add(Op::setp_u32, {predicate(1)}, {counter, b.word(4)}).modifiers.compare = isa::Compare::lt;
    b.branch(head, b.here() + 1, 1);
    mix();
  }
  void leave() {
    decide(1u << 29);
    ProgramBuilder::guarded(b.add(in_function_ ? Op::ret : Op::exit), 1);
  }
  void call() {
    b.add(Op::mov_b32, {row(kFrame + kValue)}, {row(kValue)});
    b.add(Op::call).table = 1;
    b.add(Op::mov_b32, {row(kValue)}, {row(kFrame + kValue)});
  }

  std::mt19937 random_;
  bool in_function_ = false;
};

std::vector<std::uint32_t> results(unsigned seed, std::uint32_t yield_after) {
  RandomProgram program(seed);
  WarpRig rig(program.b);
  rig.grid.shape.yield_after = yield_after;
  EXPECT_TRUE(rig.run(200'000)) << "seed " << seed;
  return {rig.row(kValue), rig.row(kValue) + kWarpSize};
}

TEST(RandomPaths, TheOrderOfPathsChangesNoResult) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const std::vector<std::uint32_t> expected = results(seed, 0);
    ASSERT_EQ(results(seed, 1), expected) << "seed " << seed;
    ASSERT_EQ(results(seed, 3), expected) << "seed " << seed;
  }
}

}  // namespace
}  // namespace heddle::exec
