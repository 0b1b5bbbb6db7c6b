#include "heddle/compile/registers/register_assignment.hpp"

#include <algorithm>
#include <numeric>

#include "heddle/compile/liveness/divergence.hpp"
#include "heddle/compile/liveness/hidden_registers.hpp"
#include "heddle/compile/registers/register_file.hpp"
#include "heddle/compile/registers/row_assigner.hpp"
#include "heddle/compile/registers/row_groups.hpp"

namespace heddle::compile {
namespace {

/// Assigns the predicates of one class. Each gets the lowest free predicate register, since
/// predicates have no pairs and no moves worth coalescing. Returns the number of predicate
/// registers in use.
std::uint32_t assign_predicates(const Routine& routine, const std::vector<LiveRange>& ranges,
                                bool scalars, std::vector<std::uint32_t>& register_of) {
  std::vector<std::uint32_t> order(routine.predicates);
  std::iota(order.begin(), order.end(), 0u);
  const auto start = [&](std::uint32_t predicate) {
    const LiveRange& range = ranges[predicate_value(routine, predicate)];
    return range.empty() ? 0 : range.front().begin;
  };
  std::ranges::stable_sort(order, {}, start);
  RegisterFile file(2 * routine.code.size() + 2);
  for (const std::uint32_t predicate : order) {
    const ValueId value = predicate_value(routine, predicate);
    if (is_scalar(routine, value) != scalars) continue;
    std::uint32_t index = 0;
    while (!file.is_free(index, ranges[value])) ++index;
    if (!ranges[value].empty()) file.take(index, ranges[value]);
    register_of[value] = index;
  }
  return file.size();
}

/// Extends the live ranges of the rows that a store reads by `held` instructions after the store. A
/// store reads its registers some time after its issue, and an instruction that overwrites them
/// earlier would have to wait.
void hold_store_sources(const Routine& routine, const FlowGraph& graph, Pc held,
                        std::vector<LiveRange>& ranges) {
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    const isa::Instruction& instruction = routine.code[pc];
    const bool stores =
        instruction.op_class == isa::OpClass::store || instruction.op_class == isa::OpClass::atomic;
    if (!stores) continue;
    const Pc end = std::min(graph.block(graph.block_of(pc)).end, pc + 1 + held);
    for_each_read(routine, instruction, [&](ValueId value) {
      if (value >= routine.rows) return;
      ranges[value] = unite(ranges[value], {{reading(pc), reading(end)}});
    });
  }
}

/// Extends the live ranges of scalars that waiting threads need. Threads of one path of a divergent
/// branch wait while threads of another path run.
void keep_waiting_scalars(const Routine& routine, const FlowGraph& graph, const Liveness& liveness,
                          std::vector<LiveRange>& ranges) {
  for_each_wait(routine, graph, liveness, [&](BlockId block, const std::vector<ValueId>& waiting) {
    const LiveRange all = {{reading(graph.block(block).begin), reading(graph.block(block).end)}};
    for (const ValueId value : waiting) ranges[value] = unite(ranges[value], all);
  });
}

/// Returns the number of vector rows that a thread needs, including hidden temporaries. A temporary
/// takes a row of each thread, even if its instruction runs once for the warp.
std::uint32_t with_hidden(const Routine& routine, const FlowGraph& graph,
                          std::vector<LiveRange> ranges) {
  for (ValueId row = 0; row < routine.rows; ++row) {
    if (is_scalar(routine, row)) ranges[row].clear();
  }
  return rows_with_hidden(routine, graph, ranges);
}

void assign_scalar_rows(const Routine& routine, const RowGroups& groups, RegisterOptions options,
                        Assignment& result) {
  options.keep_stack_pointer = false;  // the stack pointer (register 1) is a vector register
  const RowPlaces places = assign_rows(routine, groups, options);
  for (ValueId row = 0; row < routine.rows; ++row) {
    if (is_scalar(routine, row)) result.register_of[row] = places.place_of[row];
  }
  result.scalar_rows = places.rows;
}

bool is_identity(const isa::Instruction& instruction) {
  const bool is_move = instruction.op == isa::Op::mov_b32 || instruction.op == isa::Op::mov_b64 ||
                       instruction.op == isa::Op::mov_pred;
  return is_move && instruction.destinations[0] == instruction.sources[0];
}

/// Marks as scalar the `scalars` registers that follow the first `others` registers. The first
/// registers belong to the vector class.
void mark_last(std::vector<bool>& marks, std::uint32_t others, std::uint32_t scalars) {
  marks.assign(scalars == 0 ? 0 : others, false);
  marks.resize(marks.size() + scalars, true);
}

}  // namespace

