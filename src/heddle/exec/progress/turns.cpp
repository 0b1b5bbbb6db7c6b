// A path gives way after many turns of a loop that may wait for other lanes of its warp.
#include <algorithm>

#include "heddle/exec/progress/diverged_paths.hpp"
#include "heddle/exec/step/gate.hpp"
#include "heddle/exec/step/step.hpp"

namespace heddle::exec {
namespace {

/// Returns a number that tells the present set of paths from other sets, whatever their order.
std::uint64_t set_of(const PathList& entries) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (is_path(entries, i)) {
      const std::uint64_t mixed = (entries[i].lanes + 1) * 0x9E37'79B9'7F4A'7C15u;
      sum += mixed ^ (mixed >> 29);
    }
  return sum;
}

/// Lets the running path of the warp, which may wait for other lanes, give way to another path. If
/// each path that can run has given way since the paths last changed, lanes that have arrived where
/// paths meet go on, since the paths may wait for these.
void give_way(Warp& warp) {
  DivergedPaths paths(warp);
  PathList& entries = paths.entries();
  std::uint32_t others = 0;
  for (std::size_t i = 0; i < paths.top(); ++i) others += paths.can_run(i) ? 1 : 0;
  PathTurns& turns = warp.progress.turns;
  const std::uint64_t set = set_of(entries);
  if (set != turns.paths) turns.given = 0;
  turns.paths = set;
  // The count does not grow for ever, so that a warp which spins for ever returns to a former
  // state.
  turns.given = std::min(turns.given, others) + 1;
  const bool all_gave_way = turns.given > others;
  if (!(all_gave_way && release_arrived(entries) != 0) && others != 0) {
    heddle::exec::give_way(entries);
    for (std::size_t i = entries.size(); i-- > 0;)
      if (paths.can_run(i)) {
        run_path(entries, i);
        break;
      }
  }
  paths.store();
}

}  // namespace

void end_turn(Warp& warp, const Step& step) {
  const std::uint32_t most = warp.block->grid->shape.yield_after;
  const SimtStack& stack = warp.parts[0];
  if (most == 0 || stack.empty()) return;
  const LaneMask lanes = stack.top().lanes;
  if (lanes == (warp.threads & ~warp.exited)) return;  // nobody waits
  PathTurns& turns = warp.progress.turns;
  if (step.diverged || lanes != turns.lanes) {
    turns.lanes = lanes;
    turns.turns = 0;
  }
  if (++turns.turns < most) return;
  turns.turns = 0;
  give_way(warp);
}

}  // namespace heddle::exec
