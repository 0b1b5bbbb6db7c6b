// What is live, against the definition: written on some path before, read on some path after.
#include "heddle/compile/liveness/live_points.hpp"

#include <set>

#include <gtest/gtest.h>

#include "flow_routines.hpp"
#include "heddle/compile/flow/reconvergence.hpp"
#include "random_routine.hpp"

namespace heddle::compile {
namespace {

using Values = std::set<ValueId>;

std::vector<Pc> followers(const Routine& routine, Pc pc) {
  const isa::Instruction& at = routine.code[pc];
  const Leaving leaving = leaving_of(at);
  std::vector<Pc> next;
  if (leaving == Leaving::falls_through || is_guarded(at)) next.push_back(pc + 1);
  if (leaving == Leaving::branches) next.push_back(at.target);
  return next;
}

/// All that follows an instruction, on any path, without going into `stop`.
std::set<Pc> all_followers(const Routine& routine, const std::vector<Pc>& from, Pc stop = kNoPc) {
  std::set<Pc> seen;
  std::vector<Pc> open = from;
  while (!open.empty()) {
    const Pc pc = open.back();
    open.pop_back();
    if (pc == stop || !seen.insert(pc).second) continue;
    for (const Pc next : followers(routine, pc)) open.push_back(next);
  }
  return seen;
}

bool writes(const Routine& routine, Pc pc, ValueId value) {
  bool found = false;
  for_each_write(routine, routine.code[pc], [&](ValueId one) { found |= one == value; });
  return found;
}
bool reads(const Routine& routine, Pc pc, ValueId value) {
  bool found = false;
  for_each_read(routine, routine.code[pc], [&](ValueId one) { found |= one == value; });
  return found;
}

bool may_be_written_before(const Routine& routine, Pc pc, ValueId value) {
  if (value >= routine.results && value < routine.incoming) return true;
  for (const Pc at : all_followers(routine, {0})) {
    if (!writes(routine, at, value)) continue;
    if (all_followers(routine, followers(routine, at)).contains(pc)) return true;
  }
  return false;
}

bool may_be_read_after(const Routine& routine, Pc pc, ValueId value) {
  std::set<Pc> seen;
  std::vector<Pc> open{pc};
  while (!open.empty()) {
    const Pc at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    if (reads(routine, at, value)) return true;
    if (writes(routine, at, value) && !is_guarded(routine.code[at])) continue;
    for (const Pc next : followers(routine, at)) open.push_back(next);
  }
  return false;
}

Values live_by_definition(const Routine& routine, Pc pc) {
  Values live;
  for (ValueId value = 0; value < value_count(routine); ++value) {
    if (may_be_read_after(routine, pc, value) && may_be_written_before(routine, pc, value)) {
      live.insert(value);
    }
  }
  return live;
}

Values members(const BitSet& set) {
  Values values;
  set.for_each([&](std::size_t value) { values.insert(static_cast<ValueId>(value)); });
  return values;
}

struct Found {
  explicit Found(const Routine& routine)
      : graph(routine), points(live_points(routine, graph, Liveness(routine, graph))) {}
  Values live(Pc pc) const { return members(points.live[pc]); }
  Values apart(Pc pc) const { return members(points.live_apart(graph, pc)); }

  FlowGraph graph;
  LivePoints points;
};

RandomShape points_shape(int round) {
  RandomShape shape;
  shape.instructions = 15 + static_cast<unsigned>(round) % 25;
  shape.rows = 2 + static_cast<unsigned>(round) % 4;
  shape.pairs = 1 + static_cast<unsigned>(round) % 2;
  if (round % 3 == 0) shape.incoming = 3, shape.results = 1;
  return shape;
}

TEST(LivePoints, AreThoseOfTheDefinitionForOneThread) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    ConstantPool constants;
    const Routine routine = RandomRoutine(random, constants, points_shape(round)).make();
    const Found found(routine);
    for (const Pc pc : all_followers(routine, {0})) {
      ASSERT_EQ(found.live(pc), live_by_definition(routine, pc)) << round << " at " << pc;
    }
  }
}

TEST(LivePoints, AddWhatThreadsElsewhereNeedWhileAWarpIsApart) {
  std::mt19937 random(12);
  unsigned more = 0;
  for (int round = 0; round < 40; ++round) {
    ConstantPool constants;
    Routine routine = RandomRoutine(random, constants, points_shape(round)).make();
    mark_reconvergence(routine);
    const Found found(routine);
    std::vector<Values> live, expected;
    for (Pc pc = 0; pc < routine.code.size(); ++pc) {
      live.push_back(live_by_definition(routine, pc));
    }
    expected = live;
    const std::set<Pc> reached = all_followers(routine, {0});
    for (const Pc branch : reached) {
      const std::vector<Pc> paths = followers(routine, branch);
      if (leaving_of(routine.code[branch]) != Leaving::branches || paths.size() < 2) continue;
      if (paths[0] == paths[1]) continue;
      const Pc meeting = routine.code[branch].reconvergence;
      Values waiting;
      for (const Pc path : paths) waiting.insert(live[path].begin(), live[path].end());
      if (meeting != kNoPc) waiting.insert(live[meeting].begin(), live[meeting].end());
      for (const Pc pc : all_followers(routine, paths, meeting)) {
        expected[pc].insert(waiting.begin(), waiting.end());
      }
    }
    for (const Pc pc : reached) {
      ASSERT_EQ(found.apart(pc), expected[pc]) << round << " at " << pc;
      more += expected[pc].size() > live[pc].size();
    }
  }
  EXPECT_GT(more, 100u);
}

TEST(LivePoints, OfADiamond) {
  //  0: r0 = c; 1: r1 = c; 2: r2 = c; 3: @p0 bra 6; 4: r0 = r1; 5: bra 7; 6: r0 = r2; 7: r3 = r0
  //  8: exit. At 6, threads that are apart may be at 4 (which needs r1) or at 7 (r0).
  ConstantPool constants;
  Routine routine = flow_of({flow(kMove), flow(kMove), flow(kMove), flow(kBranch, 6, true),
                             flow(kMove), flow(kBranch, 7), flow(kMove), flow(kMove), flow(kExit)});
  routine.rows = 4;
  const auto move = [&](Pc pc, std::uint32_t to, isa::Operand from) {
    routine.code[pc].destinations[0] = row_operand(to);
    routine.code[pc].sources[0] = from;
  };
  for (const std::uint32_t row : {0u, 1u, 2u}) move(row, row, constants.word(row));
  move(4, 0, row_operand(1));
  move(6, 0, row_operand(2));
  move(7, 3, row_operand(0));
  mark_reconvergence(routine);
  const Found found(routine);
  EXPECT_EQ(found.live(3), (Values{1, 2}));
  EXPECT_EQ(found.apart(3), (Values{1, 2}));  // still together
  EXPECT_EQ(found.live(4), (Values{1}));
  EXPECT_EQ(found.live(6), (Values{2}));
  EXPECT_EQ(found.apart(6), (Values{0, 1, 2}));
  EXPECT_EQ(found.live(7), (Values{0}));
  EXPECT_EQ(found.apart(7), (Values{0}));
}

}  // namespace
}  // namespace heddle::compile
