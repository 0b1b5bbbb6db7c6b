#include "heddle/compile/flow/call_graph.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/code/values.hpp"

namespace heddle::compile {
namespace {

/// Returns the routines that a routine calls. A call through a pointer may reach every function
/// except the kernel.
std::vector<std::uint32_t> callees_of(const Routine& routine, std::size_t functions) {
  std::vector<std::uint32_t> callees;
  for (const isa::Instruction& instruction : routine.code) {
    if (instruction.op == isa::Op::call) callees.push_back(instruction.table);
    if (instruction.op != isa::Op::call_indirect) continue;
    callees.resize(functions - 1);
    std::iota(callees.begin(), callees.end(), 1u);
    break;
  }
  return callees;
}

class CallWalk {
 public:
  explicit CallWalk(const std::vector<Routine>& routines)
      : routines_(routines), states_(routines.size()) {}

  /// Returns the resources that the function and the calls in it need together. Empty if the calls
  /// recurse.
  std::optional<StackNeeds> needs_of(std::uint32_t function) {
    State& state = states_[function];
    if (state.done) return state.needs;
    if (state.open) return std::nullopt;
    state.open = true;
    const Routine& routine = routines_[function];
    StackNeeds below{
        .rows = routine.outgoing, .vectors = routine.outgoing, .registers = routine.outgoing};
    for (const std::uint32_t callee : callees_of(routine, routines_.size())) {
      const auto needs = needs_of(callee);
      if (!needs) return std::nullopt;
      below.rows = std::max(below.rows, needs->rows);
      below.vectors = std::max(below.vectors, needs->vectors);
      below.scalars = std::max(below.scalars, needs->scalars);
      below.registers = std::max(below.registers, needs->registers);
      below.predicates = std::max(below.predicates, needs->predicates);
      below.local_bytes = std::max(below.local_bytes, needs->local_bytes);
    }
    const std::uint32_t scalars = scalar_rows(routine), vectors = routine.rows - scalars;
    const std::uint32_t own = std::max(routine.registers, vectors);
    state.needs = {.rows = routine.rows + below.rows,
                   .vectors = vectors + below.vectors,
                   .scalars = scalars + below.scalars,
                   .registers = std::max(own, vectors + below.registers),
                   .predicates = routine.predicates + below.predicates,
                   .local_bytes = routine.local_bytes + below.local_bytes};
    state.done = true;
    return state.needs;
  }

 private:
  struct State {
    bool open = false, done = false;
    StackNeeds needs;
  };
  const std::vector<Routine>& routines_;
  std::vector<State> states_;
};

/// Returns all routines that a routine can reach through calls.
BitSet reached_from(const std::vector<std::vector<std::uint32_t>>& calls, std::uint32_t function) {
  BitSet reached(calls.size());
  std::vector<std::uint32_t> open = {function};
  while (!open.empty()) {
    const std::uint32_t caller = open.back();
    open.pop_back();
    for (const std::uint32_t callee : calls[caller]) {
      if (reached.test(callee)) continue;
      reached.set(callee);
      open.push_back(callee);
    }
  }
  return reached;
}

}  // namespace

std::vector<std::uint32_t> call_cycles(const std::vector<Routine>& routines) {
  const auto count = static_cast<std::uint32_t>(routines.size());
  std::vector<std::vector<std::uint32_t>> calls;
  for (const Routine& routine : routines) calls.push_back(callees_of(routine, count));
  std::vector<BitSet> reached;
  for (std::uint32_t function = 0; function < count; ++function) {
    reached.push_back(reached_from(calls, function));
  }
  std::vector<std::uint32_t> cycles(count, kNoCycle);
  for (std::uint32_t function = 0; function < count; ++function) {
    if (!reached[function].test(function)) continue;
    std::uint32_t lowest = 0;
    while (!reached[function].test(lowest) || !reached[lowest].test(function)) ++lowest;
    cycles[function] = lowest;
  }
  return cycles;
}

StackNeeds stack_needs(const std::vector<Routine>& routines) {
  if (const auto needs = CallWalk(routines).needs_of(0)) return *needs;
  StackNeeds sum;
  sum.recursive = true;
  for (const Routine& routine : routines) {
    const std::uint32_t scalars = scalar_rows(routine), vectors = routine.rows - scalars;
    sum.rows += routine.rows;
    sum.vectors += vectors;
    sum.scalars += scalars;
    sum.registers += std::max(routine.registers, vectors);
    sum.predicates += routine.predicates;
    sum.local_bytes += routine.local_bytes;
  }
  return sum;
}

}  // namespace heddle::compile
