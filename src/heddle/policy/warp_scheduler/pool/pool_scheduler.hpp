// Base of the schedulers of dynamic warp formation. They order the warps of a pool; each of these
// warps exists for one instruction. Source: Fung, Sham, Yuan, Aamodt, "Dynamic Warp Formation and
// Scheduling for Efficient GPU Control Flow", MICRO 2007, section 4.3.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {

inline constexpr std::string_view kPoolSource =
    "Fung, Sham, Yuan and Aamodt, \"Dynamic Warp Formation and Scheduling for Efficient GPU "
    "Control Flow\", MICRO 2007";

class PoolScheduler : public WarpScheduler {
 public:
  EntityLife needs() const override { return EntityLife::instruction; }
  bool needs_pool() const override { return true; }

 protected:
  /// Returns the entity of the mask with the least rank(entity); among entities of equal rank, the
  /// warp that began to form first. The mask must not be empty.
  template <typename Rank>
  unsigned first_by(const model::EntityMask& entities, Rank&& rank) const {
    unsigned first = model::kNoEntity;
    std::uint64_t lowest = 0, serial = 0;
    entities.for_each([&](unsigned entity) {
      const std::uint64_t own = rank(entity), own_serial = sm().paths->serial(entity);
      const bool is_before =
          first == model::kNoEntity || own < lowest || (own == lowest && own_serial < serial);
      if (!is_before) return;
      first = entity;
      lowest = own;
      serial = own_serial;
    });
    return first;
  }
};

}  // namespace heddle::policy
