// The data of the page of a run in progress, as JSON: the progress, the samples so far, and the
// warps on the SMs.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "heddle/sim/records/journal_watch.hpp"
#include "study/live/grid_pace.hpp"

namespace heddle::study {

/// The texts in the head of the page.
struct LiveSubject {
  std::string name, machine, command;
};

class LiveData {
 public:
  LiveData(LiveSubject subject, std::filesystem::path run_folder);

  /// Observes which kernel runs. Call this several times a second from the beginning of the run.
  /// While somebody reads the page, asks the run for reports several times a second. Otherwise asks
  /// only until the name of the running kernel is known.
  void look(bool has_reader);
  /// The present data as JSON. `reason` says how the run ended; "": the run has not ended.
  std::string text(const std::string& reason);

 private:
  using Clock = std::chrono::steady_clock;

  LiveSubject subject_;
  std::filesystem::path folder_;
  sim::JournalWatch watch_;
  Clock::time_point began_ = Clock::now(), asked_{};
  GridPace pace_{began_};
};

}  // namespace heddle::study
