#include "heddle/compile/assignment_check.hpp"

#include <fmt/format.h>

#include "heddle/compile/bit_set.hpp"

namespace heddle::compile {
namespace {

class Check {
 public:
  Check(const Routine& routine, const Assignment& assignment)
      : routine_(routine),
        assignment_(assignment),
        values_(value_count(routine)),
        live_before_(routine.code.size() + 1, BitSet(values_)),
        defined_before_(routine.code.size() + 1, BitSet(values_)) {}

  std::string run() {
    flow();
    check_incoming();
    for (Pc pc = 0; pc < routine_.code.size() && fault_.empty(); ++pc) {
      check_pairs(pc);
      check_writes(pc);
      check_overlaps(pc);
    }
    return fault_;
  }

 private:
  std::vector<Pc> successors(Pc pc) const {
    const isa::Instruction& instruction = routine_.code[pc];
    const Leaving leaving = leaving_of(instruction);
    std::vector<Pc> next;
    if (leaving == Leaving::falls_through || is_guarded(instruction)) next.push_back(pc + 1);
    if (leaving == Leaving::branches) next.push_back(instruction.target);
    if (leaving == Leaving::by_table) {
      const std::vector<Pc>& table = routine_.branch_tables[instruction.table];
      next.insert(next.end(), table.begin(), table.end());
    }
    return next;
  }

  void flow() {
    for (ValueId row = routine_.results; row < routine_.incoming; ++row) {
      defined_before_[0].set(row);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (Pc pc = static_cast<Pc>(routine_.code.size()); pc-- > 0;) {
        changed |= live_before_[pc].unite(before(pc, live_after(pc)));
      }
      for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
        BitSet defined = defined_before_[pc];
        for_each_write(routine_, routine_.code[pc], [&](ValueId value) { defined.set(value); });
        for (const Pc next : successors(pc)) changed |= defined_before_[next].unite(defined);
      }
    }
  }

  BitSet live_after(Pc pc) const {
    BitSet live(values_);
    for (const Pc next : successors(pc)) live.unite(live_before_[next]);
    return live;
  }

  BitSet before(Pc pc, BitSet live) const {
    const isa::Instruction& instruction = routine_.code[pc];
    if (!is_guarded(instruction)) {
      for_each_write(routine_, instruction, [&](ValueId value) { live.reset(value); });
    }
    for_each_read(routine_, instruction, [&](ValueId value) { live.set(value); });
    return live;
  }

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
      if (place(operand.index + 1) == place(operand.index) + 1) return;
      report(pc, fmt::format("the pair {}:{} is torn apart", +operand.index, operand.index + 1));
    };
    isa::for_each_destination_row(routine_.code[pc], visit);
    isa::for_each_source_row(routine_.code[pc], visit);
  }

  /// What an instruction writes must not be the register of another value that is still needed.
  void check_writes(Pc pc) {
    BitSet needed = live_after(pc);
    needed.intersect(defined_before_[pc]);
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
  std::size_t values_;
  std::vector<BitSet> live_before_, defined_before_;
  std::string fault_;
};

}  // namespace

std::string check_assignment(const Routine& routine, const Assignment& assignment) {
  return Check(routine, assignment).run();
}

}  // namespace heddle::compile
