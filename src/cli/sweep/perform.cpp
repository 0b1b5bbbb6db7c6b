#include "cli/sweep/perform.hpp"

#include <algorithm>

#include "cli/results/schema.hpp"
#include "cli/suite/build.hpp"
#include "cli/sweep/cluster_sweep.hpp"
#include "cli/sweep/profiles.hpp"

namespace heddle::cli {
namespace {

std::vector<Workload> needed_workloads(std::span<const Cell> cells, const Catalogue& catalogue) {
  std::vector<Workload> needed;
  for (const Workload& workload : catalogue.workloads) {
    if (std::ranges::any_of(cells, [&](const Cell& cell) {
          return cell.program == nullptr && cell.workload == workload.name;
        })) {
      needed.push_back(workload);
    }
  }
  return needed;
}

/// The file, if results can be written there: no folder is made for others.
std::filesystem::path required(const std::filesystem::path& results) {
  require_results(results);
  return results;
}

}  // namespace

PerformedSweep::PerformedSweep(const SweepFile& sweep, std::span<const Cell> cells,
                               const Catalogue& catalogue, const SweepChoice& choice)
    : configurations_(cells, sweep.file.parent_path()),
      identities_(cells, configurations_, sweep.file.parent_path()),
      folder_(required(choice.results)),
      store_(choice.results) {
  const std::vector<Workload> needed = needed_workloads(cells, catalogue);
  const std::filesystem::path programs =
      choice.programs.empty() ? folder_.programs() : choice.programs;
  if (!needed.empty()) build_workloads(needed, programs, choice.at_once);
  SweepRuns runs{sweep, cells, {}, {}, {}};
  for (const Cell& cell : cells) {
    const SweepProgram* own = cell.program;
    runs.programs.push_back(own == nullptr ? programs / cell.workload : own->file);
  }
  runs.profiles = make_profiles(runs, folder_, choice.at_once);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    runs.identities.push_back(identities_.of(i, runs.programs[i], runs.profiles[i].identity));
  }
  store_.set_cells(cells, runs.identities, configurations_);
  count_ = choice.on_cluster ? run_on_cluster(runs, store_, folder_, choice)
                             : run_missing(runs, identities_, store_, folder_, choice);
  is_whole_ = std::ranges::all_of(runs.cells_of(choice.selection), [&](std::size_t number) {
    return store_.has_values(runs.identities[number]);
  });
}

}  // namespace heddle::cli
