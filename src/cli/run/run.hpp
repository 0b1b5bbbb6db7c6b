// A run of a program on the simulated GPU, as `heddle run` and `heddle timeline` carry it out.
#pragma once

#include <functional>

#include "cli/run/requests/run_request.hpp"
#include "heddle/sim/records/result_files.hpp"
#include "study/runs/run_folder.hpp"

namespace heddle::cli {

/// A run on its way: what it is, where its results go.
struct Run {
  const RunRequest& request;
  sim::Configuration configuration;
  sim::RunSubject subject;
  study::RunFolder folder;
  sim::HostFacts host;
  std::string ending;  ///< how it ended, in words; "": it goes on
};

/// Sees a run that has ended, before its temporary folder goes.
using SeeRun = std::function<void(const Run& run, const sim::RunResult& result)>;

/// How heddle itself ends after a run.
struct RunEnd {
  int exit_code = 0;
  int signal = 0;  ///< that it ends by, so that a shell's loop ends too; 0: none
};

/// Runs the program, writes what was measured and says it. Throws Error.
RunEnd carry_out(const RunRequest& request, const SeeRun& see);

/// The exit code, unless a signal ends this process.
int finish(const RunEnd& end);

}  // namespace heddle::cli
