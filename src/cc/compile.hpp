// One source file through the compilers: CUDA files through clang twice (device, host), others
// through the host compiler once.
#pragma once

#include <string>

#include "cc/session/session.hpp"

namespace heddle::cc {

/// To an object; with -rdc=true it carries the device code as bitcode (device_link.hpp).
void compile_object(Session& session, const Input& input, const std::string& object);

/// The device code of a CUDA file as PTX.
void compile_ptx(Session& session, const Input& input, const std::string& ptx);

/// The PTX in the container that host objects embed.
void compile_fat_binary(Session& session, const Input& input, const std::string& file);

/// -E; `output` empty is standard output.
void preprocess(Session& session, const Input& input, const std::string& output);

/// -M, -MM: a make rule.
void write_dependencies(Session& session, const Input& input, const std::string& output);

}  // namespace heddle::cc
