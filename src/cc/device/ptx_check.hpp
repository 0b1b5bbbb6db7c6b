// Refuses, at compile time, device code that heddle could not run.
#pragma once

#include <string>

namespace heddle::cc {

/// Throws Error, which names the source file and the instruction, and the line of the source if the
/// PTX has line information, if the simulator does not support
/// the PTX, or if a device of the architecture (75 for sm_75) lacks an instruction.
void refuse_unsupported(const std::string& ptx, const std::string& source, unsigned architecture);

/// Throws the same Error, but only for PTX with wrong syntax. Used for device code that other files
/// complete.
void refuse_malformed(const std::string& ptx, const std::string& source);

}  // namespace heddle::cc
