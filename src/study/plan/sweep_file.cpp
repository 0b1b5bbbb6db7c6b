#include "study/plan/sweep_file.hpp"

#include <algorithm>
#include <set>

#include <fnmatch.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/names_of.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/settings/policy_libraries.hpp"
#include "study/catalogue/catalogue.hpp"
#include "study/catalogue/strict_toml.hpp"
#include "study/plan/setting_values.hpp"
#include "study/plan/sweep_captures.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::uint64_t kMostSweepThreads = 256;

void check_words(const StrictTable& table, const std::string& key, const Words& words,
                 const Words& known) {
  for (const std::string& word : words) {
    if (std::ranges::find(known, word) != known.end()) continue;
    table.refuse(key, fmt::format("{}: there is no '{}'{}", key, word, which_exist(word, known)));
  }
}

void check_assignments(const StrictTable& table, const Words& assignments) {
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals != std::string::npos && equals > 0) continue;
    table.refuse("set",
                 fmt::format("'{}': expected key=value, as in \"warp_scheduler=gto\"", assignment));
  }
}

/// Throws SourceError for a name with control characters. A name must fit on one line of a table.
void check_line(const StrictTable& table, const std::string& key, const std::string& name) {
  const auto is_control = [](unsigned char c) { return std::iscntrl(c) != 0; };
  if (std::ranges::none_of(name, is_control)) return;
  table.refuse(key, fmt::format("{}: a name is one line of text", key));
}

/// Throws SourceError for a name with +. Results join the names of several axes with +.
void check_setting_name(const StrictTable& table, const std::string& key, const std::string& name) {
  check_line(table, key, name);
  if (name.find('+') == std::string::npos) return;
  table.refuse(key, fmt::format("'{}': + joins the names of several axes; leave it out", name));
}

std::vector<SettingsBeside> read_beside(StrictTable& table) {
  std::vector<SettingsBeside> all;
  for (StrictTable& beside : table.tables("beside")) {
    const Words choices = beside.texts("settings").value_or(Words{});
    const Words assignments = beside.texts("set").value_or(Words{});
    if (choices.empty() || assignments.empty())
      beside.refuse("settings", "beside has settings = [names or patterns] and set = [key=value]");
    check_assignments(beside, assignments);
    beside.refuse_others();
    all.push_back({choices, assignments, beside.place()});
  }
  return all;
}

/// Throws Error for a pattern in `beside` that matches no choice on another axis.
void check_beside(const std::vector<SettingGroup>& groups) {
  for (const SettingGroup& group : groups) {
    Words known;
    for (const SettingGroup& other : groups)
      if (other.axis != group.axis) known.push_back(other.name);
    for (const SettingsBeside& beside : group.beside) {
      for (const std::string& pattern : beside.choices) {
        const bool matches = std::ranges::any_of(known, [&](const std::string& name) {
          return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
        });
        if (!matches) {
          fail("{}: settings: no other axis has '{}'{}", beside.place, pattern,
               which_exist(pattern, known));
        }
      }
    }
  }
}

std::optional<ProfileRun> read_profile(StrictTable& table) {
  auto run = table.table("profile");
  if (!run) return std::nullopt;
  ProfileRun profile;
  profile.size = run->required_text("size", "the size of the earlier run");
  check_words(*run, "size", {profile.size}, Words(kSizes.begin(), kSizes.end()));
  profile.assignments = run->texts("set").value_or(Words{});
  check_assignments(*run, profile.assignments);
  profile.file =
      run->required_text("file", "the file of the earlier run that {profile} stands for");
  if (fs::path(profile.file).filename() != profile.file || profile.file.starts_with(".")) {
    run->refuse("file", fmt::format("'{}': expected the name of a file in the output folder of a "
                                    "run, as in \"stats.json\"",
                                    profile.file));
  }
  run->refuse_others();
  return profile;
}

