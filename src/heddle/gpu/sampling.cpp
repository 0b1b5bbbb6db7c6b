#include "heddle/gpu/sampling.hpp"

#include "heddle/gpu/activity.hpp"

namespace heddle::gpu {

using observe::SampleState;

SampleState state_of(core::Sm& sm, Cycle at) {
  SampleState state;
  observe::SampleCounts& counts = state.counts;
  for (unsigned slot = 0; slot < core::kKernelSlots; ++slot) {
    const core::KernelCounters& kernel = sm.counters().kernels[slot];
    counts.warp_instructions += kernel.warp_instructions;
    counts.thread_instructions += kernel.thread_instructions();
    counts.l1_loads += kernel.l1.hits + kernel.l1.misses + kernel.l1.merges;
    counts.l1_hits += kernel.l1.hits;
    counts.request_flits += kernel.request_flits;
    counts.activity += activity_of(kernel);
  }
  const model::StallCounters stalls = sm.stalls(at);
  counts.slot_cycles = stalls.cycles;
  counts.activity += activity_of(stalls);
  const model::QueueDepths depths = sm.queue_depths(at);
  state.levels.warps = sm.contexts().resident_warps();
  state.levels.load_store_queue = depths.load_store;
  state.levels.l1_outstanding = depths.outstanding;
  return state;
}

SampleState state_of(const memory::Partition& partition) {
  SampleState state;
  observe::SampleCounts& counts = state.counts;
  for (unsigned slot = 0; slot < core::kKernelSlots; ++slot) {
    const memory::L2Counters l2 = partition.l2_counters(slot);
    const memory::DramCounters& dram = partition.dram_counters(slot);
    counts.l2_requests += l2.loads + l2.stores + l2.atomics;
    counts.l2_hits += l2.hits;
    counts.reply_flits += l2.reply_flits;
    counts.dram_bytes += dram.bytes;
    counts.dram_accesses += dram.reads + dram.writes;
    counts.dram_activates += dram.activates;
    counts.activity += activity_of(l2);
    counts.activity += activity_of(dram);
  }
  state.levels.l2_queue = partition.waiting_requests();
  state.levels.dram_queue = partition.dram_queue();
  return state;
}

void Sampling::plan(Cycle now, Cycle until, const Look& look) {
  if (!in_span_) {
    in_span_ = true;
    span_end_ = kNever;
    begin_ = now;
    before_ = look(now).counts;
  }
  points_.clear();
  for (Cycle at = (now / interval_ + 1) * interval_; at <= until; at += interval_)
    points_.push_back(at);
  taken_.assign(points_.size() * units_, {});
}

void Sampling::collect(const Look& look) {
  for (std::size_t point = 0; point < points_.size() && points_[point] <= span_end_; ++point) {
    SampleState sum;
    for (std::size_t unit = 0; unit < units_; ++unit) sum += taken_[point * units_ + unit];
    add(points_[point], sum);
  }
  if (span_end_ == kNever) return;
  if (span_end_ > begin_) add(span_end_, look(span_end_));
  in_span_ = false;
}

void Sampling::skip(Cycle from, Cycle now, const Look& look) {
  for (Cycle at = (from / interval_ + 1) * interval_; at <= now; at += interval_) add(at, look(at));
}

void Sampling::add(Cycle end, const SampleState& state) {
  observe::Sample sample{begin_, end, state.counts, state.levels};
  sample.counts -= before_;
  before_ = state.counts;
  begin_ = end;
  samples_.push_back(sample);
}

}  // namespace heddle::gpu
