// The kernels of a workload, from its source: what `heddle workloads` says before anything ran.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::study {

/// Names of the __global__ functions of a CUDA source and of the files that it includes in quotes,
/// in the order of the text, each once.
std::vector<std::string> kernel_names(const std::filesystem::path& source);

}  // namespace heddle::study
