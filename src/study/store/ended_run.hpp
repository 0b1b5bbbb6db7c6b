// How one run of a sweep went: judged from its process's end, its stats.json and what it printed.
#pragma once

#include <filesystem>
#include <string>

#include "heddle/sim/records/saved_stats.hpp"
#include "jobs/processes/job.hpp"
#include "study/plan/sweep_file.hpp"

namespace heddle::study {

struct EndedRun {
  std::string status;   ///< ok, incomplete, failed, timeout, memory or pending
  std::string message;  ///< of one that is ok: its warnings, or ""
  int exit_code = 0;
  double seconds = 0;            ///< of the whole run, on the host
  std::uint64_t peak_bytes = 0;  ///< of its largest process
  std::string output;            ///< the end of what it printed, unless it is ok
  sim::SavedStats stats;         ///< of a run that is ok or incomplete
  std::filesystem::path folder;  ///< with what else it wrote
};

/// `results` is the run's output folder, `output` the file with what it printed.
EndedRun judge_run(const jobs::JobEnd& end, const RunBounds& bounds,
                   const std::filesystem::path& results, const std::filesystem::path& output);

}  // namespace heddle::study
