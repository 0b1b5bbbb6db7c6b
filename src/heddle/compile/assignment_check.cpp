#include "heddle/compile/assignment_check.hpp"

#include <fmt/format.h>

#include "heddle/compile/instruction_flow.hpp"
#include "heddle/compile/spill_check.hpp"
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
    return fault_.empty() ? check_spills(routine_, flow_) : fault_;
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
  return Check(routine, assignment).run();
}

}  // namespace heddle::compile
