// Whether what a capture says fits together: so that whoever runs one need not ask.
#pragma once

#include "heddle/capture/capture.hpp"

namespace heddle::capture {

/// Throws Error: a step waits for one that is not earlier, or a module that is not there is named.
void check(const Capture& capture);

}  // namespace heddle::capture
