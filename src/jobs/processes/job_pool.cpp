#include "jobs/processes/job_pool.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include <sched.h>

#include "jobs/processes/ending_signals.hpp"

namespace heddle::jobs {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kJobPatience{50};
constexpr std::chrono::seconds kLongestEnd{3};  ///< heddle cc and heddle run need less time to end

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
      siginfo_t info{};
      if (const int signal = signals_.next(kJobPatience, info); signal != 0) {
        end_jobs();
        return signal;
      }
      look();
      list_.idle(running());
    }
  }

 private:
  /// Asks the jobs to end, and waits while they clear away. The destructor kills jobs that take
  /// longer than kLongestEnd.
  void end_jobs() const {
    for (const auto& [number, job] : jobs_) job->ask_to_end();
    const auto until = Clock::now() + kLongestEnd;
    const auto runs = [](const auto& entry) { return entry.second->is_running(); };
    while (std::ranges::any_of(jobs_, runs) && Clock::now() < until) {
      siginfo_t info{};
      signals_.next(kJobPatience, info);
    }
  }
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
  AwaitedSignals signals_;  ///< outlives jobs_: signals stay blocked until all jobs have ended
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

}  // namespace heddle::jobs
