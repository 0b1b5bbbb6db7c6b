// The first-level caches of an SM and its way to the L2: works off the transactions of accesses,
// fetches missing lines, and sends dirty lines to the L2 after their eviction. On a machine without
// a texture cache the data cache serves textures. On a machine without a constant cache no constant
// comes here.
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
  /// How a transaction went.
  enum class Progress : std::uint8_t {
    done,
    wait_for_fill,  ///< it can only succeed after a line has come
    wait_for_port,  ///< it can only succeed when the port has room or a line has come
  };

  FirstLevelCaches(const SmConfiguration& configuration, std::uint16_t sm, AccessTable& table,
                   const AccessListeners& listeners, const CorunPart& sharing);

  /// Tries the next transaction of the access. Afterwards, if that is done, the next one is the
  /// transaction behind it.
  Progress work(Cycle now, std::uint32_t id, KernelCounters& counters);
  /// Lines that were evicted dirty and still have to leave.
  bool has_write_backs() const { return !cache(Kind::data).write_backs().empty(); }
  /// Sends one of them.
  Progress write_back(Cycle now, KernelCounters* counters);
  void receive(Cycle now, const model::MemoryReply& reply);
  /// All lines are gone.
  void invalidate(Cycle now);
  /// The lines of a kernel slot are gone.
  void invalidate(Cycle now, std::uint8_t kernel);

  /// Misses of tenants wait in queues of their own.
  bool splits_misses() const { return misses_ != nullptr; }
  /// Lets one of them leave, if they do. True: a place has become free.
  bool send_miss(Cycle now) { return !port_.is_reserved() && misses_->tick(now, port_); }
  Cycle next_miss(Cycle now) const {
    return port_.is_reserved() ? kNever : misses_->next(now, port_);
  }
  /// The port is no longer reserved: they may go on.
  void retry_misses() { misses_->retry(); }
  /// One of them waits for the port.
  bool miss_wants_port() const { return misses_->wants_port(); }

  /// Until take_back() accesses of the data cache go to the L2: its memory serves for something
  /// else, once it is_vacant().
  void lend(Cycle now);
  void take_back() { cache(Kind::data).take_back(); }
  bool is_lent() const { return cache(Kind::data).is_lent(); }
  bool is_vacant() const { return cache(Kind::data).is_vacant(); }

  RequestPort& port() { return port_; }
  const RequestPort& port() const { return port_; }
  /// Lines that the data cache waits for.
  std::uint32_t outstanding() const { return cache(Kind::data).outstanding(); }

 private:
  using Kind = model::FirstLevel;
  static constexpr std::uint32_t kCaches = 3;
  /// Origins that are no access: this and the next kCaches - 1 below fill the cache of that kind,
  /// whose miss registers know who waits.
  static constexpr std::uint32_t kCachedLoad = ~std::uint32_t{0};
  /// Nobody waits for a line that was written back.
  static constexpr std::uint32_t kWriteBack = kCachedLoad - kCaches;

  L1Cache& cache(Kind kind) { return caches_[static_cast<std::size_t>(kind)]; }
  const L1Cache& cache(Kind kind) const { return caches_[static_cast<std::size_t>(kind)]; }
  Progress try_next(Cycle now, std::uint32_t id, KernelCounters& counters);
  Progress load(Cycle now, std::uint32_t id, Kind kind, KernelCounters& counters);
  Progress bypass(Cycle now, std::uint32_t id, KernelCounters& counters);
  Progress store(Cycle now, std::uint32_t id, KernelCounters& counters);
  Progress atomic(Cycle now, std::uint32_t id, KernelCounters& counters);
  /// Whether a request of the cache for the kernel slot finds a place.
  bool can_send(Cycle now, Kind kind, std::uint8_t kernel) {
    if (misses_ != nullptr && kind == Kind::data) [[unlikely]]
      return misses_->has_room(kernel);
    return !port_.is_reserved() && port_.can_send(now);
  }
  /// There is a place.
  void send_request(Cycle now, Kind kind, const model::MemoryRequest& request);
  /// For the next transaction of the access. False: the port has no room.
  bool send(Cycle now, std::uint32_t origin, const Access& access, model::RequestKind kind,
            std::uint8_t sectors, KernelCounters& counters, Kind cache = Kind::data);
  /// Tells the listeners, if there are any, how the next transaction of the access went.
  void tell(Cycle now, const Access& access, model::L1Outcome outcome, Kind kind = Kind::data,
            std::uint8_t brought = 0) {
    if (listeners_.is_any()) tell_all(now, access, outcome, kind, brought);
  }
  void tell_all(Cycle now, const Access& access, model::L1Outcome outcome, Kind kind,
                std::uint8_t brought);

  AccessTable& table_;
  const AccessListeners& listeners_;
  std::uint16_t sm_;
  std::uint32_t miss_latency_;
  bool has_texture_cache_;
  std::array<L1Cache, kCaches> caches_;  ///< by Kind
  RequestPort port_;
  std::unique_ptr<MissQueues> misses_;  ///< null: they go to the port at once
};

}  // namespace heddle::core
