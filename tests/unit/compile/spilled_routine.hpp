// Random routines some of whose values are in local memory.
#pragma once

#include <map>
#include <set>

#include "heddle/compile/code/spill_accesses.hpp"
#include "heddle/compile/spilling/spilling.hpp"
#include "random_routine.hpp"

namespace heddle::compile {

inline RandomShape spilled_shape(int round) {
  RandomShape shape;
  shape.instructions = 40 + static_cast<unsigned>(round) % 60;
  shape.rows = 6 + static_cast<unsigned>(round) % 9;
  shape.pairs = 3 + static_cast<unsigned>(round) % 5;
  return shape;
}

/// A routine with values in local memory, and its assignment.
struct Spilled {
  Routine routine;
  Assignment assignment;
};

inline Spilled spilled(int round) {
  std::mt19937 random(static_cast<unsigned>(round));
  ConstantPool constants;
  Spilled made{RandomRoutine(random, constants, spilled_shape(round)).make(), {}};
  const std::uint32_t needed = assign_registers(made.routine, {}).rows;
  made.assignment = assign_within(made.routine, std::max(6u, needed - std::min(needed, 4u)), {});
  return made;
}

/// By word of the frame: the values that are kept there.
inline std::map<std::int64_t, std::set<std::uint32_t>> values_of_words(const Routine& routine) {
  std::map<std::uint32_t, std::uint32_t> value_of;
  for (const SpilledRow& spilled : routine.spills) value_of[spilled.row] = spilled.value;
  const SpillAccesses accesses(routine);
  std::map<std::int64_t, std::set<std::uint32_t>> values;
  for (const isa::Instruction& instruction : routine.code) {
    if (!accesses.contains(instruction)) continue;
    const bool loads = instruction.op == isa::Op::ld;
    const isa::Operand& data = loads ? instruction.destinations[0] : instruction.sources[1];
    const unsigned rows =
        loads ? isa::destination_rows(instruction, 0) : isa::source_rows(instruction, 1);
    for (unsigned i = 0; i < rows; ++i) {
      values[instruction.offset + 4 * i].insert(value_of.at(data.index + i));
    }
  }
  return values;
}

}  // namespace heddle::compile
