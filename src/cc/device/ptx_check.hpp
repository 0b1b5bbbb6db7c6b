// Refuses device code that heddle cannot run when it is compiled, not when the program runs.
#pragma once

#include <string>

namespace heddle::cc {

/// Throws Error, which names the source file and the instruction, if the simulator would refuse the
/// PTX.
void refuse_unsupported(const std::string& ptx, const std::string& source);

/// Throws the same Error only for PTX that the grammar forbids. For device code that other files
/// complete.
void refuse_malformed(const std::string& ptx, const std::string& source);

}  // namespace heddle::cc
