#include "heddle/memory/partition.hpp"

#include <algorithm>
#include <bit>

namespace heddle::memory {

using model::MemoryRequest;
using model::RequestKind;

Partition::Partition(const MemorySpec& spec, const AddressMap& map, double core_mhz,
                     AtomicUnit& atomics)
    : spec_(spec),
      l2_cycle_(period(core_mhz, spec.l2.clock_mhz)),
      flit_cycle_(period(core_mhz, spec.interconnect.clock_mhz)),
      dram_latency_(to_ticks(spec.dram.latency)),
      l2_latency_(to_cycle(l2_cycle_ * spec.l2.slice.hit_latency)),
      atomics_(atomics),
      channel_(spec.dram, core_mhz),
      ports_(spec.l2.slices_per_channel) {
  slices_.reserve(spec.l2.slices_per_channel);
  for (std::uint32_t i = 0; i < spec.l2.slices_per_channel; ++i)
    slices_.emplace_back(spec, map, i, channel_);
}

void Partition::receive(Cycle arrival, std::uint32_t slice, const MemoryRequest& request) {
  arrivals_.schedule(arrival + l2_latency_, {slice, request});
}

Cycle Partition::next() const {
  Cycle next = std::min(arrivals_.next(), fills_.next());
  if (const Tick command = channel_.next(); command != kNever)
    next = std::min(next, command / kTicksPerCycle);
  for (const auto& port : ports_) {
    if (!port.queue.empty() && !port.blocked) next = std::min(next, port.in_free / kTicksPerCycle);
  }
  return next;
}

void Partition::run(Cycle until) {
  replies_.clear();
  accepted_.clear();
  run_on(until);
}

void Partition::run_on(Cycle until) {
  for (Cycle now = next(); now < until; now = std::max(now + 1, next())) {
    arrivals_.deliver(
        now, [&](const Arrival& arrival) { ports_[arrival.slice].queue.push(arrival.request); });
    finish_reads(now);
    for (std::uint32_t slice = 0; slice < slices_.size(); ++slice) serve(now, slice);
    if (channel_.next() >= to_ticks(now + 1)) continue;
    const bool was_full = channel_.full();
    channel_.run(to_ticks(now + 1), completions_);
    if (was_full && !channel_.full()) unblock();
    for (const auto& done : completions_)
      fills_.schedule(to_cycle(done.when + dram_latency_), done.cookie);
    completions_.clear();
  }
}

void Partition::serve(Cycle now, std::uint32_t slice) {
  Port& port = ports_[slice];
  while (!port.queue.empty() && !port.blocked && port.in_free < to_ticks(now + 1)) {
    const MemoryRequest& request = port.queue.front();
    const Tick start = std::max(port.in_free, to_ticks(now));
    const auto outcome = slices_[slice].access(start, request);
    if (outcome == L2Slice::Outcome::blocked) {
      port.blocked = true;
      return;
    }
    const bool carries_data = request.kind != RequestKind::load;
    const auto payload =
        carries_data
            ? model::kSectorBytes * static_cast<std::uint32_t>(std::popcount(request.sectors))
            : 0;
    port.in_free = start + std::max(l2_cycle_, flit_time(payload));
    accepted_.push_back(request.sm);
    if (request.kind == RequestKind::atomic && atomics_.perform(request)) last_effect_ = now;
    if (outcome == L2Slice::Outcome::replied) reply(start, slice, request, false);
    port.queue.pop();
  }
}

void Partition::finish_reads(Cycle now) {
  fills_.deliver(now, [&](std::uint32_t cookie) {
    const std::uint32_t slice = cookie & 0xFF;
    const L2Slice::Fetch fetch = slices_[slice].fetch(cookie >> 8);
    slices_[slice].release_fetch(cookie >> 8);
    answered_.clear();
    slices_[slice].fill(fetch.line, fetch.sectors, answered_);
    for (const auto& request : answered_) reply(to_ticks(now), slice, request, true);
    ports_[slice].blocked = false;
  });
}

void Partition::reply(Tick now, std::uint32_t slice, const MemoryRequest& request, bool from_dram) {
  Port& port = ports_[slice];
  const bool carries_data = request.kind != RequestKind::store;
  const auto payload = carries_data ? model::kSectorBytes *
                                          static_cast<std::uint32_t>(std::popcount(request.sectors))
                                    : 0;
  const Tick start = std::max(now, port.out_free);
  port.out_free = start + flit_time(payload);
  reply_flits_[request.kernel] += flit_time(payload) / flit_cycle_;
  const Tick arrival = start + flit_cycle_ * spec_.interconnect.latency;
  replies_.push_back(
      {to_cycle(arrival),
       request.sm,
       {request.origin, request.line, request.sectors, request.kind, request.lanes, from_dram}});
}

Tick Partition::flit_time(std::uint32_t payload_bytes) const {
  const auto& link = spec_.interconnect;
  const std::uint32_t bytes = payload_bytes + link.header_bytes;
  return flit_cycle_ * std::max(1u, (bytes + link.flit_bytes - 1) / link.flit_bytes);
}

L2Counters Partition::l2_counters(unsigned kernel) const {
  L2Counters sum;
  for (const auto& slice : slices_) sum += slice.counters(kernel);
  sum.reply_flits = reply_flits_[kernel];
  return sum;
}

std::uint32_t Partition::waiting_requests() const {
  std::size_t sum = 0;
  for (const Port& port : ports_) sum += port.queue.size();
  return static_cast<std::uint32_t>(sum);
}

}  // namespace heddle::memory
