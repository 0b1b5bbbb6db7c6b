#include "cli/sweep/plan/sweep_catalogue.hpp"

#include <algorithm>

#include "cli/command.hpp"
#include "cli/suite/workload_folder.hpp"

namespace heddle::cli {

Catalogue catalogue_of(const SweepFile& sweep) {
  const bool matrix_does = std::ranges::any_of(sweep.matrices, [](const SweepMatrix& matrix) {
    return !matrix.paper.empty() || !matrix.workloads.empty();
  });
  const bool capture_does = std::ranges::any_of(
      sweep.captures, [](const SweepCapture& capture) { return !capture.workload.empty(); });
  if (!matrix_does && !capture_does) return {};
  return read_catalogue(find_workloads(own_executable()));
}

}  // namespace heddle::cli
