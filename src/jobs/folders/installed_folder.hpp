// Folders of data that come with heddle: beside the program in a build tree, in share/heddle of an
// installation.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::jobs {

/// The folder `name`, or the one that the environment variable, if set, names instead. Throws
/// Error if there is none.
std::filesystem::path installed_folder(const std::filesystem::path& executable,
                                       const std::string& name, const char* variable);

}  // namespace heddle::jobs
