// Compiles workloads to programs in a folder, several at a time, as `heddle cc` does; what is newer
// than all that it is made of stays.
#pragma once

#include <filesystem>
#include <span>

#include "study/catalogue/catalogue.hpp"

namespace heddle::study {

struct BuildCount {
  std::size_t compiled = 0, up_to_date = 0;
};

/// `folder` then holds a program of each workload's name. Throws Error with the compiler's words,
/// also if another process is compiling there.
BuildCount build_workloads(std::span<const Workload> workloads, const std::filesystem::path& folder,
                           unsigned at_once);

}  // namespace heddle::study
