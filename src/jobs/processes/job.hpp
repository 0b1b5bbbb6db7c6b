// A command that runs as a process group of its own. Job starts the command, watches it, and kills
// the whole group if it takes too long or too much memory. When this process ends, the command
// ends, too.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <signal.h>
#include <sys/types.h>

namespace heddle::jobs {

struct JobStart {
  std::vector<std::string> arguments;  ///< [0] is the file of the program
  std::filesystem::path folder;        ///< folder to run in; "": the folder of this process
  std::filesystem::path output;        ///< new file for standard output and error
  double seconds = 0;                  ///< limit of the time; 0: none
  std::uint64_t bytes = 0;             ///< limit of the memory of all its processes; 0: none
};

enum class JobEnding : std::uint8_t { by_itself, too_long, too_large };

struct JobEnd {
  JobEnding ending = JobEnding::by_itself;
  int exit_code = 0;  ///< 128 + signal if a signal ended it
  double seconds = 0;
  std::uint64_t peak_bytes = 0;  ///< peak memory of the command's largest process; processes that
                                 ///< nobody waited for are only sampled
};

class Job {
 public:
  /// `blocked` are the signals blocked in the command. Throws Error if the command cannot be
  /// started.
  Job(const JobStart& start, const sigset_t& blocked);
  ~Job();  ///< kills the group if the command still runs
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Returns how the command ended, or nothing while it runs. Kills the group if a limit is
  /// exceeded.
  std::optional<JobEnd> look();
  double seconds() const;  ///< seconds since the start
  /// Sends SIGTERM to the group, so that its processes can clear away what they have made. Must not
  /// be called after `look` has returned the end.
  void ask_to_end() const;
  bool is_running() const;

 private:
  void end_group() const;

  pid_t process_;
  double seconds_allowed_;
  std::uint64_t bytes_allowed_;
  std::uint64_t bytes_seen_ = 0;  ///< most bytes seen in one process
  JobEnding ending_ = JobEnding::by_itself;
  bool running_ = true;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace heddle::jobs
