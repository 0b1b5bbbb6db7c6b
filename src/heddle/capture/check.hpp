// Checks that the parts of a capture are consistent. Code that runs the capture need not check them
// again.
#pragma once

#include "heddle/capture/capture.hpp"

namespace heddle::capture {

/// Throws Error, for example if a step waits for a later step, or names a module that does not
/// exist.
void check(const Capture& capture);

}  // namespace heddle::capture
