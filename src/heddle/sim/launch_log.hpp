// What a run keeps of its launches: the journal's records, the probes' output and the warnings.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "heddle/gpu/gpu.hpp"
#include "heddle/sim/launches/launch.hpp"
#include "heddle/sim/launches/launch_times.hpp"
#include "heddle/sim/observation.hpp"
#include "heddle/sim/records/launch_recorder.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::sim {

class LaunchLog {
 public:
  /// `configuration` must outlive the log. Attaches the run's probes to the GPU.
  LaunchLog(const Configuration& configuration, gpu::Gpu& gpu);

  // Launches.
  /// Tells the probes of a launch. Called before the GPU gets the launch.
  void begun(const Launch& launch);
  /// Records a timed launch that has ended.
  void ended(Launch& launch, const gpu::GridCounters& counters);
  /// Records a launch without timing that has ended. The launch's record has the times already.
  void computed(Launch& launch);
  /// Records the measured part of a launch that is stopped. `timed`: the counters of a timed
  /// launch; null for a launch without timing.
  void stopped(Launch& launch, const gpu::GridCounters* timed, Cycle now);
  /// Warns once per kernel if something kept the launch from running as the chosen policies define.
  void note_hindrances(const LaunchRecord& record, const gpu::GridStatus& status);
  /// Forgets the times of launches. Called when none runs.
  void forget_times() { times_.forget(); }
  /// Returns the cycles in which a timed grid ran, if the first that still runs has begun at
  /// `began`. A cycle in which several grids run counts once, and a cycle without a grid does not
  /// count.
  Cycle cycles(Cycle began, Cycle now) const {
    return recorded_cycles_ + times_.uncovered(began, now);
  }

  // The run.
  LiveCounters& live() { return recorder_.live(); }
  Requests* requests() { return recorder_.requests(); }  ///< null: no journal
  void also_tell(std::function<void(const LaunchRecord&)> heard) {
    recorder_.also_tell(std::move(heard));
  }
  /// Writes the probes' output so far, except for launches from `first_running` on.
  void update_probes(std::uint64_t first_running) { observation_.update(first_running); }
  void finish_probes() { observation_.finish(); }
  void warning(const std::string& text) { recorder_.warning(text); }
  void fault(const std::string& message) { recorder_.fault(message); }
  void stop(const std::string& reason) { recorder_.stop(reason); }
  void finish() { recorder_.finish(); }

  // The progress line of `heddle run`.
  void allow_progress();
  void withdraw_progress();

 private:
  /// Computes the part of the launch's time in which no earlier launch ran.
  void note_time(LaunchRecord& record, const gpu::GridCounters& counters);
  /// Adds the counts of the check of scalar annotations to the launch's statistics, if the launch
  /// has such a check.
  static void add_check(Launch& launch);
  /// Warns of warp-wide instructions of a launch that has ended.
  void warn_of_meetings(const Launch& launch);
  /// Records one warning about each subject. The run shows its warnings at its end.
  void warn_once(const std::string& text, const std::string& subject);

  const Configuration& configuration_;
  Observation observation_;
  LaunchRecorder recorder_;
  LaunchTimes times_;
  Cycle recorded_cycles_ = 0;  ///< cycles in which a recorded timed grid ran
  std::set<std::string> warned_of_;
  std::vector<Statistic> reused_statistics_;  ///< statistics of the last timed launch, whose names
                                              ///< are reused
};

}  // namespace heddle::sim
