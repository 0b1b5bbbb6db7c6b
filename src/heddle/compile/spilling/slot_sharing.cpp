#include "heddle/compile/spilling/slot_sharing.hpp"

#include <algorithm>

#include "heddle/compile/code/spill_accesses.hpp"
#include "heddle/compile/registers/register_assignment.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::Instruction;
using isa::Op;

std::uint32_t word_of(const Instruction& access, std::uint32_t begin) {
  return static_cast<std::uint32_t>(access.offset - begin) / 4;
}

/// Converts an access to a spilled value into a move from or to a row that stands for the word of
/// the frame.
Instruction as_move(const Instruction& access, std::uint32_t begin) {
  const bool is_load = access.op == Op::ld;
  const unsigned rows = is_load ? isa::destination_rows(access, 0) : isa::source_rows(access, 1);
  Instruction move;
  move.op = rows == 2 ? Op::mov_b64 : Op::mov_b32;
  move.op_class = isa::info(move.op).op_class;
  move.guard = access.guard;
  move.guard_negated = access.guard_negated;
  isa::Operand& word = is_load ? move.sources[0] : move.destinations[0];
  word = row_operand(word_of(access, begin));
  return move;
}

void drop_rows(Instruction& instruction) {
  const auto drop = [](isa::Operand& operand) {
    if (operand.kind == isa::OperandKind::row) operand = {};
  };
  std::ranges::for_each(instruction.destinations, drop);
  std::ranges::for_each(instruction.sources, drop);
}

/// Returns a routine that has the control flow of `routine` and whose rows are the words of the
/// frame. Accesses to spilled values become moves from and to these rows. All other instructions
/// access no rows.
Routine of_words(const Routine& routine, const SpillAccesses& accesses, std::uint32_t begin) {
  Routine words = routine;
  words.is_kernel = true;
  words.rows = (routine.local_bytes - begin) / 4;
  words.incoming = words.results = words.outgoing = 0;
  words.spills.clear();
  words.guarded_rows.clear();
  words.scalars = {};
  words.aligned_vectors = false;
  for (Instruction& instruction : words.code) {
    if (accesses.contains(instruction)) {
      instruction = as_move(instruction, begin);
    } else {
      drop_rows(instruction);
    }
  }
  return words;
}

}  // namespace

void share_slots(Routine& routine, std::uint32_t begin) {
  const SpillAccesses accesses(routine);
  RegisterOptions options;
  options.coalesce_moves = false;
  const Assignment shared = assign_registers(of_words(routine, accesses, begin), options);
  for (Instruction& instruction : routine.code) {
    if (!accesses.contains(instruction)) continue;
    instruction.offset = begin + 4 * std::int64_t{shared.register_of[word_of(instruction, begin)]};
  }
  routine.local_bytes = (begin + 4 * shared.rows + 15) / 16 * 16;
}

}  // namespace heddle::compile
