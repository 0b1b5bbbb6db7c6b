// The journals of a run folder, seen by `heddle run` while the program runs: what its processes
// have done so far, and the way to ask them for something.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace heddle::sim {

struct JournalHead;

/// Cheap enough to be asked several times a second.
class JournalWatch {
 public:
  explicit JournalWatch(std::filesystem::path folder);
  ~JournalWatch();
  JournalWatch(const JournalWatch&) = delete;
  JournalWatch& operator=(const JournalWatch&) = delete;

  /// Live counters of all journals, added up.
  struct Sum {
    std::uint64_t processes = 0, launches = 0, unfinished = 0, blocks_done = 0, blocks_total = 0,
                  cycles = 0, warp_instructions = 0;
    std::string kernel;     ///< symbol of a grid that runs; "": none does
    bool is_timed = false;  ///< a grid that runs takes cycles
  };
  Sum sum();
  /// Asks all processes to bring their counters up to date (Requests).
  void ask_for_report();

  /// Calls `write`, which draws the progress line, if a process allows it (TerminalLine). False:
  /// none does.
  bool draw(const char* terminal, const std::function<void()>& write);
  bool is_drawn() const;

  /// Asks all simulations to stop because of the signal (Requests).
  void ask_to_stop(int signal);
  /// Whether no process has launches that are neither finished nor recorded as they stopped.
  bool all_recorded();

 private:
  void look_for_more();

  std::filesystem::path folder_;
  std::vector<JournalHead*> heads_;
};

}  // namespace heddle::sim
