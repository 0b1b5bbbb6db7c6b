// Queues of data cache misses on their way to the interconnect, one for each tenant. Each cycle one
// request may leave. The sharing policy decides whose request this is.
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
  /// Places in the queues: `places` for all tenants, of which one tenant may use `each`.
  MissQueues(std::uint32_t places, std::uint32_t each, const CorunPart& part)
      : places_(places), each_(each), part_(part) {}

  bool has_room(unsigned tenant) const {
    return total_ < places_ && queues_[tenant].size() < each_;
  }
  /// Queues a request, which may leave from `ready` on. The tenant's requests must come in order of
  /// `ready`. There must be room.
  void push(unsigned tenant, Cycle ready, const model::MemoryRequest& request) {
    queues_[tenant].push({ready, request});
    ++total_;
  }
  /// Lets a request leave through the port, if the policy and the port allow this. Returns true if
  /// one has left.
  bool tick(Cycle now, RequestPort& port);
  /// The next cycle in which there may be something to do; kNever: not before a push, or before the
  /// port has room.
  Cycle next(Cycle now, const RequestPort& port) const;
  /// Whether a request could have left in the last cycle, but the port had no room.
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
  Cycle held_until_ = 0;  ///< the policy lets none of the first requests leave before this cycle
};

}  // namespace heddle::core
