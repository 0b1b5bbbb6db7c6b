// The names of a workload's kernels, read from its source. `heddle workloads` lists them without
// running the workload.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::study {

/// The names of the __global__ functions in a CUDA source and in the files that it includes in
/// quotes. Each name comes once, in the order of the text.
std::vector<std::string> kernel_names(const std::filesystem::path& source);

}  // namespace heddle::study
