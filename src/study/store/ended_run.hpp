// The outcome of one run of a sweep. The outcome follows from the end of the run's process, from
// stats.json, and from the run's output.
#pragma once

#include <filesystem>
#include <string>

#include "heddle/sim/records/saved_stats.hpp"
#include "jobs/processes/job.hpp"
#include "study/plan/sweep_file.hpp"

namespace heddle::study {

struct EndedRun {
  std::string status;   ///< ok, incomplete, failed, timeout, memory or pending
  std::string message;  ///< reason of the status; for a run that is ok: its warnings, or ""
  int exit_code = 0;
  double seconds = 0;            ///< time of the whole run on the host
  std::uint64_t peak_bytes = 0;  ///< peak memory of the run's largest process
  std::string output;            ///< last part of the run's output; "" for an ok run
  sim::SavedStats stats;         ///< only for a run that is ok or incomplete
  std::filesystem::path folder;  ///< output folder of the run
};

/// What a run may do.
struct RunRules {
  RunBounds bounds;
  bool any_exit_code = false;  ///< whether an exit code of the program other than 0 is no failure
};

/// `results` is the run's output folder. `output` is the file with the text that the run printed.
EndedRun judge_run(const jobs::JobEnd& end, const RunRules& rules,
                   const std::filesystem::path& results, const std::filesystem::path& output);

}  // namespace heddle::study
