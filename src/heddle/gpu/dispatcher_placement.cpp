// Which SM gets a block.

#include <algorithm>
#include <numeric>

#include "heddle/base/error.hpp"
#include "heddle/gpu/dispatcher.hpp"

namespace heddle::gpu {

void Dispatcher::dispatch_blocks(Cycle when) {
  const Cycle arrival = when + machine_.control.control_latency;
  for (GridRun* run : order_) {
    if (!run->launched || run->suspended) continue;
    while (run->saved.any_ready() || run->next_block < run->status.blocks) {
      const bool restores = run->saved.any_ready();
      const BlockDemand demand = restores ? demand_of_restored(*run) : run->demand;
      const auto target = choose_target(*run, demand, when);
      if (!target) break;
      ledgers_[target->sm].send(run->slot, demand, target->warps, share_of(demand, target->warps));
      std::optional<model::BlockPlacement> placement;
      if (fit_.places_warps()) placement = place_block(target->sm, *run, target->warps, when);
      core::Sm& sm = *sms_[target->sm];
      subscribers_.tell(
          model::BlockSent{.cycle = when,
                           .arrival = arrival,
                           .grid = run->grid->shape.grid_id,
                           .block = restores ? run->saved.front().state.id : run->next_block,
                           .sm = target->sm,
                           .warps = target->warps,
                           .kernel = run->slot});
      if (restores) {
        returning_[target->sm] += run->saved.front().moved.empty() ? 0 : 1;
        sm.schedule_restore(arrival, run->slot, run->saved.take_ready(), std::move(placement));
      } else {
        if (run->next_block + 1 == run->status.blocks)
          for (auto& each : sms_) each->schedule(arrival, core::SmEvent::of_last_block(run->slot));
        sm.schedule_block(arrival, run->slot, run->next_block++, target->warps,
                          std::move(placement));
      }
    }
  }
}

/// SMs that take the whole block come before SMs that take a part. The blocks of a cooperative grid
/// wait for each other, and of a saved block all warps have to go on: these blocks never go in
/// parts.
std::optional<Dispatcher::Target> Dispatcher::choose_target(const GridRun& run,
                                                            const BlockDemand& demand, Cycle when) {
  const std::vector<std::uint32_t> warps =
      fit_.places_warps() ? warps_of_next(run) : std::vector<std::uint32_t>();
  const bool only_whole = run.grid->shape.cooperative || run.saved.any_ready();
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm)
    admitted_[sm] = signalled_[sm] == kNever && ledgers_[sm].blocks_of(run.slot) < run.most_per_sm
                        ? policies_.admit(sm, room_on(sm, run, warps, when), demand, when)
                        : 0;
  for (const bool whole : {true, false}) {
    if (!whole && only_whole) break;
    for (std::size_t sm = 0; sm < sms_.size(); ++sm)
      fits_[sm] = admitted_[sm] != 0 && (admitted_[sm] == demand.warps) == whole;
    if (const auto sm = policies_.choose(fits_, when)) return Target{*sm, admitted_[*sm]};
  }
  return std::nullopt;
}

policy::Room Dispatcher::room_on(std::uint32_t sm, const GridRun& run,
                                 std::span<const std::uint32_t> warps, Cycle when) const {
  policy::Room room = ledgers_[sm].room(run.slot);
  if (!fit_.places_warps()) return room;
  model::LaneResidents lanes = ledgers_[sm].lanes();
  const auto slot = lanes.free_block_slot();
  if (!slot) return room;
  lanes.open(*slot, run.demand);
  const std::uint64_t placed = fit_.place_warps(lanes, *slot, run.demand, warps, {sm, when});
  if (placed < warps.size()) room.free.warps = std::min(room.free.warps, placed);
  return room;
}

std::vector<std::uint32_t> Dispatcher::warps_of_next(const GridRun& run) const {
  if (run.saved.any_ready() && policies_.releases_warps())
    return run.saved.front().unfinished_indices();
  std::vector<std::uint32_t> warps(run.demand.warps);
  std::iota(warps.begin(), warps.end(), 0u);
  return warps;
}

model::BlockPlacement Dispatcher::place_block(std::uint32_t sm, const GridRun& run,
                                              std::uint32_t count, Cycle when) {
  model::LaneResidents& lanes = ledgers_[sm].lanes();
  const std::uint16_t slot = lanes.free_block_slot().value();
  lanes.open(slot, run.demand);
  const std::vector<std::uint32_t> warps = warps_of_next(run);
  const auto first = std::span(warps).first(count);
  if (fit_.place_warps(lanes, slot, run.demand, first, {sm, when}) != count)
    fail("internal: a block was admitted to SM {} whose lanes have no room for it", sm);
  return lanes.placement_of(slot);
}

BlockDemand Dispatcher::demand_of_restored(const GridRun& run) const {
  if (!policies_.releases_warps()) return run.demand;
  const model::Resources unfinished = run.saved.front().unfinished(run.demand);
  BlockDemand demand = run.demand;
  demand.warps = static_cast<std::uint32_t>(unfinished.warps);
  demand.threads = static_cast<std::uint32_t>(unfinished.threads);
  demand.registers = unfinished.registers;
  return demand;
}

model::Resources Dispatcher::share_of(const BlockDemand& demand, std::uint32_t warps) const {
  return model::of_warps(demand, policies_.releases_warps() ? warps : demand.warps);
}

}  // namespace heddle::gpu
