// Warp-wide instructions wait for the lanes that their member masks name. Source: PTX ISA,
// "bar.warp.sync", "shfl.sync", "vote.sync", "match.sync", "redux.sync": the executing thread waits
// until all threads of the member mask that have not exited have executed an instruction with the
// same qualifiers and the same member mask. They need not be at one place of the program.
#include "heddle/exec/progress/diverged_paths.hpp"
#include "heddle/exec/progress/gates.hpp"
#include "heddle/exec/step/step_context.hpp"
#include "heddle/exec/sync/meeting.hpp"
#include "heddle/isa/matrix/forms.hpp"

namespace heddle::exec {
namespace {

/// Lets the executing lanes execute with the values of lanes at other places, if they have met.
bool take_exchange(StepContext& context) {
  auto& exchanges = context.warp.progress.exchanges;
  std::erase_if(exchanges, [](const LaneExchange& exchange) { return exchange.pending == 0; });
  for (std::uint32_t i = 0; i < exchanges.size(); ++i) {
    if ((context.mask & ~exchanges[i].pending) != 0) continue;
    exchanges[i].pending &= ~context.mask;
    context.warp.progress.taken = i + 1;
    return true;
  }
  return false;
}

/// Copies what the lanes of the path give to others.
void copy_values(const Warp& warp, const StackEntry& path, LaneExchange& exchange) {
  const Grid& grid = *warp.block->grid;
  const isa::Operand source = grid.program->code[path.pc].sources[0];
  if (source.kind == isa::OperandKind::predicate) {
    const LaneMask value = warp.predicates[path.predicate_base + source.index];
    exchange.predicate |= (source.negated ? ~value : value) & path.lanes;
    return;
  }
  const Row* rows = nullptr;
  std::size_t count = 0;
  if (source.kind == isa::OperandKind::row) {
    rows = warp.rows.data() + path.row_base + source.index;
    count = warp.rows.size() - path.row_base - source.index;
  } else if (source.kind == isa::OperandKind::constant) {
    rows = grid.constants.data() + source.index;
    count = grid.constants.size() - source.index;
  }
  for (std::size_t i = 0; i < std::min(count, exchange.values.size()); ++i)
    for_each_lane(path.lanes,
                  [&](unsigned lane) { exchange.values[i].lane[lane] = rows[i].lane[lane]; });
}

/// Cuts the paths so that each has only lanes of `together` or none of them.
void cut(DivergedPaths& paths, LaneMask together) {
  for (std::size_t i = 0; i < paths.entries().size(); ++i) {
    const LaneMask lanes = paths.entries()[i].lanes;
    if (!paths.waits(i) || (lanes & together) == 0 || (lanes & ~together) == 0) continue;
    divide(paths.entries(), i, lanes & together);
  }
}

/// Returns the lanes of `together` whose paths are at the instruction of the running path.
LaneMask at_same_place(DivergedPaths& paths, const StackEntry& top, LaneMask together) {
  LaneMask same = 0;
  for (std::size_t i = 0; i < paths.entries().size(); ++i) {
    const StackEntry& path = paths.entries()[i];
    if (paths.waits(i) && (path.lanes & ~together) == 0 && path.pc == top.pc &&
        path.row_base == top.row_base && path.predicate_base == top.predicate_base)
      same |= path.lanes;
  }
  return same;
}

/// Lets the lanes of `together`, which have met, execute. Those at the place of the running path
/// execute with it; the others when their paths run.
void execute_together(StepContext& context, DivergedPaths& paths, LaneMask together) {
  LaneProgress& progress = context.warp.progress;
  cut(paths, together);
  const StackEntry top = paths.entries().back();
  const LaneMask same = at_same_place(paths, top, together);
  const bool joins = same != top.lanes && join(paths.entries(), same);
  const LaneMask joined = joins ? same : top.lanes;
  if (joined != together) {
    LaneExchange exchange{.lanes = together, .pending = together & ~joined};
    for (std::size_t i = 0; i < paths.entries().size(); ++i)
      if (paths.waits(i) && (paths.entries()[i].lanes & together) != 0)
        copy_values(context.warp, paths.entries()[i], exchange);
    progress.exchanges.push_back(exchange);
    progress.taken = static_cast<std::uint32_t>(progress.exchanges.size());
  }
  progress.waiting &= ~together;
  progress.passed &= ~together;
  paths.store();
  context.mask = context.result.active = context.result.executed = joined;
}

/// Warns if the result depends on lanes that could have come and have ended instead.
void note_ended(const StepContext& context) {
  const Warp& warp = context.warp;
  if (warp.progress.passed == 0 || context.instruction.op_class == isa::OpClass::warp_sync) return;
  const LaneMask named = member_masks(warp, context.path, context.mask);
  if (const LaneMask ended = named & warp.exited & warp.progress.passed; ended != 0)
    context.grid.notes->add(context.result.pc, named, ended);
}

/// With a stack, the lanes that are there execute. Warns if the member masks name others.
void note_elsewhere(const StepContext& context) {
  const Warp& warp = context.warp;
  const LaneMask absent = warp.threads & ~warp.exited & ~context.mask;
  if (absent == 0 || isa::is_matrix(context.instruction.op)) return;
  const LaneMask named = member_masks(warp, context.path, context.mask);
  if ((named & absent) != 0) context.grid.notes->add(context.result.pc, named, named & absent);
}

bool names_only_executing(const StepContext& context) {
  return !isa::is_matrix(context.instruction.op) &&
         (lanes_named(context.warp, context.path, context.mask) & ~context.mask) == 0;
}

/// The executing lanes have come to the instruction, and other lanes of the warp have not.
bool come(StepContext& context) {
  const LaneMask lanes = context.mask;
  DivergedPaths paths(context.warp);
  paths.keep(lanes);
  paths.wait();
  if (const LaneMask together = paths.complete_meeting(paths.top()); together != 0) {
    execute_together(context, paths, together);
    return true;
  }
  paths.choose_other();
  paths.store();
  context.result.executed = 0;
  return false;
}

}  // namespace

bool pass_meeting(StepContext& context) {
  Warp& warp = context.warp;
  if (!context.grid.has_independent_threads()) {
    note_elsewhere(context);
    return true;
  }
  if (!warp.progress.exchanges.empty() && take_exchange(context)) return true;
  note_ended(context);
  if (context.mask == (warp.threads & ~warp.exited) || names_only_executing(context)) {
    warp.progress.waiting &= ~context.mask;
    return true;
  }
  if ((context.mask & ~warp.progress.alone) == 0) {
    warp.progress.alone &= ~context.mask;
    return true;
  }
  return come(context);
}

}  // namespace heddle::exec
