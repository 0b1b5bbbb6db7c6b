// A run of a program on the simulated GPU, as `heddle run` and `heddle timeline` carry it out.
#pragma once

#include <functional>

#include "cli/run/run_folder.hpp"
#include "cli/run/run_request.hpp"
#include "heddle/sim/result_files.hpp"

namespace heddle::cli {

/// A run on its way: what it is, where its results go.
struct Run {
  const RunRequest& request;
  sim::Configuration configuration;
  sim::RunSubject subject;
  RunFolder folder;
  sim::HostFacts host;
};

/// Sees a run that has ended, before its temporary folder goes.
using SeeRun = std::function<void(const Run& run, const sim::RunResult& result)>;

/// Runs the program, writes what was measured and says it. Returns the exit code. Throws Error.
int carry_out(const RunRequest& request, const SeeRun& see);

}  // namespace heddle::cli
