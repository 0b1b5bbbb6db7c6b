// Submits array jobs to Slurm and queries their state, through Slurm's commands.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heddle::study::slurm {

struct ArrayJob {
  std::size_t tasks = 1;  ///< number of tasks; their SLURM_ARRAY_TASK_ID is 1 to `tasks`
  std::string name;
  std::filesystem::path script;
  std::filesystem::path folder;      ///< folder for the output of the tasks, TASK.log
  std::vector<std::string> options;  ///< options of sbatch
};

/// The numbers of tasks of an array job by state.
struct Queue {
  std::size_t waiting = 0, running = 0;
};

/// The greatest number of tasks of an array job on this cluster. Throws Error if Slurm does not
/// answer.
std::size_t most_tasks();

/// Submits the job and returns its number. Throws Error with the message of sbatch.
std::string submit(const ArrayJob& job);

/// The tasks of the job that have not ended. None if Slurm does not answer at the moment, for
/// example while its controller restarts.
std::optional<Queue> queue(const std::string& job);

}  // namespace heddle::study::slurm
