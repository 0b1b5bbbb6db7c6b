// `heddle timeline` writes the timeline of a run to a file, or draws the timelines of several runs
// as one picture.

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include "cc/options/words.hpp"
#include "cli/command.hpp"
#include "cli/run/run.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/observation.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "jobs/streams/wrote.hpp"
#include "study/picture/warp_picture.hpp"
#include "study/runs/change.hpp"
#include "study/runs/kernel_name.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNamedKernels = 3;  ///< largest number of kernels that a picture names
constexpr std::size_t kNamedWidth =
    40;  ///< largest number of characters that a picture shows of a kernel's name

/// The parts of an ended run that a picture shows.
struct Ended {
  sim::Configuration configuration;
  std::string program;  ///< name and arguments of the program
  std::string machine;
  double cycles = 0, instructions = 0;
  std::vector<std::vector<study::SmWarps>> processes;  ///< processes that have a timeline
};

/// The requests for all runs of a picture. Throws Error for impossible settings, before the first
/// run begins.
std::vector<RunRequest> variants_of(const RunRequest& request) {
  std::vector<RunRequest> variants = {request};
  for (const std::string& versus : request.timeline.versus) {
    RunRequest variant = request;
    for (const std::string& assignment : TimelineOptions::assignments_of(versus))
      variant.configuration.assignments.push_back(assignment);
    sim::Configuration::resolve(variant.configuration);
    variants.push_back(std::move(variant));
  }
  return variants;
}

std::string program_of(const RunRequest& request) {
  std::string text = fs::path(request.program[0]).filename().string();
  for (std::size_t i = 1; i < request.program.size(); ++i) text += " " + request.program[i];
  return text;
}

Ended ended(const Run& run, const sim::RunResult& result) {
  Ended ended{run.configuration,
              program_of(run.request),
              run.subject.machine,
              sim::value_of(result.total, "cycles"),
              sim::value_of(result.total, "warp_instructions"),
              {}};
  for (unsigned number = 0;; ++number) {
    const fs::path table = run.folder.path() / sim::numbered_name(kTimelineFile, number);
    std::error_code error;
    if (!fs::exists(table, error)) return ended;
    ended.processes.push_back(study::read_sm_warps(read_file(table, file_kinds::kRunTable)));
    fs::remove(table, error);
  }
}

/// The keys in which the runs of a picture differ, in the order in which they were typed.
std::vector<std::string> keys_of(const TimelineOptions& options) {
  std::vector<std::string> keys;
  for (const std::string& versus : options.versus) {
    for (const std::string& assignment : TimelineOptions::assignments_of(versus)) {
      const std::string key = assignment.substr(0, assignment.find('='));
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
  }
  if (keys.empty()) keys.emplace_back(policy::WarpScheduler::kKind);
  return keys;
}

/// The value of a setting; "" if the run has no such parameter.
std::string setting_of(const sim::Configuration& configuration, const std::string& key) {
  if (sim::find_policy_kind(key) != nullptr) return configuration.policies.chosen(key);
  for (const sim::ParameterRow& row : configuration.rows()) {
    if (row.key == key) return sim::to_string(row.value);
  }
  return "";
}

std::string heading_of(const Ended& run, const std::vector<std::string>& keys) {
  std::vector<std::string> parts;
  for (const std::string& key : keys) {
    const std::string value = setting_of(run.configuration, key);
    if (!value.empty()) parts.push_back(fmt::format("{} = {}", key, value));
  }
  return comma_list(parts);
}

std::string result_of(const Ended& run, const Ended& first) {
  std::string text = fmt::format("whole GPU: {} cycles, IPC {:.2f}",
                                 format_count(static_cast<std::uint64_t>(run.cycles)),
                                 run.cycles == 0 ? 0 : run.instructions / run.cycles);
  if (&run != &first)
    text += ", " + study::change_text(first.cycles, run.cycles, study::ChangeForm::speed,
                                      study::Better::less);
  return text;
}

/// The SMs and kernels of the first run, such as "SM 0; kernels walk, add".
std::string contents_of(const std::vector<study::SmWarps>& sms) {
  std::vector<std::string> numbers, kernels;
  for (const study::SmWarps& sm : sms) {
    numbers.push_back(std::to_string(sm.sm));
    for (const std::string& kernel : sm.kernels) {
      const std::string name = study::short_name(kernel, kNamedWidth);
      if (std::ranges::find(kernels, name) == kernels.end()) kernels.push_back(name);
    }
  }
  const bool has_one = kernels.size() == 1;
  const std::size_t more = kernels.size() - std::min(kernels.size(), kNamedKernels);
  kernels.resize(kernels.size() - more);
  return fmt::format("SM {}; kernel{} {}{}", comma_list(numbers), has_one ? "" : "s",
                     comma_list(kernels), more == 0 ? "" : fmt::format(" and {} more", more));
}

/// The policies that all runs have in common and that differ from the default.
std::string policies_of(const std::vector<Ended>& runs, const std::vector<std::string>& keys) {
  std::string text;
  for (const sim::PolicyChoices::Choice& choice : runs[0].configuration.policies.all()) {
    const bool is_common = std::ranges::all_of(runs, [&](const Ended& run) {
      return run.configuration.policies.chosen(choice.key) == choice.name;
    });
    if (is_common && std::ranges::find(keys, choice.key) == keys.end() &&
        choice.name != choice.kind->fallback)
      text += fmt::format("; {} = {}", choice.key, choice.name);
  }
  return text;
}

void draw_process(const std::vector<Ended>& runs, std::size_t process, const RunRequest& request,
                  const std::string& command) {
  const std::vector<std::string> keys = keys_of(request.timeline);
  study::WarpPicture picture;
  for (const Ended& run : runs) {
    if (process >= run.processes.size()) continue;
    picture.runs.push_back(
        {heading_of(run, keys), result_of(run, runs[0]), run.processes[process]});
  }
  picture.title = fmt::format("{} on {}", runs[0].program, runs[0].machine);
  picture.origin = command;
  picture.subtitle = contents_of(runs[0].processes[process]) + policies_of(runs, keys);
  const std::string target = request.timeline.target(static_cast<unsigned>(process));
  jobs::write_output(target, study::draw(picture));
  if (!request.quiet) jobs::say_wrote(target);
}

RunEnd draw_timelines(const RunRequest& request, const std::string& command) {
  std::vector<Ended> runs;
  for (const RunRequest& variant : variants_of(request)) {
    const RunEnd end = carry_out(variant, [&](const Run& run, const sim::RunResult& result) {
      runs.push_back(ended(run, result));
    });
    if (end.exit_code == 0) continue;
    jobs::say(fmt::format("heddle: nothing is drawn: the run's exit code is {}\n", end.exit_code));
    return end;
  }
  if (runs[0].processes.empty()) fail("there is nothing to draw: no process used the GPU");
  for (std::size_t process = 0; process < runs[0].processes.size(); ++process)
    draw_process(runs, process, request, command);
  return {};
}

}  // namespace

int timeline_command(Arguments arguments) {
  RunRequest request;
  request.timeline.wanted = true;
  if (!read_run_request(arguments, request)) return 0;
  if (request.timeline.is_picture()) {
    return finish(draw_timelines(request, "heddle timeline " + cc::shell_line(arguments)));
  }
  return finish(carry_out(request, [&](const Run& run, const sim::RunResult&) {
    request.timeline.deliver(run.folder.path(), request.quiet);
  }));
}

}  // namespace heddle::cli