/// Reads a [[setting]]: one group, or one group for each of its values.
std::vector<SettingGroup> read_groups(StrictTable table) {
  SettingGroup group;
  group.place = table.place();
  group.axis = table.text("axis").value_or(kDefaultAxis);
  group.name = table.required_text("name", "what results call these settings");
  group.assignments = table.texts("set").value_or(Words{});
  check_assignments(table, group.assignments);
  group.beside = read_beside(table);
  group.profile = read_profile(table);
  const std::vector<Replacements> all = read_setting_values(table, group.name);
  table.refuse_others();
  check_line(table, "axis", group.axis);
  check_setting_name(table, "name", group.name);
  if (all.empty()) return {group};
  std::vector<SettingGroup> groups;
  for (const Replacements& values : all) {
    groups.push_back(group);
    groups.back().name = with_values(group.name, values);
    check_setting_name(table, table.has("rows") ? "rows" : "values", groups.back().name);
    put_values(groups.back().assignments, values);
    for (SettingsBeside& beside : groups.back().beside) put_values(beside.assignments, values);
    if (group.profile) put_values(groups.back().profile->assignments, values);
  }
  return groups;
}

/// The names that match any of the patterns, in the order of `known`. Throws SourceError for a
/// pattern that matches no name.
Words matching(const StrictTable& table, const std::string& key, const Words& patterns,
               const Words& known) {
  std::set<std::string> found;
  for (const std::string& pattern : patterns) {
    bool any = false;
    for (const std::string& name : known) {
      if (fnmatch(pattern.c_str(), name.c_str(), 0) != 0) continue;
      any = true;
      found.insert(name);
    }
    if (any) continue;
    table.refuse(key,
                 fmt::format("{}: there is no '{}'{}", key, pattern, which_exist(pattern, known)));
  }
  Words names;
  for (const std::string& name : known) {
    if (found.contains(name)) names.push_back(name);
  }
  return names;
}

void check_kernel_options(const StrictTable& table, const Words& options,
                          const CommandLines& lines) {
  if (std::ranges::find(options, "--") != options.end()) {
    table.refuse("options", "options: leave out --, the file of the kernel stands in program");
  }
  try {
    lines.check_kernel(options);
  } catch (const Error& error) {
    table.refuse("options", fmt::format("options: {}", error.what()));
  }
}

SweepProgram read_program(StrictTable table, const fs::path& folder, const CommandLines& lines) {
  SweepProgram program;
  const std::string file = table.required_text("program", "its file");
  program.file = fs::absolute(folder / file).lexically_normal();
  program.name = table.text("name").value_or(fs::path(file).stem().string());
  check_line(table, table.has("name") ? "name" : "program", program.name);
  program.options = table.words("options").value_or(Words{});
  program.arguments = table.words("arguments").value_or(Words{});
  const bool is_kernel = program.file.extension() == ".ptx";
  if (!is_kernel && !program.options.empty()) {
    table.refuse("options",
                 "options are those of a kernel in a .ptx file, such as --grid 4; what "
                 "a program takes stands in arguments");
  }
  if (is_kernel && !program.arguments.empty()) {
    table.refuse("arguments", "a kernel's arguments are options, such as --arg u32:7");
  }
  check_kernel_options(table, program.options, lines);
  std::error_code error;
  if (!fs::is_regular_file(program.file, error)) {
    table.refuse("program", fmt::format("there is no file '{}'", program.file.string()));
  }
  for (const std::string& input : table.texts("inputs").value_or(Words{})) {
    program.inputs.push_back(fs::absolute(folder / input).lexically_normal());
    if (fs::is_regular_file(program.inputs.back(), error)) continue;
    table.refuse("inputs", fmt::format("there is no file '{}'", program.inputs.back().string()));
  }
  const std::string exit_code = table.text("exit_code").value_or("0");
  if (exit_code != "0" && exit_code != "any") table.refuse("exit_code", "exit_code is 0 or any");
  program.any_exit_code = exit_code == "any";
  table.refuse_others();
  return program;
}

template <typename Named>
void check_unique(const StrictTable& table, const char* key, const std::vector<Named>& all) {
  Words names = names_of(all);
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice == names.end()) return;
  table.refuse(key, fmt::format("two [[{}]] are called '{}'; rename one of them", key, *twice));
}

