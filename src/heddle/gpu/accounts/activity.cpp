#include "heddle/gpu/accounts/activity.hpp"

#include <numeric>

namespace heddle::gpu {
namespace {

energy::L1Activity activity_of(const core::L1Counters& cache) {
  energy::L1Activity activity;
  activity.lookups = cache.loads + cache.stores + cache.atomics;
  activity.reads = cache.loads - cache.bypasses;
  activity.writes = cache.store_hits;
  activity.fills = cache.misses;
  return activity;
}

}  // namespace

energy::Activity activity_of(const core::KernelCounters& counters,
                             const core::ScalarCounters& scalars) {
  energy::Activity activity;
  activity.instructions = counters.by_class;
  activity.threads = counters.threads_by_class;
  activity.multiply_adds = counters.multiply_adds;
  for (std::size_t i = 0; i < isa::kOpClasses; ++i)
    activity.threads[i] += scalars.by_class[i] - scalars.threads_by_class[i];
  activity.scalar_reads = scalars.register_reads;
  activity.scalar_writes = scalars.register_writes;
  activity.broadcasts = scalars.broadcasts;
  activity.decoded =
      std::reduce(counters.by_class.begin(), counters.by_class.end()) - counters.gang_followers;
  activity.fetches = counters.fetch.fetches;
  activity.own_fetches = counters.fetch.own_hits;
  activity.code_fills = counters.fetch.misses;
  activity.register_reads = counters.register_reads;
  activity.register_writes = counters.register_writes;
  activity.shared_words = counters.shared.words;
  activity.shared_cycles = counters.shared.cycles;
  activity.l1 = activity_of(counters.l1);
  activity.constant_cache = activity_of(counters.constant_cache);
  activity.texture_cache = activity_of(counters.texture_cache);
  activity.request_flits = counters.request_flits;
  return activity;
}

energy::Activity activity_of(const memory::L2Counters& counters) {
  energy::Activity activity;
  activity.l2_lookups = counters.loads + counters.stores + counters.atomics;
  activity.l2_reads = counters.sectors_read;
  activity.l2_writes = counters.sectors_written;
  activity.l2_fills = counters.sectors_filled;
  activity.l2_write_backs = counters.sectors_written_back;
  activity.reply_flits = counters.reply_flits;
  return activity;
}

energy::Activity activity_of(const memory::DramCounters& counters) {
  energy::Activity activity;
  activity.dram_activates = counters.activates;
  activity.dram_read_bursts = counters.read_bursts;
  activity.dram_write_bursts = counters.write_bursts;
  return activity;
}

energy::Activity activity_of(const model::StallCounters& stalls) {
  energy::Activity activity;
  activity.occupied_slots = stalls.total() - stalls.of(model::Stall::empty);
  return activity;
}

energy::Activity activity_of(const GridCounters& counters) {
  energy::Activity activity = activity_of(counters.kernel, counters.scalars);
  activity += activity_of(counters.l2);
  activity += activity_of(counters.dram);
  activity += activity_of(counters.stalls);
  return activity;
}

energy::Model energy_model(const MachineSpec& machine, const policy::Shape& shape) {
  return {machine.energy, machine.technology,
          energy::Shape{.sms = machine.sm.count,
                        .slots = shape.slots,
                        .bank_threads = shape.runs_in_lanes() ? shape.threads_per_pass : kWarpSize,
                        .l2_slices = machine.memory().slices(),
                        .channels = machine.dram.channels,
                        .burst_bytes = machine.dram.burst_bytes,
                        .core_mhz = machine.device.core_clock_mhz}};
}

}  // namespace heddle::gpu
