// Misses of the data cache on their way to the interconnect, where the sharing policy decides whose
// request leaves: a queue for each tenant, one request a cycle.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/ring_queue.hpp"
#include "heddle/core/policies/corun_part.hpp"
#include "heddle/core/terms/request_port.hpp"
#include "heddle/model/memory_request.hpp"

namespace heddle::core {

class MissQueues {
 public:
  /// `places`: for all tenants together; `each`: for one of them.
  MissQueues(std::uint32_t places, std::uint32_t each, const CorunPart& part)
      : places_(places), each_(each), part_(part) {}

  bool has_room(unsigned tenant) const {
    return total_ < places_ && queues_[tenant].size() < each_;
  }
  /// The request is there at `ready`, not before the tenant's last one. There is room.
  void push(unsigned tenant, Cycle ready, const model::MemoryRequest& request) {
    queues_[tenant].push({ready, request});
    ++total_;
  }
  /// Lets a request leave through the port, if the policy and the port do. True: one has left.
  bool tick(Cycle now, RequestPort& port);
  /// When there may be something to do; kNever: only after a push, or when the port has room.
  Cycle next(Cycle now, const RequestPort& port) const;
  /// A request was chosen from and the port had no room.
  bool wants_port() const { return wants_port_; }
  /// The port may have room again: next() is the next cycle, if a request waits.
  void retry() { wants_port_ = false; }
  std::uint32_t depth(unsigned tenant) const {
    return static_cast<std::uint32_t>(queues_[tenant].size());
  }

 private:
  struct Entry {
    Cycle ready = 0;
    model::MemoryRequest request;
  };

  std::uint32_t places_, each_;
  const CorunPart& part_;
  std::array<RingQueue<Entry>, kKernelSlots> queues_;  ///< by tenant
  std::uint32_t total_ = 0;
  bool wants_port_ = false;
  Cycle held_until_ = 0;  ///< the policy lets none of the present heads leave before
};

}  // namespace heddle::core
