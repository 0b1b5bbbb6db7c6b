#include "heddle/compile/class_check.hpp"

#include <fmt/format.h>

#include "heddle/compile/instruction_flow.hpp"

namespace heddle::compile {
namespace {

class Check {
 public:
  Check(const Routine& routine, const Uniformity& uniformity, const ClassAssignment& assignment)
      : routine_(routine), uniformity_(uniformity), assignment_(assignment), flow_(routine) {}

  std::string run() {
    for (Pc pc = 0; pc < routine_.code.size() && fault_.empty(); ++pc) {
      check_pairs(pc);
      check_kinds(pc);
      check_path(pc);
      if (flow_.successors(pc).size() > 1 && !is_scalar(pc)) check_fork(pc);
    }
    return fault_;
  }

 private:
  bool is_scalar(Pc pc) const { return uniformity_.scalar_instruction[pc]; }

  BitSet needed_at(Pc pc) const {
    BitSet needed = flow_.live_before(pc);
    needed.intersect(flow_.defined_before(pc));
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
    BitSet needed = flow_.live_after(pc);
    needed.intersect(flow_.defined_before(pc));
    const std::vector<ValueId> values = written(pc);
    for (const ValueId value : values) {
      check_apart(pc, value, needed, "is written over value");
      for (const ValueId other : values) check_apart(pc, value, other, "is written beside value");
    }
  }

  /// What each path of a divergent branch writes, against what waits where the others begin.
  void check_fork(Pc branch) {
    const Pc meeting = routine_.code[branch].reconvergence;
    const std::vector<Pc> paths = flow_.successors(branch);
    for (const Pc path : paths) {
      for (const Pc pc : from(path, meeting)) {
        for (const ValueId value : written(pc)) {
          if (!uniformity_.scalar_value[value]) continue;
          if (meeting != kNoPc && flow_.live_before(meeting).test(value)) {
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
      for (const Pc follower : flow_.successors(found[i])) visit(follower);
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
  InstructionFlow flow_;
  std::string fault_;
};

}  // namespace

std::string check_classes(const Routine& webs, const Uniformity& uniformity,
                          const ClassAssignment& assignment) {
  return Check(webs, uniformity, assignment).run();
}

}  // namespace heddle::compile
