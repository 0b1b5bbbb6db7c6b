// A warp that is formed from threads of several warps of the contexts, where the organisation forms
// warps.
#pragma once

#include "heddle/exec/simt_stack.hpp"
#include "heddle/exec/warp_group.hpp"

namespace heddle::core {

struct FormedWarp {
  exec::StackEntry frame;  ///< where it is; of the lanes nothing is said
  exec::WarpGroup group;   ///< who its threads are: the numbers are those of contexts
};

}  // namespace heddle::core
