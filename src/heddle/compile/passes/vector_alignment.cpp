#include "heddle/compile/passes/vector_alignment.hpp"

#include <span>
#include <utility>

#include "heddle/compile/code/values.hpp"

namespace heddle::compile {
namespace {

using isa::Instruction;
using isa::Op;
using isa::Operand;

/// Largest number of words that one memory access of hardware moves.
constexpr unsigned kMostRows = 4;

template <typename InstructionType>
auto elements_of(InstructionType& instruction) {
  const unsigned count = instruction.modifiers.vector;
  return instruction.op == Op::ld ? std::span(instruction.destinations).first(count)
                                  : std::span(instruction.sources).subspan(1, count);
}

Instruction move(const Instruction& user, Operand to, Operand from, unsigned rows) {
  Instruction made;
  made.op = rows == 2 ? Op::mov_b64 : Op::mov_b32;
  made.op_class = isa::info(made.op).op_class;
  made.destinations[0] = to;
  made.sources[0] = from;
  made.line = user.line;
  made.ptx_instructions = 0;
  made.is_scalar = user.is_scalar;
  return made;
}

class Alignment {
 public:
  explicit Alignment(Routine& routine) : routine_(routine) {}

  void run() {
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      if (vector_rows(routine_.code[pc])) place(pc);
    }
    insert_instructions(routine_, added_);
    routine_.aligned_vectors = true;
  }

 private:
  void place(Pc pc) {
    Instruction& instruction = routine_.code[pc];
    const unsigned rows = isa::rows_of(instruction.modifiers.type);
    for (Operand& element : elements_of(instruction)) {
      const Operand placed = row_operand(routine_.rows);
      add_rows(rows, instruction.is_scalar);
      const Operand value = std::exchange(element, placed);
      if (!value) continue;  // a load discards this element
      if (instruction.op == Op::st) {
        added_.push_back({pc, move(instruction, placed, value, rows)});
      } else {
        Instruction taken = move(instruction, value, placed, rows);
        taken.guard = instruction.guard;
        taken.guard_negated = instruction.guard_negated;
        added_.push_back({pc + 1, taken, true});
      }
    }
  }

  /// Adds rows for an element of an access. If the access runs once for the warp, the rows are
  /// scalars. If the access runs in each thread, the rows are vectors, and scalar elements are
  /// moved into these rows.
  void add_rows(unsigned rows, bool scalar) {
    std::vector<bool>& scalars = routine_.scalars.rows;
    if (scalar || !scalars.empty()) {
      scalars.resize(routine_.rows, false);
      scalars.resize(routine_.rows + rows, scalar);
    }
    routine_.rows += rows;
  }

  Routine& routine_;
  std::vector<Insertion> added_;
};

}  // namespace

std::optional<VectorRows> vector_rows(const Instruction& instruction) {
  if (instruction.op != Op::ld && instruction.op != Op::st) return std::nullopt;
  const unsigned elements = instruction.modifiers.vector;
  const unsigned rows = elements * isa::rows_of(instruction.modifiers.type);
  const bool are_words = isa::bytes_of(instruction.modifiers.type) >= 4;
  if (elements == 1 || !are_words || rows > kMostRows) return std::nullopt;
  return VectorRows{elements_of(instruction).front(), rows};
}

void align_vectors(Routine& routine) { Alignment(routine).run(); }

}  // namespace heddle::compile
