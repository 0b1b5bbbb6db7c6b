// Where the workloads are: beside heddle, or where the user says.
#pragma once

#include <filesystem>

namespace heddle::study {

/// Environment variable that names another folder of workloads.
inline constexpr const char* kWorkloadsVariable = "HEDDLE_WORKLOADS";

/// The folder of workloads: of HEDDLE_WORKLOADS, else of this build or installation. Throws Error.
std::filesystem::path find_workloads(const std::filesystem::path& executable);

}  // namespace heddle::study
