// A run of a program on the simulated GPU. `heddle run` and `heddle timeline` carry it out.
#pragma once

#include <functional>

#include "cli/run/requests/run_request.hpp"
#include "heddle/sim/records/result_files.hpp"
#include "study/runs/run_folder.hpp"

namespace heddle::cli {

/// A run in progress: the request, the configuration, the program, and the folder of the results.
struct Run {
  const RunRequest& request;
  sim::Configuration configuration;
  sim::RunSubject subject;
  study::RunFolder folder;
  sim::HostFacts host;
  std::string ending;  ///< how the run ended, in words; "": it has not ended
};

/// Called with a run that has ended, before its temporary folder is removed.
using SeeRun = std::function<void(const Run& run, const sim::RunResult& result)>;

/// How heddle itself ends after a run.
struct RunEnd {
  int exit_code = 0;
  /// Signal with which heddle ends itself, so that a loop of the shell ends, too; 0: none.
  int signal = 0;
};

/// Runs the program, and writes and prints the results. Throws Error for a request that cannot be
/// carried out.
RunEnd carry_out(const RunRequest& request, const SeeRun& see);

/// Returns the exit code, unless a signal ends this process.
int finish(const RunEnd& end);

}  // namespace heddle::cli
