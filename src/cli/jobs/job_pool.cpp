#include "cli/jobs/job_pool.hpp"

#include <csignal>
#include <map>
#include <memory>

#include <sched.h>

namespace heddle::cli {
namespace {

constexpr long kPollNanoseconds = 50'000'000;
constexpr int kEnding[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// The signals of the wait, blocked as long as it lasts.
class WaitedSignals {
 public:
  WaitedSignals() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGCHLD);
    for (const int signal : kEnding) {
      struct sigaction action = {};
      if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
        sigaddset(&set_, signal);
      }
    }
    sigprocmask(SIG_BLOCK, &set_, &before_);
  }
  ~WaitedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  WaitedSignals(const WaitedSignals&) = delete;
  WaitedSignals& operator=(const WaitedSignals&) = delete;

  const sigset_t& before() const { return before_; }
  /// Waits for the end of a process, or a while. A signal that asks to end, or 0.
  int wait() const {
    const timespec limit{0, kPollNanoseconds};
    const int signal = sigtimedwait(&set_, nullptr, &limit);
    return signal < 0 || signal == SIGCHLD ? 0 : signal;
  }

 private:
  sigset_t set_{}, before_{};
};

class Pool {
 public:
  explicit Pool(const JobList& list) : list_(list) {}

  int run() {
    for (;;) {
      while (next_ < list_.count && jobs_.size() < list_.at_once) {
        jobs_.emplace(next_, std::make_unique<Job>(list_.start(next_), signals_.before()));
        ++next_;
      }
      if (jobs_.empty()) return 0;
      if (const int signal = signals_.wait(); signal != 0) return signal;
      look();
      list_.idle(running());
    }
  }

 private:
  void look() {
    for (auto job = jobs_.begin(); job != jobs_.end();) {
      const auto end = job->second->look();
      if (!end) {
        ++job;
        continue;
      }
      list_.ended(job->first, *end);
      job = jobs_.erase(job);
    }
  }
  std::vector<RunningJob> running() const {
    std::vector<RunningJob> all;
    for (const auto& [number, job] : jobs_) all.push_back({number, job->seconds()});
    return all;
  }

  const JobList& list_;
  WaitedSignals signals_;  ///< until all jobs have ended
  std::size_t next_ = 0;
  std::map<std::size_t, std::unique_ptr<Job>> jobs_;
};

}  // namespace

int run_jobs(const JobList& list) { return Pool(list).run(); }

unsigned processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(CPU_COUNT(&set));
}

}  // namespace heddle::cli
