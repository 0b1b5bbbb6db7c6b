// Finds the SDK tree, clang and the host compiler.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::cc {

/// The tools of one run.
struct Tools {
  std::filesystem::path sdk;
  std::string clang;     ///< clang++ 19
  std::string host_cxx;  ///< links, and compiles .cpp
  std::string host_c;    ///< compiles .c
};

/// Finds the SDK tree: HEDDLE_SDK, the tree whose bin/nvcc is `executable`, <folder>/sdk (build
/// tree) or <folder>/../lib/heddle/sdk (installation). <folder> is the folder of `executable`.
/// Throws Error if there is no such tree.
std::filesystem::path find_sdk(const std::filesystem::path& executable);

/// `host_compiler` is the value of -ccbin: a program, or the folder of g++, or empty.
Tools find_tools(const std::filesystem::path& executable, const std::string& host_compiler);

}  // namespace heddle::cc
