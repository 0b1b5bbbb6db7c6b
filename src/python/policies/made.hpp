// Makes policies that ask an object of a Python class.
#pragma once

#include <memory>
#include <string>

#include "heddle/policy/throttle/throttle.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::python {

/// `offer` names the class, as OfferedObject takes it. "": the policy's parameter `class` names it.
std::unique_ptr<policy::WarpScheduler> make_scheduler(const std::string& offer);
std::unique_ptr<policy::Throttle> make_throttle(const std::string& offer);

}  // namespace heddle::python
