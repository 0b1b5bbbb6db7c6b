// Queues of data cache misses on their way to the interconnect, one for each tenant. In each cycle
// one request can leave. The sharing policy decides which tenant's request leaves.
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
  /// `places`: number of entries of all queues together. `each`: the most entries that one tenant
  /// can use.
  MissQueues(std::uint32_t places, std::uint32_t each, const CorunPart& part)
      : places_(places), each_(each), part_(part) {}

  bool has_room(unsigned tenant) const {
    return total_ < places_ && queues_[tenant].size() < each_;
  }
  /// Queues a request that can leave from cycle `ready` on. A tenant's requests must be pushed in
  /// order of `ready`. There must be room.
  void push(unsigned tenant, Cycle ready, const model::MemoryRequest& request) {
    queues_[tenant].push({ready, request});
    ++total_;
  }
  /// Sends a request through the port, if the policy and the port allow it. Returns true if a
  /// request has been sent.
  bool tick(Cycle now, RequestPort& port);
  /// Returns the next cycle in which there may be something to do; kNever: only a push or room in
  /// the port gives it work.
  Cycle next(Cycle now, const RequestPort& port) const;
  /// Whether a request could have left in the last cycle if the port had had room.
  bool wants_port() const { return wants_port_; }
  /// Notes that the port may have room again, so that waiting requests are tried in the next cycle.
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
  Cycle held_until_ = 0;  ///< the policy lets no tenant's first request leave before this cycle
};

}  // namespace heddle::core
