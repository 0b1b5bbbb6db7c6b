// Runs what a sweep's results lack: each run is a `heddle run` of its own, and what it measured is
// stored when it ends.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "jobs/folders/folder_lock.hpp"
#include "jobs/processes/job_pool.hpp"
#include "study/plan/cell.hpp"
#include "study/plan/identity.hpp"
#include "study/plan/selection.hpp"
#include "study/store/ended_run.hpp"
#include "study/store/result_store.hpp"

namespace heddle::study {

/// The folder beside the results that a sweep works in: programs that it compiled, and the output
/// folders of the runs that are going on. It is one sweep's at a time.
class WorkFolder {
 public:
  /// Throws Error if another sweep works on these results.
  explicit WorkFolder(const std::filesystem::path& results);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  std::filesystem::path programs() const { return folder_ / "programs"; }
  std::filesystem::path runs() const { return folder_ / "runs"; }
  std::filesystem::path profiles() const { return folder_ / "profiles"; }
  std::filesystem::path captures() const { return folder_ / "captures"; }
  /// Whether there was none before.
  bool is_new() const { return is_new_; }
  const std::filesystem::path& folder() const { return folder_; }
  /// What programs do alone, for runs in which they share the GPU.
  std::filesystem::path alone() const { return folder_ / "alone"; }
  std::filesystem::path cluster() const { return folder_ / "cluster"; }

 private:
  std::filesystem::path folder_;
  bool is_new_;
  jobs::FolderLock lock_;
};

/// Throws Error if a sweep works on these results. Makes nothing.
void refuse_running_sweep(const std::filesystem::path& results);

/// What an earlier run left for a cell that needs it.
struct Profile {
  std::string identity;        ///< of that run; "" of a cell that needs none
  std::filesystem::path file;  ///< where it is
};

struct SweepRuns {
  const SweepFile& sweep;
  std::span<const Cell> cells;
  std::vector<std::filesystem::path> programs;                    ///< by cell
  std::vector<std::string> identities;                            ///< by cell
  std::vector<Profile> profiles;                                  ///< by cell
  std::vector<std::vector<std::filesystem::path>> captures = {};  ///< by cell
  std::filesystem::path alone = {};                               ///< WorkFolder::alone

  /// The first cell of each identity that is selected.
  std::vector<std::size_t> cells_of(const Selection& selection) const;
};

/// Runs of cells, as jobs side by side.
struct CellJobs {
  std::vector<std::size_t> numbers;  ///< of the cells, by job
  unsigned at_once = 1;
  /// The output folder, which is gone once `ended` returns.
  std::function<std::filesystem::path(std::size_t job)> place;
  std::function<void(std::size_t job, EndedRun run)> ended;
  std::function<void(std::span<const jobs::RunningJob>)> idle;  ///< several times a second
};

/// 0, or the signal that ended it before all had run.
int run_cells(const SweepRuns& runs, const CellJobs& jobs);

struct RunCount {
  std::size_t ran = 0;
  std::size_t changed = 0;  ///< are not what they were when the sweep began: nothing is stored
  int interrupted_by = 0;   ///< signal, or 0
  std::string full_disk;    ///< what found no room, which ended the sweep; or ""
};

/// How runs are made.
struct SweepChoice {
  std::filesystem::path results;        ///< SQLite file
  unsigned at_once = 1;                 ///< runs
  bool retry = false;                   ///< repeats what failed or exceeded a bound
  Selection selection = {};             ///< makes these runs only
  std::filesystem::path programs = {};  ///< where workloads are compiled; "": beside the results
  bool on_cluster = false;              ///< as jobs of Slurm
  std::size_t tasks = 0;                ///< at most, of the cluster's job; 0: as many as is usual
  std::vector<std::string> cluster_options = {};  ///< of sbatch
};

/// The first cell of each identity that is to run.
std::vector<std::size_t> missing_cells(const SweepRuns& runs, const ResultStore& store,
                                       const SweepChoice& choice);

/// Runs each identity of the selection that `store` lacks once. Where the disk is full, the sweep
/// ends: a run that failed for want of room, and one whose results found none, are not stored.
RunCount run_missing(const SweepRuns& runs, Identities& identities, ResultStore& store,
                     const WorkFolder& folder, const SweepChoice& choice);

}  // namespace heddle::study
