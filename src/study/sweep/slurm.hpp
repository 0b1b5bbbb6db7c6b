// Slurm, by its commands: an array of jobs is submitted and looked after.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heddle::study::slurm {

struct ArrayJob {
  std::size_t tasks = 1;  ///< numbered from 1 on, in SLURM_ARRAY_TASK_ID
  std::string name;
  std::filesystem::path script;
  std::filesystem::path folder;      ///< for what the tasks say, TASK.log
  std::vector<std::string> options;  ///< of sbatch
};

/// Tasks of an array.
struct Queue {
  std::size_t waiting = 0, running = 0;
};

/// How many tasks this cluster takes as one array. Throws Error if Slurm does not answer.
std::size_t most_tasks();

/// The number of the job. Throws Error with what sbatch says.
std::string submit(const ArrayJob& job);

/// None: Slurm does not answer now, as while its controller restarts.
std::optional<Queue> queue(const std::string& job);

}  // namespace heddle::study::slurm
