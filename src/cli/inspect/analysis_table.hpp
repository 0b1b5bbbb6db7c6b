// What the compiler's analyses find in each kernel of PTX files, a row a kernel.
#pragma once

#include <string>
#include <vector>

#include "cli/inspect/table.hpp"
#include "heddle/compile/code/options.hpp"

namespace heddle::cli {

/// The last row is the mean of the kernels. `kernel`: only those of this name; "" for all.
Table analysis_table(const std::vector<std::string>& files, const std::string& kernel,
                     const compile::Options& options);

}  // namespace heddle::cli
