// Warnings about warp-wide instructions that executed without lanes which their member masks name.
#pragma once

#include <string>
#include <vector>

#include "heddle/exec/step/grid.hpp"

namespace heddle::sim {

struct MeetingWarning {
  std::string instruction;  ///< kernel, place and operation
  std::string text;         ///< the whole sentence
};

/// Returns a warning for each such instruction of the launch, in the order of the program.
std::vector<MeetingWarning> meeting_warnings(const exec::Grid& grid);

}  // namespace heddle::sim
