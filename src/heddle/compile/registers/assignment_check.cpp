#include "heddle/compile/registers/assignment_check.hpp"

#include <fmt/core.h>

#include "heddle/compile/liveness/instruction_flow.hpp"
#include "heddle/compile/passes/vector_alignment.hpp"
#include "heddle/compile/registers/spill_check.hpp"

namespace heddle::compile {
namespace {

class AssignmentCheck {
 public:
  AssignmentCheck(const Routine& routine, const Assignment& assignment)
      : routine_(routine), assignment_(assignment), flow_(routine) {}

  std::string run() {
    check_incoming();
    for (Pc pc = 0; pc < routine_.code.size() && fault_.empty(); ++pc) {
      check_pairs(pc);
      if (routine_.aligned_vectors) check_vector(pc);
      check_writes(pc);
      check_overlaps(pc);
      check_kinds(pc);
      if (flow_.successors(pc).size() > 1 && !routine_.code[pc].is_scalar) check_fork(pc);
    }
    return fault_.empty() ? check_spills(routine_, flow_) : fault_;
  }

 private:
  /// True if the values belong to the same register class. The four classes are vector rows, scalar
  /// rows, vector predicates and scalar predicates.
  bool are_alike(ValueId a, ValueId b) const {
    return (a < routine_.rows) == (b < routine_.rows) &&
           is_scalar(routine_, a) == is_scalar(routine_, b);
  }
  std::uint32_t place(ValueId value) const { return assignment_.register_of[value]; }

  void check_incoming() {
    for (ValueId row = 0; row < routine_.incoming; ++row) {
      if (place(row) != row) report(0, fmt::format("incoming row {} moved to {}", row, place(row)));
    }
  }

  void check_pairs(Pc pc) {
    const auto visit = [&](const isa::Operand& operand, unsigned rows) {
      if (operand.kind != isa::OperandKind::row || is_outgoing(operand)) return;
      if (rows > 2) return check_row_of_registers(pc, operand.index, rows);
      if (rows != 2) return;
      if (place(operand.index + 1) != place(operand.index) + 1 ||
          !are_alike(operand.index, operand.index + 1)) {
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
    check_row_of_registers(pc, vector->first.index, vector->rows);
  }

  /// Checks the registers of a vector access or of a matrix's fragment.
  void check_row_of_registers(Pc pc, ValueId first, unsigned rows) {
    for (std::uint32_t i = 0; i < rows; ++i) {
      if (place(first + i) == place(first) + i && are_alike(first, first + i)) continue;
      return report(pc, fmt::format("the vector of {} from {} is torn apart", rows, first));
    }
    if (place(first) % rows == 0) return;
    report(pc, fmt::format("the vector of {} from {} starts at register {}", rows, first,
                           place(first)));
  }

  /// Checks that the instruction does not write to the register of another value that is still
  /// needed.
  void check_writes(Pc pc) {
    BitSet needed = flow_.live_after(pc);
    needed.intersect(flow_.defined_before(pc));
    const std::vector<ValueId> values = written(pc);
    for (const ValueId value : values) {
      check_apart(pc, value, needed, "is written over value");
      for (const ValueId other : values) check_apart(pc, value, other, "is written over value");
    }
  }

  std::vector<ValueId> written(Pc pc) const {
    std::vector<ValueId> values;
    for_each_write(routine_, routine_.code[pc], [&](ValueId value) { values.push_back(value); });
    return values;
  }

  void check_apart(Pc pc, ValueId value, const BitSet& others, const char* how) {
    others.for_each(
        [&](std::size_t other) { check_apart(pc, value, static_cast<ValueId>(other), how); });
  }
  void check_apart(Pc pc, ValueId value, ValueId other, const char* how) {
    if (value == other || !are_alike(value, other) || place(value) != place(other)) return;
    report(pc, fmt::format("value {} {} {}", value, how, other));
  }

  /// Checks that scalar instructions access only scalars, and that other instructions write no
  /// scalars. The reads of a return are not checked, since a return passes its results on
  /// unchanged.
  void check_kinds(Pc pc) {
    const isa::Instruction& instruction = routine_.code[pc];
    const auto touch = [&](ValueId value) {
      if (instruction.is_scalar && !is_scalar(routine_, value)) {
        report(pc, fmt::format("a scalar instruction touches the vector {}", value));
      }
    };
    if (instruction.op != isa::Op::ret) for_each_read(routine_, instruction, touch);
    for (const ValueId value : written(pc)) {
      touch(value);
      if (instruction.is_scalar || !is_scalar(routine_, value)) continue;
      report(pc, fmt::format("a vector instruction writes the scalar {}", value));
    }
  }

  /// Checks that no path of a divergent branch overwrites a scalar that is needed where another
  /// path begins, or writes a scalar that is live where the paths meet.
  void check_fork(Pc branch) {
    const Pc meeting = routine_.code[branch].reconvergence;
    const std::vector<Pc> paths = flow_.successors(branch);
    for (const Pc path : paths) {
      for (const Pc pc : from(path, meeting)) {
        for (const ValueId value : written(pc)) {
          if (!is_scalar(routine_, value)) continue;
          check_meeting(pc, value, branch);
          for (const Pc other : paths) {
            if (other == path) continue;
            check_apart(pc, value, needed_at(other), "is written while another path waits with");
          }
        }
      }
    }
  }

  void check_meeting(Pc pc, ValueId value, Pc branch) {
    const Pc meeting = routine_.code[branch].reconvergence;
    if (meeting == kNoPc || !flow_.live_before(meeting).test(value)) return;
    report(pc, fmt::format("the scalar {} is needed where the paths of {} meet", value, branch));
  }

  BitSet needed_at(Pc pc) const {
    BitSet needed = flow_.live_before(pc);
    needed.intersect(flow_.defined_before(pc));
    return needed;
  }

  /// Returns the instructions that the path from `path` on can run before the paths meet at
  /// `meeting`.
  std::vector<Pc> from(Pc path, Pc meeting) const {
    std::vector<bool> seen(routine_.code.size() + 1, false);
    std::vector<Pc> found;
    const auto visit = [&](Pc pc) {
      if (pc == meeting || seen[pc]) return;
      seen[pc] = true;
      found.push_back(pc);
    };
    visit(path);
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const Pc follower : flow_.successors(found[i])) visit(follower);
    }
    return found;
  }

  void check_overlaps(Pc pc) {
    const isa::Instruction& instruction = routine_.code[pc];
    isa::for_each_destination_row(instruction, [&](const isa::Operand& to, unsigned to_rows) {
      if (to_rows != 2 || is_outgoing(to)) return;
      isa::for_each_source_row(instruction, [&](const isa::Operand& from, unsigned from_rows) {
        if (from.kind != isa::OperandKind::row || is_outgoing(from)) return;
        if (!are_alike(to.index, from.index)) return;
        const std::uint32_t a = place(to.index), b = place(from.index);
        // A narrowed address can be the low half of the pair that its load writes.
        const bool same = a == b && (from_rows == 2 || from.index == to.index);
        if (same || a + to_rows <= b || b + from_rows <= a) return;
        report(pc, fmt::format("the result {} overlaps the source {}", +to.index, +from.index));
      });
    });
  }

  void report(Pc pc, const std::string& what) {
    if (fault_.empty()) fault_ = fmt::format("at {}: {}", pc, what);
  }

  const Routine& routine_;
  const Assignment& assignment_;
  InstructionFlow flow_;
  std::string fault_;
};

}  // namespace

std::string check_assignment(const Routine& routine, const Assignment& assignment) {
  return AssignmentCheck(routine, assignment).run();
}

}  // namespace heddle::compile
