// A sweep from its cells to stored results: compiles the workloads that they need, and runs what
// the results lack.
#pragma once

#include <filesystem>
#include <span>

#include "cli/sweep/cell.hpp"
#include "cli/sweep/identity.hpp"
#include "cli/sweep/result_store.hpp"
#include "cli/sweep/sweep_runner.hpp"

namespace heddle::cli {

/// A sweep that was run; its results are this object's alone while it lives.
class PerformedSweep {
 public:
  /// Runs it. Throws Error for a setting, workload or file that is wrong, before the first run;
  /// for a wrong setting no file is made.
  PerformedSweep(const SweepFile& sweep, std::span<const Cell> cells, const Catalogue& catalogue,
                 const SweepChoice& choice);

  ResultStore& store() { return store_; }
  const RunCount& count() const { return count_; }
  /// Whether each run that it was to make is there, and `ok` or `incomplete`.
  bool is_whole() const { return is_whole_; }

 private:
  Configurations configurations_;
  Identities identities_;
  WorkFolder folder_;
  ResultStore store_;
  RunCount count_;
  bool is_whole_ = false;
};

}  // namespace heddle::cli
