// The file with a sweep's results, written: the cells of the present matrix, and a result for each
// run that ended. Whatever moment this process ends at, what was stored stays, whole.
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
  /// Makes the file if there is none. Throws Error for a file of something else.
  explicit ResultStore(const std::filesystem::path& file);

  /// From now on these are the cells; `identities` and `configurations` are theirs.
  void set_cells(std::span<const Cell> cells, std::span<const std::string> identities,
                 const Configurations& configurations);

  /// Other results have come into the file.
  void read_known();

  /// Whether the run need not be repeated: there is a result, and not one that more time or memory
  /// may change. `retry`: one that is ok.
  bool has(const std::string& identity, const RunBounds& bounds, bool retry) const;

  /// Whether there is a result that is ok or incomplete.
  bool has_values(const std::string& identity) const;

  /// Takes the place of what is there of this identity.
  void store(const std::string& identity, const RunBounds& bounds, const EndedRun& run);

  /// Removes results that no cell has. How many there were.
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
  std::map<std::string, Known> known_;              ///< by identity
  std::map<std::string, std::int64_t> quantities_;  ///< by name
};

}  // namespace heddle::study
