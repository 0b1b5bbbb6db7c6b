#include "study/sweep/cluster_sweep.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/core.h>
#include <unistd.h>

#include "cc/options/words.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/statistics/counted.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/words.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "jobs/processes/ending_signals.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/results/schema.hpp"
#include "study/store/checked_results.hpp"
#include "study/store/merge.hpp"
#include "study/sweep/slurm.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kUsualTasks = 256;
constexpr std::chrono::seconds kClusterPatience{2};  ///< time between queries of the queue

constexpr unsigned kMostJobs = 4;  ///< jobs in a row, each with twice the limits of the last

/// The lines of a task's output that say that a run has ended: "[3/9] ...".
std::size_t ended_in(const fs::path& log) {
  if (!fs::exists(log)) return 0;
  const std::string text = "\n" + read_file(log, file_kinds::kLog);
  std::size_t count = 0;
  for (std::size_t at = text.find("\n["); at != std::string::npos; at = text.find("\n[", at + 1))
    ++count;
  return count;
}

class ClusterSweep {
 public:
  ClusterSweep(const SweepRuns& runs, ResultStore& store, const WorkFolder& folder,
               const SweepChoice& choice)
      : runs_(runs),
        store_(store),
        folder_(folder.cluster()),
        programs_(folder.programs()),
        choice_(choice),
        job_choice_(*choice.cluster) {}

  RunCount run() {
    RunCount count;
    for (unsigned jobs = 1;; ++jobs) {
      std::string job = job_on_its_way();
      if (job.empty()) job = submit();
      if (job.empty()) return count;
      count.interrupted_by = wait(job);
      if (count.interrupted_by != 0) return count;
      count.ran += merge();
      fs::remove(folder_ / "job");
      if (!has_more_limits(job) || jobs == kMostJobs) return count;
    }
  }

 private:
  std::string job_on_its_way() {
    if (!fs::exists(folder_ / "job")) return "";
    const std::string job = read_file(folder_ / "job", file_kinds::kOptions);
    if (fs::exists(folder_ / "limits")) {
      const auto limits = split_words(read_file(folder_ / "limits", file_kinds::kOptions));
      job_choice_.limits = {std::stoull(limits.at(0)), std::stoull(limits.at(1))};
    }
    jobs::say(fmt::format("heddle sweep: goes on with Slurm job {}\n", job));
    return job;
  }

  /// Submits the missing runs. Returns the number of the job; "" if no run is missing.
  std::string submit() {
    const std::vector<std::size_t> missing = missing_cells(runs_, store_, choice_);
    missing_ = missing.size();
    if (missing.empty()) return "";
    const std::size_t wanted = job_choice_.tasks == 0 ? kUsualTasks : job_choice_.tasks;
    const std::size_t tasks = std::min({missing.size(), slurm::most_tasks(), wanted});
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    for (std::size_t task = 0; task < tasks; ++task) write_runs(missing, task, tasks);
    sim::write_whole_file(folder_ / "task.sh", script());
    const slurm::TaskLimits& limits = job_choice_.limits;
    sim::write_whole_file(folder_ / "limits", fmt::format("{} {}", limits.seconds, limits.bytes));
    const std::string job = slurm::submit({.tasks = tasks,
                                           .name = "heddle-" + runs_.sweep.file.stem().string(),
                                           .script = folder_ / "task.sh",
                                           .folder = folder_},
                                          job_choice_);
    sim::write_whole_file(folder_ / "job", job);
    jobs::say(fmt::format("heddle sweep: {} in {} task{} {} Slurm job {}\n",
                          counted(missing.size(), "run"), tasks, tasks == 1 ? "" : "s",
                          missing.size() == 1 ? "is" : "are", job));
    return job;
  }

  /// Names the tasks that ran out of time or memory, and doubles what a task may use. Returns false
  /// if no task did, or if the user gave no limit that could be doubled.
  bool has_more_limits(const std::string& job) {
    bool time = false, memory = false;
    for_each_task([&](std::size_t task) {
      const fs::path log = folder_ / fmt::format("{}.log", task);
      const auto end = fs::exists(log) ? slurm::exhausted(read_file(log, file_kinds::kLog))
                                       : slurm::Exhausted::nothing;
      if (end == slurm::Exhausted::nothing) return;
      const bool is_time = end == slurm::Exhausted::time;
      (is_time ? time : memory) = true;
      jobs::say(fmt::format("heddle sweep: task {} of Slurm job {} ran out of {}\n", task, job,
                            is_time ? "time" : "memory"));
    });
    if (!time && !memory) return false;
    slurm::TaskLimits& limits = job_choice_.limits;
    if ((time && limits.seconds == 0) || (memory && limits.bytes == 0)) {
      jobs::say(fmt::format("heddle sweep: {} gives its runs more\n",
                            time && limits.seconds == 0 ? "--time" : "--memory"));
      return false;
    }
    if (time) limits.seconds *= 2;
    if (memory) limits.bytes *= 2;
    jobs::say(fmt::format("heddle sweep: their runs that are missing get {} a task\n",
                          time ? slurm::time_text(limits.seconds) : format_bytes(limits.bytes)));
    return true;
  }

