#include "heddle/core/residents/residents.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/exec/step/cluster.hpp"

namespace heddle::core {

Residents::Residents(std::uint16_t sm, const SmSpec& spec, bool releases_warps,
                     const Surroundings& around, const policy::ContextLimits& limits)
    : sm_(sm),
      releases_warps_(releases_warps),
      around_(around),
      contexts_(around.contexts),
      resources_(spec, around.contexts.shape, around.policies.needs_places(), limits),
      slots_(spec, limits, around.contexts, around.conditions, around.policies, around.counters) {
  look_for_changes();
}

std::uint16_t Residents::choose_slot(const model::BlockPlacement* placement) const {
  const auto is_free = [](const ResidentBlock& slot) { return !slot.resides(); };
  const auto& blocks = contexts_.blocks;
  if (placement != nullptr) {
    const bool free = is_free(blocks.at(placement->block_slot));
    return free ? placement->block_slot : static_cast<std::uint16_t>(blocks.size());
  }
  return static_cast<std::uint16_t>(std::ranges::find_if(blocks, is_free) - blocks.begin());
}

model::BlockGrant Residents::take_grant(std::uint8_t kernel, std::uint64_t block) {
  const auto found = grants_.extract({kernel, block});
  return found ? std::move(found.mapped()) : model::BlockGrant();
}

void Residents::open_lanes(const model::BlockGrant& grant, std::uint8_t kernel) {
  model::LaneResidents& lanes = resources_.lanes();
  if (!lanes.is_divided()) return;
  const model::BlockPlacement& placement = grant.placement.value();
  lanes.open(placement.block_slot, contexts_.kernels[kernel].demand);
  lanes.add(placement.block_slot, 0, placement.lanes);
}

std::uint16_t Residents::claim_slot(std::uint8_t kernel, std::uint32_t warps,
                                    std::uint32_t starting, const model::Resources& whole,
                                    Cycle now, const model::BlockGrant& grant, Kept kept) {
  const std::uint16_t slot = choose_slot(grant.placement ? &*grant.placement : nullptr);
  if (slot == contexts_.blocks.size() || contexts_.free_contexts() < starting)
    fail("internal: a block was sent to SM {} which has no room for it", sm_);
  ResidentBlock* const free = &contexts_.blocks[slot];
  free->kernel = kernel;
  free->warps_left = warps;
  free->started = now;
  free->stopping = false;
  free->was_discarded = grant.restarts;
  free->place = grant.place.value_or(model::BlockPlace());
  free->contexts.assign(contexts_.kernels[kernel].grid->warps_per_block(), Contexts::kNoContext);
  if (!around_.stall_book.has_blocks()) occupied_since_ = now;
  around_.stall_book.note_kernels();
  resources_.come_back(slot, kept.of(whole));
  resources_.take(slot, kernel, kept.without(whole), now);
  resources_.take_place(kept.without(free->place));
  return slot;
}

model::Resources Residents::whole_of(std::uint8_t kernel, const BlockContext& saved) const {
  const model::BlockDemand& demand = contexts_.kernels[kernel].demand;
  return model::place_of(demand) +
         (releases_warps_ ? saved.unfinished(demand) : of_warps(demand, demand.warps));
}

void Residents::keep_room(std::uint8_t kernel, const BlockContext& saved) {
  const auto grant = grants_.find({kernel, saved.state.id});
  if (grant != grants_.end()) open_lanes(grant->second, kernel);
  kept_room_ += saved.kept.without(whole_of(kernel, saved));
}

std::uint16_t Residents::claim_restored(std::uint8_t kernel, const BlockContext& saved, Cycle now) {
  const std::uint32_t warps = saved.unfinished_warps();
  const model::Resources whole = whole_of(kernel, saved);
  kept_room_ -= saved.kept.without(whole);
  const model::BlockGrant grant = take_grant(kernel, saved.state.id);
  return claim_slot(kernel, warps, warps, whole, now, grant, saved.kept);
}

void Residents::start_block(std::uint8_t kernel, std::uint64_t block, std::uint32_t starting,
                            Cycle now) {
  const exec::Grid& grid = *contexts_.kernels[kernel].grid;
  const std::uint32_t warps = grid.warps_per_block();
  const model::BlockDemand& demand = contexts_.kernels[kernel].demand;
  const model::Resources whole = model::place_of(demand) + of_warps(demand, starting);
  const model::BlockGrant grant = take_grant(kernel, block);
  open_lanes(grant, kernel);
  const std::uint16_t slot = claim_slot(kernel, warps, starting, whole, now, grant);
  ResidentBlock& resident = contexts_.blocks[slot];
  resident.resided = resident.warp_times = resident.instructions = 0;
  resident.offence = kNoPc;
  resident.block.start(grid, block);
  if (exec::needs_cluster(grid)) exec::join(resident.block, exec::cluster_of(resident.block));
  resident.barriers.start(warps);
  show_dispatch(slot, warps, now);
  if (slots_.exist()) slots_.arrive(slot, starting);
  for (std::uint32_t index = 0; index < starting; ++index) start_warp(slot, index, now);
  if (starting == warps) return;
  if (waiting_.any()) fail("internal: a second partial block was sent to SM {}", sm_);
  waiting_ = {slot, starting, warps};
  may_start_waiting_ = true;
  resources_.count_partial(kernel);
}

void Residents::show_dispatch(std::uint16_t block_slot, std::uint32_t warps, Cycle now) {
  const ResidentBlock& resident = contexts_.blocks[block_slot];
  around_.probe.show_block(model::BlockDispatched{now, resident.block.grid->shape.grid_id,
                                                  resident.block.id, block_slot, resident.kernel});
  around_.policies.tell("block_dispatched", [&](policy::SmPolicy& policy) {
    policy.block_dispatched(block_slot, resident.kernel, warps);
  });
}

std::uint16_t Residents::claim_context(std::uint16_t block_slot, std::uint32_t index) {
  const std::uint16_t context = contexts_.free_context();
  ResidentBlock& resident = contexts_.blocks[block_slot];
  resident.contexts[index] = context;
  if (slots_.exist()) slots_.claim(context);
  const policy::Shape& shape = contexts_.shape;
  if (!shape.runs_in_lanes()) return context;
  const model::BlockDemand& demand = contexts_.kernels[resident.kernel].demand;
  for (unsigned part = 0; part < shape.parts; ++part) {
    const std::uint32_t in_block = index * shape.parts + part;
    if (in_block >= demand.parts()) break;
    const unsigned entity = contexts_.names.entity(context, part);
    contexts_.register_strides[entity] = static_cast<std::uint16_t>(
        demand.rule.allocated(demand.threads_of_part(in_block)) / shape.threads_per_pass);
    if (shape.places) contexts_.set_group(entity, resources_.lanes().lane_of(block_slot, in_block));
  }
  return context;
}

void Residents::start_warp(std::uint16_t block_slot, std::uint32_t index, Cycle now) {
  ResidentBlock& resident = contexts_.blocks[block_slot];
  const std::uint16_t context = claim_context(block_slot, index);
  exec::Warp& warp = contexts_.warps[context];
  warp.slot = context;
  warp.sm = sm_;
  warp.start(resident.block, index);
  contexts_.arrivals[context].start();
  contexts_.for_each_part(context, [&](std::uint16_t entity) { launch(entity, block_slot, now); });
}

bool Residents::launch(std::uint16_t entity, std::uint16_t block_slot, Cycle now) {
  const exec::Warp& warp = contexts_.warp_of(entity);
  const std::uint8_t kernel = contexts_.blocks[block_slot].kernel;
  contexts_.table.launch(entity, kernel, block_slot);
  around_.watchdog.note_launch(entity);
  for (model::EntityMask& members : contexts_.kernel_members) members.clear(entity);
  contexts_.kernel_members[kernel].set(entity);
  contexts_.views[entity] = {.launched_at = now,
                             .launch_order = launches_,
                             .block_slot = block_slot,
                             .index = warp.index,
                             .kernel = kernel};
  if (contexts_.has_ended(entity)) {
    contexts_.table.set_condition(entity, Condition::draining);
    return false;
  }
  ++launches_;
  const bool pooled = contexts_.shape.forms_warps();
  contexts_.table.set_condition(entity, pooled ? Condition::pooled : Condition::fetch);
  if (pooled) contexts_.table[entity].barrier_pc = kNoPc;
  around_.conditions.launch(entity);
  around_.probe.show_launch(entity, now);
  around_.policies.tell("warp_launched",
                        [&](policy::SmPolicy& policy) { policy.warp_launched(entity); });
  if (slots_.exist()) slots_.launched(entity);
  if (!pooled) {
    contexts_.table.set_next(
        entity, &contexts_.program_of(entity).at(warp.pc(contexts_.names.part_of(entity))));
  }
  launched_.push_back(entity);
  return true;
}

policy::Room Residents::room_of(unsigned kernel) const {
  const auto blocks = std::count_if(contexts_.blocks.begin(), contexts_.blocks.end(),
                                    [](const auto& slot) { return slot.resides(); });
  model::Resources free = resources_.free();
  free -= kept_room_;
  return {.free = free,
          .kernel_warps = resources_.held_by_kernel(kernel).warps,
          .all_warps = resources_.warps(),
          .all_blocks = static_cast<std::uint64_t>(blocks),
          .partial = waiting_.any(),
          .alone = blocks == 1};
}

bool Residents::claim_waiting(Cycle now) {
  const std::uint16_t slot = waiting_.block_slot;
  const std::uint8_t kernel = contexts_.blocks[slot].kernel;
  const model::BlockDemand& demand = contexts_.kernels[kernel].demand;
  const policy::Room room = room_of(kernel);
  const model::Resources amount = of_warp(demand, waiting_.first);
  if (!room.free.holds(amount) || around_.policies.residency().may_start(room, demand) == 0)
    return false;
  model::LaneResidents& lanes = resources_.lanes();
  const bool divided = lanes.is_divided();
  if (divided && !around_.policies.place_warp(lanes, slot, demand, waiting_.first)) return false;
  resources_.take(slot, kernel, amount, now);
  if (now != contexts_.blocks[slot].started)
    resources_.count_late(kernel, now - contexts_.blocks[slot].started);
  SmReport& report =
      around_.reports.emplace_back(SmReport{.kind = SmReport::Kind::warp_started,
                                            .kernel = kernel,
                                            .amount = amount,
                                            .block_slot = slot,
                                            .warp = waiting_.first,
                                            .has_waiting = waiting_.first + 1 != waiting_.end,
                                            .when = now});
  const unsigned parts = contexts_.shape.parts;
  for (unsigned part = 0; divided && part < parts; ++part) {
    const std::uint32_t index = waiting_.first * parts + part;
    report.lane_groups[part] = index < demand.parts() ? lanes.lane_of(slot, index) : model::kNoLane;
  }
  return true;
}

void Residents::start_waiting(Cycle now) {
  may_start_waiting_ = slots_.exist();
  const std::uint16_t slot = waiting_.block_slot;
  if (contexts_.blocks[slot].stopping) return;
  bool any = false;
  while (waiting_.any() && claim_waiting(now)) {
    start_warp(slot, waiting_.first++, now);
    any = true;
  }
  if (any) around_.watchdog.note_effect(now);
}

void Residents::apply(policy::Directive directive) {
  if (!around_.policies.residency().exists()) return;
  const auto resident = std::find_if(contexts_.blocks.begin(), contexts_.blocks.end(),
                                     [](const auto& slot) { return slot.resides(); });
  around_.policies.residency().directive_arrived(
      directive, resident == contexts_.blocks.end() ? std::nullopt
                                                    : std::optional<unsigned>(resident->kernel));
  look_for_changes();
}

bool Residents::has_drained(unsigned context) const {
  bool drained = true;
  contexts_.for_each_part(context, [&](std::uint16_t entity) {
    drained &=
        contexts_.table[entity].condition == Condition::draining && contexts_.table.quiet(entity);
  });
  return drained;
}

void Residents::drain(unsigned context, Cycle now) {
  if (!has_drained(context)) return;
  contexts_.for_each_part(context, [&](std::uint16_t entity) {
    contexts_.table.set_condition(entity, Condition::absent);
  });
  if (slots_.exist()) slots_.drain(static_cast<std::uint16_t>(context));
  count_warp(context, now);
  around_.probe.show_warp_end(context, now);
  const std::uint16_t block_slot = contexts_.block_slot_of(context);
  ResidentBlock& resident = contexts_.blocks[block_slot];
  const std::uint32_t index = contexts_.warps[context].index;
  resident.warp_times += resident.resided + now - resident.started + 1;
  resident.instructions += contexts_.instructions_of(context);
  resident.contexts[index] = Contexts::kNoContext;
  look_for_changes();
  if (--resident.warps_left != 0) return release_warp(block_slot, index, now);
  finish_block(block_slot, now);
}

void Residents::count_warp(unsigned context, Cycle now) {
  const unsigned first = contexts_.home_of(context);
  const ResidentBlock& resident = contexts_.block_of(first);
  KernelCounters& counters = around_.counters.kernels[resident.kernel];
  LifetimeExtremes& extremes = around_.counters.lifetimes[resident.kernel];
  ++counters.warps;
  counters.warp_lifetime.add(resident.resided + now - contexts_.views[first].launched_at + 1,
                             extremes.warp);
  counters.warp_work.add(contexts_.instructions_of(context), extremes.work);
}

void Residents::finish_block(std::uint16_t block_slot, Cycle now) {
  around_.stall_book.note_kernels();
  ResidentBlock& resident = contexts_.blocks[block_slot];
  resident.stopping = false;
  const Cycle time = resident.resided + now - resident.started + 1;
  KernelCounters& counters = around_.counters.kernels[resident.kernel];
  LifetimeExtremes& extremes = around_.counters.lifetimes[resident.kernel];
  ++counters.blocks;
  counters.block_lifetime.add(time, extremes.block);
  ++contexts_.kernels[resident.kernel].finished.blocks;
  contexts_.kernels[resident.kernel].finished.instructions += resident.instructions;
  counters.balance.add(contexts_.kernels[resident.kernel].grid->warps_per_block(),
                       resident.warp_times, time, extremes.rtru);
  around_.probe.show_block(model::BlockFinished{now, block_slot});
  if (slots_.exist()) slots_.leave(block_slot);
  exec::leave_cluster(resident.block);
  leave(block_slot, SmReport::Kind::block_finished, now);
}

void Residents::release_warp(std::uint16_t block_slot, std::uint32_t index, Cycle now) {
  if (!releases_warps_) return;
  const std::uint8_t kernel = contexts_.blocks[block_slot].kernel;
  const model::Resources amount = of_warp(contexts_.kernels[kernel].demand, index);
  resources_.give_back(block_slot, kernel, amount, now);
  if (resources_.lanes().is_divided()) resources_.lanes().remove_warp(block_slot, index);
  around_.reports.push_back({.kind = SmReport::Kind::warp_drained,
                             .kernel = kernel,
                             .amount = amount,
                             .block_slot = block_slot,
                             .warp = index,
                             .when = now});
}

std::pair<std::uint32_t, std::uint32_t> Residents::take_waiting(std::uint16_t block_slot) {
  if (!waiting_.any() || waiting_.block_slot != block_slot) return {0, 0};
  const WaitingWarps taken = std::exchange(waiting_, {});
  return {taken.first, taken.end};
}

void Residents::leave(std::uint16_t block_slot, SmReport::Kind how, Cycle now, Kept kept,
                      bool had_waiting) {
  const ResidentBlock& resident = contexts_.blocks[block_slot];
  const std::uint8_t kernel = resident.kernel;
  const model::Resources held = resources_.held_by(block_slot);
  const model::Resources returned = kept.without(held);
  const model::BlockPlace place = kept.without(resident.place);
  resources_.stay_behind(block_slot, kept.of(held));
  resources_.give_back(block_slot, kernel, returned, now);
  resources_.give_back_place(place);
  if (resources_.lanes().is_divided()) resources_.lanes().close(block_slot);
  around_.reports.push_back({.kind = how,
                             .kernel = kernel,
                             .amount = returned,
                             .place = place,
                             .block = resident.block.id,
                             .block_slot = block_slot,
                             .has_waiting = had_waiting,
                             .when = now});
  look_for_changes();
}

void Residents::report_return(std::uint16_t block_slot, std::uint64_t signal,
                              const Restore& restore, Cycle now) {
  around_.reports.push_back({.kind = SmReport::Kind::block_restored,
                             .kernel = contexts_.blocks[block_slot].kernel,
                             .signal = signal,
                             .restore = restore,
                             .block_slot = block_slot,
                             .when = now});
}

std::string Residents::waiting_line() const {
  const exec::Block& block = contexts_.blocks[waiting_.block_slot].block;
  return fmt::format("SM {}: {} block {} warps {} to {} wait for registers and slots", sm_,
                     block.grid->program->name, block.id, waiting_.first, waiting_.end - 1);
}

}  // namespace heddle::core
