#include "heddle/compile/spilling/spill_code.hpp"

#include <algorithm>

#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::Instruction;
using isa::Op;
using isa::Operand;
using isa::OperandKind;

class Insertions {
 public:
  Insertions(Routine& routine, const std::vector<SpilledRows>& victims)
      : routine_(routine), victims_(victims), victim_of_(routine.rows, kNone) {}

  void make() {
    routine_.local_bytes = (routine_.local_bytes + 7) / 8 * 8;
    for (std::uint32_t victim = 0; victim < victims_.size(); ++victim) {
      std::fill_n(victim_of_.begin() + victims_[victim].first, victims_[victim].rows, victim);
      slots_.push_back(routine_.local_bytes);
      routine_.local_bytes += 8;  // a single row also gets eight bytes, so that pairs are aligned
    }
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) rewrite(pc);
    insert_instructions(routine_, added_);
  }

 private:
  void rewrite(Pc pc) {
    Instruction& instruction = routine_.code[pc];
    std::vector<Loaded> loaded;
    isa::for_each_source_row(instruction, [&](Operand& operand, unsigned rows) {
      if (!is_spilled(operand)) return;
      const auto known = std::ranges::find_if(loaded, [&](const Loaded& before) {
        return before.rows == rows && before.from == operand;
      });
      if (known == loaded.end()) {
        const Operand from = operand;
        operand = access(Op::ld, from, rows, instruction, pc, added_);
        loaded.push_back({from, operand, rows});
      } else {
        operand = known->to;
      }
    });
    std::vector<Insertion> behind;
    isa::for_each_destination_row(instruction, [&](Operand& operand, unsigned rows) {
      if (!is_spilled(operand)) return;
      operand = access(Op::st, operand, rows, instruction, pc + 1, behind);
    });
    added_.insert(added_.end(), behind.begin(), behind.end());
  }

  bool is_spilled(const Operand& operand) const {
    return operand.kind == OperandKind::row && !is_outgoing(operand) &&
           victim_of_[operand.index] != kNone;
  }

  /// Adds the load or store of a spilled value to `added`. Returns the rows that replace the value
  /// in the instruction `user`.
  Operand access(Op op, const Operand& operand, unsigned rows, const Instruction& user, Pc before,
                 std::vector<Insertion>& added) {
    const std::uint32_t victim = victim_of_[operand.index];
    const Operand temporary = row_operand(routine_.rows);
    routine_.rows += rows;
    Instruction made;
    made.op = op;
    made.op_class = isa::info(op).op_class;
    made.modifiers.space = isa::Space::local;
    made.modifiers.type = rows == 2 ? isa::Type::u64 : isa::Type::u32;
    made.offset =
        slots_[victim] + 4 * static_cast<std::int64_t>(operand.index - victims_[victim].first);
    made.line = user.line;
    made.ptx_instructions = 0;
    if (!routine_.is_kernel) made.sources[0] = frame_row(user, before, op == Op::st, added);
    if (op == Op::st) {
      made.sources[1] = temporary;
      made.guard = user.guard;
      made.guard_negated = user.guard_negated;
    } else {
      made.destinations[0] = temporary;
    }
    added.push_back({before, made, op == Op::st});
    for (unsigned i = 0; i < rows; ++i) {
      routine_.spills.push_back({static_cast<std::uint32_t>(temporary.index + i),
                                 static_cast<std::uint32_t>(operand.index + i), op == Op::ld});
    }
    return temporary;
  }

  /// Adds an instruction that reads the address of the frame, and returns the row with the address.
  /// In a function other than the kernel, this address is known only at run time.
  Operand frame_row(const Instruction& user, Pc before, bool is_behind,
                    std::vector<Insertion>& added) {
    Instruction made;
    made.op = Op::frame_address;
    made.op_class = isa::info(made.op).op_class;
    made.destinations[0] = row_operand(routine_.rows);
    made.line = user.line;
    made.ptx_instructions = 0;
    added.push_back({before, made, is_behind});
    routine_.spills.push_back({routine_.rows, kNoSpilledValue});
    return row_operand(routine_.rows++);
  }

  /// A value that was already loaded for an earlier operand of the same instruction.
  struct Loaded {
    Operand from, to;
    unsigned rows = 1;
  };
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  Routine& routine_;
  const std::vector<SpilledRows>& victims_;
  std::vector<std::uint32_t> slots_;      ///< by victim: offset of its word in the frame
  std::vector<std::uint32_t> victim_of_;  ///< by row: the victim that contains the row
  std::vector<Insertion> added_;
};

}  // namespace

void spill(Routine& routine, const std::vector<SpilledRows>& victims) {
  if (!victims.empty()) Insertions(routine, victims).make();
}

}  // namespace heddle::compile
