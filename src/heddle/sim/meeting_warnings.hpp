// Warnings about warp-wide instructions that executed without lanes which their member masks name.
#pragma once

#include <string>
#include <vector>

#include "heddle/exec/step/grid.hpp"

namespace heddle::sim {

/// Returns a sentence for each such instruction of the launch, in the order of the program.
std::vector<std::string> meeting_warnings(const exec::Grid& grid);

}  // namespace heddle::sim
