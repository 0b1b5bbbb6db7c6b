// bar and barrier in all forms: a warp's arrival, and the result of a reduction.
#include "heddle/exec/step/lane_rows.hpp"
#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {
namespace {

constexpr std::uint32_t kBarriers = 16;

void arrive(StepContext& context, BarrierKind kind) {
  context.result.kind = StepKind::barrier;
  BarrierArrival& arrival = context.result.barrier;
  const std::uint32_t* const id = context.source(0);
  const std::uint32_t* const threads = context.source(1);
  const unsigned lane = first_lane(context.mask);
  arrival = {.kind = kind,
             .id = id == nullptr ? 0 : id[lane],
             .threads = threads == nullptr ? 0 : threads[lane],
             .votes = context.predicate_source(2) & context.mask,
             .lanes = context.mask};
  if (arrival.id >= kBarriers)
    context.fault(FaultKind::invalid_operand, lane, 0,
                  fmt::format("barrier {} does not exist: there are {}", arrival.id, kBarriers));
  if (arrival.threads % kWarpSize != 0)
    context.fault(FaultKind::invalid_operand, lane, 0,
                  fmt::format("barrier {} expects {} threads, which is no multiple of {}",
                              arrival.id, arrival.threads, kWarpSize));
  if (kind == BarrierKind::arrive && arrival.threads == 0)
    context.fault(FaultKind::invalid_operand, lane, 0, "bar.arrive needs a count of threads");
}

void sync(StepContext& context) { arrive(context, BarrierKind::sync); }
void arrive_only(StepContext& context) { arrive(context, BarrierKind::arrive); }
void reduce_popc(StepContext& context) { arrive(context, BarrierKind::reduce_popc); }
void reduce_predicate(StepContext& context) {
  arrive(context, context.instruction.modifiers.boolean == isa::Boolean::or_
                      ? BarrierKind::reduce_or
                      : BarrierKind::reduce_and);
}

void warp_sync(StepContext& context) { context.result.kind = StepKind::warp_sync; }

constexpr HandlerBinding kBarrierHandlers[] = {
    {isa::Op::bar_sync, sync},
    {isa::Op::bar_arrive, arrive_only},
    {isa::Op::bar_red_popc, reduce_popc},
    {isa::Op::bar_red_pred, reduce_predicate},
    {isa::Op::bar_warp_sync, warp_sync},
};

}  // namespace

std::span<const HandlerBinding> barrier_handlers() { return kBarrierHandlers; }

void complete_barrier(Warp& warp, Pc pc, LaneMask lanes, std::uint32_t value) {
  if (!warp.progress.arrivals.empty()) {
    for (const StackEntry& path : warp.progress.arrivals)
      complete_barrier({.warp = &warp, .lanes = path.lanes, .frame = path}, path.pc, value);
    return warp.progress.arrivals.clear();
  }
  for (unsigned part = 0; part < warp.parts.size(); ++part) {
    const LaneMask own = lanes & warp.lanes_of(part);
    if (own == 0 || warp.done(part)) continue;
    complete_barrier({.warp = &warp, .lanes = own, .frame = warp.path(part)}, pc, value);
  }
}

void complete_barrier(const Slice& slice, Pc pc, std::uint32_t value) {
  Warp& warp = *slice.warp;
  const isa::Operand destination = warp.block->grid->program->code[pc].destinations[0];
  if (destination.kind == isa::OperandKind::row) {
    write_row(warp.rows[slice.frame.row_base + destination.index].lane, slice.lanes,
              [value](unsigned) { return value; });
  } else if (destination.kind == isa::OperandKind::predicate) {
    LaneMask& predicate = warp.predicates[slice.frame.predicate_base + destination.index];
    predicate = value != 0 ? predicate | slice.lanes : predicate & ~slice.lanes;
  }
}

}  // namespace heddle::exec
