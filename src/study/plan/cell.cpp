#include "study/plan/cell.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/base/text/words.hpp"
#include "study/plan/able_cells.hpp"

namespace heddle::study {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kOwn = "own";
constexpr const char* kPublished = "published";
constexpr const char* kNoChoice = "default";

/// The subject of a run: a workload with a size or with arguments of the sweep's file, a program of
/// the user, or captures that share the GPU.
struct Subject {
  std::string name, size;
  Words arguments;
  const Workload* workload = nullptr;
  const SweepProgram* program = nullptr;
  std::vector<const SweepCapture*> together = {};
  bool is_named = false;  ///< the sweep names the workload, not a pattern
};

/// One choice on each axis.
struct Choices {
  std::string name;
  std::vector<std::pair<std::string, std::string>> by_axis;
  std::vector<const SettingGroup*> groups = {};
  Words assignments = {};
  Words profile_assignments = {};          ///< those of the earlier run that writes the profile
  const SettingGroup* profiled = nullptr;  ///< the choice that needs the earlier run, or null
};

std::vector<const Workload*> selected_workloads(const SweepMatrix& matrix,
                                                const Catalogue& catalogue) {
  Words patterns = matrix.workloads;
  const bool shares = !matrix.together.empty() || !matrix.sized_together.empty();
  if (patterns.empty() && !matrix.paper.empty() && !shares) patterns = {"*"};
  std::vector<const Workload*> selected;
  Words known;
  for (const Workload& workload : catalogue.workloads) {
    if (matrix.paper.empty() || workload.find_study(matrix.paper) != nullptr) {
      known.push_back(workload.name);
    }
  }
  for (const std::string& pattern : patterns) {
    bool any = false;
    for (const std::string& name : known) {
      if (fnmatch(pattern.c_str(), name.c_str(), 0) != 0) continue;
      any = true;
      const Workload* workload = &catalogue.workload(name);
      if (std::ranges::find(selected, workload) == selected.end()) selected.push_back(workload);
    }
    if (any) continue;
    fail("{}: there is no workload '{}'{}{}", matrix.place, pattern,
         matrix.paper.empty() ? "" : " of " + matrix.paper, which_exist(pattern, known));
  }
  return selected;
}

bool is_named(const SweepMatrix& matrix, const std::string& workload) {
  return std::ranges::find(matrix.workloads, workload) != matrix.workloads.end();
}

std::string arguments_of(const SweepMatrix& matrix, const Workload& workload,
                         const std::string& size) {
  if (matrix.sized_arguments.empty()) return workload.arguments(size, matrix.paper);
  const auto found = matrix.sized_arguments.find(size);
  if (found != matrix.sized_arguments.end()) return found->second;
  fail("{}: sized_arguments has none of size '{}': add {} = \"...\"", matrix.place, size, size);
}

/// Adds the groups of captures that share the GPU, for one size.
void add_together(const SweepMatrix& matrix, const SweepFile& sweep, const std::string& size,
                  std::vector<Subject>& all) {
  const auto by_size = matrix.sized_together.find(size);
  Words options = matrix.options;
  if (const auto further = matrix.sized_options.find(size); further != matrix.sized_options.end()) {
    const Words words = split_words(further->second);
    options.insert(options.end(), words.begin(), words.end());
  }
  for (const std::string& programs :
       by_size == matrix.sized_together.end() ? matrix.together : by_size->second) {
    Subject subject{"", size, options, nullptr, nullptr, {}};
    for (const std::string& name : split_words(programs)) {
      subject.name += (subject.name.empty() ? "" : "+") + name;
      subject.together.push_back(&*std::ranges::find(sweep.captures, name, &SweepCapture::name));
    }
    all.push_back(std::move(subject));
  }
}

std::vector<Subject> subjects(const SweepMatrix& matrix, const SweepFile& sweep,
                              const Catalogue& catalogue) {
  std::vector<Subject> all;
  Words sizes = matrix.sizes;
  if (sizes.empty() && matrix.arguments.empty()) sizes = {matrix.paper.empty() ? "small" : "paper"};
  for (const Workload* workload : selected_workloads(matrix, catalogue)) {
    const bool named = is_named(matrix, workload->name);
    for (const std::string& size : sizes) {
      all.push_back({workload->name,
                     size,
                     split_words(arguments_of(matrix, *workload, size)),
                     workload,
                     nullptr,
                     {},
                     named});
    }
    for (const std::string& arguments : matrix.arguments) {
      all.push_back({workload->name, "", split_words(arguments), workload, nullptr, {}, named});
    }
  }
  for (const std::string& size : sizes) add_together(matrix, sweep, size, all);
  for (const SweepProgram& program : sweep.programs) {
    if (std::ranges::find(matrix.programs, program.name) == matrix.programs.end()) continue;
    all.push_back({program.name, "", program.arguments, nullptr, &program});
  }
  if (all.empty() && matrix.sized_together.empty()) {
    fail("{}: nothing to run: add workloads = [\"bfs\"], paper = \"ccws\" or a [[program]]",
         matrix.place);
  }
  return all;
}

void append(Words& words, const Words& further) {
  words.insert(words.end(), further.begin(), further.end());
}

/// The settings of the choices, then those that apply only beside certain choices of other axes.
/// `is_profile`: the settings of the earlier run that writes the profile, for which the choice that
/// needs the profile has others.
Words assignments_of(const Choices& choices, bool is_profile) {
  const auto has_others = [&](const SettingGroup* group) { return is_profile && group->profile; };
  const auto is_chosen = [&](const SettingGroup* by, const std::string& pattern) {
    return std::ranges::any_of(choices.groups, [&](const SettingGroup* group) {
      return group != by && fnmatch(pattern.c_str(), group->name.c_str(), 0) == 0;
    });
  };
  Words assignments;
  for (const SettingGroup* group : choices.groups)
    append(assignments, has_others(group) ? group->profile->assignments : group->assignments);
  for (const SettingGroup* group : choices.groups) {
    if (has_others(group)) continue;
    for (const SettingsBeside& beside : group->beside) {
      const bool holds = std::ranges::any_of(
          beside.choices, [&](const std::string& pattern) { return is_chosen(group, pattern); });
      if (holds) append(assignments, beside.assignments);
    }
  }
  return assignments;
}

/// Returns the choice that needs an earlier run, or null. Throws Error if two of them do: {profile}
/// would stand for two files.
const SettingGroup* profiled(const Choices& choices) {
  const SettingGroup* first = nullptr;
  for (const SettingGroup* group : choices.groups) {
    if (!group->profile) continue;
    if (first != nullptr) {
      fail("{}: setting '{}' has a profile, and so has '{}' of another axis; leave out one of them",
           group->place, group->name, first->name);
    }
    first = group;
  }
  return first;
}

/// All combinations of one choice on each axis. The first axis varies slowest.
std::vector<Choices> combinations(const SweepMatrix& matrix, const SweepFile& sweep) {
  Words axes;
  std::map<std::string, std::vector<const SettingGroup*>> by_axis;
  for (const SettingGroup& group : sweep.groups) {
    if (std::ranges::find(matrix.settings, group.name) == matrix.settings.end()) continue;
    if (!by_axis.contains(group.axis)) axes.push_back(group.axis);
    by_axis[group.axis].push_back(&group);
  }
  std::vector<Choices> all(1);
  for (const std::string& axis : axes) {
    std::vector<Choices> longer;
    for (const Choices& before : all) {
      for (const SettingGroup* group : by_axis[axis]) {
        Choices next = before;
        next.name += (next.name.empty() ? "" : "+") + group->name;
        next.by_axis.emplace_back(axis, group->name);
        next.groups.push_back(group);
        longer.push_back(std::move(next));
      }
    }
    all = std::move(longer);
  }
  for (Choices& choices : all) {
    choices.profiled = profiled(choices);
    choices.assignments = choices.profile_assignments = sweep.set;
    append(choices.assignments, assignments_of(choices, false));
    append(choices.profile_assignments, assignments_of(choices, true));
  }
  if (axes.empty()) all.front().name = kNoChoice;
  return all;
}

/// The settings kernel.NAME.registers of the kernels for which the study states registers.
Words published_registers(const Workload& workload, const std::string& study) {
  std::map<std::string, const StudyKernel*> by_kernel;
  Words assignments;
  for (const StudyKernel& kernel : workload.find_study(study)->kernels) {
    if (!kernel.registers) continue;
    const auto [found, is_new] = by_kernel.emplace(kernel.kernel, &kernel);
    if (!is_new && found->second->registers != kernel.registers) {
      fail("{} and {}: {} registers of {}, and {}; which of them?", found->second->place,
           kernel.place, *found->second->registers, kernel.kernel, *kernel.registers);
    }
    if (is_new) {
      assignments.push_back(
          fmt::format("kernel.{}.registers={}", kernel.kernel, *kernel.registers));
    }
  }
  return assignments;
}

/// The earlier run that writes the profile of a cell with these choices.
std::optional<CellProfile> profile_of(const SweepMatrix& matrix, const Subject& subject,
                                      const Choices& choice) {
  if (choice.profiled == nullptr) return std::nullopt;
  if (subject.workload == nullptr) {
    fail(
        "{}: setting '{}' needs a profile, which only a workload has an earlier run for; give '{}' "
        "other settings",
        matrix.place, choice.name, subject.name);
  }
  const ProfileRun& run = *choice.profiled->profile;
  return CellProfile{split_words(subject.workload->arguments(run.size, matrix.paper)),
                     choice.profile_assignments, run.file};
}

/// Throws Error if the matrix asks for published registers and its study states none.
void check_registers(const SweepMatrix& matrix, std::span<const Subject> subjects) {
  if (std::ranges::find(matrix.registers, kPublished) == matrix.registers.end()) return;
  if (matrix.paper.empty()) {
    fail("{}: published registers are those of a study: add paper = \"NAME\"", matrix.place);
  }
  const auto states_some = [&](const Subject& subject) {
    return subject.workload != nullptr &&
           !published_registers(*subject.workload, matrix.paper).empty();
  };
  if (std::ranges::any_of(subjects, states_some)) return;
  fail("{}: {} states no registers of these workloads; leave out registers = [\"{}\"]",
       matrix.place, matrix.paper, kPublished);
}

/// Adds the cells of one subject on one machine.
void add_cells(const SweepMatrix& matrix, const Subject& subject, const std::string& machine,
               const std::vector<Choices>& choices, std::vector<Cell>& cells) {
  const bool may_lack = subject.workload != nullptr && subject.workload->needs && !subject.is_named;
  Words registers = matrix.registers;
  if (subject.workload == nullptr) registers = {kOwn};
  for (const std::string& counted : registers) {
    Words published;
    if (counted != kOwn) published = published_registers(*subject.workload, matrix.paper);
    for (const Choices& choice : choices) {
      Cell cell{subject.name,
                subject.program == nullptr ? matrix.paper : "",
                subject.size,
                subject.arguments,
                machine,
                counted,
                choice.name,
                choice.by_axis,
                choice.assignments,
                subject.program,
                may_lack ? &*subject.workload->needs : nullptr,
                subject.together,
                profile_of(matrix, subject, choice)};
      const auto put_before = [&](Words& assignments) {
        assignments.insert(assignments.begin(), published.begin(), published.end());
      };
      put_before(cell.assignments);
      if (cell.profile) put_before(cell.profile->assignments);
      cells.push_back(std::move(cell));
    }
  }
}

/// Removes repetitions of a cell. Its first occurrence stays.
void drop_repetitions(std::vector<Cell>& cells) {
  std::set<std::tuple<std::string, std::string, std::string, Words, std::string, std::string,
                      std::string>>
      seen;
  std::erase_if(cells, [&](const Cell& cell) {
    return !seen.insert({cell.workload, cell.paper, cell.size, cell.arguments, cell.machine,
                         cell.registers, cell.setting})
                .second;
  });
}

void refuse_name_of_no_choice(const std::vector<Cell>& cells) {
  const auto has = [&](bool choice) {
    return std::ranges::any_of(cells, [&](const Cell& cell) {
      return cell.setting == kNoChoice && cell.choices.empty() != choice;
    });
  };
  if (!has(true) || !has(false)) return;
  fail("a [[setting]] is called '{0}', as are the runs of a [[matrix]] without settings; rename it",
       kNoChoice);
}

}  // namespace

