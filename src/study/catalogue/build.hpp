// Compiles workloads with `heddle cc`, several at a time. Does not compile a program that is newer
// than all files that it depends on.
#pragma once

#include <filesystem>
#include <span>

#include "study/catalogue/catalogue.hpp"

namespace heddle::study {

struct BuildCount {
  std::size_t compiled = 0, up_to_date = 0;
};

/// Compiles each workload into `folder`, to a program with the workload's name; at most `at_once`
/// workloads at a time. Throws Error with the compiler's messages if a compilation fails, and if
/// another process compiles into the folder.
BuildCount build_workloads(std::span<const Workload> workloads, const std::filesystem::path& folder,
                           unsigned at_once);

}  // namespace heddle::study
