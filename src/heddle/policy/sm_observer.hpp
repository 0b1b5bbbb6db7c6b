// Looks at an SM through the eyes of its policies, and decides nothing: it is told what they are,
// and when the throttle holds warps.
#pragma once

#include "heddle/policy/sm_policy.hpp"

namespace heddle::policy {

class SmObserver : public SmPolicy {
 public:
  /// The throttle holds these entities, which are ready, in the cycle that issues now, or did in
  /// those that have just been slept through.
  virtual void held(const model::EntityMask& entities) = 0;
};

}  // namespace heddle::policy
