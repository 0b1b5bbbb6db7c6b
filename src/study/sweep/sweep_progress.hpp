// The progress of a sweep. A terminal shows one line with the numbers of runs that are done,
// running and waiting, and the time left. Other outputs get a line for each run that ended.
#pragma once

#include <map>
#include <span>
#include <string>

#include "jobs/processes/job_pool.hpp"
#include "study/plan/cell.hpp"
#include "study/store/ended_run.hpp"

namespace heddle::study {

/// Estimates the time for the remaining runs from the runs that ended. The estimate for a run is
/// the mean time of runs with the same workload and size, or of all runs if no such run has ended.
class TimeLeft {
 public:
  void add(const Cell& cell, double seconds);
  /// Seconds for all cells in `left`, with `at_once` runs at a time; negative if no run has ended
  /// yet.
  double seconds(std::span<const Cell* const> left, unsigned at_once) const;

 private:
  struct Mean {
    double sum = 0;
    unsigned count = 0;
    double value() const { return sum / count; }
  };
  std::map<std::string, Mean> by_subject_;
  Mean all_;
};

class SweepProgress {
 public:
  /// `runs` are the cells to run, in order. `at_once` is the number of simultaneous runs.
  SweepProgress(std::vector<const Cell*> runs, unsigned at_once);
  ~SweepProgress();
  SweepProgress(const SweepProgress&) = delete;
  SweepProgress& operator=(const SweepProgress&) = delete;

  void ended(std::size_t number, const EndedRun& run);
  void show(std::span<const jobs::RunningJob> running) const;

 private:
  /// ", about 5 min left"; "" if no run has ended yet.
  std::string estimate() const;

  std::vector<const Cell*> runs_, left_;
  unsigned at_once_;
  bool terminal_;
  std::size_t ended_ = 0, failed_ = 0;
  TimeLeft time_left_;
};

}  // namespace heddle::study
