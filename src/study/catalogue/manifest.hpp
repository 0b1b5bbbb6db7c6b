// Reads the manifest of a workload: NAME.toml beside the source NAME.cu.
#pragma once

#include <filesystem>
#include <span>

#include "study/catalogue/catalogue.hpp"

namespace heddle::study {

/// Throws Error for an unknown key or study, a missing size, and a value of the wrong type.
Workload read_manifest(const std::filesystem::path& manifest, std::span<const Study> studies);

}  // namespace heddle::study
