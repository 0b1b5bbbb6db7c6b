// Writes the file with a sweep's results: the cells of the matrix, and a result for each run that
// ended. Each result is stored in one transaction. A stored result stays complete if this process
// is killed later.
#pragma once

#include <map>
#include <span>
#include <string>

#include "study/plan/cell.hpp"
#include "study/plan/configurations.hpp"
#include "study/results/database.hpp"
#include "study/store/ended_run.hpp"

namespace heddle::study {

class ResultStore {
 public:
  /// Opens the file, or makes it. Throws Error for a file that holds something other than results.
  explicit ResultStore(const std::filesystem::path& file);

  /// Replaces the cells in the file. `identities` and `configurations` belong to `cells`.
  void set_cells(std::span<const Cell> cells, std::span<const std::string> identities,
                 const Configurations& configurations);

  /// Reads the results again after another object has added results to the file.
  void read_known();

  /// Whether the run need not be repeated: the file has a result that larger bounds on time or
  /// memory would not change. `retry`: only an ok result counts.
  bool has(const std::string& identity, const RunBounds& bounds, bool retry) const;

  /// Whether the file has a result of this identity that is ok or incomplete.
  bool has_values(const std::string& identity) const;

  /// Stores the result of a run. The new result replaces an earlier result of the identity.
  void store(const std::string& identity, const RunBounds& bounds, const EndedRun& run);

  /// Removes results that belong to no cell. Returns their number.
  std::size_t prune();

  Database& database() { return database_; }

 private:
  struct Known {
    std::string status;
    RunBounds bounds;
  };

  void add_quantity(const Statistic& statistic);
  void insert_values(std::int64_t result, std::size_t kernel,
                     const std::vector<Statistic>& statistics);
  void insert_kernels(std::int64_t result, const std::vector<sim::SavedKernel>& kernels);

  Database database_;
  std::map<std::string, Known> known_;  ///< key: identity
  /// Numbers in the table `quantities`; key: name of the statistic.
  std::map<std::string, std::int64_t> quantities_;
};

}  // namespace heddle::study
