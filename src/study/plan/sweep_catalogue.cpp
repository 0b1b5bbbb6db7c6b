#include "study/plan/sweep_catalogue.hpp"

#include <algorithm>

#include "jobs/processes/own_executable.hpp"
#include "study/catalogue/workload_folder.hpp"

namespace heddle::study {

Catalogue catalogue_of(const SweepFile& sweep) {
  const bool matrix_does = std::ranges::any_of(sweep.matrices, [](const SweepMatrix& matrix) {
    return !matrix.paper.empty() || !matrix.workloads.empty();
  });
  const bool capture_does = std::ranges::any_of(
      sweep.captures, [](const SweepCapture& capture) { return !capture.workload.empty(); });
  if (!matrix_does && !capture_does) return {};
  return read_catalogue(find_workloads(jobs::own_executable()));
}

}  // namespace heddle::study
