// The steps after a signal asks a run to end. The signal is Ctrl-C, or SIGINT, SIGTERM, SIGHUP or
// SIGQUIT sent to heddle. The program gets the signal from the terminal, or heddle passes the
// signal on. Then
//
//   at once        heddle asks the program's processes, through their journals (sim::Requests), to
//                  stop simulating. At the end of the quantum each process records its running
//                  launches as incomplete. If the signal has its default action in the process,
//                  the process then ends within a second (sim::DeferredSignals). If the process
//                  handles or ignores the signal, its calls of the runtime return an error
//   recorded, 1 s  `keep` writes the results so far when all launches are recorded, or after a
//                  second. After a second heddle also says that the program still runs
//   10 s           the program and its descendants get SIGTERM, or SIGKILL if the signal was
//                  SIGTERM
//   13 s           the program and its descendants get SIGKILL
//
// A second signal sends SIGKILL at once. A program that ends by itself without another launch is
// not affected by these steps.
#pragma once

#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>

#include <sys/types.h>

#include "heddle/sim/records/journal_watch.hpp"

namespace heddle::cli {

class Interruption {
 public:
  using Clock = std::chrono::steady_clock;
  using Duration = std::chrono::milliseconds;

  struct Patience {
    Duration settle{1000};  ///< longest wait until all launches are recorded
    Duration end{10'000};   ///< until the program gets SIGTERM
    Duration kill{13'000};  ///< until the program gets SIGKILL
  };

  /// Calls `keep` once, when the launches are recorded or when `settle` has passed.
  Interruption(const std::filesystem::path& run_folder, std::function<void(int signal)> keep,
               const Patience& patience);
  Interruption(const std::filesystem::path& run_folder, std::function<void(int signal)> keep)
      : Interruption(run_folder, std::move(keep), Patience()) {}

  /// Call this when a signal has come. The program has received the signal, too. A second signal
  /// right after the first counts as the first, because a sender may send it to each process and to
  /// their group.
  void begin(pid_t program, int signal, bool from_terminal);
  /// Called several times a second while the program runs.
  void look(pid_t program);

 private:
  struct Step {
    Duration after;
    int signal;
  };

  void plan();
  void keep_results(Duration passed);
  void announce(Duration passed);

  sim::JournalWatch watch_;
  std::function<void(int)> keep_;
  Patience patience_;
  int signal_ = 0;  ///< the first signal; 0: none has come
  Clock::time_point began_;
  bool kept_ = false, announced_ = false;
  std::deque<Step> steps_;  ///< steps still to take, in order
};

}  // namespace heddle::cli
