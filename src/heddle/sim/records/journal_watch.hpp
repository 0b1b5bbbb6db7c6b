// Reads the journals of a run folder while the program runs. With this class `heddle run` sees the
// progress of the program's processes and sends requests to them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace heddle::sim {

struct JournalHead;

/// All functions are fast enough for several calls per second.
class JournalWatch {
 public:
  explicit JournalWatch(std::filesystem::path folder);
  ~JournalWatch();
  JournalWatch(const JournalWatch&) = delete;
  JournalWatch& operator=(const JournalWatch&) = delete;

  /// The sums of the live counters over all journals.
  struct Sum {
    std::uint64_t processes = 0, launches = 0, reported_launches = 0, unfinished = 0,
                  blocks_done = 0, blocks_total = 0, cycles = 0, warp_instructions = 0,
                  timed_warp_instructions = 0;
    // The counters from `blocks_done` on have the values of the last report. At this report
    // `reported_launches` launches had begun.
    std::string kernel;     ///< name of a running grid's kernel; "": no grid runs
    bool is_timed = false;  ///< a timed grid runs
  };
  Sum sum();
  /// Asks all processes to update their counters (Requests).
  void ask_for_report();

  /// Calls `write`, which draws the progress line, if a process allows drawing (TerminalLine).
  /// Returns false if no process allows drawing.
  bool draw(const char* terminal, const std::function<void()>& write);
  bool is_drawn() const;

  /// Asks all processes to stop simulating, because of the signal (Requests).
  void ask_to_stop(int signal);
  /// Whether every launch of every process has ended or is recorded as stopped.
  bool all_recorded();

 private:
  void look_for_more();

  std::filesystem::path folder_;
  std::vector<JournalHead*> heads_;
};

}  // namespace heddle::sim
