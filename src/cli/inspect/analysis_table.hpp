// What the compiler's analyses find in the kernels of PTX files, one row for each kernel.
#pragma once

#include <string>
#include <vector>

#include "heddle/compile/code/options.hpp"
#include "study/tables/table.hpp"

namespace heddle::cli {

/// The last row is the mean of the kernels. `kernel` is the name of the only kernels to show; ""
/// shows all.
study::Table analysis_table(const std::vector<std::string>& files, const std::string& kernel,
                            const compile::Options& options);

}  // namespace heddle::cli
