#include "study/claims/chip_runs.hpp"

#include <algorithm>
#include <set>

#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/words.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

std::set<std::string> programs_of(const Experiment& experiment) {
  std::set<std::string> names;
  for (const ChipTable& table : experiment.chips) {
    for (const ChipRow& row : table.rows) names.insert(row.program);
  }
  return names;
}

/// Whether the folder has this program. Throws Error for a file that cannot be executed.
bool has_program(const fs::path& folder, const std::string& name) {
  const fs::path file = folder / name;
  std::error_code error;
  if (!fs::exists(file, error)) return false;
  if (fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0) return true;
  fail("--programs: '{}' is no executable program; build it with heddle cc FILE.cu -o {}",
       file.string(), file.string());
}

/// The part of a matrix that all rows of a table have in common.
SweepMatrix matrix_of(const ChipTable& table, const ChipRow& row) {
  SweepMatrix matrix;
  matrix.machines = {table.machine};
  matrix.registers = {"own"};
  matrix.settings = {table.chip};
  matrix.place = row.place;
  return matrix;
}

void add_program(const ChipTable& table, const ChipRow& row, const fs::path& folder,
                 SweepFile& sweep) {
  SweepProgram program;
  program.name = table.run_name(row);
  program.file = folder / row.program;
  program.arguments = split_words(row.arguments);
  program.folder = folder;
  program.any_exit_code = true;
  SweepMatrix matrix = matrix_of(table, row);
  matrix.programs = {program.name};
  sweep.programs.push_back(std::move(program));
  sweep.matrices.push_back(std::move(matrix));
}

void add_stand_in(const ChipTable& table, const ChipRow& row, const std::string& size,
                  SweepFile& sweep) {
  SweepMatrix matrix = matrix_of(table, row);
  matrix.workloads = {row.stand_in->program};
  matrix.sizes = {size};
  matrix.sized_arguments = row.stand_in->arguments;
  sweep.matrices.push_back(std::move(matrix));
}

void add_setting(const ChipTable& table, SweepFile& sweep) {
  if (std::ranges::find(sweep.groups, table.chip, &SettingGroup::name) != sweep.groups.end()) {
    fail("{}: two settings are called '{}'; rename one of them", sweep.file.string(), table.chip);
  }
  SettingGroup group;
  group.axis = kDefaultAxis;
  group.name = table.chip;
  group.assignments = table.assignments;
  sweep.groups.push_back(std::move(group));
}

}  // namespace

Experiment with_programs(Experiment experiment, const fs::path& folder) {
  if (experiment.chips.empty()) {
    fail("--programs: experiment '{}' has no rows of a chip; leave out --programs",
         experiment.name);
  }
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    fail(
        "--programs: there is no folder '{}'; name the folder with the programs that heddle cc "
        "built",
        folder.string());
  }
  std::set<std::string> ids;
  for (const ChipTable& table : experiment.chips) {
    for (const Claim& claim : table.claims()) ids.insert(claim.id);
  }
  std::erase_if(experiment.claims, [&](const Claim& claim) { return !ids.contains(claim.id); });
  std::erase_if(experiment.reasons, [](const auto& reason) { return reason.second == kNoStandIn; });
  experiment.figures.clear();
  experiment.programs = fs::canonical(folder);
  if (missing_programs(experiment).size() == programs_of(experiment).size()) {
    fail("--programs: '{}' has none of the experiment's programs, such as '{}'", folder.string(),
         experiment.chips.front().rows.front().program);
  }
  return experiment;
}

std::vector<std::string> missing_programs(const Experiment& experiment) {
  std::vector<std::string> missing;
  for (const std::string& name : programs_of(experiment)) {
    if (!has_program(experiment.programs, name)) missing.push_back(name);
  }
  return missing;
}

void add_chip_runs(const Experiment& experiment, const std::string& size, SweepFile& sweep) {
  if (experiment.chips.empty()) return;
  const bool runs_programs = !experiment.programs.empty();
  std::erase_if(sweep.matrices, [&](const SweepMatrix& matrix) {
    const bool is_empty = matrix.workloads.empty() && matrix.paper.empty() &&
                          matrix.programs.empty() && matrix.together.empty() &&
                          matrix.sized_together.empty();
    return runs_programs || is_empty;
  });
  for (const ChipTable& table : experiment.chips) {
    add_setting(table, sweep);
    for (const ChipRow& row : table.rows) {
      if (runs_programs && has_program(experiment.programs, row.program)) {
        add_program(table, row, experiment.programs, sweep);
      } else if (!runs_programs && row.stand_in) {
        add_stand_in(table, row, size, sweep);
      }
    }
  }
}

}  // namespace heddle::study
