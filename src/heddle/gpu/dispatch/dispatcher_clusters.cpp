// Clusters of blocks: all blocks of a cluster are sent together.

#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/gpu/dispatch/dispatcher.hpp"

namespace heddle::gpu {

void Dispatcher::check_clusters(const GridRun& run, const exec::Grid& grid) const {
  if (!grid.shape.has_clusters()) return;
  const auto refuse = [&](const std::string& what) {
    fail("kernel {} runs in clusters of {} blocks, which {}", demangled(grid.program->name),
         grid.shape.cluster.volume(), what);
  };
  const policy::Shape& shape = sms_.front()->contexts().shape;
  if (shape.parts != 1 || shape.forms_warps() || shape.runs_in_lanes())
    refuse("need whole warps: --set organisation=spatial with warps of all threads");
  if (policies_.releases_warps() || policies_.limits().exceed_slots())
    refuse("start as whole blocks in slots of their own: --set residency=block");
  if (policies_.sends_signals())
    refuse("cannot leave their SMs before their end: --set preemption_trigger=none");
  if (run.most_per_sm * sms_.size() < grid.shape.cluster.volume())
    refuse(fmt::format("do not fit on the GPU at once: {} SMs have room for {} blocks each",
                       sms_.size(), run.most_per_sm));
  if (grid.shape.tenant) refuse("cannot share the GPU with other programs: run it without corun.by");
}

bool Dispatcher::send_cluster(GridRun& run, Cycle when) {
  const std::uint64_t blocks = run.grid->shape.cluster.volume();
  const model::Resources share = model::of_warps(run.demand, run.demand.warps);
  const model::Resources whole = model::place_of(run.demand) + share;
  std::vector<Target> targets;
  // Each block is booked before the next one looks for room.
  while (targets.size() < blocks) {
    const auto target = choose_target(run, run.demand, nullptr, when);
    if (!target) break;
    ledgers_[target->sm].send(run.slot, run.demand, target->warps, share);
    targets.push_back(*target);
  }
  for (const Target& target : targets) ledgers_[target.sm].give_back(run.slot, whole);
  if (targets.size() < blocks) return false;
  for (const Target& target : targets) send_block(run, run.demand, target, std::nullopt, when);
  return true;
}

}  // namespace heddle::gpu
