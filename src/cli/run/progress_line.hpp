// The line that a person watches while a program runs: launches, blocks, cycles, speed, time left.
// Nothing is written unless standard error is a terminal.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "heddle/sim/journal.hpp"

namespace heddle::cli {

/// The line's text. `seconds` since the program began, `grid_seconds` since the running grids did.
std::string progress_text(const sim::JournalWatch::Sum& sum, double seconds, double grid_seconds);

class ProgressLine {
 public:
  ProgressLine(const std::filesystem::path& run_folder, bool wanted);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update();

 private:
  using Clock = std::chrono::steady_clock;

  sim::JournalWatch watch_;
  bool shown_;
  bool written_ = false;
  Clock::time_point began_ = Clock::now();
  Clock::time_point grid_began_ = began_;
  std::uint64_t launches_ = 0;  ///< when grid_began_ was set
};

}  // namespace heddle::cli
