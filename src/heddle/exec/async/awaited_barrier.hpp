// Says of a warp that does not go on for which barrier in shared memory it waits, and what the
// barrier's phase still needs.
#pragma once

#include <string>

#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {

/// "; it waits at line 12 for the barrier at offset 0x10, ..."; "" if the warp's last test of a
/// barrier passed.
std::string awaited_barrier_in_words(const Warp& warp);

}  // namespace heddle::exec
