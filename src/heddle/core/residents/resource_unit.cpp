#include "heddle/core/residents/resource_unit.hpp"

#include "heddle/base/error.hpp"
#include "heddle/policy/organisation/placement.hpp"

namespace heddle::core {

model::Resources resources_of(const SmSpec& sm, const policy::ContextLimits& limits) {
  const std::uint32_t warps = limits.warps_with(sm.warps);
  return {.blocks = limits.blocks_with(sm.blocks),
          .warps = warps,
          .threads = sm.threads + std::uint64_t{warps - sm.warps} * kWarpSize,
          .registers = limits.registers != 0 ? limits.registers : sm.registers,
          .shared_bytes = limits.shared_bytes != 0 ? limits.shared_bytes : sm.shared_bytes};
}

void ResidencyCounters::describe(StatisticVisitor& visit) const {
  visit.count("register_cycles", register_cycles, "register-cycles",
              "registers that its warps held, by the cycles that they did");
  visit.count("warp_cycles", warp_cycles, "warp-cycles",
              "warp slots that they held, by the cycles that they did");
  visit.count("partial_blocks", partial_blocks, "blocks", "that came without all their warps");
  visit.count("late_warps", late_warps, "warps", "that started after their block had come");
  visit.ratio("late_warps.wait", static_cast<double>(late_warp_cycles),
              static_cast<double>(late_warps), "cycles", "from their block's arrival to theirs");
}

ResourceUnit::ResourceUnit(const SmSpec& sm, const policy::Shape& shape, bool has_places,
                           const policy::ContextLimits& limits)
    : free_(resources_of(sm, limits)),
      shared_bytes_(free_.shared_bytes),
      lanes_(policy::empty_lanes(shape, sm.registers, sm.warps, sm.blocks)),
      blocks_(free_.blocks) {
  if (has_places) spaces_ = {model::Space(free_.registers), model::Space(free_.shared_bytes)};
}

void ResourceUnit::take(std::uint16_t block_slot, unsigned kernel, const model::Resources& amount,
                        Cycle now) {
  if (!free_.holds(amount))
    fail(
        "internal: a block of kernel slot {} takes more than its SM has: {} registers of {}, {} "
        "warps of {}, {} bytes of shared memory of {}",
        kernel, amount.registers, free_.registers, amount.warps, free_.warps, amount.shared_bytes,
        free_.shared_bytes);
  free_ -= amount;
  blocks_[block_slot] += amount;
  account(kernel, now).held += amount;
  warps_ += amount.warps;
}

void ResourceUnit::give_back(std::uint16_t block_slot, unsigned kernel,
                             const model::Resources& amount, Cycle now) {
  if (!blocks_[block_slot].holds(amount))
    fail("internal: the block in slot {} returns more than it holds", block_slot);
  blocks_[block_slot] -= amount;
  free_ += amount;
  account(kernel, now).held -= amount;
  warps_ -= amount.warps;
}

void ResourceUnit::stay_behind(std::uint16_t block_slot, const model::Resources& amount) {
  blocks_[block_slot] -= amount;
  behind_ += amount;
}

void ResourceUnit::come_back(std::uint16_t block_slot, const model::Resources& amount) {
  if (!behind_.holds(amount))
    fail("internal: the block in slot {} comes back to what it has not left behind", block_slot);
  behind_ -= amount;
  blocks_[block_slot] += amount;
}

void ResourceUnit::count_late(unsigned kernel, Cycle cycles) {
  ResidencyCounters& counters = kernels_[kernel].counters;
  ++counters.late_warps;
  counters.late_warp_cycles += cycles;
}

ResourceUnit::Kernel& ResourceUnit::account(unsigned kernel, Cycle now) {
  Kernel& of = kernels_[kernel];
  of.counters = counters(kernel, now);
  of.since = now;
  return of;
}

ResidencyCounters ResourceUnit::counters(unsigned kernel, Cycle at) const {
  const Kernel& of = kernels_[kernel];
  ResidencyCounters counters = of.counters;
  if (at <= of.since) return counters;
  counters.register_cycles += of.held.registers * (at - of.since);
  counters.warp_cycles += of.held.warps * (at - of.since);
  return counters;
}

}  // namespace heddle::core
