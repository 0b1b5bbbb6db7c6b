// Finds the folder of the workloads.
#pragma once

#include <filesystem>

namespace heddle::study {

/// Environment variable with the path of another folder of workloads.
inline constexpr const char* kWorkloadsVariable = "HEDDLE_WORKLOADS";

/// The folder that HEDDLE_WORKLOADS names, else the folder of this build or installation. Throws
/// Error if there is no such folder.
std::filesystem::path find_workloads(const std::filesystem::path& executable);

}  // namespace heddle::study
