// The SM's port into the interconnect.
#pragma once

#include <cmath>

#include "heddle/memory/interconnect.hpp"
#include "heddle/memory/sending_port.hpp"

namespace heddle::core {

class RequestPort : public memory::SendingPort<model::MemoryRequest> {
 public:
  /// `core_mhz`: clock of the cycles, in MHz. `places`: number of packets that can wait in the
  /// port.
  RequestPort(const memory::InterconnectSpec& spec, double core_mhz, std::uint32_t places)
      : SendingPort(spec.credits, places), spec_(spec), cycles_a_flit_(core_mhz / spec.clock_mhz) {}

  /// Returns the cycles that the flits of the request take to leave the port.
  std::uint32_t cycles(const model::MemoryRequest& request) const {
    const auto flits = static_cast<double>(spec_.flits(memory::payload_bytes(request)));
    return static_cast<std::uint32_t>(std::ceil(flits * cycles_a_flit_));
  }

  std::uint8_t flits_of(const model::MemoryRequest& request) const {
    return spec_.flits(memory::payload_bytes(request));
  }
  /// Sends the request. `delay`: cycles from `now` until the request reaches the port.
  void send(Cycle now, std::uint32_t delay, const model::MemoryRequest& request) {
    const auto flits = spec_.flits(memory::payload_bytes(request));
    flits_ += flits;
    SendingPort::send(
        now, {.time = now + delay, .flits = flits, .kernel = request.kernel, .payload = request});
  }

  /// Reserves the next entry of the port for a request of a context, or ends the reservation. While
  /// the port is reserved, the load-store unit sends nothing.
  void reserve(bool reserved) { reserved_ = reserved; }
  bool is_reserved() const { return reserved_; }

  /// Number of flits sent so far.
  std::uint64_t flits() const { return flits_; }

 private:
  memory::InterconnectSpec spec_;
  double cycles_a_flit_;
  std::uint64_t flits_ = 0;
  bool reserved_ = false;
};

}  // namespace heddle::core
