// The command lines of clang and of the host compiler, but for files and what to make.
#pragma once

#include <string>
#include <vector>

#include "cc/session/session.hpp"

namespace heddle::cc {

using Command = std::vector<std::string>;

/// The one architecture that device code is compiled for, as in "sm_75" and compute capability 7.5.
inline constexpr unsigned kArchitecture = 75;

/// clang, for a CUDA file: what device and host side share.
Command cuda_command(const Session& session);

/// The device side's own flags.
Command device_flags(const Session& session);

/// The host side's own flags.
Command host_flags(const Session& session);

/// Flags of the assembler for the host side.
Command assembler_flags(const Session& session);

/// The host compiler, for a .c or .cpp file.
Command plain_command(const Session& session, const Input& input);

/// -MD -MF ... for the object, or nothing.
Command dependency_flags(const Session& session, const std::string& object);

/// Turns LLVM bitcode files into PTX: clang's back end with the mathematics of the tree.
Command device_back_end(const Session& session);

void append(Command& command, const Command& more);

}  // namespace heddle::cc