  template <typename Function>
  void for_each_task(const Function& function) const {
    for (std::size_t task = 1; fs::exists(folder_ / fmt::format("{}.runs", task)); ++task)
      function(task);
  }

  void write_runs(const std::vector<std::size_t>& missing, std::size_t task,
                  std::size_t tasks) const {
    std::vector<std::size_t> numbers;
    for (std::size_t i = task; i < missing.size(); i += tasks) numbers.push_back(missing[i] + 1);
    sim::write_whole_file(folder_ / fmt::format("{}.runs", task + 1), numbers_text(numbers));
  }

  std::string script() const {
    std::vector<std::string> words = {jobs::own_executable().string(), "sweep",
                                      runs_.sweep.file.string(), "--programs", programs_.string()};
    if (choice_.retry) words.push_back("--retry");
    return fmt::format(
        "#!/bin/sh\ncd {} && exec {} --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\" "
        "--runs @\"$SLURM_ARRAY_TASK_ID\".runs --results \"$SLURM_ARRAY_TASK_ID\".sqlite "
        "> /dev/null\n",
        cc::shell_word(folder_.string()), cc::shell_line(words));
  }

  /// Waits for the job. Returns the signal that interrupted the waiting; 0 if the job has ended.
  int wait(const std::string& job) const {
    const jobs::AwaitedSignals signals;
    const bool terminal = isatty(STDERR_FILENO) == 1;
    const auto began = std::chrono::steady_clock::now();
    bool answered = true;
    for (;;) {
      const auto queue = slurm::queue(job);
      if (queue && queue->waiting + queue->running == 0) break;
      if (!queue && answered) jobs::say("heddle sweep: Slurm does not answer; waiting for it\n");
      answered = queue.has_value();
      if (queue && terminal) show(*queue, began);
      siginfo_t info;
      const int signal = signals.next(kClusterPatience, info);
      if (signal == 0) continue;
      jobs::say(
          fmt::format("\nheddle sweep: Slurm job {0} goes on; the same command waits for it again, "
                      "and scancel {0} ends it\n",
                      job));
      return signal;
    }
    if (terminal) jobs::draw("\r\x1b[K");
    return 0;
  }

  /// Draws the numbers of runs and tasks, and the time left if the runs go on at the same rate.
  void show(const slurm::Queue& queue, std::chrono::steady_clock::time_point began) const {
    std::size_t done = 0;
    for_each_task(
        [&](std::size_t task) { done += ended_in(folder_ / fmt::format("{}.log", task)); });
    std::string text = fmt::format("heddle sweep: {} runs done", done);
    if (missing_ != 0) text += fmt::format(" of {}", missing_);
    text += fmt::format(", {} tasks running, {} waiting", queue.running, queue.waiting);
    if (done != 0 && missing_ > done) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began;
      const double left = spent.count() / static_cast<double>(done);
      text += fmt::format(", about {} left",
                          format_seconds(left * static_cast<double>(missing_ - done)));
    }
    jobs::draw("\r" + text + "\x1b[K");
  }

  /// Merges the results of the tasks. Returns the number of new results.
  std::size_t merge() {
    Transaction transaction(store_.database());
    Merge merge(store_.database());
    for_each_task([&](std::size_t task) {
      const fs::path results = folder_ / fmt::format("{}.sqlite", task);
      if (fs::exists(results)) {
        Database from = open_checked_results(results, "heddle sweep");
        merge.add(from);
      } else {
        jobs::say(fmt::format("heddle sweep: task {} has left no results: {}\n", task,
                              (folder_ / fmt::format("{}.log", task)).string()));
      }
    });
    transaction.commit();
    store_.read_known();
    return merge.count().added + merge.count().replaced;
  }

  const SweepRuns& runs_;
  ResultStore& store_;
  fs::path folder_, programs_;
  const SweepChoice& choice_;
  slurm::JobChoice job_choice_;  ///< as the user chose, with the limits of the present job
  std::size_t missing_ = 0;      ///< runs of the present job; 0: another process submitted it
};

}  // namespace

RunCount run_on_cluster(const SweepRuns& runs, ResultStore& store, const WorkFolder& folder,
                        const SweepChoice& choice) {
  return ClusterSweep(runs, store, folder, choice).run();
}

}  // namespace heddle::study
