// A warp arrives at a barrier of its block when all its lanes that have not ended have come to it,
// at one place of the program or at several. Source: CUDA C++ Programming Guide, "Compute
// Capability 7.x", "Independent Thread Scheduling": since Volta, __syncthreads() and bar.sync are
// enforced for each thread, and do not succeed before all non-exited threads of the block reach
// them.
#include "heddle/exec/progress/diverged_paths.hpp"
#include "heddle/exec/progress/gates.hpp"
#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {
namespace {

/// Adds the arrival of a path to the arrival of its warp.
void add(const BarrierArrival& path, BarrierArrival& warp) {
  warp.threads = path.threads;
  warp.votes |= path.votes;
  if (path.kind != BarrierKind::arrive || warp.lanes == 0) warp.kind = path.kind;
  warp.lanes |= path.lanes;
}

/// Executes the barrier instruction of a path that waits at it.
BarrierArrival arrival_of(const StepContext& context, const StackEntry& path) {
  Warp& warp = context.warp;
  const ExecutableInstruction& executable = warp.block->code[path.pc];
  StepContext own{.warp = warp,
                  .parts = context.parts,
                  .path = path,
                  .grid = context.grid,
                  .environment = context.environment,
                  .executable = executable,
                  .instruction = *executable.instruction,
                  .rows = warp.rows.data() + path.row_base,
                  .predicates = warp.predicates.data() + path.predicate_base,
                  .mask = path.lanes,
                  .result = context.result};
  find_handler(own.instruction.op)->handler(own);
  return context.result.barrier;
}

/// The warp arrives: all its paths wait at the barrier. They go on behind it.
void arrive(StepContext& context, DivergedPaths& paths) {
  LaneProgress& progress = context.warp.progress;
  progress.arrivals.clear();
  BarrierArrival whole;
  for (std::size_t i = 0; i < paths.entries().size(); ++i) {
    if (!paths.waits(i)) continue;
    StackEntry& path = paths.entries()[i];
    const BarrierArrival arrival = arrival_of(context, path);
    whole.id = arrival.id;
    add(arrival, whole);
    progress.arrivals.push_back(path);
    ++path.pc;
  }
  if (whole.kind == BarrierKind::sync || whole.kind == BarrierKind::arrive)
    progress.arrivals.clear();  // there is no result to write
  context.result.barrier = whole;
  progress.waiting = 0;
  paths.store();
}

}  // namespace

bool pass_barrier(StepContext& context) {
  Warp& warp = context.warp;
  if (!context.grid.has_independent_threads()) return true;
  const LaneMask lanes = context.mask;
  if (lanes == (warp.threads & ~warp.exited)) {
    warp.progress.waiting = 0;
    return true;
  }
  DivergedPaths paths(warp);
  paths.keep(lanes);
  const bool comes = (lanes & ~warp.progress.waiting) != 0;
  paths.wait();
  if (paths.at_barrier_of(paths.top()) == paths.live()) {
    arrive(context, paths);
  } else {
    paths.choose_other();
    paths.store();
  }
  if (!comes) context.result.executed = 0;
  return false;
}

}  // namespace heddle::exec
