#include "heddle/memory/partition.hpp"

#include <algorithm>

namespace heddle::memory {

using model::MemoryRequest;
using model::RequestKind;

Partition::Partition(const MemorySpec& spec, const AddressMap& map, double core_mhz,
                     AtomicUnit& atomics, const std::vector<Requests*>& requests,
                     std::uint32_t channel, const policy::Replacements& replacements)
    : spec_(spec),
      l2_cycle_(period(core_mhz, spec.l2.clock_mhz)),
      dram_latency_(to_ticks(spec.dram.latency)),
      l2_latency_(to_cycle(l2_cycle_ * spec.l2.slice.hit_latency)),
      atomics_(atomics),
      channel_(spec.dram, core_mhz, spec.context_age_limit, spec.ideal.dram) {
  slices_.reserve(spec.l2.slices_per_channel);
  for (std::uint32_t i = 0; i < spec.l2.slices_per_channel; ++i) {
    const CacheSpec& cache = spec.l2.slice;
    slices_.emplace_back(spec, map, i, channel_,
                         replacements.make(cache.replacement, cache.sets(), cache.associativity,
                                           {"l2", {}, channel * spec.l2.slices_per_channel + i}));
  }
  for (Requests* const queue : requests) {
    ports_.push_back(
        {.requests = queue, .replies = Replies(spec.interconnect.credits, spec.l2.reply_entries)});
  }
}

void Partition::listen(model::Listener& listener, std::uint32_t channel) {
  subscribers_.add(listener);
  channel_.tell({&subscribers_, channel});
  const auto slices = static_cast<std::uint32_t>(slices_.size());
  for (std::uint32_t i = 0; i < slices; ++i) slices_[i].tell({&subscribers_, channel * slices + i});
}

Cycle Partition::next() const {
  Cycle next = next_after(next_service());
  for (const Port& port : ports_) next = std::min(next, port.replies.next_credit());
  return next;
}

Cycle Partition::next_after(Cycle service) const {
  const Tick command = channel_.next();
  return std::min({next_fill(), command == kNever ? kNever : command / kTicksPerCycle, service});
}

Cycle Partition::next_service() const {
  const std::uint32_t slices = spec_.l2.slices_per_channel;
  Cycle next = kNever;
  for (std::uint32_t slice = 0; slice < slices; ++slice) {
    next = std::min(next, next_service(slice));
    if (spec_.contexts_give_way) next = std::min(next, next_context(slice));
  }
  return next;
}

bool Partition::awaits_credit() const {
  return std::ranges::any_of(ports_, [](const Port& port) { return port.replies.awaits_credit(); });
}

Cycle Partition::run(Cycle from, Cycle until) {
  at_ = from;
  take_credits();
  return run_on(until);
}

void Partition::take_credits() {
  bool any = false;
  for (auto& port : ports_) {
    if (port.replies.next_credit() == kNever) continue;
    port.replies.take_credits();
    port.blocked = false;
    any = true;
  }
  // A context request that counts as demand waits for an entry at the port of demand replies. A
  // credit of one port can therefore unblock another port.
  if (any && spec_.contexts_give_way) {
    for (auto& port : ports_) port.blocked = false;
  }
}

Cycle Partition::run_on(Cycle until) {
  Cycle service = next_service();
  Cycle next = next_after(service);
  // If a port has waited, `next` is the time at which its wait began. This time can lie before
  // `at_`.
  for (Cycle now = std::max(at_, next); now < until; now = std::max(now + 1, next)) {
    const bool is_filled = next_fill() <= now;
    if (is_filled) finish_reads(now);
    if (is_filled || service <= now) service = serve_slices(now);
    if (channel_.next() < to_ticks(now + 1)) {
      run_channel(now);
      service = next_service();
    }
    next = next_after(service);
  }
  at_ = until;
  return next;
}

Cycle Partition::serve_slices(Cycle now) {
  const std::uint32_t slices = spec_.l2.slices_per_channel;
  if (spec_.contexts_give_way) {
    for (std::uint32_t slice = 0; slice < slices; ++slice) serve_by_class(now, slice);
    return next_service();
  }
  Cycle next = kNever;
  for (std::uint32_t slice = 0; slice < slices; ++slice) next = std::min(next, serve(now, slice));
  return next;
}

void Partition::run_channel(Cycle now) {
  channel_.run(to_ticks(now + 1), completions_);
  for (const auto& done : completions_)
    fills_.push({to_cycle(done.when + dram_latency_), done.cookie});
  completions_.clear();
}

bool Partition::begin_operations(Port& port, Tick start) {
  const MemoryRequest& request = port.requests->front();
  if (request.kind != RequestKind::atomic || port.operates) return false;
  const std::uint32_t further = atomics_.most_on_one_address(request) - 1;
  port.operates = true;
  if (further == 0) return false;
  port.in_free = start + l2_cycle_ * spec_.l2.atomic_cycles * further;
  return true;
}

inline bool Partition::serve_first(Cycle now, std::uint32_t slice, Port& port, bool is_context) {
  const MemoryRequest& request = port.requests->front();
  const Tick start = std::max(port.in_free, to_ticks(now));
  Replies& replies = is_context ? replies_for(slice, request) : port.replies;
  if (!replies.can_send(now)) {
    const Cycle room = replies.next(now);
    port.blocked = room == kNever;
    if (!port.blocked) (is_context ? port.has_room : port.in_free) = to_ticks(room);
    return false;
  }
  if (spec_.l2.atomic_cycles != 0 && begin_operations(port, start)) return false;
  const auto outcome = is_context ? slices_[slice].access_context(start, request)
                                  : slices_[slice].access(start, request);
  if (outcome == L2Slice::Outcome::blocked) return false;
  port.in_free = start + l2_cycle_;
  if (request.kind == RequestKind::atomic && atomics_.perform(request)) last_effect_ = now;
  if (outcome == L2Slice::Outcome::replied) reply(now, slice, request, false);
  port.requests->pop(now);
  port.operates = false;
  return true;
}

inline Cycle Partition::serve(Cycle now, std::uint32_t slice) {
  Cycle next = next_service(slice);
  for (bool goes_on = true; goes_on && next <= now; next = next_service(slice))
    goes_on = serve_first(now, slice, ports_[slice], false);
  return next;
}

Cycle Partition::next_context(std::uint32_t slice) const {
  const Port& port = ports_[context_port(slice)];
  if (port.requests->empty()) return kNever;
  const Cycle aged = std::max(aged_at(port), port.in_free / kTicksPerCycle);
  if (port.blocked || !slices_[slice].may_serve_context()) return aged;
  const Cycle free = std::max(port.in_free, port.has_room) / kTicksPerCycle;
  return std::min(aged, std::max(port.requests->next() + l2_latency_, free));
}

void Partition::serve_by_class(Cycle now, std::uint32_t slice) {
  Port& demand = ports_[slice];
  Port& contexts = ports_[context_port(slice)];
  while (std::min(next_service(slice), next_context(slice)) <= now) {
    const bool is_context = context_goes_first(now, slice);
    Port& port = is_context ? contexts : demand;
    if (!serve_first(now, slice, port, is_context)) continue;
    Port& other = is_context ? demand : contexts;
    other.in_free = std::max(other.in_free, port.in_free);
    if (!is_context) slices_[slice].try_context_again();
  }
}

bool Partition::context_goes_first(Cycle now, std::uint32_t slice) {
  Port& contexts = ports_[context_port(slice)];
  if (contexts.requests->empty()) return false;
  MemoryRequest& first = contexts.requests->front();
  if (aged_at(contexts) <= now) {
    first.traffic = TrafficClass::demand;
    contexts.blocked = false;
    contexts.has_room = 0;
    slices_[slice].try_context_again();
  }
  if (next_service(slice) > now) return true;
  const bool precedes = first.traffic == TrafficClass::demand &&
                        contexts.requests->next() < ports_[slice].requests->next();
  return precedes && next_context(slice) <= now;
}

void Partition::finish_reads(Cycle now) {
  for (; next_fill() <= now; fills_.pop()) {
    const std::uint32_t cookie = fills_.front().cookie;
    const std::uint32_t slice = cookie & 0xFF;
    const L2Slice::Fetch fetch = slices_[slice].fetch(cookie >> 8);
    slices_[slice].release_fetch(cookie >> 8);
    answered_.clear();
    slices_[slice].fill(fetch.line, fetch.sectors, answered_);
    for (const auto& request : answered_) reply(now, slice, request, true);
  }
}

void Partition::reply(Cycle now, std::uint32_t slice, const MemoryRequest& request,
                      bool from_dram) {
  const auto flits = spec_.interconnect.flits(reply_bytes(request));
  reply_flits_[request.kernel] += flits;
  replies_for(slice, request)
      .send(now, {.output = request.sm,
                  .flits = flits,
                  .kernel = request.kernel,
                  .payload = {request.origin, request.line, request.sectors, request.kind,
                              request.lanes, from_dram, request.kernel}});
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
