// The SM's port into the interconnect.
#pragma once

#include "heddle/memory/interconnect.hpp"
#include "heddle/memory/sending_port.hpp"

namespace heddle::core {

class RequestPort : public memory::SendingPort<model::MemoryRequest> {
 public:
  RequestPort(const memory::InterconnectSpec& spec, std::uint32_t places)
      : SendingPort(spec.credits, places), spec_(spec) {}

  /// `delay`: cycles from `now` that the request takes to get here.
  void send(Cycle now, std::uint32_t delay, const model::MemoryRequest& request) {
    const auto flits = spec_.flits(memory::payload_bytes(request));
    flits_ += flits;
    SendingPort::send(
        now, {.time = now + delay, .flits = flits, .kernel = request.kernel, .payload = request});
  }

  /// All that were sent.
  std::uint64_t flits() const { return flits_; }

 private:
  memory::InterconnectSpec spec_;
  std::uint64_t flits_ = 0;
};

}  // namespace heddle::core
