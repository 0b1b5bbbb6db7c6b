// Runs a list of jobs, a few at a time, and reports how each ended. A signal that asks this process
// to end (Ctrl-C) ends the running jobs.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "jobs/processes/job.hpp"

namespace heddle::jobs {

struct RunningJob {
  std::size_t number;
  double seconds;  ///< seconds since the start of the job
};

struct JobList {
  std::size_t count = 0;
  unsigned at_once = 1;
  std::function<JobStart(std::size_t number)> start;
  std::function<void(std::size_t number, const JobEnd& end)> ended;
  /// Called several times a second.
  std::function<void(std::span<const RunningJob> running)> idle;
};

/// Runs the jobs 0, 1, ... of the list. Returns the signal that interrupted the jobs, or 0. An
/// exception of `start` or `ended` ends all jobs and is passed on.
int run_jobs(const JobList& list);

/// The most jobs at a time that an option may ask for.
inline constexpr unsigned kMostJobs = 1024;

/// The number of processors that this process may use.
unsigned processors();

}  // namespace heddle::jobs
