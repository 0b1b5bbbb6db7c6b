// What the load-store unit tells the SM's subscribers: how each transaction went, and what becomes
// of the lines of the data cache. Callers ask is_any() first: if nobody hears, nothing here runs.
#pragma once

#include <cstdint>

#include "heddle/core/access.hpp"
#include "heddle/core/l1_cache.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/subscribers.hpp"

namespace heddle::core {

class AccessListeners {
 public:
  /// `parts`: in how many a warp issues.
  AccessListeners(unsigned parts, const model::Subscribers& subscribers)
      : names_(parts), subscribers_(subscribers) {}

  bool is_any() const {
    return subscribers_
        .hear<model::L1Access, model::L1Filled, model::L1Evicted, model::L1Flushed>();
  }

  /// The next transaction of the access was tried. `brought`: sectors that it brings to the cache.
  void tried(Cycle now, const Access& access, model::L1Outcome outcome, model::FirstLevel cache,
             std::uint8_t brought = 0) const;
  /// The access begins to hold the banks.
  void began_banks(Cycle now, const Access& access) const;
  /// Sectors have come to the data cache.
  void filled(Cycle now, Addr line, std::uint8_t sectors) const;
  /// The data cache has lost this line, if it is one.
  void evicted(Cycle now, const L1Cache::Eviction& eviction) const;
  /// All lines left the data cache.
  void flushed(Cycle now) const;

 private:
  /// What of an access belongs to one instruction of one warp: all of it, unless several warps or
  /// instructions have made the access together.
  struct Share {
    LaneMask lanes = 0;
    std::uint32_t index = 0, count = 0;  ///< of the next transaction among the instruction's
  };
  /// `home`: one of the instruction's members.
  Share share_of(const Access& access, const AccessMember& home) const;

  model::EntityNames names_;
  const model::Subscribers& subscribers_;
};

}  // namespace heddle::core
