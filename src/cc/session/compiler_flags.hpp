// The command lines of clang and of the host compiler, without input files, output and kind of
// output.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cc/session/session.hpp"

namespace heddle::cc {

using Command = std::vector<std::string>;

/// The architecture that device code is compiled for without -arch: sm_75, compute capability 7.5.
inline constexpr unsigned kArchitecture = 75;

/// The architecture from which on kernels can run in clusters of blocks.
inline constexpr unsigned kClusterArchitecture = 90;

/// The architectures that device code can be compiled for, in ascending order.
std::span<const unsigned> known_architectures();

/// The architectures that device code is compiled for, in ascending order. Asked for older
/// architectures than sm_70, clang writes code for the default; newer ones than sm_90, for sm_90.
std::vector<unsigned> device_architectures(const Options& options);

/// A note for each architecture that was asked for and is not compiled for, because it is newer
/// than all that are known, or is none by itself ("all", "native").
std::vector<std::string> architecture_notes(const Options& options);

/// The architecture where there can be only one: of the host side, of -ptx and of a device link. It
/// is the lowest, whose code runs on the most machines.
unsigned only_architecture(const Options& options);

/// The flags that the user gave the preprocessor of CUDA files: -D, -U, -I, -isystem, -include.
Command given_preprocessor_flags(const Session& session);

/// The command of clang for a CUDA file: the part that device side and host side share. `given` are
/// the user's flags of the preprocessor.
Command cuda_command(const Session& session, unsigned architecture, const Command& given);

/// The additional flags of the device side.
Command device_flags(const Session& session);
/// Makes clang write the lines of the source into PTX, as directives .loc and .file, and the
/// inlined calls, as debug sections. The code stays the same.
inline const Command kLineInformation = {"-Xclang", "-debug-info-kind=line-tables-only"};

/// The flags for device code without a host side, beside those of the device side.
inline const Command kDeviceCodeAlone = {"-DHEDDLE_DEVICE_CODE_ALONE"};

/// The additional flags of the host side.
Command host_flags(const Session& session);

/// Flags of the assembler for the host side.
Command assembler_flags(const Session& session);

/// The command of the host compiler for a .c or .cpp file.
Command plain_command(const Session& session, const Input& input);

/// The place of the rule's file among dependency_flags.
inline constexpr std::size_t kRuleFile = 2;

/// The flags -MD -MF ... for the object. Empty if no dependencies are wanted.
Command dependency_flags(const Session& session, const std::string& object);

/// The command that turns LLVM bitcode into PTX: clang's back end with the SDK tree's mathematics.
Command device_back_end(const Session& session);

void append(Command& command, const Command& more);

}  // namespace heddle::cc
