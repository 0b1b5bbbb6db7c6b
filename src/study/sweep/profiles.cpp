#include "study/sweep/profiles.hpp"

#include <map>
#include <numeric>

#include "heddle/base/error.hpp"
#include "study/plan/identity.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

/// The cell of the earlier run that writes the profile of `cell`.
Cell profiling(const Cell& cell) {
  Cell earlier = cell;
  earlier.arguments = cell.profile->arguments;
  earlier.assignments = cell.profile->assignments;
  earlier.profile.reset();
  earlier.setting = "profile for " + cell.setting;
  return earlier;
}

/// Runs the cells of `runs` and moves their profiles to the files `runs.profiles`.
void run_all(const SweepRuns& runs, const WorkFolder& folder, unsigned at_once) {
  CellJobs jobs;
  jobs.numbers.resize(runs.cells.size());
  std::iota(jobs.numbers.begin(), jobs.numbers.end(), std::size_t{0});
  jobs.at_once = at_once;
  jobs.place = [&](std::size_t job) { return folder.runs() / fmt::format("profile-{}", job); };
  jobs.ended = [&](std::size_t job, const EndedRun& run) {
    if (run.status != "ok") fail("{}: {}", runs.cells[job].text(), run.message);
    const fs::path& file = runs.profiles[job].file;
    const fs::path written = jobs.place(job) / file.filename();
    if (!fs::is_regular_file(written)) {
      fail("{}: the run wrote no '{}'; add the setting that writes it to the set of the profile",
           runs.cells[job].text(), file.filename().string());
    }
    fs::create_directories(file.parent_path());
    fs::rename(written, file);
  };
  jobs.idle = [](std::span<const jobs::RunningJob>) {};
  if (run_cells(runs, jobs) != 0) fail("interrupted; the same command runs the rest");
}

}  // namespace

std::vector<Profile> make_profiles(const SweepRuns& runs, const WorkFolder& folder,
                                   unsigned at_once, const CommandLines& lines) {
  std::vector<Profile> profiles(runs.cells.size());
  std::vector<Cell> earlier;
  std::vector<std::size_t> numbers;  // for each earlier run, the index of its cell
  for (std::size_t i = 0; i < runs.cells.size(); ++i) {
    if (!runs.cells[i].profile) continue;
    earlier.push_back(profiling(runs.cells[i]));
    numbers.push_back(i);
  }
  if (earlier.empty()) return profiles;
  const Configurations configurations(earlier, runs.sweep.file.parent_path(), lines);
  Identities identities(earlier, configurations, runs.sweep.file.parent_path());
  std::map<fs::path, std::size_t> missing;  // index in `earlier`; key: file
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    Profile& profile = profiles[numbers[i]];
    const std::string& name = runs.cells[numbers[i]].profile->file;
    profile.identity = identities.of(i, runs.programs[numbers[i]]) + "/" + name;
    profile.file = folder.profiles() / profile.identity;
    if (!fs::exists(profile.file)) missing.emplace(profile.file, i);
  }
  std::vector<Cell> cells;
  SweepRuns first{runs.sweep, {}, {}, {}, {}};
  for (const auto& [file, i] : missing) {
    cells.push_back(earlier[i]);
    first.programs.push_back(runs.programs[numbers[i]]);
    first.profiles.push_back({"", file});
  }
  first.cells = cells;
  run_all(first, folder, at_once);
  return profiles;
}

}  // namespace heddle::study
