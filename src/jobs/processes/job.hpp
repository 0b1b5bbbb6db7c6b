// A command that runs beside others as a process group of its own: started, looked at, and ended
// with all its processes when it takes too long or too much memory. It ends with this process, too.
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
  std::vector<std::string> arguments;  ///< [0] is the program's file
  std::filesystem::path folder;        ///< to run in; "": ours
  std::filesystem::path output;        ///< a new file for its standard output and errors
  double seconds = 0;                  ///< it may take; 0: any
  std::uint64_t bytes = 0;             ///< its processes may occupy; 0: any
};

enum class JobEnding : std::uint8_t { by_itself, too_long, too_large };

struct JobEnd {
  JobEnding ending = JobEnding::by_itself;
  int exit_code = 0;  ///< 128 + signal if a signal ended it
  double seconds = 0;
  std::uint64_t peak_bytes = 0;  ///< of its largest process; of one that was killed, as last seen
};

class Job {
 public:
  /// `blocked`: the signals that it begins with. Throws Error if it cannot be started.
  Job(const JobStart& start, const sigset_t& blocked);
  ~Job();  ///< ends it if it still runs
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Looks whether it has ended, and ends it when a bound is exceeded.
  std::optional<JobEnd> look();
  double seconds() const;  ///< since its start
  /// Its processes may clear away what they have made. Not after `look` has told its end.
  void ask_to_end() const;
  bool is_running() const;

 private:
  void end_group() const;

  pid_t process_;
  double seconds_allowed_;
  std::uint64_t bytes_allowed_;
  std::uint64_t bytes_seen_ = 0;  ///< at most, of one process
  JobEnding ending_ = JobEnding::by_itself;
  bool running_ = true;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace heddle::jobs
