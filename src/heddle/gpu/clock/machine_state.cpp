#include "heddle/gpu/clock/machine_state.hpp"

#include <algorithm>

#include "heddle/gpu/accounts/activity.hpp"

namespace heddle::gpu {

using probe::MachineState;

MachineState state_of(core::Sm& sm, Cycle at) {
  MachineState state{.cycle = at, .counts = {}, .levels = {}};
  probe::MachineCounts& counts = state.counts;
  for (unsigned slot = 0; slot < core::kKernelSlots; ++slot) {
    const core::KernelCounters& kernel = sm.counters().kernels[slot];
    counts.warp_instructions += kernel.warp_instructions;
    counts.thread_instructions += kernel.thread_instructions();
    counts.l1_loads += kernel.l1.hits + kernel.l1.misses + kernel.l1.merges;
    counts.l1_hits += kernel.l1.hits;
    counts.activity += activity_of(kernel, sm.counters().scalars[slot]);
  }
  const model::StallCounters stalls = sm.stall_book().sums(at);
  counts.slot_cycles = stalls.cycles;
  counts.activity += activity_of(stalls);
  const model::QueueDepths depths = sm.queue_depths(at);
  state.levels.warps = sm.contexts().resident_warps();
  state.levels.load_store_queue = depths.load_store;
  state.levels.l1_outstanding = depths.outstanding;
  return state;
}

MachineState state_of(const memory::Partition& partition, Cycle at) {
  MachineState state{.cycle = at, .counts = {}, .levels = {}};
  probe::MachineCounts& counts = state.counts;
  for (unsigned slot = 0; slot < core::kKernelSlots; ++slot) {
    const memory::L2Counters l2 = partition.l2_counters(slot);
    const memory::DramCounters& dram = partition.dram_counters(slot);
    counts.l2_requests += l2.loads + l2.stores + l2.atomics;
    counts.l2_hits += l2.hits;
    counts.dram_bytes += dram.bytes;
    counts.dram_accesses += dram.reads + dram.writes;
    counts.dram_activates += dram.activates;
    counts.activity += activity_of(l2);
    counts.activity += activity_of(dram);
  }
  counts.dram_bytes -= std::min(counts.dram_bytes, partition.dram_bytes_to_come(at));
  state.levels.l2_queue = partition.waiting_requests();
  state.levels.dram_queue = partition.dram_queue();
  return state;
}

MachineState state_of(const memory::Crossbar<model::MemoryRequest>& requests, Cycle at) {
  MachineState state{.cycle = at, .counts = {}, .levels = {}};
  state.counts.request_flits = requests.moved(at);
  return state;
}

MachineState state_of(const memory::Crossbar<model::MemoryReply>& replies, Cycle at) {
  MachineState state{.cycle = at, .counts = {}, .levels = {}};
  state.counts.reply_flits = replies.moved(at);
  return state;
}

}  // namespace heddle::gpu
