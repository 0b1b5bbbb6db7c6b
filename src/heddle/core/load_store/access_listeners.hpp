// Tells the SM's subscribers the outcome of each transaction, and what happens to the lines of the
// data cache. Callers call is_any() first, so that nothing here runs without subscribers.
#pragma once

#include <cstdint>

#include "heddle/core/load_store/access.hpp"
#include "heddle/core/load_store/l1_cache.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/subscribers.hpp"

namespace heddle::core {

class AccessListeners {
 public:
  /// `parts`: the number of parts in which a warp issues. `formed`: the contexts, from which the
  /// threads of formed warps are found; null: no warps are formed.
  AccessListeners(unsigned parts, const model::Subscribers& subscribers,
                  const Contexts* formed = nullptr)
      : names_(parts), subscribers_(subscribers), formed_(formed) {}

  bool is_any() const {
    return subscribers_
        .hear<model::L1Access, model::L1Filled, model::L1Evicted, model::L1Flushed>();
  }

  /// Tells that the cache tried the access's next transaction. `new_sectors`: sectors that the
  /// transaction brings to the cache.
  void tried(Cycle now, const Access& access, model::L1Outcome outcome, model::FirstLevel cache,
             std::uint8_t new_sectors = 0) const;
  /// Tells that the access begins to occupy the banks.
  void began_banks(Cycle now, const Access& access) const;
  /// Tells that sectors have come to the data cache.
  void filled(Cycle now, Addr line, std::uint8_t sectors) const;
  /// Tells that the data cache has evicted this line. Tells nothing if `eviction` names no line.
  void evicted(Cycle now, const L1Cache::Eviction& eviction) const;
  /// Tells that the data cache has lost all its lines.
  void flushed(Cycle now) const;

 private:
  /// An instruction of a warp, or of a part of a warp. `lanes`: the lanes of the instruction that
  /// take part in the access.
  struct Owner {
    std::uint16_t entity = 0;
    Pc pc = 0;
    LaneMask lanes = 0;
  };
  /// The position of the next transaction among the line accesses of an instruction, and the number
  /// of these line accesses.
  struct Share {
    std::uint32_t index = 0, count = 0;
  };
  /// Returns the owner's share of the access. This is the whole access, unless several warps or
  /// instructions share the access.
  Share share_of(const Access& access, const Owner& owner) const;
  /// Returns the instruction whose warp has the transaction's first lane.
  Owner owner_of(const Access& access, const Transaction& transaction) const;
  /// Returns the instruction of member `first`. If this is a formed warp, returns the instruction
  /// as one of the warp to which the lane belongs.
  Owner owner_of(const Access& access, const AccessMember& first, unsigned lane) const;
  bool is_of_formed_warp(const AccessMember& member) const;
  Owner in_formed_warp(const AccessMember& member, unsigned lane) const;

  model::EntityNames names_;
  const model::Subscribers& subscribers_;
  const Contexts* formed_;
};

}  // namespace heddle::core
