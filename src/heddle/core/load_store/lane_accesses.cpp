#include "heddle/core/load_store/lane_accesses.hpp"

namespace heddle::core {

LaneAccesses::LaneAccesses(const LoadStoreSpec& spec, bool ideal_banks, const policy::Shape& shape,
                           AccessTable& table)
    : table_(table),
      latches_(shape.lane_groups, shape.sequential_lanes),
      ports_(spec.shared_banks, shape.lane_groups, shape.sequential_lanes, shape.threads_per_pass,
             ideal_banks) {}

void LaneAccesses::begin(std::uint32_t id, const exec::MemoryAccess& from,
                         const AccessOrigin& origin) {
  Access& access = table_[id];
  const bool goes_to_ports = from.shared != 0 && access.bank_cycles == 0;
  const bool goes_to_queue = access.bank_cycles != 0 || access.count != 0;
  if (goes_to_ports) {
    if (goes_to_queue) table_.hold(id);
    ++access.lane_holds;
    const LaneMask lanes = origin.is_scalar ? lane_bit(first_lane(from.shared)) : from.shared;
    ports_.begin(id, {origin.lane_group, origin.block_slot, lanes}, from, origin.first);
  }
  if (goes_to_queue) {
    ++access.lane_holds;
    latches_.fill(id, origin.lane_group, origin.last);
  }
}

void LaneAccesses::serve_shared(Cycle now, KernelCounters* counters) {
  ports_.tick(now);
  for (const SharedPorts::Done& done : ports_.done()) {
    const Access& access = table_[done.id];
    counters[access.kernel].shared.cycles += done.cycles;
    counters[access.kernel].shared.waits += done.waits;
    table_.schedule_answer(now + access.bank_latency,
                           Origin::of_transaction(done.id, Origin::kBanks));
    free_lane(done.id, done.group);
    table_.release(done.id);
  }
  ports_.done().clear();
}

std::optional<std::uint32_t> LaneAccesses::take(Cycle now) {
  const auto latched = latches_.take(now);
  if (!latched) return std::nullopt;
  free_lane(latched->id, latched->group);
  return latched->id;
}

void LaneAccesses::free_lane(std::uint32_t id, std::uint16_t group) {
  if (--table_[id].lane_holds == 0) freed_.push_back(group);
}

}  // namespace heddle::core
