#include "heddle/compile/call_graph.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace heddle::compile {
namespace {

class Walk {
 public:
  explicit Walk(const std::vector<Routine>& routines)
      : routines_(routines), states_(routines.size()) {}

  /// Nothing if the calls can go in circles.
  std::optional<StackNeeds> needs_of(std::uint32_t function) {
    State& state = states_[function];
    if (state.done) return state.needs;
    if (state.open) return std::nullopt;
    state.open = true;
    const Routine& routine = routines_[function];
    StackNeeds below{.rows = routine.outgoing, .registers = routine.outgoing};
    for (const std::uint32_t callee : callees_of(routine)) {
      const auto needs = needs_of(callee);
      if (!needs) return std::nullopt;
      below.rows = std::max(below.rows, needs->rows);
      below.registers = std::max(below.registers, needs->registers);
      below.predicates = std::max(below.predicates, needs->predicates);
      below.local_bytes = std::max(below.local_bytes, needs->local_bytes);
    }
    const std::uint32_t own = std::max(routine.registers, routine.rows);
    state.needs = {.rows = routine.rows + below.rows,
                   .registers = std::max(own, routine.rows + below.registers),
                   .predicates = routine.predicates + below.predicates,
                   .local_bytes = routine.local_bytes + below.local_bytes};
    state.done = true;
    return state.needs;
  }

 private:
  /// A call through a pointer may reach every function but the kernel.
  std::vector<std::uint32_t> callees_of(const Routine& routine) const {
    std::vector<std::uint32_t> callees;
    for (const isa::Instruction& instruction : routine.code) {
      if (instruction.op == isa::Op::call) callees.push_back(instruction.table);
      if (instruction.op != isa::Op::call_indirect) continue;
      callees.resize(routines_.size() - 1);
      std::iota(callees.begin(), callees.end(), 1u);
      break;
    }
    return callees;
  }

  struct State {
    bool open = false, done = false;
    StackNeeds needs;
  };
  const std::vector<Routine>& routines_;
  std::vector<State> states_;
};

}  // namespace

StackNeeds stack_needs(const std::vector<Routine>& routines) {
  if (const auto needs = Walk(routines).needs_of(0)) return *needs;
  StackNeeds sum;
  sum.recursive = true;
  for (const Routine& routine : routines) {
    sum.rows += routine.rows;
    sum.registers += std::max(routine.registers, routine.rows);
    sum.predicates += routine.predicates;
    sum.local_bytes += routine.local_bytes;
  }
  return sum;
}

}  // namespace heddle::compile
