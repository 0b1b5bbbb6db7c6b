#include "heddle/compile/assignment_check.hpp"

#include <map>

#include <fmt/format.h>

#include "heddle/compile/instruction_flow.hpp"
#include "heddle/compile/vector_alignment.hpp"

namespace heddle::compile {
namespace {

class Check {
 public:
  Check(const Routine& routine, const Assignment& assignment)
      : routine_(routine), assignment_(assignment), flow_(routine) {}

  std::string run() {
    check_incoming();
    for (Pc pc = 0; pc < routine_.code.size() && fault_.empty(); ++pc) {
      check_pairs(pc);
      if (routine_.aligned_vectors) check_vector(pc);
      check_writes(pc);
      check_overlaps(pc);
    }
    if (fault_.empty() && !routine_.spills.empty()) check_spills();
    return fault_;
  }

 private:
  bool is_predicate(ValueId value) const { return value >= routine_.rows; }
  std::uint32_t place(ValueId value) const { return assignment_.register_of[value]; }

  void check_incoming() {
    for (ValueId row = 0; row < routine_.incoming; ++row) {
      if (place(row) != row) report(0, fmt::format("incoming row {} moved to {}", row, place(row)));
    }
  }

  void check_pairs(Pc pc) {
    const auto visit = [&](const isa::Operand& operand, unsigned rows) {
      if (rows != 2 || operand.kind != isa::OperandKind::row || is_outgoing(operand)) return;
      if (place(operand.index + 1) != place(operand.index) + 1) {
        report(pc, fmt::format("the pair {}:{} is torn apart", +operand.index, operand.index + 1));
      } else if (operand.index >= routine_.incoming && place(operand.index) % 2 != 0) {
        report(pc, fmt::format("the pair {}:{} starts at odd register {}", +operand.index,
                               operand.index + 1, place(operand.index)));
      }
    };
    isa::for_each_destination_row(routine_.code[pc], visit);
    isa::for_each_source_row(routine_.code[pc], visit);
  }

  void check_vector(Pc pc) {
    const auto vector = vector_rows(routine_.code[pc]);
    if (!vector) return;
    const ValueId first = vector->first.index;
    for (std::uint32_t i = 0; i < vector->rows; ++i) {
      if (place(first + i) == place(first) + i) continue;
      return report(pc, fmt::format("the vector of {} from {} is torn apart", vector->rows, first));
    }
    if (place(first) % vector->rows == 0) return;
    report(pc, fmt::format("the vector of {} from {} starts at register {}", vector->rows, first,
                           place(first)));
  }

  /// What an instruction writes must not be the register of another value that is still needed.
  void check_writes(Pc pc) {
    BitSet needed = flow_.live_after(pc);
    needed.intersect(flow_.defined_before(pc));
    std::vector<ValueId> written;
    for_each_write(routine_, routine_.code[pc], [&](ValueId value) { written.push_back(value); });
    for (const ValueId value : written) {
      needed.for_each([&](std::size_t at) { check_apart(pc, value, static_cast<ValueId>(at)); });
      for (const ValueId other : written) check_apart(pc, value, other);
    }
  }

  void check_apart(Pc pc, ValueId written, ValueId other) {
    if (written == other || is_predicate(written) != is_predicate(other)) return;
    if (place(written) != place(other)) return;
    report(pc, fmt::format("value {} is written over value {}", written, other));
  }

  void check_overlaps(Pc pc) {
    const isa::Instruction& instruction = routine_.code[pc];
    isa::for_each_destination_row(instruction, [&](const isa::Operand& to, unsigned to_rows) {
      if (to_rows != 2 || is_outgoing(to)) return;
      isa::for_each_source_row(instruction, [&](const isa::Operand& from, unsigned from_rows) {
        if (from.kind != isa::OperandKind::row || is_outgoing(from)) return;
        const std::uint32_t a = place(to.index), b = place(from.index);
        const bool same = a == b && from_rows == 2;
        if (same || a + to_rows <= b || b + from_rows <= a) return;
        report(pc, fmt::format("the result {} overlaps the source {}", +to.index, +from.index));
      });
    });
  }

  /// What the words of the frame hold: rows of spilled values, by offset. absent: no path has
  /// stored there yet; kUnknown: not the same on all paths.
  using Frame = std::map<std::int64_t, std::uint32_t>;
  static constexpr std::uint32_t kUnknown = kNoSpilledValue - 1;

  /// Made by the spiller: it stands for no instruction of the program, which may have local memory
  /// of its own.
  static bool moves_spilled(const isa::Instruction& instruction) {
    return instruction.ptx_instructions == 0 && instruction.modifiers.space == isa::Space::local &&
           (instruction.op == isa::Op::ld || instruction.op == isa::Op::st);
  }

  /// Calls visit(offset, value) for each spilled row that the instruction loads or stores.
  template <typename Visit>
  void for_each_spilled(const isa::Instruction& instruction, Visit&& visit) const {
    if (!moves_spilled(instruction)) return;
    const bool loads = instruction.op == isa::Op::ld;
    const isa::Operand& data = loads ? instruction.destinations[0] : instruction.sources[1];
    const unsigned rows =
        loads ? isa::destination_rows(instruction, 0) : isa::source_rows(instruction, 1);
    for (unsigned i = 0; i < rows && data.kind == isa::OperandKind::row; ++i) {
      const auto spilled = spilled_.find(data.index + i);
      if (spilled != spilled_.end()) visit(instruction.offset + 4 * i, spilled->second);
    }
  }

