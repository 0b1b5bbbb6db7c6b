// The first-level caches of an SM and their connection to the L2. They serve the transactions of
// accesses, fetch missing lines, and send evicted dirty lines to the L2. On a machine without a
// texture cache, the data cache serves textures. On a machine without a constant cache, no access
// to constants comes here.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "heddle/core/load_store/access_listeners.hpp"
#include "heddle/core/load_store/access_table.hpp"
#include "heddle/core/load_store/l1_cache.hpp"
#include "heddle/core/load_store/miss_queues.hpp"
#include "heddle/core/terms/request_port.hpp"
#include "heddle/core/terms/specs.hpp"

namespace heddle::core {

class FirstLevelCaches {
 public:
  /// The outcome of a transaction.
  enum class Progress : std::uint8_t {
    done,
    wait_for_fill,  ///< the transaction can succeed only after a line has arrived
    wait_for_port,  ///< the transaction can succeed only after a line has arrived or the port has
                    ///< room
  };

  FirstLevelCaches(const SmConfiguration& configuration, std::uint16_t sm, AccessTable& table,
                   const AccessListeners& listeners, const CorunPart& sharing);

  /// Tries the access's next transaction. If the transaction is done, the one after it becomes the
  /// next transaction.
  Progress work(Cycle now, std::uint32_t id, KernelCounters& counters);
  /// Whether evicted dirty lines wait to be sent.
  bool has_write_backs() const { return !cache(Kind::data).write_backs().empty(); }
  /// Sends one evicted dirty line.
  Progress write_back(Cycle now, KernelCounters* counters);
  void receive(Cycle now, const model::MemoryReply& reply);
  /// Removes all lines.
  void invalidate(Cycle now);
  /// Removes the lines of a kernel slot.
  void invalidate(Cycle now, std::uint8_t kernel);

  /// Whether the misses of each tenant wait in a queue of their own.
  bool splits_misses() const { return misses_ != nullptr; }
  /// Sends one miss from the queues of the tenants, if possible. Returns true if this has freed an
  /// entry of a queue. Call it only if splits_misses().
  bool send_miss(Cycle now) { return !port_.is_reserved() && misses_->tick(now, port_); }
  Cycle next_miss(Cycle now) const {
    return port_.is_reserved() ? kNever : misses_->next(now, port_);
  }
  /// Lets the tenants' miss queues send again, after the port's reservation has ended.
  void retry_misses() { misses_->retry(); }
  /// Whether a miss in the tenants' queues waits for the port.
  bool miss_wants_port() const { return misses_->wants_port(); }

  /// Empties the data cache, and gives it another capacity.
  void resize(Cycle now, std::uint64_t bytes);
  /// Lends the data cache's memory for another use. Until take_back(), accesses go to the L2. The
  /// memory is available when is_vacant() is true.
  void lend(Cycle now);
  void take_back() { cache(Kind::data).take_back(); }
  bool is_lent() const { return cache(Kind::data).is_lent(); }
  bool is_vacant() const { return cache(Kind::data).is_vacant(); }

  RequestPort& port() { return port_; }
  const RequestPort& port() const { return port_; }
  /// Number of lines that the data cache has requested and not received.
  std::uint32_t outstanding() const { return cache(Kind::data).outstanding(); }

 private:
  using Kind = model::FirstLevel;
  static constexpr std::uint32_t kCaches = 3;

  L1Cache& cache(Kind kind) { return caches_[static_cast<std::size_t>(kind)]; }
  const L1Cache& cache(Kind kind) const { return caches_[static_cast<std::size_t>(kind)]; }
  Progress try_next(Cycle now, std::uint32_t id, KernelCounters& counters);
  Progress load(Cycle now, std::uint32_t id, Kind kind, KernelCounters& counters);
  Progress bypass(Cycle now, std::uint32_t id, KernelCounters& counters);
  Progress store(Cycle now, std::uint32_t id, KernelCounters& counters);
  Progress atomic(Cycle now, std::uint32_t id, KernelCounters& counters);
  /// Whether the cache can send a request of the kernel slot.
  bool can_send(Cycle now, Kind kind, std::uint8_t kernel) {
    if (misses_ != nullptr && kind == Kind::data) [[unlikely]]
      return misses_->has_room(kernel);
    return !port_.is_reserved() && port_.can_send(now);
  }
  /// Sends the request. The port or the tenant's miss queue must have room.
  void send_request(Cycle now, Kind kind, const model::MemoryRequest& request);
  /// Sends a request for the access's next transaction. Returns false if there is no room.
  bool send(Cycle now, Origin origin, const Access& access, model::RequestKind kind,
            std::uint8_t sectors, KernelCounters& counters, Kind cache = Kind::data);
  /// Tells the listeners, if there are any, the outcome of the access's next transaction.
  void tell(Cycle now, const Access& access, model::L1Outcome outcome, Kind kind = Kind::data,
            std::uint8_t new_sectors = 0) {
    if (listeners_.is_any()) tell_all(now, access, outcome, kind, new_sectors);
  }
  void tell_all(Cycle now, const Access& access, model::L1Outcome outcome, Kind kind,
                std::uint8_t new_sectors);

  AccessTable& table_;
  const AccessListeners& listeners_;
  std::uint16_t sm_;
  std::uint32_t miss_latency_;
  bool has_texture_cache_;
  std::array<L1Cache, kCaches> caches_;  ///< by Kind
  RequestPort port_;
  std::unique_ptr<MissQueues> misses_;  ///< null: misses go directly to the port
};

}  // namespace heddle::core
