#include "heddle/core/fetch/front_end.hpp"

#include <algorithm>
#include <utility>

#include "heddle/core/terms/origin.hpp"

namespace heddle::core {

FrontEnd::FrontEnd(const SmConfiguration& configuration, std::uint16_t sm, const Contexts& contexts,
                   SmCounters& counters, RequestPort& port, SmEvents& events)
    : miss_latency_(configuration.l1.miss_latency),
      sm_(sm),
      contexts_(contexts),
      counters_(counters),
      port_(port),
      events_(events),
      fetch_(configuration.fetch, contexts.places, contexts.shape.front_ends(),
             configuration.replacements, sm),
      next_issues_from_(contexts.entities(), 0) {
  if (configuration.fetch.buffer_entries != 0)
    ahead_.emplace(configuration.fetch, contexts, fetch_, counters, events);
}

void FrontEnd::fetch_next(std::uint16_t entity, Addr address, bool follows, Cycle now,
                          std::uint32_t delay) {
  if (!follows) fetch_.put(entity, 0);
  if (fetch_.buffered(entity) == 0) next_issues_from_[entity] = fetch(entity, address, now, delay);
}

FrontEnd::Buffer FrontEnd::take_buffer(std::uint16_t entity) {
  return {fetch_.buffered(entity), std::exchange(next_issues_from_[entity], 0),
          fetch_.take_wait(entity)};
}

std::optional<std::uint32_t> FrontEnd::give_buffer(std::uint16_t entity, Buffer buffer, Cycle now,
                                                   std::uint32_t delay) {
  if (buffer.wait) {
    buffer.wait->entity = entity;
    fetch_.wait(*buffer.wait);
    return std::nullopt;
  }
  fetch_.put(entity, buffer.instructions);
  if (buffer.issues_from <= now) return delay;
  return std::max(delay, static_cast<std::uint32_t>(buffer.issues_from - now));
}

void FrontEnd::send_requests(Cycle now) {
  auto& lines = fetch_.wanted_lines();
  while (!lines.empty() && lines.front().when <= now && port_.can_send(now)) {
    const std::uint8_t kernel = contexts_.table[lines.front().entity].kernel;
    const std::uint64_t flits = port_.flits();
    const auto sectors =
        static_cast<std::uint8_t>((1u << fetch_.line_bytes() / model::kSectorBytes) - 1);
    port_.send(now, miss_latency_,
               {.line = lines.front().line,
                .origin = Origin::of_code().word(),
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
    const Cycle issues_from = now + fetch_.latency();
    if (next_issues_from_[entity] == kNever) {
      next_issues_from_[entity] = issues_from;
      return;
    }
    events_.schedule(issues_from,
                     {SmEvent::Kind::fetched, 0, static_cast<std::uint16_t>(entity), 0});
  });
}

Cycle FrontEnd::next_request(Cycle now) const {
  const auto& lines = fetch_.wanted_lines();
  if (lines.front().when > now) return lines.front().when;
  // The port can have room although a line is still to be requested: a warp that started after
  // `tick` has missed.
  return port_.can_send(now) ? now + 1 : port_.next(now);
}

}  // namespace heddle::core
