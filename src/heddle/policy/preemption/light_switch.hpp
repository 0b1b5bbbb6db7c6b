// The light context switch: a block stops at points where few registers are live, and only live
// registers are saved, compressed. Source: Z. Lin, Architectural Support for Efficient GPU
// Multiprogramming (dissertation, North Carolina State University), chapter 2.
#pragma once

#include "heddle/policy/preemption/preemption.hpp"

namespace heddle::policy {

inline constexpr const char* kLightSwitchSource =
    "Z. Lin, Architectural Support for Efficient GPU Multiprogramming, dissertation, North "
    "Carolina State University, chapter 2";

constexpr Leave light_switch(Leave::Compression compression = Leave::Compression::warp) {
  return {.at_points = true, .only_live = true, .compression = compression};
}

}  // namespace heddle::policy
