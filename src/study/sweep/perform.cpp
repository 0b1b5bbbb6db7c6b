#include "study/sweep/perform.hpp"

#include <algorithm>
#include <map>

#include "study/catalogue/build.hpp"
#include "study/results/schema.hpp"
#include "study/sources/content_hash.hpp"
#include "study/sweep/captures.hpp"
#include "study/sweep/cluster_sweep.hpp"
#include "study/sweep/profiles.hpp"

namespace heddle::study {
namespace {

bool needs(const Cell& cell, const std::string& workload) {
  if (cell.program == nullptr && cell.together.empty() && cell.workload == workload) return true;
  return std::ranges::find(cell.together, workload, &SweepCapture::workload) != cell.together.end();
}

std::vector<Workload> needed_workloads(std::span<const Cell> cells, const Catalogue& catalogue) {
  std::vector<Workload> needed;
  for (const Workload& workload : catalogue.workloads) {
    if (std::ranges::any_of(cells, [&](const Cell& cell) { return needs(cell, workload.name); })) {
      needed.push_back(workload);
    }
  }
  return needed;
}

/// For cells whose programs share the GPU, sets the program to the first capture, and the identity
/// of the profile to a hash of all captures.
void take_captures(SweepRuns& runs) {
  std::map<std::filesystem::path, std::string> hashes;
  for (std::size_t i = 0; i < runs.cells.size(); ++i) {
    if (runs.captures[i].empty()) continue;
    std::vector<std::string> contents;
    for (const std::filesystem::path& file : runs.captures[i]) {
      std::string& hash = hashes[file];
      if (hash.empty()) hash = content_hash_of_file(file);
      contents.push_back(hash);
    }
    runs.programs[i] = runs.captures[i].front();
    runs.profiles[i].identity = content_hash(unambiguous(contents));
  }
}

/// Returns the file. Throws Error if results cannot be written to it. Called before the work folder
/// is made.
std::filesystem::path required(const std::filesystem::path& results) {
  require_results(results);
  return results;
}

}  // namespace

NewFiles::NewFiles(const WorkFolder& folder, std::filesystem::path results)
    : folder_(folder), made_(std::move(results)) {}

NewFiles::~NewFiles() {
  if (are_kept_ || !folder_.is_new()) return;
  std::error_code error;
  std::filesystem::remove(folder_.runs(), error);
  std::filesystem::remove(folder_.folder(), error);
}

void NewFiles::keep() {
  made_.keep();
  are_kept_ = true;
}

PerformedSweep::PerformedSweep(const SweepFile& sweep, std::span<const Cell> cells,
                               const Catalogue& catalogue, const SweepChoice& choice,
                               const CommandLines& lines)
    : configurations_(cells, sweep.file.parent_path(), lines),
      identities_(cells, configurations_, sweep.file.parent_path()),
      folder_(required(choice.results)),
      new_files_(folder_, choice.results),
      store_(choice.results) {
  const std::vector<Workload> needed = needed_workloads(cells, catalogue);
  const std::filesystem::path programs =
      choice.programs.empty() ? folder_.programs() : choice.programs;
  if (!needed.empty()) build_workloads(needed, programs, choice.at_once);
  SweepRuns runs{sweep, cells, {}, {}, {}, {}, folder_.alone()};
  for (const Cell& cell : cells) {
    const SweepProgram* own = cell.program;
    runs.programs.push_back(own == nullptr ? programs / cell.workload : own->file);
  }
  runs.profiles = make_profiles(runs, folder_, choice.at_once, lines);
  runs.captures = make_captures(runs, catalogue, programs, folder_, choice.at_once);
  take_captures(runs);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    runs.identities.push_back(identities_.of(i, runs.programs[i], runs.profiles[i].identity));
  }
  store_.set_cells(cells, runs.identities, configurations_);
  new_files_.keep();
  count_ = choice.cluster ? run_on_cluster(runs, store_, folder_, choice)
                          : run_missing(runs, identities_, store_, folder_, choice);
  is_whole_ = std::ranges::all_of(runs.cells_of(choice.selection), [&](std::size_t number) {
    return store_.has_values(runs.identities[number]);
  });
}

}  // namespace heddle::study
