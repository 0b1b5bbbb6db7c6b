// Chooses the SM of each block, and sends the block.

#include <algorithm>
#include <numeric>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/gpu/dispatch/dispatcher.hpp"

namespace heddle::gpu {
namespace {

/// Returns the indices of the block's warps that take resources. `by_warp`: warps return their
/// resources one by one.
std::vector<std::uint32_t> warps_of(const GridRun& run, const core::BlockContext* saved,
                                    bool by_warp) {
  if (saved != nullptr && by_warp) return saved->unfinished_indices();
  std::vector<std::uint32_t> warps(run.demand.warps);
  std::iota(warps.begin(), warps.end(), 0u);
  return warps;
}

/// Returns the resources that the saved block needs in addition to the resources that it has kept
/// on its SM.
BlockDemand demand_of(const GridRun& run, const core::BlockContext& saved, bool by_warp) {
  BlockDemand demand = run.demand;
  if (by_warp) {
    const model::Resources unfinished = saved.unfinished(run.demand);
    demand.warps = static_cast<std::uint32_t>(unfinished.warps);
    demand.threads = static_cast<std::uint32_t>(unfinished.threads);
    demand.registers = unfinished.registers;
  }
  if (saved.kept.registers) demand.registers = 0;
  if (saved.kept.shared) demand.shared_bytes = 0;
  return demand;
}

}  // namespace

void Dispatcher::dispatch_blocks(Cycle when) {
  do {
    for (GridRun* run : order_) {
      if (!run->launched || run->suspended) continue;
      while (send_saved(*run, when) || send_new(*run, when)) {
      }
    }
  } while (preemptor_.watch(when));
}

/// Sends saved blocks in the order in which they were saved. A block that has kept resources on its
/// SM is sent as soon as that SM has room, even if an earlier block still waits.
bool Dispatcher::send_saved(GridRun& run, Cycle when) {
  const auto& ready = run.saved.ready();
  bool others_wait = false;
  for (std::size_t index = 0; index < ready.size(); ++index) {
    const core::BlockContext& saved = ready[index];
    if (!saved.kept.any() && std::exchange(others_wait, true)) continue;
    const BlockDemand demand = demand_of(run, saved, policies_.releases_warps());
    const auto target = choose_target(run, demand, &saved, when);
    if (!target) continue;
    send_block(run, demand, *target, index, when);
    return true;
  }
  return false;
}

/// Sends a new block of the grid, or all blocks of its next cluster. Sends none while a saved block
/// of the grid that may go to any SM waits.
bool Dispatcher::send_new(GridRun& run, Cycle when) {
  const bool saved_wait = std::ranges::any_of(
      run.saved.ready(), [](const auto& context) { return !context.kept.any(); });
  if (saved_wait || !run.has_new_blocks()) return false;
  if (!run.grid->shape.has_clusters()) {
    const auto target = choose_target(run, run.demand, nullptr, when);
    if (target) send_block(run, run.demand, *target, std::nullopt, when);
    return target.has_value();
  }
  const model::Resources share = model::of_warps(run.demand, run.demand.warps);
  std::vector<Target> targets(run.grid->shape.cluster.volume());
  std::size_t found = 0;
  // Each block is booked before the next one looks for room.
  for (; found < targets.size(); ++found) {
    const auto target = choose_target(run, run.demand, nullptr, when);
    if (!target) break;
    targets[found] = *target;
    ledgers_[target->sm].send(run.slot, run.demand, target->warps, share);
  }
  for (const Target& target : std::span(targets).first(found))
    ledgers_[target.sm].give_back(run.slot, model::place_of(run.demand) + share);
  if (found < targets.size()) return false;
  for (const Target& target : targets) send_block(run, run.demand, target, std::nullopt, when);
  return true;
}

void Dispatcher::send_block(GridRun& run, const BlockDemand& demand, const Target& target,
                            std::optional<std::size_t> saved, Cycle when) {
  const Cycle arrival = when + machine_.control.control_latency;
  const core::BlockContext* const context = saved ? &run.saved.ready()[*saved] : nullptr;
  Ledger& ledger = ledgers_[target.sm];
  // If warps return their resources one by one when they have drained, the block takes resources
  // only for the warps that start. Otherwise the block takes the resources of all its warps.
  ledger.send(run.slot, demand, target.warps,
              model::of_warps(demand, policies_.releases_warps() ? target.warps : demand.warps));
  model::BlockGrant grant;
  grant.place = ledger.take_place(demand, context ? context->kept : core::Kept(),
                                  context ? context->place : model::BlockPlace());
  if (fit_.places_warps()) grant.placement = place_block(target, run, context, when);
  grant.restarts = context ? context->was_discarded : !run.discarded.empty();
  const std::uint64_t block = context ? context->state.id : run.take_new_block();
  subscribers_.tell(model::BlockSent{.cycle = when,
                                     .grid = run.grid->shape.grid_id,
                                     .block = block,
                                     .sm = target.sm,
                                     .warps = target.warps,
                                     .kernel = run.slot});
  core::Sm& sm = *sms_[target.sm];
  if (context != nullptr) {
    if (context->signal != 0) preemptor_.count_return(target.sm);
    return sm.schedule_restore(arrival, run.slot, run.saved.take_ready(*saved), std::move(grant));
  }
  if (!grant.restarts && block + 1 == run.status.blocks) {
    for (auto& each : sms_)
      if (each->hears_last_block()) each->schedule(arrival, core::SmEvent::of_last_block(run.slot));
  }
  sm.schedule_block(arrival, run.slot, block, target.warps, std::move(grant));
}

/// Prefers SMs that can take the whole block to SMs that can take only some of its warps. Two kinds
/// of blocks are always sent whole: blocks of a cooperative grid, because they wait for each other,
/// and saved blocks, because all their warps must resume.
std::optional<Dispatcher::Target> Dispatcher::choose_target(const GridRun& run,
                                                            const BlockDemand& demand,
                                                            const core::BlockContext* saved,
                                                            Cycle when) {
  const std::vector<std::uint32_t> warps = fit_.places_warps()
                                               ? warps_of(run, saved, policies_.releases_warps())
                                               : std::vector<std::uint32_t>();
  const bool only_whole =
      run.grid->shape.cooperative || run.grid->shape.has_clusters() || saved != nullptr;
  // The room in lanes depends on more than the ledger.
  const bool repeats = saved == nullptr && !fit_.places_warps();
  const bool only_back = saved != nullptr && saved->kept.any();
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    const std::uint64_t blocks = ledgers_[sm].blocks_of(run.slot);
    const bool may = preemptor_.admits(sm, run) && blocks < run.most_per_sm &&
                     tenants_.admits(sm, run, blocks) && (!only_back || sm == saved->kept_on);
    const auto ask = [&] {
      return policies_.admit(sm, room_on(sm, run, warps, when), demand, when);
    };
    if (!may)
      admitted_[sm] = 0;
    else if (repeats)
      admitted_[sm] = admissions_.of(
          sm, {run.number, ledgers_[sm].changes(), policies_.changes(), run.slot}, ask);
    else
      admitted_[sm] = ask();
  }
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
  room.launch = run.number;
  if (!fit_.places_warps()) return room;
  model::LaneResidents lanes = ledgers_[sm].lanes();
  const auto slot = lanes.free_block_slot();
  if (!slot) return room;
  lanes.open(*slot, run.demand);
  const std::uint64_t placed = fit_.place_warps(lanes, *slot, run.demand, warps, {sm, when});
  if (placed < warps.size()) room.free.warps = std::min(room.free.warps, placed);
  return room;
}

model::BlockPlacement Dispatcher::place_block(const Target& target, const GridRun& run,
                                              const core::BlockContext* saved, Cycle when) {
  model::LaneResidents& lanes = ledgers_[target.sm].lanes();
  const std::uint16_t slot = lanes.free_block_slot().value();
  lanes.open(slot, run.demand);
  const std::vector<std::uint32_t> warps = warps_of(run, saved, policies_.releases_warps());
  const auto first = std::span(warps).first(target.warps);
  if (fit_.place_warps(lanes, slot, run.demand, first, {target.sm, when}) != target.warps)
    fail("internal: a block was admitted to SM {} whose lanes have no room for it", target.sm);
  return lanes.placement_of(slot);
}

}  // namespace heddle::gpu
