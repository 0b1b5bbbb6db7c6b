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

/// Compiles each workload to a program of its name in `folder`, at most `at_once` at a time. Throws
/// Error with the messages of the compiler, and if another process compiles into the folder.
BuildCount build_workloads(std::span<const Workload> workloads, const std::filesystem::path& folder,
                           unsigned at_once);

}  // namespace heddle::study
