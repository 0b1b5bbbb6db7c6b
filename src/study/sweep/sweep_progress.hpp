// What a person sees while a sweep runs: on a terminal a line with how far it is and how long it
// may take; otherwise a line for each run that ended.
#pragma once

#include <map>
#include <span>
#include <string>

#include "jobs/processes/job_pool.hpp"
#include "study/plan/cell.hpp"
#include "study/store/ended_run.hpp"

namespace heddle::study {

/// How long the runs that are left may take, from those that ended: a run is expected to take as
/// long as others of its workload and size did, or else as the average run.
class TimeLeft {
 public:
  void add(const Cell& cell, double seconds);
  /// Of the cells in the whole, with `at_once` of them at a time; less than 0: nothing is known.
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
  /// `runs`: what is to run, in order; `at_once` of them at a time.
  SweepProgress(std::vector<const Cell*> runs, unsigned at_once);
  ~SweepProgress();
  SweepProgress(const SweepProgress&) = delete;
  SweepProgress& operator=(const SweepProgress&) = delete;

  void ended(std::size_t number, const EndedRun& run);
  void show(std::span<const jobs::RunningJob> running) const;

 private:
  std::vector<const Cell*> runs_, left_;
  unsigned at_once_;
  bool terminal_;
  std::size_t ended_ = 0, failed_ = 0;
  TimeLeft time_left_;
};

}  // namespace heddle::study
