// The line that a person watches while a program runs: the kernel, how much of it is done, the time
// left, and counts. The line stands below the cursor, which stays where the program left it. The
// line is drawn only while the program waits for the simulation (sim::TerminalLine), and only if
// standard error is a terminal that can place a cursor.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "heddle/sim/records/journal_watch.hpp"

namespace heddle::cli {

/// The path of the terminal behind standard error; "" if there is no terminal, or if the terminal
/// has no cursor.
std::string terminal_with_cursor();

/// The name of the oldest running kernel, shortened, and the number of the other ones.
std::string kernel_text(const sim::JournalWatch::Sum& sum);

/// The time that the running grids still need if their blocks go on as in the `grid_seconds` since
/// the grids began; nothing before a block has ended.
std::optional<double> seconds_left(const sim::JournalWatch::Sum& sum, double grid_seconds);

/// The text of the line. `seconds` have passed since the program began, and `grid_seconds` since
/// the running grids began.
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
  std::string terminal_;  ///< path of the terminal; "": nothing is shown
  bool written_ = false;
  Clock::time_point began_ = Clock::now(), grid_began_ = began_;
  Clock::time_point updated_{};
  std::uint64_t launches_ = 0;  ///< number of launches when grid_began_ was set
};

}  // namespace heddle::cli
