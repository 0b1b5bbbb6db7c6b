// A policy together with its name, for the boundary that calls the policy.
#pragma once

#include <memory>

#include "heddle/policy/policy_error.hpp"

namespace heddle::policy {

template <typename Policy>
struct Named {
  PolicyName name;
  std::unique_ptr<Policy> policy;  ///< null: there is no such policy, or no part of the policy

  explicit operator bool() const { return policy != nullptr; }
  Policy* operator->() const { return policy.get(); }
  Policy& operator*() const { return *policy; }
};

}  // namespace heddle::policy
