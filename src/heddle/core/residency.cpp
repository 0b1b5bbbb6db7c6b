// How blocks come to an SM and leave it.

#include <algorithm>
#include <string>

#include "heddle/base/error.hpp"
#include "heddle/core/sm.hpp"

namespace heddle::core {
namespace {

/// Local memory lies above all device memory: each kernel slot of each SM has a span, and each
/// context a part of that.
constexpr Addr kLocalBase = Addr{1} << 52;
constexpr Addr kLocalSpan = Addr{1} << 38;

}  // namespace

std::uint16_t Sm::claim_slot(std::uint8_t kernel, std::uint32_t warps, std::uint32_t starting,
                             const model::Resources& share, Cycle now) {
  const auto free = std::find_if(contexts_.blocks.begin(), contexts_.blocks.end(),
                                 [](const auto& slot) { return !slot.resides(); });
  if (free == contexts_.blocks.end() ||
      contexts_.table.in(Condition::absent).count() < starting * contexts_.shape.parts)
    fail("internal: a block was sent to SM {} which has no room for it", index_);
  free->kernel = kernel;
  free->warps_left = warps;
  free->started = now;
  free->contexts.assign(contexts_.kernels[kernel].grid->warps_per_block(), Contexts::kNoContext);
  if (!stall_book_.has_blocks()) turns_began_ = now;
  stall_book_.note_kernels();
  const auto slot = static_cast<std::uint16_t>(free - contexts_.blocks.begin());
  resources_.take(slot, kernel, model::place_of(contexts_.kernels[kernel].demand) + share, now);
  return slot;
}

void Sm::start_block(std::uint8_t kernel, std::uint64_t block, std::uint32_t starting, Cycle now) {
  const exec::Grid& grid = *contexts_.kernels[kernel].grid;
  const std::uint32_t warps = grid.warps_per_block();
  const model::Resources share = of_warps(contexts_.kernels[kernel].demand, starting);
  const std::uint16_t slot = claim_slot(kernel, warps, starting, share, now);
  ResidentBlock& resident = contexts_.blocks[slot];
  resident.resided = resident.warp_times = 0;
  resident.block.start(grid, block);
  resident.barriers.start(warps);
  probe_.show_block(model::BlockDispatched{now, grid.shape.grid_id, block, slot, kernel});
  policies_.tell("block_dispatched",
                 [&](policy::SmPolicy& policy) { policy.block_dispatched(slot, kernel, warps); });
  for (std::uint32_t index = 0; index < starting; ++index) start_warp(slot, index, now);
  if (starting == warps) return;
  if (waiting_.any()) fail("internal: a second partial block was sent to SM {}", index_);
  waiting_ = {slot, starting, warps};
  warps_may_start_ = true;
  resources_.count_partial(kernel);
}

void Sm::start_warp(std::uint16_t block_slot, std::uint32_t index, Cycle now) {
  ResidentBlock& resident = contexts_.blocks[block_slot];
  const std::uint16_t context = contexts_.free_context();
  resident.contexts[index] = context;
  exec::Warp& warp = contexts_.warps[context];
  warp.slot = context;
  warp.sm = index_;
  warp.start(resident.block, index);
  contexts_.arrivals[context].start();
  for (unsigned part = 0; part < contexts_.shape.parts; ++part) {
    const auto entity = static_cast<std::uint16_t>(contexts_.names.entity(context, part));
    if (enter(entity, block_slot, now)) go_to_next(entity, now, 0);
  }
}

policy::Room Sm::room_of(unsigned kernel) const {
  const auto blocks = std::count_if(contexts_.blocks.begin(), contexts_.blocks.end(),
                                    [](const auto& slot) { return slot.resides(); });
  return {.free = resources_.free(),
          .own_warps = resources_.held_by_kernel(kernel).warps,
          .all_warps = resources_.warps(),
          .partial = waiting_.any(),
          .alone = blocks == 1};
}

void Sm::start_waiting_warps(Cycle now) {
  warps_may_start_ = false;
  const std::uint16_t slot = waiting_.block_slot;
  if (std::find(stopping_.begin(), stopping_.end(), slot) != stopping_.end()) return;
  const std::uint8_t kernel = contexts_.blocks[slot].kernel;
  const model::BlockDemand& demand = contexts_.kernels[kernel].demand;
  model::Resources taken;
  while (waiting_.any()) {
    const policy::Room room = room_of(kernel);
    const model::Resources amount = of_warp(demand, waiting_.first);
    if (!room.free.holds(amount) || policies_.may_start(room, demand) == 0) break;
    resources_.take(slot, kernel, amount, now);
    taken += amount;
    if (now != contexts_.blocks[slot].started)
      resources_.count_late(kernel, now - contexts_.blocks[slot].started);
    start_warp(slot, waiting_.first++, now);
  }
  if (taken.warps == 0) return;
  watchdog_.note_effect(now);
  reports_.push_back({.kind = SmReport::Kind::warps_started,
                      .kernel = kernel,
                      .amount = taken,
                      .has_waiting = waiting_.any(),
                      .when = now});
}

void Sm::direct(policy::Directive directive) {
  if (!policies_.may_have_waiting_warps()) return;
  const auto resident = std::find_if(contexts_.blocks.begin(), contexts_.blocks.end(),
                                     [](const auto& slot) { return slot.resides(); });
  policies_.direct(directive, resident == contexts_.blocks.end()
                                  ? std::nullopt
                                  : std::optional<unsigned>(resident->kernel));
  warps_may_start_ = waiting_.any();
}

bool Sm::enter(std::uint16_t entity, std::uint16_t block_slot, Cycle now) {
  const exec::Warp& warp = contexts_.warp_of(entity);
  const std::uint8_t kernel = contexts_.blocks[block_slot].kernel;
  contexts_.table.launch(entity, kernel, block_slot);
  contexts_.views[entity] = {.launched_at = now,
                             .launch_order = launches_,
                             .block_slot = block_slot,
                             .index = warp.index,
                             .kernel = kernel};
  if (warp.done(contexts_.names.part_of(entity))) {
    contexts_.table.set_condition(entity, Condition::draining);
    return false;
  }
  ++launches_;
  conditions_.launch(entity);
  probe_.show_launch(entity, now);
  policies_.tell("warp_launched", [&](policy::SmPolicy& policy) { policy.warp_launched(entity); });
  contexts_.table.set_next(
      entity, &contexts_.program_of(entity).at(warp.pc(contexts_.names.part_of(entity))));
  front_end_.launch(entity);
  return true;
}

void Sm::end(std::uint16_t entity, Cycle now) {
  const unsigned context = contexts_.names.warp_of(entity);
  contexts_.table.set_next(entity, nullptr);
  contexts_.table.set_condition(entity, Condition::draining);
  probe_.show_exit(entity, now);
  policies_.tell("warp_exited", [&](policy::SmPolicy& policy) { policy.warp_exited(entity); });
  watchdog_.note_effect(now);
  while (const PeerWaits::Release* const released = peers_.end(entity)) release(*released, now);
  if (contexts_.shape.parts != 1) peers_.meet_again(context);
  drain(context, now);
}

void Sm::drain(unsigned context, Cycle now) {
  const unsigned first = contexts_.names.entity(context, 0);
  for (unsigned entity = first; entity < first + contexts_.shape.parts; ++entity) {
    if (contexts_.table[entity].condition != Condition::draining || !contexts_.table.quiet(entity))
      return;
  }
  ResidentBlock& resident = contexts_.blocks[contexts_.table[first].block_slot];
  for (unsigned entity = first; entity < first + contexts_.shape.parts; ++entity)
    contexts_.table.set_condition(entity, Condition::absent);
  KernelCounters& counters = counters_.kernels[resident.kernel];
  ++counters.warps;
  LifetimeExtremes& extremes = counters_.lifetimes[resident.kernel];
  counters.warp_lifetime.add(resident.resided + now - contexts_.views[first].launched_at + 1,
                             extremes.warp);
  counters.warp_work.add(contexts_.instructions_of(context), extremes.work);
  probe_.show_warp_end(context, now);
  const Cycle time = resident.resided + now - resident.started + 1;
  resident.warp_times += time;
  resident.contexts[contexts_.warps[context].index] = Contexts::kNoContext;
  warps_may_start_ = waiting_.any();
  if (--resident.warps_left != 0)
    return release_warp(contexts_.table[first].block_slot, contexts_.warps[context].index, now);
  stall_book_.note_kernels();
  std::erase(stopping_, contexts_.table[first].block_slot);
  ++counters.blocks;
  counters.block_lifetime.add(time, extremes.block);
  counters.balance.add(contexts_.kernels[resident.kernel].grid->warps_per_block(),
                       resident.warp_times, time, extremes.rtru);
  probe_.show_block(model::BlockFinished{now, contexts_.table[first].block_slot});
  leave(contexts_.table[first].block_slot, SmReport::Kind::block_finished, now);
}

void Sm::release_warp(std::uint16_t block_slot, std::uint32_t index, Cycle now) {
  if (!releases_warps_) return;
  const std::uint8_t kernel = contexts_.blocks[block_slot].kernel;
  const model::Resources amount = of_warp(contexts_.kernels[kernel].demand, index);
  resources_.give_back(block_slot, kernel, amount, now);
  reports_.push_back(
      {.kind = SmReport::Kind::warp_drained, .kernel = kernel, .amount = amount, .when = now});
}

void Sm::leave(std::uint16_t block_slot, SmReport::Kind how, Cycle now) {
  const std::uint8_t kernel = contexts_.blocks[block_slot].kernel;
  const model::Resources held = resources_.held_by(block_slot);
  resources_.give_back(block_slot, kernel, held, now);
  reports_.push_back({.kind = how, .kernel = kernel, .amount = held, .when = now});
}

Addr Sm::local_base(unsigned warp) const {
  const Addr bytes =
      (Addr{contexts_.warps[warp].block->grid->program->local_bytes} * kWarpSize + 127) &
      ~Addr{127};
  return kLocalBase +
         (Addr{index_} * kKernelSlots + contexts_.table[contexts_.names.entity(warp, 0)].kernel) *
             kLocalSpan +
         warp * bytes;
}

}  // namespace heddle::core
