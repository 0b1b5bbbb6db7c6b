// `heddle cc`: compiles and links CUDA C++ programs in nvcc's manner. Device code goes through
// clang to PTX, host code through clang (.cu) or the host compiler (.c, .cpp), and the program is
// linked to heddle's runtime. The same code is `bin/nvcc` of the SDK tree (sdk/README.md).
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace heddle::cc {

/// Runs one command line, without the program's name. `executable` is the path of the running
/// program, from which the SDK tree is found. Returns the exit code. Prints errors to standard
/// error.
int cc_main(std::span<const std::string> arguments, const std::filesystem::path& executable);

}  // namespace heddle::cc
