// What the compiler's analyses find in each kernel of PTX files, a row a kernel.
#pragma once

#include <string>
#include <vector>

#include "heddle/compile/code/options.hpp"
#include "study/tables/table.hpp"

namespace heddle::cli {

/// The last row is the mean of the kernels. `kernel`: only those of this name; "" for all.
study::Table analysis_table(const std::vector<std::string>& files, const std::string& kernel,
                            const compile::Options& options);

}  // namespace heddle::cli
