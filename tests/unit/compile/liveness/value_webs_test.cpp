#include "heddle/compile/liveness/value_webs.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "heddle/compile/registers/register_assignment.hpp"
#include "random_routine.hpp"
#include "thread.hpp"

namespace heddle::compile {
namespace {

RandomShape webs_shape(int round) {
  RandomShape shape;
  shape.instructions = 15 + static_cast<unsigned>(round) % 60;
  shape.rows = 1 + static_cast<unsigned>(round) % 9;
  shape.pairs = 1 + static_cast<unsigned>(round) % 5;
  if (round % 3 == 0) shape.incoming = 3, shape.results = 1;
  return shape;
}

std::vector<Thread::Event> events(const Routine& routine, const ConstantPool& constants) {
  Thread thread(routine, constants);
  for (std::uint32_t row = 0; row < routine.incoming; ++row) thread.rows()[row] = 77 + row;
  return thread.run(2000);
}

TEST(ValueWebs, ComputeTheSame) {
  std::mt19937 random(21);
  for (int round = 0; round < 600; ++round) {
    ConstantPool constants;
    Routine before = RandomRoutine(random, constants, webs_shape(round)).make();
    // Also with registers, as programs have them: then unlike values share one.
    if (round % 2 == 0) apply(assign_registers(before, {}), before);
    const Routine after = separate_values(before).routine;
    ASSERT_EQ(events(before, constants), events(after, constants)) << "round " << round;
  }
}

/// Writes of a register that some read may see, connected by common reads: by following every write
/// along all paths.
class Reaching {
 public:
  explicit Reaching(const Routine& routine) : routine_(routine) {}

  /// For each read (pc) of the row, the writes that reach it; kNoPc: none on some path.
  std::map<Pc, std::set<Pc>> of(ValueId row) {
    std::map<Pc, std::set<Pc>> found;
    follow(0, kNoPc, row, found);
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      bool writes = false;
      for_each_write(routine_, routine_.code[pc], [&](ValueId one) { writes |= one == row; });
      if (writes) follow(pc + 1, pc, row, found);
    }
    return found;
  }

 private:
  void follow(Pc from, Pc write, ValueId row, std::map<Pc, std::set<Pc>>& found) {
    std::set<Pc> seen;
    std::vector<Pc> open{from};
    while (!open.empty()) {
      const Pc pc = open.back();
      open.pop_back();
      if (pc >= routine_.code.size() || !seen.insert(pc).second) continue;
      const isa::Instruction& at = routine_.code[pc];
      for_each_read(routine_, at, [&](ValueId one) {
        if (one == row) found[pc].insert(write);
      });
      bool ends = false;
      for_each_write(routine_, at, [&](ValueId one) { ends |= one == row && !is_guarded(at); });
      if (ends) continue;
      if (leaving_of(at) == Leaving::falls_through || is_guarded(at)) open.push_back(pc + 1);
      if (leaving_of(at) == Leaving::branches) open.push_back(at.target);
    }
  }

  const Routine& routine_;
};

bool is_reached(const Routine& routine, Pc pc) {
  std::set<Pc> seen;
  std::vector<Pc> open{0};
  while (!open.empty()) {
    const Pc at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    if (leaving_of(routine.code[at]) == Leaving::falls_through || is_guarded(routine.code[at])) {
      open.push_back(at + 1);
    }
    if (leaving_of(routine.code[at]) == Leaving::branches) open.push_back(routine.code[at].target);
  }
  return seen.contains(pc);
}

std::uint32_t web_written(const Routine& webs, Pc pc) {
  return webs.code[pc].destinations[0].index;
}

TEST(ValueWebs, WritesAreOneWebIfAReadSeesBoth) {
  std::mt19937 random(22);
  unsigned joined = 0, apart = 0;
  for (int round = 0; round < 80; ++round) {
    ConstantPool constants;
    RandomShape shape = webs_shape(round);
    shape.incoming = shape.results = 0;
    const Routine routine = RandomRoutine(random, constants, shape).make();
    const Routine webs = separate_values(routine).routine;
    for (ValueId row = 0; row < shape.rows; ++row) {  // rows that are in no pair
      // Connected parts of "a read sees both", of what the entry reaches.
      std::map<Pc, std::set<Pc>> part;
      for (Pc pc = 0; pc < routine.code.size(); ++pc) {
        for_each_write(routine, routine.code[pc], [&](ValueId one) {
          if (one == row && is_reached(routine, pc)) part[pc] = {pc};
        });
      }
      for (const auto& [read, writes] : Reaching(routine).of(row)) {
        if (!is_reached(routine, read)) continue;
        std::set<Pc> all;
        for (const Pc write : writes) {
          if (part.contains(write)) all.insert(part[write].begin(), part[write].end());
        }
        for (const Pc write : all) part[write] = all;
      }
      for (const auto& [a, with_a] : part) {
        for (const auto& [b, with_b] : part) {
          ASSERT_EQ(web_written(webs, a) == web_written(webs, b), with_a.contains(b))
              << "round " << round << ": row " << row << " at " << a << " and " << b;
          (with_a.contains(b) ? joined : apart) += a < b;
        }
      }
    }
  }
  EXPECT_GT(joined, 100u);
  EXPECT_GT(apart, 100u);
}

}  // namespace
}  // namespace heddle::compile
