// Performs a sweep: compiles the workloads that its cells need, and makes the runs that the results
// lack.
#pragma once

#include <filesystem>
#include <span>

#include "study/plan/cell.hpp"
#include "study/plan/identity.hpp"
#include "study/results/made_file.hpp"
#include "study/store/result_store.hpp"
#include "study/sweep/sweep_runner.hpp"

namespace heddle::study {

/// The new files of a sweep. The destructor removes the files unless keep() was called. keep() is
/// called when the first run can begin. Compiled programs and captures are not removed.
class NewFiles {
 public:
  NewFiles(const WorkFolder& folder, std::filesystem::path results);
  ~NewFiles();
  NewFiles(const NewFiles&) = delete;
  NewFiles& operator=(const NewFiles&) = delete;

  void keep();

 private:
  const WorkFolder& folder_;
  MadeFile made_;
  bool are_kept_ = false;
};

/// A sweep that has been run. While the object exists, no other process can use the work folder.
class PerformedSweep {
 public:
  /// Runs the sweep. Throws Error before the first run for a wrong setting, workload or file. A
  /// wrong setting leaves no file.
  PerformedSweep(const SweepFile& sweep, std::span<const Cell> cells, const Catalogue& catalogue,
                 const SweepChoice& choice, const CommandLines& lines);

  ResultStore& store() { return store_; }
  const RunCount& count() const { return count_; }
  /// Whether all selected runs have a result that is `ok` or `incomplete`.
  bool is_whole() const { return is_whole_; }

 private:
  Configurations configurations_;
  Identities identities_;
  WorkFolder folder_;
  NewFiles new_files_;  ///< destroyed after the store and before the folder
  ResultStore store_;
  RunCount count_;
  bool is_whole_ = false;
};

}  // namespace heddle::study
