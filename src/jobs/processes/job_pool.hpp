// Runs a list of jobs, a few at a time, and tells how each ended; a signal that asks this process
// to end (Ctrl-C) ends the jobs that run.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "jobs/processes/job.hpp"

namespace heddle::jobs {

/// A job that runs.
struct RunningJob {
  std::size_t number;
  double seconds;  ///< since its start
};

struct JobList {
  std::size_t count = 0;
  unsigned at_once = 1;
  std::function<JobStart(std::size_t number)> start;
  std::function<void(std::size_t number, const JobEnd& end)> ended;
  /// Called several times a second.
  std::function<void(std::span<const RunningJob> running)> idle;
};

/// Runs the jobs 0, 1, ... of the list. The signal that interrupted it, or 0. What `start` and
/// `ended` throw ends all jobs and passes through.
int run_jobs(const JobList& list);

/// At a time, as options take it.
inline constexpr unsigned kMostJobs = 1024;

/// As many as there are processors for this process.
unsigned processors();

}  // namespace heddle::jobs
