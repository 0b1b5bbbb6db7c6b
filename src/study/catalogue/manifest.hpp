// One manifest, ENTRY.toml beside ENTRY.cu, read and checked.
#pragma once

#include <filesystem>
#include <span>

#include "study/catalogue/catalogue.hpp"

namespace heddle::study {

/// Throws Error: an unknown key or study, a missing size, a value of the wrong type.
Workload read_manifest(const std::filesystem::path& manifest, std::span<const Study> studies);

}  // namespace heddle::study
