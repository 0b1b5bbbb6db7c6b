// Finds the folders of data that come with heddle. The folders lie beside the program in a build
// tree, and in share/heddle of an installation.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::jobs {

/// Returns the folder `name`, or the folder that the environment variable names if it is set.
/// Throws Error if there is no such folder.
std::filesystem::path installed_folder(const std::filesystem::path& executable,
                                       const std::string& name, const char* variable);

}  // namespace heddle::jobs