Assignment assign_registers(const Routine& routine, const RegisterOptions& options) {
  const FlowGraph graph(routine);
  const Liveness liveness(routine, graph);
  std::vector<LiveRange> ranges = live_ranges(routine, graph, liveness);
  const std::uint32_t hidden = options.count_hidden ? with_hidden(routine, graph, ranges) : 0;
  if (options.hold_sources) {
    hold_store_sources(routine, graph, habits_of(options.assembler).held, ranges);
  }
  const bool has_scalars = has_classes(routine);
  if (has_scalars) keep_waiting_scalars(routine, graph, liveness, ranges);
  RowGroups groups(routine, ranges);
  if (options.coalesce_moves) coalesce_moves(routine, groups);
  RowPlaces vectors = assign_rows(routine, has_scalars ? groups.of_class(false) : groups, options);
  Assignment result{.register_of = std::move(vectors.place_of), .rows = vectors.rows};
  if (has_scalars) assign_scalar_rows(routine, groups.of_class(true), options, result);
  result.register_of.resize(value_count(routine));
  result.predicates = assign_predicates(routine, ranges, false, result.register_of);
  result.scalar_predicates = assign_predicates(routine, ranges, true, result.register_of);
  // The stack pointer counts as one of the registers that the machine reserves, so it is subtracted
  // here.
  const bool holds = options.keep_stack_pointer && routine.is_kernel && result.rows > kStackPointer;
  result.registers = std::max(result.rows - (holds ? 1 : 0), hidden);
  return result;
}

void apply(const Assignment& assignment, Routine& routine) {
  const auto row_of = [&](ValueId row) {
    return assignment.register_of[row] + (is_scalar(routine, row) ? assignment.rows : 0);
  };
  const auto predicate_of = [&](std::uint32_t predicate) {
    const ValueId value = predicate_value(routine, predicate);
    return assignment.register_of[value] + (is_scalar(routine, value) ? assignment.predicates : 0);
  };
  const auto place = [&](isa::Operand& operand) {
    if (operand.kind == isa::OperandKind::row && !is_outgoing(operand)) {
      operand.index = row_of(operand.index);
    } else if (operand.kind == isa::OperandKind::predicate) {
      operand.index = predicate_of(operand.index);
    }
  };
  std::vector<bool> removed(routine.code.size(), false);
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    isa::Instruction& instruction = routine.code[pc];
    std::ranges::for_each(instruction.destinations, place);
    std::ranges::for_each(instruction.sources, place);
    if (is_guarded(instruction)) {
      instruction.guard = static_cast<std::uint16_t>(predicate_of(instruction.guard));
    }
    removed[pc] = is_identity(instruction);
  }
  // They name rows that no longer exist.
  routine.guarded_rows.clear();
  routine.spills.clear();
  routine.rows = assignment.rows + assignment.scalar_rows;
  routine.predicates = assignment.predicates + assignment.scalar_predicates;
  routine.registers = assignment.registers;
  mark_last(routine.scalars.rows, assignment.rows, assignment.scalar_rows);
  mark_last(routine.scalars.predicates, assignment.predicates, assignment.scalar_predicates);
  remove_instructions(routine, removed);
}

}  // namespace heddle::compile
