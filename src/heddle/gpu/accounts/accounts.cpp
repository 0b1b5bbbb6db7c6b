#include "heddle/gpu/accounts/accounts.hpp"

#include <utility>

#include "heddle/gpu/accounts/activity.hpp"

namespace heddle::gpu {

Accounts::Accounts(Chip& chip, const Probes& probes)
    : chip_(chip),
      probes_(probes),
      sm_sums_(chip.sms),
      energy_model_(gpu::energy_model(chip.machine, chip.sms.front()->contexts().shape)) {}

void Accounts::open(std::uint8_t slot, const BlockFacts& facts, Cycle when) {
  accounts_[slot] = {snapshot(slot, when), facts};
  sm_sums_.begin_grid(slot);
  open_.push_back(slot);
}

GridCounters Accounts::counters_so_far(std::uint8_t slot, Cycle when) {
  return difference(slot, snapshot(slot, when));
}

std::optional<policy::Meters> Accounts::meter(std::uint8_t slot, Cycle when) {
  GridCounters now = counters_so_far(slot, when);
  std::optional<GridCounters>& before = accounts_[slot].metered;
  std::optional<policy::Meters> meters;
  if (before) {
    GridCounters window = now - *before;
    window.capacity = capacity_of(chip_.machine, when - before->ended);
    meters = window.meters();
  }
  before = std::move(now);
  return meters;
}

GridCounters Accounts::close(std::uint8_t slot, Cycle when) {
  const GridCounters end = snapshot(slot, when);
  GridCounters counters = difference(slot, end);
  const bool was_oldest = open_.front() == slot;
  std::erase(open_, slot);
  if (was_oldest && !open_.empty()) accounts_[open_.front()].at_start.disown_empty(end);
  return counters;
}

GridCounters Accounts::difference(std::uint8_t slot, const GridCounters& now) {
  GridCounters& at_start = accounts_[slot].at_start;
  if (open_.front() != slot) at_start.disown_empty(now);
  GridCounters counters = now - at_start;
  counters.capacity = capacity_of(chip_.machine, now.ended - counters.started);
  counters.block = accounts_[slot].facts;
  counters.energy =
      energy_model_.breakdown(activity_of(counters), counters.ended - counters.started);
  return counters;
}

GridCounters Accounts::snapshot(std::uint8_t slot, Cycle when) {
  GridCounters counters;
  counters.ended = when;
  sm_sums_.add(slot, when, counters);
  for (std::size_t i = 0; i < chip_.sms.size(); ++i) counters.probes += probes_.of_sm(i, slot);
  for (const auto& partition : chip_.partitions) {
    counters.l2 += partition->l2_counters(slot);
    counters.dram += partition->dram_counters(slot);
  }
  counters.probes += probes_.elsewhere(slot);
  counters.requests = chip_.interconnect.requests.counters(slot);
  counters.replies = chip_.interconnect.replies.counters(slot);
  if (each_sm_) counters.each_sm = of_each_sm(slot, when);
  return counters;
}

std::vector<SmCounters> Accounts::of_each_sm(std::uint8_t slot, Cycle when) {
  std::vector<SmCounters> all;
  for (std::size_t i = 0; i < chip_.sms.size(); ++i) {
    core::Sm& sm = *chip_.sms[i];
    sm.stall_book().account(when);
    SmCounters& counters = all.emplace_back();
    counters = {sm.counters().kernels[slot],
                sm.counters().lifetimes[slot],
                sm.resources().counters(slot, when),
                {},
                probes_.of_sm(i, slot)};
    for (unsigned issue = 0; issue < sm.contexts().shape.slots; ++issue)
      counters.slots.push_back(sm.stall_book().of(slot, issue));
  }
  return all;
}

std::uint64_t Accounts::warp_instructions() const {
  std::uint64_t sum = 0;
  for (const auto& sm : chip_.sms) {
    for (unsigned slot = 0; slot < core::kKernelSlots; ++slot)
      sum += sm->counters().kernels[slot].warp_instructions;
  }
  return sum;
}

}  // namespace heddle::gpu
