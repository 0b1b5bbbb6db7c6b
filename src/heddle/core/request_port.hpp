// The SM's port into the interconnect: packets leave one after the other, a flit a cycle, and each
// needs a credit that comes back when a partition has taken it.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/memory/clock.hpp"
#include "heddle/memory/specs.hpp"
#include "heddle/model/memory_request.hpp"

namespace heddle::core {

/// A request and when its last flit has left the SM.
struct OutgoingPacket {
  Cycle departure = 0;
  model::MemoryRequest request;
};

class RequestPort {
 public:
  RequestPort(const memory::InterconnectSpec& spec, double core_mhz, std::uint32_t queue_cycles);

  bool can_send(Cycle now) const {
    return credits_ > 0 && free_ <= memory::to_ticks(now + queue_cycles_);
  }
  bool has_credit() const { return credits_ > 0; }
  /// When a packet may be sent again, if credits allow.
  Cycle next(Cycle now) const;
  void send(Cycle now, const model::MemoryRequest& request);
  void return_credit() { ++credits_; }

  /// Packets sent since they were last taken, in order; the caller clears it.
  std::vector<OutgoingPacket>& outbox() { return outbox_; }
  std::uint64_t flits() const { return flits_; }

 private:
  memory::InterconnectSpec spec_;
  memory::Tick flit_;
  std::uint32_t queue_cycles_;
  std::uint32_t credits_;
  memory::Tick free_ = 0;
  std::uint64_t flits_ = 0;
  std::vector<OutgoingPacket> outbox_;
};

}  // namespace heddle::core
