// Passes the calls of device code to the device runtime.
#pragma once

#include "heddle/exec/system/lane_call.hpp"

namespace heddle::exec {

/// Performs one lane's call of the device runtime. Throws ExecutionFault if there is no runtime.
void call_device_runtime(LaneCall& call, SystemServices& services);

}  // namespace heddle::exec
