// What a policy may say of its parameters in describe(): each has a name of its own of lower-case
// letters, digits and underscores, a range that is not empty, and a default within the range.
#pragma once

#include <functional>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/policy_error.hpp"

namespace heddle::policy {

/// Throws PolicyError for the first parameter of which that is not true.
void check_parameters(const PolicyName& policy,
                      const std::function<void(ParameterVisitor&)>& describe);

}  // namespace heddle::policy
