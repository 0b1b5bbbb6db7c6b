#include "jobs/processes/job.hpp"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "jobs/processes/memory_use.hpp"
#include "jobs/processes/start_process.hpp"

namespace heddle::jobs {
namespace {

/// In the child: standard input is empty, the process leads a group, and no core file is written.
bool prepare(const JobStart& start) {
  setpgid(0, 0);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return input >= 0 && dup2(input, STDIN_FILENO) >= 0 && redirect_output(start.output) &&
         (start.folder.empty() || chdir(start.folder.c_str()) == 0);
}

pid_t start_group(const JobStart& start, const sigset_t& blocked) {
  const StartedProcess started = start_process({.file = start.arguments[0],
                                                .arguments = start.arguments,
                                                .blocked = blocked,
                                                .signal_if_orphaned = SIGKILL,
                                                .prepare = [&] { return prepare(start); }});
  if (started.error == 0) return started.process;
  fail("cannot start '{}' in '{}': {}", start.arguments[0], start.folder.string(),
       std::strerror(started.error));
}

constexpr std::uint64_t kKibibyte = 1024;

}  // namespace

Job::Job(const JobStart& start, const sigset_t& blocked)
    : process_(start_group(start, blocked)),
      seconds_allowed_(start.seconds),
      bytes_allowed_(start.bytes) {}

Job::~Job() {
  if (!running_) return;
  end_group();
  waitpid(process_, nullptr, 0);
}

// The two functions signal the right group: no other group can have the child's number before this
// process has waited for the child.

void Job::end_group() const { kill(-process_, SIGKILL); }

void Job::ask_to_end() const { kill(-process_, SIGTERM); }

bool Job::is_running() const { return !has_ended(process_); }

double Job::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

std::optional<JobEnd> Job::look() {
  if (!has_ended(process_)) {
    const MemoryUse use = memory_use(process_);
    bytes_seen_ = std::max(bytes_seen_, use.largest);
    if (seconds_allowed_ > 0 && seconds() > seconds_allowed_) {
      ending_ = JobEnding::too_long;
    } else if (bytes_allowed_ > 0 && use.all > bytes_allowed_) {
      ending_ = JobEnding::too_large;
    }
    if (ending_ != JobEnding::by_itself) end_group();
    return {};
  }
  end_group();  // kills processes that the command left behind
  int status = 0;
  rusage usage{};
  wait4(process_, &status, 0, &usage);
  running_ = false;
  // The kernel's account (ru_maxrss) lacks processes whose parent ended without waiting for them.
  const std::uint64_t waited_for = static_cast<std::uint64_t>(usage.ru_maxrss) * kKibibyte;
  JobEnd end{ending_, 0, seconds(), std::max(waited_for, bytes_seen_)};
  end.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  const bool too_large = bytes_allowed_ > 0 && end.peak_bytes > bytes_allowed_;
  if (too_large && ending_ == JobEnding::by_itself) end.ending = JobEnding::too_large;
  return end;
}

}  // namespace heddle::jobs
