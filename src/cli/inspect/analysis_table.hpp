// The table with the results of the compiler's analyses of PTX files, one row for each kernel.
#pragma once

#include <string>
#include <vector>

#include "heddle/compile/options.hpp"
#include "study/tables/table.hpp"

namespace heddle::cli {

/// The last row is the mean of the kernels. If `kernel` is not "", only kernels of this name have
/// rows.
study::Table analysis_table(const std::vector<std::string>& files, const std::string& kernel,
                            const compile::Options& options);

}  // namespace heddle::cli
