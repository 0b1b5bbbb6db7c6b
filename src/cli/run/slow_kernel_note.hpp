// The note on a kernel that takes long: how much of the grid is done, at what rate, an estimate of
// the rest, and what would make it end. The note is one line on standard error, also where standard
// error is no terminal. It comes after ten seconds of one kernel, then each time when the kernel
// has run twice as long.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "heddle/sim/records/journal_watch.hpp"

namespace heddle::cli {

/// The text of the note, with its end of line. The running grids have executed for `grid_seconds`,
/// and `instructions` warp instructions in this time.
std::string slow_kernel_text(const sim::JournalWatch::Sum& sum, double grid_seconds,
                             std::uint64_t instructions);

class SlowKernelNote {
 public:
  using Clock = std::chrono::steady_clock;
  using Say = std::function<void(std::string_view)>;

  static constexpr std::chrono::seconds kPatience{10};  ///< time of a kernel before the first note

  /// `say` prints a note. If `terminal` is not empty, it is the path of the terminal behind
  /// standard error, where the progress line may stand: notes erase the line.
  SlowKernelNote(const std::filesystem::path& run_folder, std::string terminal, Say say);

  /// Called several times a second.
  void update(Clock::time_point now);

 private:
  void restart(const sim::JournalWatch::Sum& sum, Clock::time_point now);
  bool print(const std::string& text);

  sim::JournalWatch watch_;
  std::string terminal_;
  Say say_;
  std::uint64_t launches_ = 0;            ///< number of launches when the running grids began
  std::uint64_t first_instructions_ = 0;  ///< warp instructions before the running grids
  Clock::time_point grid_began_{};
  Clock::duration due_ = kPatience;  ///< time of the running grids at the next note
  Clock::time_point asked_{};        ///< when a report was requested; 0: not since the last note
};

}  // namespace heddle::cli
