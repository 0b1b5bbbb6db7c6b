#include "cli/jobs/job.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/jobs/memory_use.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cli {
namespace {

bool redirect_output(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return descriptor >= 0 && input >= 0 && dup2(input, STDIN_FILENO) >= 0 &&
         dup2(descriptor, STDOUT_FILENO) >= 0 && dup2(descriptor, STDERR_FILENO) >= 0;
}

/// In the child: becomes the program, or reports errno through `report`.
[[noreturn]] void become(const JobStart& start, const sigset_t& blocked, pid_t parent, int report) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::vector<char*> arguments;
  for (const std::string& argument : start.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const bool ready =
      redirect_output(start.output) && (start.folder.empty() || chdir(start.folder.c_str()) == 0);
  sigprocmask(SIG_SETMASK, &blocked, nullptr);
  if (ready) execv(arguments[0], arguments.data());
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(report, &error, sizeof error);
  _exit(127);
}

/// errno of the child's exec, 0 if it went well.
int exec_error(int report) {
  int error = 0;
  ssize_t got = 0;
  do {
    got = read(report, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  close(report);
  return got == sizeof error ? error : 0;
}

pid_t start_group(const JobStart& start, const sigset_t& blocked) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) fail("cannot start a process: {}", std::strerror(errno));
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) become(start, blocked, parent, report[1]);
  const int fork_error = errno;
  close(report[1]);
  if (child < 0) {
    close(report[0]);
    fail("cannot start a process: {}", std::strerror(fork_error));
  }
  const int error = exec_error(report[0]);
  if (error == 0) return child;
  waitpid(child, nullptr, 0);
  fail("cannot start '{}' in '{}': {}", start.arguments[0], start.folder.string(),
       std::strerror(error));
}

bool has_ended(pid_t process) {
  siginfo_t info{};
  const int asked = waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT);
  return asked == 0 && info.si_pid == process;
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

/// The process itself is not waited for yet, so that its group's number is still its own.
void Job::end_group() const { kill(-process_, SIGKILL); }

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
  end_group();  // what it may have left behind
  int status = 0;
  rusage usage{};
  wait4(process_, &status, 0, &usage);
  running_ = false;
  // The system's own account lacks processes that their parent did not live to wait for.
  const std::uint64_t waited_for = static_cast<std::uint64_t>(usage.ru_maxrss) * kKibibyte;
  JobEnd end{ending_, 0, seconds(), std::max(waited_for, bytes_seen_)};
  end.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  const bool too_large = bytes_allowed_ > 0 && end.peak_bytes > bytes_allowed_;
  if (too_large && ending_ == JobEnding::by_itself) end.ending = JobEnding::too_large;
  return end;
}

}  // namespace heddle::cli
