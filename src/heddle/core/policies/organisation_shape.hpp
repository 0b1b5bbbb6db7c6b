// The shape of an SM's warps, checked against what an SM can schedule.
#pragma once

#include <optional>
#include <string>

#include "heddle/core/terms/specs.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// The shape that the organisation answers; `name` is the organisation's. Throws Error where its
/// parameters contradict each other or the SM, PolicyError where no SM can have the shape. `sm` is
/// the SM that the message names, if any.
policy::Shape shape_of(const policy::Organisation& organisation, const std::string& name,
                       const SmSpec& spec, std::optional<std::uint32_t> sm = {});

/// Throws Error where an SM of this shape cannot hold as many contexts as the residency policy
/// says.
void check_limits(const policy::Shape& shape, const policy::ContextLimits& limits,
                  const SmSpec& spec, const std::string& residency);

/// Throws Error where an organisation of this shape cannot live with such a front end.
void check_fetch(const std::string& organisation, const policy::Shape& shape,
                 const FetchSpec& fetch);

}  // namespace heddle::core
