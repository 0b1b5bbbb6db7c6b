#include "heddle/memory/partition.hpp"

#include <algorithm>

namespace heddle::memory {

using model::MemoryRequest;
using model::RequestKind;

Partition::Partition(const MemorySpec& spec, const AddressMap& map, double core_mhz,
                     AtomicUnit& atomics, std::vector<Requests*> requests)
    : spec_(spec),
      l2_cycle_(period(core_mhz, spec.l2.clock_mhz)),
      dram_latency_(to_ticks(spec.dram.latency)),
      l2_latency_(to_cycle(l2_cycle_ * spec.l2.slice.hit_latency)),
      atomics_(atomics),
      channel_(spec.dram, core_mhz) {
  slices_.reserve(spec.l2.slices_per_channel);
  for (std::uint32_t i = 0; i < spec.l2.slices_per_channel; ++i) {
    slices_.emplace_back(spec, map, i, channel_);
    ports_.push_back({.requests = requests.at(i),
                      .replies = Replies(spec.interconnect.credits, spec.l2.reply_entries)});
  }
}

void Partition::listen(model::Listener& listener, std::uint32_t channel) {
  subscribers_.add(listener);
  channel_.tell({&subscribers_, channel});
  const auto slices = static_cast<std::uint32_t>(slices_.size());
  for (std::uint32_t i = 0; i < slices; ++i) slices_[i].tell({&subscribers_, channel * slices + i});
}

Cycle Partition::next() const {
  Cycle next = fills_.next();
  if (const Tick command = channel_.next(); command != kNever)
    next = std::min(next, command / kTicksPerCycle);
  for (std::uint32_t slice = 0; slice < ports_.size(); ++slice) {
    const Port& port = ports_[slice];
    next = std::min(next, port.replies.next_credit());
    if (!port.requests->empty()) next = std::min(next, next_service(slice));
  }
  return next;
}

void Partition::run(Cycle from, Cycle until) {
  at_ = from;
  Cycle first = next();
  if (first != kNever && take_credits()) first = next();
  if (first < until) run_from(first, until);
  at_ = until;
}

bool Partition::take_credits() {
  bool any = false;
  for (auto& port : ports_) {
    if (port.replies.next_credit() == kNever) continue;
    port.replies.take_credits();
    port.blocked = false;
    any = true;
  }
  return any;
}

void Partition::run_on(Cycle until) {
  if (const Cycle first = next(); first < until) run_from(first, until);
  at_ = until;
}

void Partition::run_from(Cycle first, Cycle until) {
  // A port that has waited wants the time when it began to.
  for (Cycle now = std::max(at_, first); now < until; now = std::max(now + 1, next())) {
    finish_reads(now);
    for (std::uint32_t slice = 0; slice < ports_.size(); ++slice) {
      if (next_service(slice) <= now) serve(now, slice);
    }
    if (channel_.next() >= to_ticks(now + 1)) continue;
    channel_.run(to_ticks(now + 1), completions_);
    for (const auto& done : completions_)
      fills_.schedule(to_cycle(done.when + dram_latency_), done.cookie);
    completions_.clear();
  }
}

void Partition::serve(Cycle now, std::uint32_t slice) {
  Port& port = ports_[slice];
  do {
    const MemoryRequest& request = port.requests->front();
    const Tick start = std::max(port.in_free, to_ticks(now));
    if (!port.replies.can_send(now)) {
      const Cycle room = port.replies.next(now);
      port.blocked = room == kNever;
      if (!port.blocked) port.in_free = to_ticks(room);
      return;
    }
    const auto outcome = slices_[slice].access(start, request);
    if (outcome == L2Slice::Outcome::blocked) return;
    port.in_free = start + l2_cycle_;
    if (request.kind == RequestKind::atomic && atomics_.perform(request)) last_effect_ = now;
    if (outcome == L2Slice::Outcome::replied) reply(now, slice, request, false);
    port.requests->pop(now);
  } while (next_service(slice) <= now);
}

void Partition::finish_reads(Cycle now) {
  fills_.deliver(now, [&](std::uint32_t cookie) {
    const std::uint32_t slice = cookie & 0xFF;
    const L2Slice::Fetch fetch = slices_[slice].fetch(cookie >> 8);
    slices_[slice].release_fetch(cookie >> 8);
    answered_.clear();
    slices_[slice].fill(fetch.line, fetch.sectors, answered_);
    for (const auto& request : answered_) reply(now, slice, request, true);
  });
}

void Partition::reply(Cycle now, std::uint32_t slice, const MemoryRequest& request,
                      bool from_dram) {
  const auto flits = spec_.interconnect.flits(reply_bytes(request));
  reply_flits_[request.kernel] += flits;
  ports_[slice].replies.send(now, {.output = request.sm,
                                   .flits = flits,
                                   .kernel = request.kernel,
                                   .payload = {request.origin, request.line, request.sectors,
                                               request.kind, request.lanes, from_dram}});
}

L2Counters Partition::l2_counters(unsigned kernel) const {
  L2Counters sum;
  for (const auto& slice : slices_) sum += slice.counters(kernel);
  sum.reply_flits = reply_flits_[kernel];
  return sum;
}

std::uint32_t Partition::waiting_requests() const {
  std::size_t sum = 0;
  for (const Port& port : ports_) sum += port.requests->size();
  return static_cast<std::uint32_t>(sum);
}

}  // namespace heddle::memory
