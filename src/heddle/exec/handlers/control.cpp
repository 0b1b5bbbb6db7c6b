// Branches, calls, returns and exits. The handlers report where the lanes continue; they do not
// change a stack.
#include <algorithm>

#include <fmt/core.h>

#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {
namespace {

void branch(StepContext& context) {
  PathOutcome& outcome = context.result.outcome;
  outcome.kind = PathOutcomeKind::branch;
  outcome.lanes = context.mask;
  outcome.target = context.instruction.target;
  outcome.reconvergence = context.instruction.reconvergence;
}

void branch_by_table(StepContext& context) {
  const auto& table = context.grid.program->branch_tables[context.instruction.table];
  const std::uint32_t* const index = context.source(0);
  PathOutcome& outcome = context.result.outcome;
  outcome.kind = PathOutcomeKind::ways;
  outcome.reconvergence = context.instruction.reconvergence;
  outcome.ways.clear();
  for_each_lane(context.mask, [&](unsigned lane) {
    if (index[lane] >= table.size())
      context.fault(FaultKind::bad_target, lane, 0,
                    fmt::format("brx.idx: index {} is outside the table of {} targets", index[lane],
                                table.size()));
    const Pc target = table[index[lane]];
    const auto known = std::ranges::find(outcome.ways, target, &StackPath::pc);
    if (known == outcome.ways.end())
      outcome.ways.push_back({target, lane_bit(lane)});
    else
      known->lanes |= lane_bit(lane);
  });
  const LaneMask stay = context.result.active & ~context.mask;
  if (stay != 0) outcome.ways.push_back({context.result.pc + 1, stay});
}

/// Returns the frame that `function` gets when the top path calls `function`. Makes room for the
/// registers and the local memory of this frame.
StackEntry enter(StepContext& context, std::uint32_t function) {
  Warp& warp = context.warp;
  const isa::Program& program = *context.grid.program;
  const StackEntry& caller = context.path;
  const isa::Function& from = program.functions[caller.function];
  const isa::Function& to = program.functions[function];
  const StackEntry callee{.pc = to.entry,
                          .row_base = caller.row_base + from.rows,
                          .predicate_base = caller.predicate_base + from.predicates,
                          .local_base = caller.local_base + from.local_bytes,
                          .function = function};
  const std::uint32_t rows = callee.row_base + to.rows;
  const std::uint32_t local_bytes = callee.local_base + to.local_bytes;
  const std::uint64_t beyond =
      std::uint64_t{local_bytes > program.local_bytes ? local_bytes - program.local_bytes : 0} +
      4 * (rows > program.rows ? rows - program.rows : 0);
  if (beyond > context.grid.shape.stack_bytes)
    context.fault(FaultKind::stack_overflow, first_lane(context.mask), 0,
                  fmt::format("the call of `{}` at depth {} overflows the stack of {} bytes a "
                              "thread (cudaDeviceSetLimit(cudaLimitStackSize) sets it)",
                              to.name, caller.depth + 1, context.grid.shape.stack_bytes));
  if (warp.rows.size() < rows + context.grid.executable->frame_slack)
    warp.rows.resize(rows + context.grid.executable->frame_slack);
  if (warp.predicates.size() < callee.predicate_base + to.predicates)
    warp.predicates.resize(callee.predicate_base + to.predicates);
  if (warp.local.size() < std::size_t{local_bytes} * kWarpSize)
    warp.local.resize(std::size_t{local_bytes} * kWarpSize);
  return callee;
}

/// Sets the outcome to a call by the executing lanes. The callees are not filled in yet.
PathOutcome& begin_call(StepContext& context) {
  PathOutcome& outcome = context.result.outcome;
  outcome.kind = PathOutcomeKind::calls;
  outcome.lanes = context.mask;
  outcome.callees.clear();
  return outcome;
}

void call(StepContext& context) {
  PathOutcome& outcome = begin_call(context);
  outcome.callees.push_back(enter(context, context.instruction.table));
  outcome.callees.back().lanes = context.mask;
}

std::uint32_t function_at(StepContext& context, unsigned lane, Addr address) {
  const auto& functions = context.grid.program->functions;
  for (std::uint32_t i = 1; i < functions.size(); ++i)
    if (address == functions[i].address) return i;
  context.fault(FaultKind::bad_target, lane, address,
                fmt::format("the call goes to {:#x}, where no function begins", address));
}

void call_indirect(StepContext& context) {
  const std::uint32_t* const address = context.source(0);
  PathOutcome& outcome = begin_call(context);
  LaneMask left = context.mask;
  while (left != 0) {
    const unsigned first = first_lane(left);
    const std::uint32_t low = address[first];
    const std::uint32_t high = address[first + kWarpSize];
    LaneMask same = 0;
    for_each_lane(left, [&](unsigned lane) {
      if (address[lane] == low && address[lane + kWarpSize] == high) same |= lane_bit(lane);
    });
    const std::uint32_t function = function_at(context, first, low | Addr{high} << 32);
    outcome.callees.push_back(enter(context, function));
    outcome.callees.back().lanes = same;
    left &= ~same;
  }
}

void end_lanes(StepContext& context) {
  context.result.kind = StepKind::exit;
  context.warp.exited |= context.mask;
  context.result.outcome.kind = PathOutcomeKind::exits;
  context.result.outcome.lanes = context.mask;
}

void return_lanes(StepContext& context) {
  if (context.path.depth == 0) return end_lanes(context);
  context.result.outcome.kind = PathOutcomeKind::returns;
  context.result.outcome.lanes = context.mask;
}

void trap(StepContext& context) {
  context.fault(FaultKind::trap, first_lane(context.mask), 0, "the kernel executed trap or brkpt");
}

void outside_parameter(StepContext& context) {
  const isa::Modifiers& load = context.instruction.modifiers;
  context.fault(
      FaultKind::out_of_bounds, first_lane(context.mask), 0,
      fmt::format("load of {} bytes at byte {} is outside the parameter, which has {} bytes",
                  isa::bytes_of(load.type) * load.vector, context.instruction.offset,
                  context.instruction.table));
}

void nothing(StepContext&) {}

constexpr HandlerBinding kControlHandlers[] = {
    {isa::Op::bra, branch, true},       {isa::Op::brx_idx, branch_by_table, true},
    {isa::Op::call, call, true},        {isa::Op::call_indirect, call_indirect, true},
    {isa::Op::ret, return_lanes, true}, {isa::Op::exit, end_lanes, true},
    {isa::Op::trap, trap, true},        {isa::Op::outside_parameter, outside_parameter, true},
    {isa::Op::nanosleep, nothing},      {isa::Op::preemption_point, nothing},
};

}  // namespace

std::span<const HandlerBinding> control_handlers() { return kControlHandlers; }

}  // namespace heddle::exec
