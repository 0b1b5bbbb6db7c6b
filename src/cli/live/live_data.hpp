// What the page of a run that goes on shows, as JSON: how far the run has come, samples so far, and
// the warps on the SMs.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "heddle/sim/journal_watch.hpp"

namespace heddle::cli {

/// The words at the page's head.
struct LiveSubject {
  std::string name, machine, command;
};

class LiveData {
 public:
  LiveData(LiveSubject subject, std::filesystem::path run_folder);

  /// Asks the run how far it has come. Called several times a second; the run answers soon.
  void ask();
  /// What is known now. `reason` says how the run ended; "": it goes on.
  std::string text(const std::string& reason);

 private:
  using Clock = std::chrono::steady_clock;

  LiveSubject subject_;
  std::filesystem::path folder_;
  sim::JournalWatch watch_;
  Clock::time_point began_ = Clock::now(), grid_began_ = began_, asked_{};
  std::uint64_t launches_ = 0;  ///< when grid_began_ was set
};

}  // namespace heddle::cli
