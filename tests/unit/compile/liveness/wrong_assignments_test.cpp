// Seeded faults in register assignments and in the places of spilled values: each is caught.
#include <algorithm>

#include <gtest/gtest.h>

#include "heddle/compile/liveness/live_ranges.hpp"
#include "heddle/compile/registers/assignment_check.hpp"
#include "spilled_routine.hpp"

namespace heddle::compile {
namespace {

/// Whether two rows are ever live at the same moment.
bool meet(const std::vector<LiveRange>& ranges, ValueId a, ValueId b) {
  return intersect(ranges[a], ranges[b]);
}

TEST(WrongAssignments, TwoLiveValuesInOneRegisterAreCaught) {
  std::mt19937 random(5);
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    const FlowGraph graph(made.routine);
    const auto ranges = live_ranges(made.routine, graph, Liveness(made.routine, graph));
    std::uniform_int_distribution<ValueId> any(made.routine.incoming, made.routine.rows - 1);
    for (int attempt = 0; attempt < 40; ++attempt) {
      const ValueId a = any(random), b = any(random);
      if (a == b || !meet(ranges, a, b)) continue;
      Assignment wrong = made.assignment;
      wrong.register_of[a] = wrong.register_of[b];
      EXPECT_NE(check_assignment(made.routine, wrong), "") << round << ": " << a << ", " << b;
      ++tried;
    }
  }
  EXPECT_GT(tried, 1000u);
}

TEST(WrongAssignments, PairsOutOfPlaceAreCaught) {
  std::mt19937 random(6);
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    std::vector<ValueId> pairs;
    for (const isa::Instruction& instruction : made.routine.code) {
      isa::for_each_destination_row(instruction, [&](const isa::Operand& to, unsigned rows) {
        if (rows == 2 && !is_outgoing(to) && to.index >= made.routine.incoming) {
          pairs.push_back(to.index);
        }
      });
    }
    if (pairs.empty()) continue;
    const ValueId pair = pairs[random() % pairs.size()];
    for (const bool odd : {true, false}) {
      Assignment wrong = made.assignment;
      // Beyond all other rows, so that nothing else is wrong: at an odd place, or torn apart.
      const std::uint32_t base = (wrong.rows + 2) / 2 * 2;
      wrong.register_of[pair] = odd ? base + 1 : base;
      wrong.register_of[pair + 1] = odd ? base + 2 : base + 3;
      EXPECT_NE(check_assignment(made.routine, wrong), "") << round;
      ++tried;
    }
  }
  EXPECT_GT(tried, 300u);
}

/// One slot is given to two values: wrong if one is loaded after the other was stored.
TEST(WrongAssignments, SharedSlotsAreCaught) {
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    // The last store of a slot in straight code and the first load behind it: between them another
    // slot's store is made to go to the same place.
    const std::vector<isa::Instruction>& code = made.routine.code;
    const auto is_spill = [&](Pc pc, isa::Op op) {
      return code[pc].op == op && code[pc].modifiers.space == isa::Space::local &&
             code[pc].ptx_instructions == 0 && !is_guarded(code[pc]);
    };
    for (Pc first = 0; first < code.size(); ++first) {
      if (!is_spill(first, isa::Op::st)) continue;
      std::optional<Pc> between;
      for (Pc pc = first + 1; pc < code.size(); ++pc) {
        if (leaving_of(code[pc]) != Leaving::falls_through) break;
        if (is_spill(pc, isa::Op::st) && code[pc].offset != code[first].offset) between = pc;
        if (is_spill(pc, isa::Op::st) && code[pc].offset == code[first].offset) break;
        const bool loads = is_spill(pc, isa::Op::ld) && code[pc].offset == code[first].offset;
        if (!loads || !between) continue;
        Spilled wrong = made;
        wrong.routine.code[*between].offset = code[first].offset;
        EXPECT_NE(check_assignment(wrong.routine, wrong.assignment), "")
            << round << " at " << first;
        ++tried;
        break;
      }
    }
  }
  EXPECT_GT(tried, 20u);
}

/// Follows random paths and says whether one loads a value from a word to which another value has
/// been stored since.
bool loses_a_value(const Routine& routine, std::mt19937& random) {
  std::map<std::uint32_t, std::uint32_t> value_of;
  for (const SpilledRow& spilled : routine.spills) value_of[spilled.row] = spilled.value;
  const SpillAccesses accesses(routine);
  for (int walk = 0; walk < 20; ++walk) {
    std::map<std::int64_t, std::uint32_t> words;
    std::set<std::uint32_t> stored;
    Pc pc = 0;
    for (int step = 0; step < 500 && pc < routine.code.size(); ++step) {
      const isa::Instruction& at = routine.code[pc];
      const bool runs = !is_guarded(at) || random() % 2 == 0;
      if (accesses.contains(at) && runs) {
        const bool loads = at.op == isa::Op::ld;
        const isa::Operand& data = loads ? at.destinations[0] : at.sources[1];
        const unsigned rows = loads ? isa::destination_rows(at, 0) : isa::source_rows(at, 1);
        for (unsigned i = 0; i < rows; ++i) {
          const std::uint32_t value = value_of.at(data.index + i);
          if (!loads) {
            words[at.offset + 4 * i] = value;
            stored.insert(value);
          } else if (stored.contains(value)) {
            const auto held = words.find(at.offset + 4 * i);
            if (held == words.end() || held->second != value) return true;
          }
        }
      }
      const Leaving leaving = leaving_of(at);
      if (runs && (leaving == Leaving::returns || leaving == Leaving::traps)) break;
      pc = runs && leaving == Leaving::branches ? at.target : pc + 1;
    }
  }
  return false;
}

