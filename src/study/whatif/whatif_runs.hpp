// Repeats a run, once as it is and once for each idealization, and compares the cycles.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "study/whatif/whatif_results.hpp"

namespace heddle::study {

struct WhatifRequest {
  std::filesystem::path folder;    ///< output folder of the run
  std::vector<std::string> names;  ///< the idealizations; empty: all
  unsigned at_once = 1;            ///< runs at a time
  unsigned threads = 1;            ///< host threads of a run
  /// Called at the end of each run: runs that have ended, and all of them.
  std::function<void(std::size_t ended, std::size_t all)> progress;
};

/// Runs the program of the folder's run again, in the folder where it ran then, with the same
/// settings and without probes. Throws Error if an idealization has no such name, if the folder is
/// not that of a complete run with timed launches, if the run as it is fails now, and on a signal
/// that asks to end.
WhatifResults measure_whatif(const WhatifRequest& request);

}  // namespace heddle::study
