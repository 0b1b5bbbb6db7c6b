#include "heddle/probe/loads/loads_profile.hpp"

#include <algorithm>

#include "heddle/isa/address_base.hpp"

namespace heddle::probe {

using model::L1Outcome;

LoadCounts& LoadCounts::operator+=(const LoadCounts& other) {
  executions += other.executions;
  lanes += other.lanes;
  most_lanes = std::max(most_lanes, other.most_lanes);
  accesses += other.accesses;
  converged += other.converged;
  own_hits += other.own_hits;
  other_hits += other.other_hits;
  own_merges += other.own_merges;
  other_merges += other.other_merges;
  misses += other.misses;
  bypasses += other.bypasses;
  lost += other.lost;
  for (unsigned trip = 0; trip < kTrips; ++trip) trips[trip] += other.trips[trip];
  return *this;
}

void TripCounts::describe(StatisticVisitor& visit) const {
  visit.count("trip.this", accesses[0], "accesses",
              "hits and merges of loads in loops with data of their warp, on lines that it touched "
              "in the same trip through the innermost loop (run.loads)");
  visit.count("trip.last", accesses[1], "accesses",
              "the same, in the trip before and not in this one");
  visit.count("trip.other", accesses[2], "accesses", "the same, at another time");
}

LoadsProfile::LoadsProfile(unsigned kernel_slots) : classes_(kernel_slots), slots_(kernel_slots) {}

void LoadsProfile::on(const model::KernelBound& event) {
  auto known = std::ranges::find(kernels_, event.program, &KernelLoads::program);
  if (known == kernels_.end()) {
    kernels_.push_back({event.program, std::vector<LoadCounts>(event.program->code.size())});
    known = kernels_.end() - 1;
  }
  slots_[event.kernel].kernel = static_cast<std::size_t>(known - kernels_.begin());
}

void LoadsProfile::on(const model::WarpLaunched& event) {
  classes_.on(event);
  if (event.entity >= warps_.size()) warps_.resize(event.entity + 1u);
  warps_[event.entity] = {};
}

void LoadsProfile::on(const model::InstructionIssued& event) {
  const isa::Program& program = *kernels_[slots_[event.kernel].kernel].program;
  const bool waits = event.lanes != 0 && isa::is_l1_load(program.code[event.pc]);
  warps_[event.entity].issued(program, event.pc, waits);
}

void LoadsProfile::on(const model::L1Access& event) {
  if (event.cache != model::FirstLevel::data) return;
  count(event);
  classes_.on(event);
}

void LoadsProfile::count(const model::L1Access& event) {
  if (event.outcome == L1Outcome::blocked || event.outcome == L1Outcome::banks) return;
  KernelLoads& kernel = kernels_[slots_[event.kernel].kernel];
  if (!isa::is_l1_load(kernel.program->code[event.pc])) return;
  LoadCounts& load = kernel.loads[event.pc];
  LoopTrips& warp = warps_[event.entity];
  if (event.index == 0) {
    ++load.executions;
    load.lanes += event.threads;
    load.most_lanes = std::max<std::uint64_t>(load.most_lanes, event.threads);
    load.converged += event.count <= 2 ? 1 : 0;
    warp.arrived(event.pc);
  }
  ++load.accesses;
  if (event.outcome == L1Outcome::bypassed) {
    ++load.bypasses;
    return;
  }
  const std::optional<Trip> trip = warp.touch(event.line);
  if (event.outcome == L1Outcome::miss) {
    ++load.misses;
    load.lost += trip && *trip != Trip::other ? 1 : 0;
    return;
  }
  const bool own = classes_.reuse_of(event) != replay::Reuse::inter_warp;
  if (event.outcome == L1Outcome::hit) {
    ++(own ? load.own_hits : load.other_hits);
  } else {
    ++(own ? load.own_merges : load.other_merges);
  }
  if (!own || !trip) return;
  ++load.trips[static_cast<std::size_t>(*trip)];
  ++slots_[event.kernel].trips.accesses[static_cast<std::size_t>(*trip)];
}

}  // namespace heddle::probe