std::array<std::string, std::size(kRunColumns)> Cell::labels() const {
  return {workload, paper,     size,   fmt::to_string(fmt::join(arguments, " ")),
          machine,  registers, setting};
}

std::string Cell::text() const {
  std::string text = workload;
  for (const std::string& part : {paper, size, machine, setting}) {
    if (!part.empty()) text += " " + part;
  }
  return registers == kOwn ? text : text + " " + registers;
}

ExpandedSweep expand(const SweepFile& sweep, const Catalogue& catalogue) {
  ExpandedSweep expanded;
  std::vector<Cell>& cells = expanded.cells;
  for (const SweepMatrix& matrix : sweep.matrices) {
    Words machines = matrix.machines;
    if (machines.empty()) {
      machines = {matrix.paper.empty() ? sim::kDefaultMachine
                                       : catalogue.study(matrix.paper).machine};
    }
    if (!matrix.paper.empty()) catalogue.study(matrix.paper);
    const std::vector<Choices> choices = combinations(matrix, sweep);
    const std::vector<Subject> all = subjects(matrix, sweep, catalogue);
    check_registers(matrix, all);
    for (const Subject& subject : all) {
      for (const std::string& machine : machines) {
        add_cells(matrix, subject, machine, choices, cells);
      }
    }
  }
  refuse_name_of_no_choice(cells);
  drop_repetitions(cells);
  for (const Cell& cell : cells) {
    if (cell.program == nullptr) continue;
    if (std::ranges::any_of(catalogue.workloads, [&](const Workload& workload) {
          return workload.name == cell.workload;
        })) {
      fail("{}: '{}' is the name of a workload; give the program another, name = \"...\"",
           sweep.file.string(), cell.workload);
    }
  }
  expanded.left_out = leave_out_unable(cells, sweep.file.parent_path());
  if (cells.empty() && !expanded.left_out.empty()) {
    fail("{}: nothing to run: no machine has what the workloads need ({})", sweep.file.string(),
         expanded.left_out.front());
  }
  return expanded;
}

}  // namespace heddle::study
