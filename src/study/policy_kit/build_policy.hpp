// Builds a policy library from sources.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "heddle/sim/libraries/policy_library.hpp"
#include "study/policy_kit/kit.hpp"

namespace heddle::study {

/// The library of these sources, if the user names none: beside the first source, with its name.
std::filesystem::path library_of(std::span<const std::filesystem::path> sources);

/// Throws Error if a source is missing or is no C++ source, or if the library's name is none that
/// --policy takes.
void check_build(std::span<const std::filesystem::path> sources,
                 const std::filesystem::path& library);

/// Compiles and links the sources, loads the library and returns its policies, "<kind>.<name>". The
/// compiler's messages go to standard error. Throws Error if the compiler fails, or if heddle
/// cannot load the library. Then an earlier library of this name stays as it is.
std::vector<std::string> build_policy(const PolicyKit& kit,
                                      std::span<const std::filesystem::path> sources,
                                      const std::filesystem::path& library);

}  // namespace heddle::study
