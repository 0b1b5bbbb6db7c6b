// Writes the source of a new policy.
#pragma once

#include <filesystem>
#include <string>

#include "study/policy_kit/kit.hpp"

namespace heddle::study {

/// Writes FOLDER/NAME.cpp, a small policy of the kind that works, with comments. Returns the file.
/// Throws Error for an unknown kind, for a name that no policy may have or that another policy of
/// the kind has, and for a file that exists.
std::filesystem::path write_new_policy(const PolicyKit& kit, const std::string& kind,
                                       const std::string& name,
                                       const std::filesystem::path& folder);

/// Returns the kind's template as the source of a policy with this name.
std::string policy_source(const PolicyKit& kit, const std::string& kind, const std::string& name);

}  // namespace heddle::study
