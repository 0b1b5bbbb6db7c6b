// The kernels' sizes of clusters (__cluster_dims__). clang 19 has no attribute for them: the
// headers make an annotation of it, which is in the module that clang makes, and not in the PTX.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace heddle::cc {

struct ClusterSize {
  std::string kernel;  ///< name in the PTX
  std::array<unsigned, 3> blocks{1, 1, 1};
};

/// The sizes that the annotations of a module say. `module`: LLVM assembly text.
std::vector<ClusterSize> cluster_sizes_of(const std::string& module);

/// The PTX with a directive for each of these kernels.
std::string with_cluster_sizes(std::string ptx, const std::vector<ClusterSize>& sizes);

}  // namespace heddle::cc