  /// A value has one word of the frame, and each instruction that writes the value is followed by
  /// the store there, under the same guard. Nothing else reads what it has written.
  void check_stores() {
    std::map<std::uint32_t, unsigned> reads;
    for (const isa::Instruction& instruction : routine_.code) {
      for_each_read(routine_, instruction, [&](ValueId value) { ++reads[value]; });
    }
    std::map<std::uint32_t, std::int64_t> word_of;
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      const isa::Instruction& instruction = routine_.code[pc];
      bool is_load = false;
      for_each_spilled(instruction, [&](std::int64_t offset, std::uint32_t value) {
        const std::int64_t word = word_of.try_emplace(value, offset).first->second;
        if (word != offset) {
          report(pc, fmt::format("value {} is kept at {} and at {}", value, word, offset));
        }
        is_load = instruction.op == isa::Op::ld;
      });
      if (is_load) continue;
      for_each_write(routine_, instruction, [&](ValueId value) {
        const auto spilled = spilled_.find(value);
        if (spilled == spilled_.end()) return;
        if (!is_stored_behind(pc, value)) {
          report(pc, fmt::format("value {} is written and not stored", spilled->second));
        } else if (reads[value] != 1) {
          report(pc, fmt::format("value {} is read beside its slot", spilled->second));
        }
      });
    }
  }

  bool is_stored_behind(Pc pc, ValueId row) const {
    const isa::Instruction& writer = routine_.code[pc];
    for (Pc next = pc + 1; next < routine_.code.size(); ++next) {
      const isa::Instruction& instruction = routine_.code[next];
      if (instruction.op == isa::Op::frame_address) continue;
      if (instruction.op != isa::Op::st || !moves_spilled(instruction)) return false;
      const isa::Operand& data = instruction.sources[1];
      const bool holds = data.kind == isa::OperandKind::row && row >= data.index &&
                         row < data.index + isa::source_rows(instruction, 1);
      if (!holds) continue;
      return !writes_guard(writer) && instruction.guard == writer.guard &&
             instruction.guard_negated == writer.guard_negated;
    }
    return false;
  }

  bool writes_guard(const isa::Instruction& instruction) const {
    bool writes = false;
    for_each_write(routine_, instruction, [&](ValueId value) {
      writes |= is_guarded(instruction) && value == predicate_value(routine_, instruction.guard);
    });
    return writes;
  }

  void check_spills() {
    for (const SpilledRow& row : routine_.spills) {
      if (row.value != kNoSpilledValue) spilled_[row.row] = row.value;
    }
    check_stores();
    std::vector<Frame> before(routine_.code.size() + 1);
    std::vector<bool> reached(routine_.code.size() + 1, false);
    reached[0] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
        if (!reached[pc]) continue;
        const Frame after = frame_after(pc, before[pc]);
        for (const Pc next : flow_.successors(pc)) {
          changed |= !reached[next] || meet(before[next], after);
          if (!reached[next]) before[next] = after;
          reached[next] = true;
        }
      }
    }
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      if (reached[pc] && routine_.code[pc].op == isa::Op::ld) check_load(pc, before[pc]);
    }
  }

  Frame frame_after(Pc pc, Frame frame) const {
    const isa::Instruction& instruction = routine_.code[pc];
    if (instruction.op != isa::Op::st) return frame;
    for_each_spilled(instruction, [&](std::int64_t offset, std::uint32_t value) {
      const auto held = frame.find(offset);
      const bool keeps = is_guarded(instruction) && held != frame.end() && held->second != value;
      frame[offset] = keeps ? kUnknown : value;
    });
    return frame;
  }

  /// Adds another path's frame; whether anything changed. A word that one path has not stored to
  /// holds what the other path stored: reading it there would read a value never written.
  static bool meet(Frame& frame, const Frame& other) {
    bool changed = false;
    for (const auto& [offset, value] : other) {
      const auto [held, is_new] = frame.try_emplace(offset, value);
      changed |= is_new;
      if (is_new || held->second == value || held->second == kUnknown) continue;
      held->second = kUnknown;
      changed = true;
    }
    return changed;
  }

  void check_load(Pc pc, const Frame& frame) {
    for_each_spilled(routine_.code[pc], [&](std::int64_t offset, std::uint32_t value) {
      const auto held = frame.find(offset);
      if (held == frame.end() || held->second == value) return;
      report(pc, fmt::format("the slot at {} does not hold value {} on every path", offset, value));
    });
  }

  void report(Pc pc, const std::string& what) {
    if (fault_.empty()) fault_ = fmt::format("at {}: {}", pc, what);
  }

  const Routine& routine_;
  const Assignment& assignment_;
  InstructionFlow flow_;
  std::map<std::uint32_t, std::uint32_t> spilled_;  ///< by row of an access: the value's row
  std::string fault_;
};

}  // namespace

std::string check_assignment(const Routine& routine, const Assignment& assignment) {
  return Check(routine, assignment).run();
}

}  // namespace heddle::compile
