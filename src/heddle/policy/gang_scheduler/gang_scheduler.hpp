// Chooses the gang of parts of a warp that issues next, on machines where parts issue in gangs.
// There is one object for each SM. In each cycle the SM calls pick() once for each gang that may
// issue. Then the warp scheduler picks parts that issue alone, for the issue slots that no gang has
// taken.
#pragma once

#include <bit>
#include <string_view>

#include "heddle/policy/sm_policy.hpp"

namespace heddle::policy {

class GangScheduler : public SmPolicy {
 public:
  static constexpr std::string_view kKind = "gang_scheduler";
  static constexpr std::string_view kDecides =
      "which ready gang issues, where parts of a warp issue in gangs";
  /// The policy of a machine that names no gang_scheduler.
  static constexpr std::string_view kDefault = "bgto";

  /// Returns one of `candidates` (never empty), whose gang then issues. Returns model::kNoEntity if
  /// no more gangs shall issue in this cycle. Each candidate is one member of a gang. All members
  /// of its gang are ready, and their issue slots are free.
  virtual unsigned pick(const model::EntityMask& candidates) = 0;
  virtual void issued(unsigned /*entity*/) {}

 protected:
  /// Returns the number of parts in the entity's gang. If several gangs issue a warp-wide
  /// instruction together, only the entity's own gang counts.
  unsigned size_of(unsigned entity) const {
    const unsigned parts = sm().gangs[entity];
    return parts == 0 ? 1 : static_cast<unsigned>(std::popcount(parts));
  }
};

}  // namespace heddle::policy
