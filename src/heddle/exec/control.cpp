// Branches, calls, returns and exits.
#include <algorithm>
#include <array>

#include "heddle/exec/step_context.hpp"

namespace heddle::exec {
namespace {

void branch(StepContext& context) {
  const isa::Instruction& instruction = context.instruction;
  context.result.diverged =
      context.warp.stack.branch(context.mask, instruction.target, instruction.reconvergence);
}

void branch_by_table(StepContext& context) {
  const auto& table = context.grid.program->branch_tables[context.instruction.table];
  const std::uint32_t* const index = context.source(0);
  std::array<StackPath, kWarpSize + 1> paths;
  std::size_t count = 0;
  for_each_lane(context.mask, [&](unsigned lane) {
    if (index[lane] >= table.size())
      context.fault(FaultKind::bad_target, lane, 0,
                    fmt::format("brx.idx: index {} is outside the table of {} targets", index[lane],
                                table.size()));
    const Pc target = table[index[lane]];
    const auto end = paths.begin() + static_cast<std::ptrdiff_t>(count);
    const auto known = std::find_if(paths.begin(), end,
                                    [target](const StackPath& path) { return path.pc == target; });
    if (known == end) paths[count++] = {target, 0};
    known->lanes |= lane_bit(lane);
  });
  const LaneMask stay = context.result.active & ~context.mask;
  if (stay != 0) paths[count++] = {context.result.pc + 1, stay};
  context.result.diverged =
      context.warp.stack.split({paths.data(), count}, context.instruction.reconvergence);
}

/// The frame of `function` called from the top path; makes room for its registers and memory.
StackEntry enter(StepContext& context, std::uint32_t function) {
  Warp& warp = context.warp;
  const isa::Program& program = *context.grid.program;
  const StackEntry& caller = warp.stack.top();
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

void call(StepContext& context) {
  const StackEntry callee = enter(context, context.instruction.table);
  context.warp.stack.call(context.mask, callee);
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
  std::array<StackEntry, kWarpSize> callees;
  std::size_t count = 0;
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
    callees[count] = enter(context, function);
    callees[count++].lanes = same;
    left &= ~same;
  }
  context.result.diverged = count > 1;
  context.warp.stack.call_each({callees.data(), count});
}

void end_lanes(StepContext& context) {
  context.result.kind = StepKind::exit;
  context.warp.exited |= context.mask;
  context.warp.stack.exit(context.mask);
  if (context.mask != context.result.active) context.warp.stack.advance();
}

void return_lanes(StepContext& context) {
  if (context.warp.stack.top().depth == 0) return end_lanes(context);
  context.warp.stack.return_from(context.mask);
  if (context.mask != context.result.active) context.warp.stack.advance();
}

void trap(StepContext& context) {
  context.fault(FaultKind::trap, first_lane(context.mask), 0, "the kernel executed trap");
}

void nothing(StepContext&) {}

constexpr HandlerBinding kHandlers[] = {
    {isa::Op::bra, branch, true},       {isa::Op::brx_idx, branch_by_table, true},
    {isa::Op::call, call, true},        {isa::Op::call_indirect, call_indirect, true},
    {isa::Op::ret, return_lanes, true}, {isa::Op::exit, end_lanes, true},
    {isa::Op::trap, trap, true},        {isa::Op::nanosleep, nothing},
};

}  // namespace

std::span<const HandlerBinding> control_handlers() { return kHandlers; }

}  // namespace heddle::exec
