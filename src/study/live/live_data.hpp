// What the page of a run that goes on shows, as JSON: how far the run has come, samples so far, and
// the warps on the SMs.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "heddle/sim/records/journal_watch.hpp"
#include "study/live/grid_pace.hpp"

namespace heddle::study {

/// The words at the page's head.
struct LiveSubject {
  std::string name, machine, command;
};

class LiveData {
 public:
  LiveData(LiveSubject subject, std::filesystem::path run_folder);

  /// Sees which kernel runs since when. Called several times a second from the run's begin on; with
  /// a reader, the run is asked how far it has come, and answers soon.
  void look(bool has_reader);
  /// What is known now. `reason` says how the run ended; "": it goes on.
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
