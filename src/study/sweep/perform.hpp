// A sweep from its cells to stored results: compiles the workloads that they need, and runs what
// the results lack.
#pragma once

#include <filesystem>
#include <span>

#include "study/plan/cell.hpp"
#include "study/plan/identity.hpp"
#include "study/results/made_file.hpp"
#include "study/store/result_store.hpp"
#include "study/sweep/sweep_runner.hpp"

namespace heddle::study {

/// Until they are kept, the files of a sweep that were not there before: removed where it could not
/// begin. What programs and captures there are by then stays.
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

/// A sweep that was run; its results are this object's alone while it lives.
class PerformedSweep {
 public:
  /// Runs it. Throws Error for a setting, workload or file that is wrong, before the first run;
  /// for a wrong setting no file is made.
  PerformedSweep(const SweepFile& sweep, std::span<const Cell> cells, const Catalogue& catalogue,
                 const SweepChoice& choice, const CommandLines& lines);

  ResultStore& store() { return store_; }
  const RunCount& count() const { return count_; }
  /// Whether each run that it was to make is there, and `ok` or `incomplete`.
  bool is_whole() const { return is_whole_; }

 private:
  Configurations configurations_;
  Identities identities_;
  WorkFolder folder_;
  NewFiles new_files_;  ///< removed when the store is closed, and before the folder is released
  ResultStore store_;
  RunCount count_;
  bool is_whole_ = false;
};

}  // namespace heddle::study
