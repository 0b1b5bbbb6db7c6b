// The line that a person watches while a program runs: which kernel, how much of it, the time left,
// counts that move. It stands below the cursor, which stays where the program left it, and is drawn
// only while the program waits for the simulation (sim::TerminalLine). Nothing is written unless
// standard error is a terminal that can place a cursor.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "heddle/sim/records/journal_watch.hpp"

namespace heddle::cli {

/// The line's text. `seconds` since the program began, `grid_seconds` since the running grids did.
std::string progress_text(const sim::JournalWatch::Sum& sum, double seconds, double grid_seconds);

class ProgressLine {
 public:
  ProgressLine(const std::filesystem::path& run_folder, bool wanted);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Called several times a second.
  void update();

 private:
  using Clock = std::chrono::steady_clock;

  sim::JournalWatch watch_;
  std::string terminal_;  ///< its path; "": nothing is shown
  bool written_ = false;
  Clock::time_point began_ = Clock::now(), grid_began_ = began_;
  Clock::time_point updated_{};
  std::uint64_t launches_ = 0;  ///< when grid_began_ was set
};

}  // namespace heddle::cli
