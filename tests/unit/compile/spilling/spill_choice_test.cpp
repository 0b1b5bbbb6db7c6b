#include "heddle/compile/spilling/spill_choice.hpp"

#include <gtest/gtest.h>

#include "heddle/compile/flow/branches.hpp"
#include "heddle/compile/liveness/live_ranges.hpp"
#include "heddle/compile/registers/graph_colouring.hpp"
#include "heddle/compile/spilling/spill_code.hpp"
#include "heddle/compile/spilling/spilling.hpp"
#include "lowering.hpp"
#include "random_routine.hpp"

namespace heddle::compile {
namespace {

Routine random_routine(int round) {
  std::mt19937 random(static_cast<unsigned>(round));
  ConstantPool constants;
  RandomShape shape;
  shape.instructions = 40 + static_cast<unsigned>(round) % 160;
  shape.rows = 8 + static_cast<unsigned>(round) % 9;
  shape.pairs = 3 + static_cast<unsigned>(round) % 5;
  Routine routine = RandomRoutine(random, constants, shape).make();
  remove_unreachable(routine);
  return routine;
}

std::uint32_t most_live(const Routine& routine) {
  const FlowGraph graph(routine);
  const std::vector<LiveRange> ranges = live_ranges(routine, graph, Liveness(routine, graph));
  std::uint32_t most = 0;
  for (Moment moment = 0; moment < 2 * routine.code.size(); ++moment) {
    std::uint32_t live = 0;
    for (ValueId row = 0; row < routine.rows; ++row)
      live += intersect(ranges[row], {{moment, moment + 1}});
    most = std::max(most, live);
  }
  return most;
}

TEST(SpillChoice, RelievesAllMomentsAtOnce) {
  unsigned with_victims = 0;
  for (int round = 0; round < 100; ++round) {
    Routine routine = random_routine(round);
    const std::uint32_t limit = std::max(6u, most_live(routine) - 5);
    const SpillChoice choice = choose_where_live(routine, limit);
    EXPECT_EQ(choice.rows, limit);
    spill(routine, choice.victims);
    EXPECT_LE(most_live(routine), limit) << "round " << round;
    with_victims += choice.victims.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(with_victims, 90u);
}

TEST(GraphColouring, NoOrderNeedsFewerRegistersThanAreLiveAtOnce) {
  unsigned equal = 0;
  for (int round = 0; round < 100; ++round) {
    const Routine routine = random_routine(round);
    const FlowGraph graph(routine);
    const RowGroups groups(routine, live_ranges(routine, graph, Liveness(routine, graph)));
    EXPECT_EQ(fewest_registers(groups), most_live(routine)) << "round " << round;
    const std::uint32_t rows = assign_registers(routine, {}).rows;
    EXPECT_LE(fewest_registers(groups), rows) << "round " << round;
    equal += fewest_registers(groups) == rows ? 1 : 0;
  }
  EXPECT_GT(equal, 20u);
}

/// No instruction here reads or writes more than five rows. Under that nothing is spilled that
/// would have stayed in a register if so much had been asked for.
TEST(SpillChoice, SpillsNoMoreForALimitThatCannotBeMet) {
  for (int round = 0; round < 100; ++round) {
    Routine routine = random_routine(round);
    Routine other = routine;
    const std::uint32_t rows = assign_within(routine, 1, {}).rows;
    EXPECT_GT(rows, 1u);
    EXPECT_LE(assign_within(other, rows, {}).rows, rows);
    EXPECT_EQ(routine.code.size(), other.code.size()) << "round " << round;
  }
}

/// Eight values are needed in all of eight phases, in each of which twelve more are live; each of
/// the eight is read three times in the end, so that one access fewer would do for one of the
/// twelve.
TEST(SpillChoice, PrefersWhatIsInTheWayInManyPlaces) {
  std::string body = "ld.param.u64 %rd0, [a]; mov.u32 %r0, 0;";
  for (int i = 0; i < 8; ++i) body += fmt::format("ld.global.u32 %l{}, [%rd0+{}];", i, 4 * i);
  for (int phase = 0; phase < 8; ++phase) {
    body += "bar.sync 0;";
    for (int i = 0; i < 12; ++i) {
      body += fmt::format("ld.global.u32 %v{}, [%rd0+{}];", 12 * phase + i, 4 * i);
    }
    body += "bar.sync 0;";
    for (int i = 0; i < 12; ++i) {
      body += fmt::format("mad.lo.u32 %r0, %r0, 31, %v{};", 12 * phase + i);
    }
  }
  for (int turn = 0; turn < 3; ++turn) {
    for (int i = 0; i < 8; ++i) body += fmt::format("mad.lo.u32 %r0, %r0, 31, %l{};", i);
  }
  std::string text = kernel(".reg .b32 %v<96>, %l<8>;" + body + "st.global.u32 [%rd0], %r0; ret;");
  text.replace(text.find("\n{"), 2, "\n.maxnreg 16\n{");
  const isa::Module module = lower_module(text);
  unsigned accesses = 0;
  for (const std::string& line : lines_of(module)) {
    accesses += line.starts_with("st.local") || line.starts_with("ld.local") ? 1 : 0;
  }
  EXPECT_LE(module.kernels.at(0)->rows, 16u);
  // 21 rows are live at once: eight, twelve and the sum. Five of the eight are too many, with four
  // accesses each, or five of the twelve in each phase, with two accesses each.
  EXPECT_EQ(accesses, 5u * 4);
}

}  // namespace
}  // namespace heddle::compile
