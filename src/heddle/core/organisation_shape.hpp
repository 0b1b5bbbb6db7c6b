// The shape of an SM's warps, checked against what an SM can schedule.
#pragma once

#include "heddle/core/specs.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// Throws Error where the organisation's parameters contradict each other or the SM.
policy::Shape shape_of(const policy::Organisation& organisation, const SmSpec& sm);

}  // namespace heddle::core
