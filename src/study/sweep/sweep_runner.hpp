// Makes the runs that a sweep's results lack. Each run is a process `heddle run` or `heddle corun`.
// Its result is stored when the process ends.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "jobs/folders/folder_lock.hpp"
#include "jobs/processes/job_pool.hpp"
#include "study/plan/cell.hpp"
#include "study/plan/identity.hpp"
#include "study/plan/selection.hpp"
#include "study/store/ended_run.hpp"
#include "study/store/result_store.hpp"
#include "study/sweep/slurm.hpp"

namespace heddle::study {

/// The work folder of a sweep, beside the results. The folder has compiled programs, profiles,
/// captures, and the output folders of the present runs. Only one sweep can use it at a time.
class WorkFolder {
 public:
  /// Makes and locks the folder. Throws Error if another sweep works on these results.
  explicit WorkFolder(const std::filesystem::path& results);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  std::filesystem::path programs() const { return folder_ / "programs"; }
  std::filesystem::path runs() const { return folder_ / "runs"; }
  std::filesystem::path profiles() const { return folder_ / "profiles"; }
  std::filesystem::path captures() const { return folder_ / "captures"; }
  /// Whether the folder did not exist before.
  bool is_new() const { return is_new_; }
  const std::filesystem::path& folder() const { return folder_; }
  /// The folder with the speeds of programs alone (corun/alone_folder.hpp).
  std::filesystem::path alone() const { return folder_ / "alone"; }
  std::filesystem::path cluster() const { return folder_ / "cluster"; }

 private:
  std::filesystem::path folder_;
  bool is_new_;
  jobs::FolderLock lock_;
};

/// Throws Error if a sweep works on these results. Makes no file.
void refuse_running_sweep(const std::filesystem::path& results);

/// The profile that an earlier run writes for a cell.
struct Profile {
  /// Identity of the earlier run, with the name of the file. For captures that share the GPU: a
  /// hash of all captures. "": the cell needs neither.
  std::string identity;
  std::filesystem::path file;  ///< file of the profile
};

/// The runs of a sweep. The vectors have an element for each cell.
struct SweepRuns {
  const SweepFile& sweep;
  std::span<const Cell> cells;
  std::vector<std::filesystem::path> programs;  ///< for each cell: file of the program
  std::vector<std::string> identities;
  std::vector<Profile> profiles;
  /// For each cell: files of the captures.
  std::vector<std::vector<std::filesystem::path>> captures = {};
  std::filesystem::path alone = {};  ///< the folder WorkFolder::alone()

  /// The indices of the selected cells. If several cells have the same identity, only the first of
  /// these cells is selected.
  std::vector<std::size_t> cells_of(const Selection& selection) const;
};

/// The jobs that run cells at the same time.
struct CellJobs {
  std::vector<std::size_t> numbers;  ///< for each job, the index of its cell
  unsigned at_once = 1;
  /// The output folder of a job. It is removed after `ended` returns.
  std::function<std::filesystem::path(std::size_t job)> place;
  std::function<void(std::size_t job, EndedRun run)> ended;
  std::function<void(std::span<const jobs::RunningJob>)> idle;  ///< called several times a second
};

/// Runs the jobs. Returns the signal that interrupted them, or 0.
int run_cells(const SweepRuns& runs, const CellJobs& jobs);

struct RunCount {
  std::size_t ran = 0;
  /// number of runs that were not stored, because an input changed while they ran
  std::size_t changed = 0;
  int interrupted_by = 0;  ///< signal that interrupted the runs, or 0
  std::string full_disk;   ///< message if the disk became full, which ends the sweep; or ""
};

/// The options of a sweep.
struct SweepChoice {
  std::filesystem::path results;        ///< SQLite file
  unsigned at_once = 1;                 ///< greatest number of simultaneous runs
  bool retry = false;                   ///< whether runs that are not ok are repeated
  Selection selection = {};             ///< the runs to make
  std::filesystem::path programs = {};  ///< folder of compiled workloads; "": in the work folder
  std::optional<slurm::JobChoice> cluster = {};  ///< none: this host makes the runs
};

/// The indices of the cells that must run: the selected cells without a result.
std::vector<std::size_t> missing_cells(const SweepRuns& runs, const ResultStore& store,
                                       const SweepChoice& choice);

/// Makes each selected run that `store` lacks. Runs with the same identity are made once. If the
/// disk is full, the sweep ends. A run that failed because of the full disk is not stored.
RunCount run_missing(const SweepRuns& runs, Identities& identities, ResultStore& store,
                     const WorkFolder& folder, const SweepChoice& choice);

}  // namespace heddle::study
