#include "heddle/gpu/accounts/counters.hpp"

#include <string>

namespace heddle::gpu {

void GridCounters::describe(StatisticVisitor& visit) const {
  const auto cycles = static_cast<double>(ended - started);
  visit.time("cycles", ended - started, "cycles",
             "core cycles from the launch to the end of the last block");
  visit.rate("ipc.warp", static_cast<double>(kernel.warp_instructions), cycles,
             "instructions/cycle", "warp instructions, whole GPU");
  visit.rate("ipc.thread", static_cast<double>(kernel.thread_instructions()), cycles,
             "instructions/cycle", "thread instructions, whole GPU");
  visit.rate("ipc.ptx", static_cast<double>(kernel.ptx_instructions), cycles, "instructions/cycle",
             "PTX warp instructions that were executed, whole GPU");
  block.describe(visit);
  describe_residency(visit);
  kernel.describe(visit);
  if (visit.wants(block.has_lanes))
    visit.count("shared.waits", kernel.shared.waits, "cycles",
                "of an access and lane, in which a bank had another word to serve");
  if (visit.wants(block.has_scalars)) visit.group("scalar", scalars);
  lifetimes.describe(visit);
  probes.describe(visit);
  visit.group("l2", l2);
  visit.ratio("l2.mpki", 1e3 * static_cast<double>(l2.misses + l2.merges),
              static_cast<double>(kernel.thread_instructions()), "requests/1000 instructions",
              "L2 misses and merges per thousand thread instructions");
  visit.group("request_crossbar", requests);
  visit.group("reply_crossbar", replies);
  visit.group("dram", dram);
  describe_utilization(visit);
  describe_class(visit);
  visit.ratio(
      "barrier.stall_share", static_cast<double>(stalls.of(model::Stall::barrier)),
      static_cast<double>(stalls.stalled()), "",
      "slot-cycles in which all warps left waited at barriers, of those in which there were "
      "warps and none issued");
  visit.group("stall", stalls);
  visit.group("stall_class", stalls.classes());
  visit.group("energy", energy);
}

void GridCounters::describe_residency(StatisticVisitor& visit) const {
  const auto sm_cycles = static_cast<double>(capacity.l1_accesses);
  visit.group("residency", residency);
  visit.rate("residency.registers", static_cast<double>(residency.register_cycles), sm_cycles,
             "registers",
             "held on an SM, on average over time; where warps may be without a slot, those of "
             "their contexts count too");
  visit.rate("residency.warps", static_cast<double>(residency.warp_cycles), sm_cycles, "warps",
             "on an SM, on average over time: each holds a slot, or a context where warps may be "
             "without a slot (virtual_thread, gpuduet)");
  if (visit.wants(exchanges.exchanges != 0)) visit.group("residency", exchanges);
  const bool was_preempted = contexts.blocks_saved + contexts.blocks_restored != 0;
  if (visit.wants(was_preempted)) visit.group("context", contexts);
}

void GridCounters::describe_utilization(StatisticVisitor& visit) const {
  const auto share = [&](const char* name, std::uint64_t used, std::uint64_t possible,
                         const char* doc) {
    visit.rate(name, static_cast<double>(used), static_cast<double>(possible), "", doc);
  };
  const auto& l1 = kernel.l1;
  visit.ratio("scheduler.utilization", static_cast<double>(stalls.of(model::Stall::issued)),
              static_cast<double>(stalls.total()), "",
              "slot-cycles that issued, of those that are the kernel's");
  share("l1d.utilization", l1.loads + l1.stores + l1.atomics, capacity.l1_accesses,
        "line accesses over one a cycle and SM");
  share("l1d.hit_utilization", l1.hits, capacity.l1_accesses,
        "hits, which hold the data port for a cycle, over one a cycle and SM");
  share("shared.utilization", kernel.shared.cycles, capacity.l1_accesses,
        "cycles in which the banks of shared memory served, of all cycles of the SMs");
  visit.count("noc.request_flits", kernel.request_flits, "flits", "from SMs to the L2");
  visit.count("noc.reply_flits", l2.reply_flits, "flits", "from the L2 to SMs");
  share("noc.request_utilization", kernel.request_flits, capacity.flits,
        "flits towards the L2 over what the ports of the narrower side could have moved");
  share("noc.reply_utilization", l2.reply_flits, capacity.flits,
        "flits towards the SMs over what the ports of the narrower side could have moved");
  share("l2.utilization", l2.loads + l2.stores + l2.atomics, capacity.l2_requests,
        "requests over one an L2 cycle and slice");
  share("l2.hit_utilization", l2.hits, capacity.l2_requests,
        "hits, which hold the data port for a cycle, over one an L2 cycle and slice");
  share("dram.utilization", dram.bytes, capacity.dram_bytes,
        "data moved over what the pins could have moved");
  // A stream can use more than the stated share of the peak, up to the whole peak.
  share("noc.request_sustained", kernel.request_flits, capacity.sustainable_flits,
        "noc.request_utilization over the share of peak that the machine states as sustainable "
        "(accounting.noc_sustainable); at most 1 over this share, so it may exceed 1");
  share("noc.reply_sustained", l2.reply_flits, capacity.sustainable_flits,
        "noc.reply_utilization over the share of peak that the machine states as sustainable "
        "(accounting.noc_sustainable); at most 1 over this share, so it may exceed 1");
  share("dram.sustained", dram.bytes, capacity.sustainable_dram_bytes,
        "dram.utilization over the share of peak that the machine states as sustainable "
        "(accounting.dram_sustainable); at most 1 over this share, so it may exceed 1");
}

namespace {

double share(std::uint64_t used, std::uint64_t possible) {
  return possible == 0 ? 0 : static_cast<double>(used) / static_cast<double>(possible);
}

}  // namespace

policy::Meters GridCounters::meters() const {
  const Utilization of = utilization();
  return {.scheduler = of.scheduler,
          .l1 = share(kernel.l1.hits, capacity.l1_accesses),
          .l2 = share(l2.hits, capacity.l2_requests),
          .requests = of.requests,
          .replies = of.replies,
          .dram = of.dram};
}

Utilization GridCounters::utilization() const {
  return {.scheduler = share(stalls.of(model::Stall::issued), stalls.total()),
          .replies = share(l2.reply_flits, capacity.sustainable_flits),
          .requests = share(kernel.request_flits, capacity.sustainable_flits),
          .dram = share(dram.bytes, capacity.dram_bytes)};
}

void GridCounters::describe_class(StatisticVisitor& visit) const {
  constexpr std::array<std::string_view, kUtilizationClasses> kNames = {
      "utilization_class.compute", "utilization_class.replies", "utilization_class.requests",
      "utilization_class.dram", "utilization_class.underutilized"};
  constexpr std::array<std::string_view, kUtilizationClasses> kMeanings = {
      "time in launches that make the most of the schedulers, and above 60%",
      "time in launches that make the most of the way from the L2, and above 60% of sustainable",
      "time in launches that make the most of the way to the L2, and above 60% of sustainable",
      "time in launches that make the most of DRAM, and above 50% of its peak",
      "time in launches none of whose components is above its threshold"};
  const auto cycles = static_cast<double>(ended - started);
  const auto own = static_cast<std::size_t>(class_of(utilization()));
  for (std::size_t i = 0; i < kUtilizationClasses; ++i)
    visit.rate(kNames[i], i == own ? cycles : 0, cycles, "", kMeanings[i]);
}

void SmCounters::describe(StatisticVisitor& visit) const {
  visit.group("residency", residency);
  kernel.describe(visit);
  lifetimes.describe(visit);
  probes.describe(visit);
  model::StallCounters sum;
  for (const auto& slot : slots) sum += slot;
  visit.group("stall", sum);
  visit.group("stall_class", sum.classes());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    visit.ratio("scheduler." + std::to_string(i) + ".utilization",
                static_cast<double>(slots[i].cycles[0]), static_cast<double>(slots[i].total()), "",
                "cycles in which this scheduler issued, of those that are the kernel's");
  }
}

