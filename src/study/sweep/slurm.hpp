// Submits array jobs to Slurm and queries their state, through Slurm's commands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::study::slurm {

/// What a task may use. 0: what the cluster gives by default.
struct TaskLimits {
  std::uint64_t seconds = 0, bytes = 0;
};

/// How jobs are submitted.
struct JobChoice {
  std::size_t tasks = 0;    ///< most tasks; 0: default
  std::size_t at_once = 0;  ///< most tasks that run at a time; 0: no limit
  TaskLimits limits;
  std::string partition, account;    ///< "": default of the cluster
  std::vector<std::string> options;  ///< further options of sbatch
};

struct ArrayJob {
  std::size_t tasks = 1;  ///< number of tasks; their SLURM_ARRAY_TASK_ID is 1 to `tasks`
  std::string name;
  std::filesystem::path script;
  std::filesystem::path folder;  ///< folder for the output of the tasks, TASK.log
};

/// What ended a task before its time.
enum class Exhausted : std::uint8_t { nothing, time, memory };

/// What ended a task, from the output of the task, in which Slurm says it.
Exhausted exhausted(std::string_view log);

/// Reads a time as sbatch takes it: minutes, MM:SS, HH:MM:SS, or D-HH:MM:SS. None: it is no time,
/// or 0.
std::optional<std::uint64_t> parse_time(std::string_view text);
/// The time as D-HH:MM:SS.
std::string time_text(std::uint64_t seconds);

/// The numbers of tasks of an array job by state.
struct Queue {
  std::size_t waiting = 0, running = 0;
};

/// The greatest number of tasks of an array job on this cluster. Throws Error if Slurm does not
/// answer.
std::size_t most_tasks();

/// Submits the job and returns its number. Throws Error with the message of sbatch.
std::string submit(const ArrayJob& job, const JobChoice& choice);

/// The tasks of the job that have not ended. None if Slurm does not answer at the moment, for
/// example while its controller restarts.
std::optional<Queue> queue(const std::string& job);

}  // namespace heddle::study::slurm
