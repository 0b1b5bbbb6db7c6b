// A launch that has not ended yet.
#pragma once

#include <cstdint>
#include <memory>

#include "heddle/exec/functional_run.hpp"
#include "heddle/sim/launches/launch_record.hpp"
#include "heddle/sim/launches/launch_request.hpp"

namespace heddle::sim {

struct Launch {
  LaunchRequest request;
  LaunchRecord record;
  std::shared_ptr<const exec::Grid> grid;
  bool chosen = false;  ///< the options run.kernels, run.skip and run.launches choose the launch
  std::uint64_t gpu_grid = 0;                ///< for a timed launch: number of its grid on the GPU
  std::unique_ptr<exec::FunctionalRun> run;  ///< computes a launch without timing; null before the
                                             ///< launch begins
  std::uint64_t counted_instructions = 0;    ///< number of instructions of `run` that the live
                                             ///< counters already contain
  Cycle not_before = 0;  ///< without timing: the launch begins at this time at the earliest
};

}  // namespace heddle::sim
