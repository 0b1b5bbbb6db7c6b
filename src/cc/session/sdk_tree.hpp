// Where things are: the SDK tree, clang, the host compiler.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::cc {

/// The tools of one run; all paths absolute.
struct Tools {
  std::filesystem::path sdk;
  std::string clang;     ///< clang++ 19
  std::string host_cxx;  ///< links, and compiles .cpp
  std::string host_c;    ///< compiles .c
};

/// The tree next to `executable`: HEDDLE_SDK, the tree that bin/nvcc lies in, <folder>/sdk (build
/// tree) or <folder>/../lib/heddle/sdk (installed). Error if there is none.
std::filesystem::path find_sdk(const std::filesystem::path& executable);

/// `host_compiler` is -ccbin's value, a program or the folder of one, or empty.
Tools find_tools(const std::filesystem::path& executable, const std::string& host_compiler);

}  // namespace heddle::cc
