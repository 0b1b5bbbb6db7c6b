// Compiles one source file. CUDA files go through clang twice, for the device and for the host.
// Other files go through the host compiler once.
#pragma once

#include <string>

#include "cc/session/session.hpp"

namespace heddle::cc {

/// Makes an object. With -rdc=true the object of a CUDA file carries its device code as bitcode
/// (device/device_code.hpp).
void compile_object(Session& session, const Input& input, const std::string& object);

/// Makes PTX of the device code of a CUDA file. Throws Error for a file that is not CUDA.
void compile_ptx(Session& session, const Input& input, const std::string& ptx);

/// Makes the container of PTX that host objects embed.
void compile_fat_binary(Session& session, const Input& input, const std::string& file);

/// Preprocesses a file (-E). Writes to standard output if `output` is empty.
void preprocess(Session& session, const Input& input, const std::string& output);

/// Writes a make rule (-M and -MM). Writes to standard output if `output` is empty.
void write_dependencies(Session& session, const Input& input, const std::string& output);

}  // namespace heddle::cc
