// The rules for the parameters that a policy declares in describe(). Each name is unique and has
// only lower-case letters, digits and underscores. Each range is not empty and contains the
// default.
#pragma once

#include <functional>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/policy_error.hpp"

namespace heddle::policy {

/// Throws PolicyError for the first parameter that breaks a rule.
void check_parameters(const PolicyName& policy,
                      const std::function<void(ParameterVisitor&)>& describe);

}  // namespace heddle::policy
