// Determines the shape of an SM's warps, and checks whether an SM can schedule this shape.
#pragma once

#include <optional>
#include <string>

#include "heddle/core/terms/specs.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// Returns the organisation's shape. `name`: name of the organisation. `sm`: the SM to name in
/// messages, if any. Throws Error if the organisation's parameters contradict each other or the SM.
/// Throws PolicyError if no SM can have the shape.
policy::Shape shape_of(const policy::Organisation& organisation, const std::string& name,
                       const SmSpec& spec, std::optional<std::uint32_t> sm = {});

/// Throws Error if an SM of this shape cannot hold as many contexts as the residency policy needs.
void check_limits(const policy::Shape& shape, const policy::ContextLimits& limits,
                  const SmSpec& spec, const std::string& residency);

/// Throws Error if an organisation of this shape cannot work with the SM's front end.
void check_fetch(const std::string& organisation, const policy::Shape& shape,
                 const FetchSpec& fetch);

}  // namespace heddle::core
