// Device code that heddle cannot run is refused when it is compiled, not when the program runs.
#pragma once

#include <string>

namespace heddle::cc {

/// Error that names the source file and the instruction, where the simulator would refuse the PTX.
void refuse_unsupported(const std::string& ptx, const std::string& source);

/// The same for what PTX's grammar forbids alone: device code that other files complete.
void refuse_malformed(const std::string& ptx, const std::string& source);

}  // namespace heddle::cc