/// All accesses of one word go to another's. Where a path loses a value by that, it is caught.
TEST(WrongAssignments, WordsOfTwoValuesThatAreNeededAtOnceAreCaught) {
  std::mt19937 random(7);
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    std::vector<std::int64_t> words;
    for (const auto& [word, values] : values_of_words(made.routine)) words.push_back(word);
    if (words.size() < 2) continue;
    EXPECT_FALSE(loses_a_value(made.routine, random)) << round;
    const std::int64_t from = words[random() % words.size()], to = words[random() % words.size()];
    Spilled wrong = made;
    const SpillAccesses accesses(made.routine);
    for (isa::Instruction& instruction : wrong.routine.code) {
      if (accesses.contains(instruction) && instruction.offset == from) instruction.offset = to;
    }
    if (!loses_a_value(wrong.routine, random)) continue;
    EXPECT_NE(check_assignment(wrong.routine, wrong.assignment), "") << round;
    ++tried;
  }
  EXPECT_GT(tried, 50u);
}

/// The words of spilled values lie where the program's own local memory is, or behind the frame.
TEST(WrongAssignments, WordsOutsideOfTheSpillersPartOfTheFrameAreCaught) {
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    std::mt19937 random(static_cast<unsigned>(round));
    ConstantPool constants;
    Spilled made{RandomRoutine(random, constants, spilled_shape(round)).make(), {}};
    made.routine.local_bytes = made.routine.own_bytes = 64;
    const std::uint32_t needed = assign_registers(made.routine, {}).rows;
    made.assignment = assign_within(made.routine, std::max(6u, needed - std::min(needed, 4u)), {});
    if (made.routine.spills.empty()) continue;
    ASSERT_EQ(check_assignment(made.routine, made.assignment), "");
    const auto end = static_cast<std::int64_t>(made.routine.local_bytes);
    for (const std::int64_t by : {std::int64_t{-8}, std::int64_t{-64}, end - 64}) {
      Spilled wrong = made;
      const SpillAccesses accesses(made.routine);
      for (isa::Instruction& instruction : wrong.routine.code) {
        if (accesses.contains(instruction)) instruction.offset += by;
      }
      EXPECT_NE(check_assignment(wrong.routine, wrong.assignment), "") << round << " by " << by;
      ++tried;
    }
  }
  EXPECT_GT(tried, 500u);
}

bool is_spill_store(const isa::Instruction& instruction) {
  return instruction.op == isa::Op::st && instruction.modifiers.space == isa::Space::local &&
         instruction.ptx_instructions == 0;
}

/// What an instruction has written for its slot is read by another one, too: the register may be
/// another value's by then.
TEST(WrongAssignments, ReadsBesideTheSlotAreCaught) {
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    const std::vector<isa::Instruction>& code = made.routine.code;
    for (Pc pc = 0; pc < code.size(); ++pc) {
      if (!is_spill_store(code[pc]) || isa::source_rows(code[pc], 1) != 1) continue;
      for (Pc next = pc + 1; next < code.size(); ++next) {
        if (leaving_of(code[next]) != Leaving::falls_through) break;
        if (code[next].op != isa::Op::add_b32) continue;
        Spilled wrong = made;
        wrong.routine.code[next].sources[0] = code[pc].sources[1];
        EXPECT_NE(check_assignment(wrong.routine, wrong.assignment), "") << round << " at " << pc;
        ++tried;
        break;
      }
    }
  }
  EXPECT_GT(tried, 300u);
}

/// A store of a spilled value goes elsewhere, is left out or has another guard.
TEST(WrongAssignments, LostStoresAreCaught) {
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    const std::vector<isa::Instruction>& code = made.routine.code;
    for (Pc pc = 0; pc < code.size(); ++pc) {
      if (!is_spill_store(code[pc])) continue;
      const bool is_loaded = std::ranges::any_of(code, [&](const isa::Instruction& other) {
        return other.op == isa::Op::ld && other.modifiers.space == isa::Space::local &&
               other.offset == code[pc].offset;
      });
      if (!is_loaded) continue;
      const auto check = [&](const char* what, auto&& spoil) {
        Spilled wrong = made;
        spoil(wrong.routine);
        EXPECT_NE(check_assignment(wrong.routine, wrong.assignment), "")
            << round << " at " << pc << ": " << what;
      };
      check("elsewhere", [&](Routine& routine) { routine.code[pc].offset += 1024; });
      check("left out", [&](Routine& routine) {
        std::vector<bool> removed(routine.code.size(), false);
        removed[pc] = true;
        remove_instructions(routine, removed);
      });
      check("guard", [&](Routine& routine) {
        isa::Instruction& store = routine.code[pc];
        if (is_guarded(store)) {
          store.guard_negated = !store.guard_negated;
        } else {
          store.guard = 0;
        }
      });
      ++tried;
    }
  }
  EXPECT_GT(tried, 1000u);
}

}  // namespace
}  // namespace heddle::compile