/// Reads the keys of a matrix. A key that the table leaves out keeps its value in `matrix`, except
/// that sized_arguments becomes empty.
SweepMatrix read_matrix(StrictTable& table, SweepMatrix matrix, const SweepFile& sweep) {
  matrix.place = table.place();
  const auto read = [&](const char* key, Words& words) {
    if (auto given = table.texts(key)) words = std::move(*given);
  };
  matrix.paper = table.text("paper").value_or(matrix.paper);
  read("workloads", matrix.workloads);
  read("programs", matrix.programs);
  read("machines", matrix.machines);
  read("sizes", matrix.sizes);
  read("registers", matrix.registers);
  read("arguments", matrix.arguments);
  read("settings", matrix.settings);
  matrix.settings = matching(table, "settings", matrix.settings, names_of(sweep.groups));
  matrix.sized_arguments = read_by_size(table, "sized_arguments");
  read_together(table, sweep.captures, matrix);
  const bool are_sized = table.has("sizes") || table.has("sized_arguments");
  if (!matrix.arguments.empty() && are_sized) {
    table.refuse("arguments", "arguments stand in place of sizes; say one of them");
  }
  check_words(table, "programs", matrix.programs, names_of(sweep.programs));
  check_words(table, "sizes", matrix.sizes, Words(kSizes.begin(), kSizes.end()));
  check_words(table, "registers", matrix.registers, {"own", "published"});
  return matrix;
}

void read_bounds(StrictTable& table, SweepFile& sweep) {
  if (const auto seconds = table.whole("seconds")) {
    if (*seconds == 0) table.refuse("seconds", "seconds takes a whole number, 1 or more");
    sweep.bounds.seconds = static_cast<double>(*seconds);
  }
  if (const auto memory = table.text("memory")) {
    const auto bytes = parse_bytes(*memory);
    if (!bytes || *bytes == 0) table.refuse("memory", "memory takes a size, as in \"8GiB\"");
    sweep.bounds.bytes = *bytes;
  }
  const std::uint64_t threads = table.whole("threads").value_or(1);
  if (threads < 1 || threads > kMostSweepThreads) {
    table.refuse("threads", fmt::format("threads takes a number from 1 to {}", kMostSweepThreads));
  }
  sweep.threads = static_cast<unsigned>(threads);
}

/// Reads `policy`, the policy libraries of all runs. Their paths are relative to the folder of the
/// sweep's file.
void read_policy_libraries(StrictTable& table, SweepFile& sweep) {
  std::set<std::string> names;
  for (const std::string& library : table.texts("policy").value_or(Words{})) {
    const fs::path file = sweep.file.parent_path() / library;
    if (!names.insert(file.stem()).second)
      table.refuse("policy", fmt::format("policy: two libraries are called {}; rename one of them",
                                         file.stem().string()));
    try {
      sweep.set.push_back(sim::policy_library_assignment(file));
      sim::load_policy_library(file);
    } catch (const Error& error) {
      table.refuse("policy", fmt::format("policy: {}", error.what()));
    }
  }
}

}  // namespace

SweepFile read_sweep_file(const fs::path& file, const CommandLines& lines) {
  StrictTable table = StrictTable::read(file);
  SweepFile sweep;
  sweep.file = fs::absolute(file).lexically_normal();
  read_bounds(table, sweep);
  sweep.set = table.texts("set").value_or(Words{});
  check_assignments(table, sweep.set);
  read_policy_libraries(table, sweep);
  for (StrictTable& table_of_group : table.tables("setting")) {
    for (SettingGroup& group : read_groups(std::move(table_of_group))) {
      sweep.groups.push_back(std::move(group));
    }
  }
  check_beside(sweep.groups);
  for (StrictTable& program : table.tables("program")) {
    sweep.programs.push_back(read_program(std::move(program), sweep.file.parent_path(), lines));
  }
  for (StrictTable& capture : table.tables("capture"))
    sweep.captures.push_back(read_sweep_capture(std::move(capture), sweep.file.parent_path()));
  check_unique(table, "capture", sweep.captures);
  check_unique(table, "setting", sweep.groups);
  check_unique(table, "program", sweep.programs);
  SweepMatrix all;
  all.programs = names_of(sweep.programs);
  all.settings = names_of(sweep.groups);
  all.registers = {"own"};
  all = read_matrix(table, all, sweep);
  for (StrictTable& matrix : table.tables("matrix")) {
    sweep.matrices.push_back(read_matrix(matrix, all, sweep));
    matrix.refuse_others();
  }
  if (sweep.matrices.empty()) sweep.matrices.push_back(all);
  table.refuse_others();
  return sweep;
}

}  // namespace heddle::study
