// When the kernels of a run ran, reduced to few enough spans for a page.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::study {

struct LaunchSpan {
  std::string kernel;        ///< its name with its signature
  Cycle begin = 0, end = 0;  ///< cycles of the device
};

struct LaunchTable {
  std::vector<LaunchSpan> spans;  ///< the longest timed launches of the first process, by begin
  std::uint64_t left_out = 0;     ///< number of shorter timed launches of the first process
};

/// Reads the timed launches of the run and keeps the `most` longest. Throws Error.
LaunchTable read_launches(const std::filesystem::path& folder, std::size_t most);

}  // namespace heddle::study
