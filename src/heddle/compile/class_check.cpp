#include "heddle/compile/class_check.hpp"

#include <fmt/format.h>

#include "heddle/compile/bit_set.hpp"

namespace heddle::compile {
namespace {

class Check {
 public:
  Check(const Routine& routine, const Uniformity& uniformity, const ClassAssignment& assignment)
      : routine_(routine),
        uniformity_(uniformity),
        assignment_(assignment),
        values_(value_count(routine)),
        live_before_(routine.code.size() + 1, BitSet(values_)),
        defined_before_(routine.code.size() + 1, BitSet(values_)) {}

  std::string run() {
    flow();
    for (Pc pc = 0; pc < routine_.code.size() && fault_.empty(); ++pc) {
      check_pairs(pc);
      check_kinds(pc);
      check_path(pc);
      if (next(pc).size() > 1 && !is_scalar(pc)) check_fork(pc);
    }
    return fault_;
  }

 private:
  bool is_scalar(Pc pc) const { return uniformity_.scalar_instruction[pc]; }

  std::vector<Pc> next(Pc pc) const {
    const isa::Instruction& instruction = routine_.code[pc];
    const Leaving leaving = leaving_of(instruction);
    std::vector<Pc> found;
    if (leaving == Leaving::falls_through || is_guarded(instruction)) found.push_back(pc + 1);
    if (leaving == Leaving::branches) found.push_back(instruction.target);
    if (leaving == Leaving::by_table) {
      const std::vector<Pc>& table = routine_.branch_tables[instruction.table];
      found.insert(found.end(), table.begin(), table.end());
    }
    return found;
  }

  void flow() {
    for (ValueId row = routine_.results; row < routine_.incoming; ++row)
      defined_before_[0].set(row);
    for (bool changed = true; changed;) {
      changed = false;
      for (Pc pc = static_cast<Pc>(routine_.code.size()); pc-- > 0;) {
        BitSet live = live_after(pc);
        const isa::Instruction& instruction = routine_.code[pc];
        if (!is_guarded(instruction)) {
          for_each_write(routine_, instruction, [&](ValueId value) { live.reset(value); });
        }
        for_each_read(routine_, instruction, [&](ValueId value) { live.set(value); });
        changed |= live_before_[pc].unite(live);
      }
      for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
        BitSet defined = defined_before_[pc];
        for_each_write(routine_, routine_.code[pc], [&](ValueId value) { defined.set(value); });
        for (const Pc follower : next(pc)) changed |= defined_before_[follower].unite(defined);
      }
    }
  }

  BitSet live_after(Pc pc) const {
    BitSet live(values_);
    for (const Pc follower : next(pc)) live.unite(live_before_[follower]);
    return live;
  }
  BitSet needed_at(Pc pc) const {
    BitSet needed = live_before_[pc];
    needed.intersect(defined_before_[pc]);
    return needed;
  }

  std::vector<ValueId> written(Pc pc) const {
    std::vector<ValueId> values;
    for_each_write(routine_, routine_.code[pc], [&](ValueId value) { values.push_back(value); });
    return values;
  }

  void check_pairs(Pc pc) {
    const auto visit = [&](const isa::Operand& operand, unsigned rows) {
      if (rows != 2 || operand.kind != isa::OperandKind::row || is_outgoing(operand)) return;
      const ValueId low = operand.index;
      const bool same_class = uniformity_.scalar_value[low] == uniformity_.scalar_value[low + 1];
      const bool neighbours = place(low + 1) == place(low) + 1;
      const bool even = place(low) % 2 == 0 || low < routine_.incoming;
      if (same_class && neighbours && even) return;
      report(pc, fmt::format("the pair {}:{} is torn apart", low, low + 1));
    };
    isa::for_each_destination_row(routine_.code[pc], visit);
    isa::for_each_source_row(routine_.code[pc], visit);
  }

  void check_kinds(Pc pc) {
    if (is_scalar(pc)) return;
    for (const ValueId value : written(pc)) {
      if (!uniformity_.scalar_value[value]) continue;
      report(pc, fmt::format("a vector instruction writes the scalar {}", value));
    }
  }

  void check_path(Pc pc) {
    BitSet needed = live_after(pc);
    needed.intersect(defined_before_[pc]);
    const std::vector<ValueId> values = written(pc);
    for (const ValueId value : values) {
      check_apart(pc, value, needed, "is written over value");
      for (const ValueId other : values) check_apart(pc, value, other, "is written beside value");
    }
  }

  /// What each path of a divergent branch writes, against what waits where the others begin.
  void check_fork(Pc branch) {
    const Pc meeting = routine_.code[branch].reconvergence;
    const std::vector<Pc> paths = next(branch);
    for (const Pc path : paths) {
      for (const Pc pc : from(path, meeting)) {
        for (const ValueId value : written(pc)) {
          if (!uniformity_.scalar_value[value]) continue;
          if (meeting != kNoPc && live_before_[meeting].test(value)) {
            report(pc, fmt::format("the scalar {} is needed where the paths of {} meet", value,
                                   branch));
          }
          for (const Pc other : paths) {
            if (other == path) continue;
            check_apart(pc, value, needed_at(other), "is written while another path waits with");
          }
        }
      }
    }
  }

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
      for (const Pc follower : next(found[i])) visit(follower);
    }
    return found;
  }

  std::uint32_t place(ValueId value) const { return assignment_.register_of[value]; }

  void check_apart(Pc pc, ValueId value, const BitSet& others, const char* how) {
    others.for_each(
        [&](std::size_t other) { check_apart(pc, value, static_cast<ValueId>(other), how); });
  }
  void check_apart(Pc pc, ValueId value, ValueId other, const char* how) {
    const bool same_file = (value < routine_.rows) == (other < routine_.rows) &&
                           uniformity_.scalar_value[value] == uniformity_.scalar_value[other];
    if (value == other || !same_file || place(value) != place(other)) return;
    report(pc, fmt::format("value {} {} {}", value, how, other));
  }

  void report(Pc pc, const std::string& what) {
    if (fault_.empty()) fault_ = fmt::format("at {}: {}", pc, what);
  }

  const Routine& routine_;
  const Uniformity& uniformity_;
  const ClassAssignment& assignment_;
  std::size_t values_;
  std::vector<BitSet> live_before_, defined_before_;
  std::string fault_;
};

}  // namespace

std::string check_classes(const Routine& webs, const Uniformity& uniformity,
                          const ClassAssignment& assignment) {
  return Check(webs, uniformity, assignment).run();
}

}  // namespace heddle::compile
