#include "heddle/core/request_port.hpp"

#include <algorithm>
#include <bit>

namespace heddle::core {

RequestPort::RequestPort(const memory::InterconnectSpec& spec, double core_mhz,
                         std::uint32_t queue_cycles)
    : spec_(spec),
      flit_(memory::period(core_mhz, spec.clock_mhz)),
      queue_cycles_(queue_cycles),
      credits_(spec.credits) {}

Cycle RequestPort::next(Cycle now) const {
  const Cycle free = memory::to_cycle(free_);
  return std::max(now + 1, free > queue_cycles_ ? free - queue_cycles_ : 0);
}

void RequestPort::send(Cycle now, const model::MemoryRequest& request) {
  const bool carries_data = request.kind != model::RequestKind::load;
  const auto payload = carries_data ? model::kSectorBytes *
                                          static_cast<std::uint32_t>(std::popcount(request.sectors))
                                    : 0;
  const std::uint32_t flits =
      std::max(1u, (payload + spec_.header_bytes + spec_.flit_bytes - 1) / spec_.flit_bytes);
  free_ = std::max(free_, memory::to_ticks(now)) + flits * flit_;
  flits_ += flits;
  --credits_;
  outbox_.push_back({memory::to_cycle(free_), request});
}

}  // namespace heddle::core
