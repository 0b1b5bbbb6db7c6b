#include "heddle/core/fetch/front_end.hpp"

#include <algorithm>

namespace heddle::core {

FrontEnd::FrontEnd(const SmConfiguration& configuration, std::uint16_t sm, const Contexts& contexts,
                   SmCounters& counters, RequestPort& port, SmEvents& events)
    : miss_latency_(configuration.l1.miss_latency),
      sm_(sm),
      contexts_(contexts),
      counters_(counters),
      port_(port),
      events_(events),
      fetch_(configuration.fetch, contexts.places, contexts.shape.front_ends()) {
  if (configuration.fetch.buffer_entries != 0)
    ahead_.emplace(configuration.fetch, contexts, fetch_, counters, events);
}

template <bool kPlain>
void FrontEnd::want(std::uint16_t entity, Cycle now, std::uint32_t delay) {
  if (!kPlain && ahead_) return ahead_->want(entity, now, delay);
  Cycle when = now + delay;
  if (!has_instruction<kPlain>(entity)) {
    const EntityTable::State& state = contexts_.table[entity];
    const Cycle wanted = now + (delay > fetch_.latency() ? delay - fetch_.latency() : 0);
    const Cycle fetched =
        fetch_.fetch(entity, state.next->address, wanted, counters_.kernels[state.kernel].fetch);
    if (fetched == kNever) return;
    when = std::max(when, fetched);
  }
  events_.schedule(when, {SmEvent::Kind::fetched, 0, entity, 0});
}

template void FrontEnd::want<true>(std::uint16_t, Cycle, std::uint32_t);
template void FrontEnd::want<false>(std::uint16_t, Cycle, std::uint32_t);

void FrontEnd::send_requests(Cycle now) {
  auto& lines = fetch_.wanted_lines();
  while (!lines.empty() && lines.front().when <= now && port_.can_send(now)) {
    const std::uint8_t kernel = contexts_.table[lines.front().entity].kernel;
    const std::uint64_t flits = port_.flits();
    const auto sectors =
        static_cast<std::uint8_t>((1u << fetch_.line_bytes() / model::kSectorBytes) - 1);
    port_.send(now, miss_latency_,
               {.line = lines.front().line,
                .origin = kInstructionLine,
                .sm = sm_,
                .sectors = sectors,
                .kernel = kernel});
    counters_.kernels[kernel].request_flits += port_.flits() - flits;
    lines.erase(lines.begin());
  }
}

void FrontEnd::fill(Addr line, Cycle now) {
  fetch_.fill(line, [&](unsigned entity) {
    if (ahead_) return ahead_->found(static_cast<std::uint16_t>(entity), now);
    events_.schedule(now + fetch_.latency(),
                     {SmEvent::Kind::fetched, 0, static_cast<std::uint16_t>(entity), 0});
  });
}

Cycle FrontEnd::next_request(Cycle now) const {
  const auto& lines = fetch_.wanted_lines();
  if (lines.front().when > now) return lines.front().when;
  // A warp that starts behind tick may want a line that the port has room for.
  return port_.can_send(now) ? now + 1 : port_.next(now);
}

}  // namespace heddle::core
