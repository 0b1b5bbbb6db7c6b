#include "study/sweep/cluster_sweep.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/core.h>
#include <unistd.h>

#include "cc/options/words.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/statistics/counted.hpp"
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

class ClusterSweep {
 public:
  ClusterSweep(const SweepRuns& runs, ResultStore& store, const WorkFolder& folder,
               const SweepChoice& choice)
      : runs_(runs), store_(store), folder_(folder.cluster()), choice_(choice) {
    programs_ = folder.programs();
  }

  RunCount run() {
    RunCount count;
    std::string job = job_on_its_way();
    if (job.empty()) job = submit();
    if (job.empty()) return count;
    count.interrupted_by = wait(job);
    if (count.interrupted_by != 0) return count;
    count.ran = merge();
    fs::remove(folder_ / "job");
    return count;
  }

 private:
  std::string job_on_its_way() const {
    if (!fs::exists(folder_ / "job")) return "";
    const std::string job = read_file(folder_ / "job", file_kinds::kOptions);
    jobs::say(fmt::format("heddle sweep: goes on with Slurm job {}\n", job));
    return job;
  }

  /// Submits the missing runs. Returns the number of the job; "" if no run is missing.
  std::string submit() const {
    const std::vector<std::size_t> missing = missing_cells(runs_, store_, choice_);
    if (missing.empty()) return "";
    const std::size_t wanted = choice_.tasks == 0 ? kUsualTasks : choice_.tasks;
    const std::size_t tasks = std::min({missing.size(), slurm::most_tasks(), wanted});
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    for (std::size_t task = 0; task < tasks; ++task) write_runs(missing, task, tasks);
    sim::write_whole_file(folder_ / "task.sh", script());
    const std::string job = slurm::submit({.tasks = tasks,
                                           .name = "heddle-" + runs_.sweep.file.stem().string(),
                                           .script = folder_ / "task.sh",
                                           .folder = folder_,
                                           .options = choice_.cluster_options});
    sim::write_whole_file(folder_ / "job", job);
    jobs::say(fmt::format("heddle sweep: {} in {} task{} {} Slurm job {}\n",
                          counted(missing.size(), "run"), tasks, tasks == 1 ? "" : "s",
                          missing.size() == 1 ? "is" : "are", job));
    return job;
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
    bool answered = true;
    for (;;) {
      const auto queue = slurm::queue(job);
      if (queue && queue->waiting + queue->running == 0) break;
      if (!queue && answered) jobs::say("heddle sweep: Slurm does not answer; waiting for it\n");
      answered = queue.has_value();
      if (queue && terminal)
        jobs::draw(fmt::format("\rheddle sweep: {} tasks run, {} wait\x1b[K", queue->running,
                               queue->waiting));
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

  /// Merges the results of the tasks. Returns the number of new results.
  std::size_t merge() {
    Transaction transaction(store_.database());
    Merge merge(store_.database());
    for (std::size_t task = 1; fs::exists(folder_ / fmt::format("{}.runs", task)); ++task) {
      const fs::path results = folder_ / fmt::format("{}.sqlite", task);
      if (fs::exists(results)) {
        Database from = open_checked_results(results, "heddle sweep");
        merge.add(from);
      } else {
        jobs::say(fmt::format("heddle sweep: task {} has left no results: {}\n", task,
                              (folder_ / fmt::format("{}.log", task)).string()));
      }
    }
    transaction.commit();
    store_.read_known();
    return merge.count().added + merge.count().replaced;
  }

  const SweepRuns& runs_;
  ResultStore& store_;
  fs::path folder_, programs_;
  const SweepChoice& choice_;
};

}  // namespace

RunCount run_on_cluster(const SweepRuns& runs, ResultStore& store, const WorkFolder& folder,
                        const SweepChoice& choice) {
  return ClusterSweep(runs, store, folder, choice).run();
}

}  // namespace heddle::study