void GridCounters::disown_empty(const GridCounters& other) {
  constexpr auto kEmpty = static_cast<std::size_t>(model::Stall::empty);
  stalls.cycles[kEmpty] = other.stalls.cycles[kEmpty];
  for (std::size_t i = 0; i < each_sm.size(); ++i) {
    for (std::size_t slot = 0; slot < each_sm[i].slots.size(); ++slot)
      each_sm[i].slots[slot].cycles[kEmpty] = other.each_sm[i].slots[slot].cycles[kEmpty];
  }
}

GridCounters operator-(const GridCounters& later, const GridCounters& earlier) {
  GridCounters difference = later;
  difference.started = earlier.ended;
  static_cast<SmShare&>(difference) -= earlier;
  difference.probes -= earlier.probes;
  difference.l2 -= earlier.l2;
  difference.dram -= earlier.dram;
  difference.requests -= earlier.requests;
  difference.replies -= earlier.replies;
  if (earlier.each_sm.empty()) difference.each_sm.clear();
  for (std::size_t i = 0; i < difference.each_sm.size(); ++i) {
    SmCounters& sm = difference.each_sm[i];
    sm.kernel -= earlier.each_sm[i].kernel;
    sm.residency -= earlier.each_sm[i].residency;
    sm.probes -= earlier.each_sm[i].probes;
    for (std::size_t slot = 0; slot < sm.slots.size(); ++slot)
      sm.slots[slot] -= earlier.each_sm[i].slots[slot];
  }
  return difference;
}

}  // namespace heddle::gpu
