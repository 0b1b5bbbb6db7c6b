#include "cli/corun/corun_options.hpp"

#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

#include <CLI/CLI.hpp>

#include "cli/policy_option.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/words.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/sim/records/output_folder.hpp"
#include "jobs/streams/output_option.hpp"
#include "study/corun/kernel_demand.hpp"

namespace heddle::cli {
namespace {

constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 50;
constexpr double kMostUrgent = 1 << 30;

/// Reads a count such as "200K", "10M" or "1g". The letters K, M and G (or k, m and g) stand for
/// 10^3, 10^6 and 10^9.
std::optional<std::uint64_t> parse_cycles(std::string text) {
  std::uint64_t unit = 1;
  if (text.ends_with('K') || text.ends_with('k')) unit = 1000;
  if (text.ends_with('M') || text.ends_with('m')) unit = 1'000'000;
  if (text.ends_with('G') || text.ends_with('g')) unit = 1'000'000'000;
  if (unit != 1) text.pop_back();
  const auto count = parse_count(text);
  if (!count || *count > kMostCycles / unit) return std::nullopt;
  return *count * unit;
}

std::optional<std::int32_t> parse_priority(const std::string& text) {
  const auto value = parse_number(text);
  if (!value || *value != std::trunc(*value) || std::abs(*value) > kMostUrgent) return std::nullopt;
  return static_cast<std::int32_t>(*value);
}

std::optional<double> parse_speed(const std::string& text) {
  const auto value = parse_number(text);
  return value && *value > 0 ? value : std::nullopt;
}

/// Reads an option that has a value for each program, separated by commas. Empty if the option is
/// not given.
template <typename Parse>
auto by_program(const std::string& option, const std::string& text, std::size_t programs,
                const char* what, Parse parse) {
  std::vector<typename std::invoke_result_t<Parse, const std::string&>::value_type> values;
  if (text.empty()) return values;
  for (const std::string& word : split_at(text, ',')) {
    const auto value = parse(word);
    if (!value)
      fail("{} {}: expected {} for each program, with commas between", option, text, what);
    values.push_back(*value);
  }
  if (values.size() != programs)
    fail("{}: {} numbers for {} programs", option, values.size(), programs);
  return values;
}

struct Texts {
  std::string cycles, window, starts, priorities, threads, alone = "measure";
  bool once = false;
};

void describe_options(CLI::App& app, study::CorunRequest& request, Texts& texts) {
  auto& configuration = request.configuration;
  app.add_option("--machine", configuration.machine, "machine to simulate (gtx480)")
      ->type_name("NAME");
  app.add_option("--config", configuration.files, "files of settings")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--set", configuration.assignments, "set a parameter, such as corun=spatial")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  add_policy_option(app, configuration.libraries);
  app.add_option("--cycles", texts.cycles,
                 "programs begin again until then, as in 10M (each runs once)")
      ->type_name("N");
  app.add_flag("--once", texts.once, "each program runs once");
  app.add_option("--start", texts.starts, "cycle in which each begins, as in 0,5000")
      ->type_name("N,N");
  app.add_option("--priority", texts.priorities, "of each, less is more urgent, as in 0,-1")
      ->type_name("N,N");
  app.add_option("--alone", texts.alone,
                 "warp instructions a cycle of each alone, as in 12.5,3, or measure, or none "
                 "(measure)")
      ->type_name("N,N");
  app.add_option("--alone-set", request.alone_settings,
                 "set a parameter for the programs alone, such as warp_scheduler=gto")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_flag("--plan", request.plan,
               "print what each program gets of an SM, and simulate nothing");
  app.add_option("--json", request.json, "write the results there too")->type_name("FILE");
  app.add_option("--alone-folder", request.alone_folder,
                 "keep what programs do alone there, and take what is there already")
      ->type_name("DIR");
  app.add_option("--out", request.out, "folder for stats.json, programs.csv and config.toml")
      ->type_name("DIR");
  app.add_flag("--overwrite", request.overwrite, "replace the results in a used output folder");
  app.add_option("--windows", texts.window,
                 "every N cycles a line for each program in windows.csv of the output folder")
      ->type_name("N");
  app.add_flag("--quiet", request.quiet, "no table and no progress line");
  app.add_option("--threads", texts.threads, "host threads")->type_name("N");
  app.add_option("programs", request.programs,
                 std::string("captures (heddle run --capture), for --plan also kernels: ") +
                     study::kDemandForm)
      ->required()
      ->type_name("PROGRAM");
}

/// A plan simulates nothing, so options that only concern simulations are refused.
void check_plan(const Texts& texts, const study::CorunRequest& request) {
  const std::pair<const char*, bool> of_runs[] = {{"--cycles", !texts.cycles.empty()},
                                                  {"--once", texts.once},
                                                  {"--start", !texts.starts.empty()},
                                                  {"--priority", !texts.priorities.empty()},
                                                  {"--alone-set", !request.alone_settings.empty()},
                                                  {"--alone-folder", !request.alone_folder.empty()},
                                                  {"--windows", !texts.window.empty()},
                                                  {"--out", !request.out.empty()},
                                                  {"--overwrite", request.overwrite},
                                                  {"--threads", !texts.threads.empty()},
                                                  {"--json", !request.json.empty()}};
  for (const auto& [option, given] : of_runs)
    if (request.plan && given) fail("{} says how programs run, --plan runs none", option);
}

void check_settings(const study::CorunRequest& request) {
  for (const std::string& assignment : request.configuration.assignments) {
    if (assignment.starts_with("corun.by="))
      fail("--set {}: in 'heddle corun' each program is a tenant; it is for 'heddle run'",
           assignment);
    if (assignment.starts_with("run.") && !assignment.starts_with("run.threads="))
      fail("--set {}: of run.* only run.threads counts in 'heddle corun'", assignment);
  }
  for (const std::string& assignment : request.alone_settings)
    if (assignment.starts_with("corun=") || assignment.starts_with("corun."))
      fail("--alone-set {}: a program alone shares the GPU with nobody", assignment);
}

void take_texts(const Texts& texts, study::CorunRequest& request) {
  if (!texts.threads.empty())
    request.configuration.options["run.threads"] = {texts.threads, "--threads", true};
  if (!texts.cycles.empty()) {
    const auto cycles = parse_cycles(texts.cycles);
    if (!cycles || *cycles == 0)
      fail("--cycles {}: expected a number of cycles, as in 10M", texts.cycles);
    if (texts.once) fail("--once and --cycles exclude each other");
    request.cycles = *cycles;
  }
  if (!texts.window.empty()) {
    const auto window = parse_cycles(texts.window);
    if (!window || *window == 0)
      fail("--windows {}: expected a number of cycles, as in 400", texts.window);
    if (request.out.empty())
      fail("--windows: windows.csv stands in an output folder: add --out DIR");
    request.window = *window;
  }
  const std::size_t programs = request.programs.size();
  if (programs > policy::kTenants)
    fail("{} programs: a GPU has room for {}", programs, policy::kTenants);
  request.starts =
      by_program("--start", texts.starts, programs, "a cycle, as in 20K", parse_cycles);
  request.priorities =
      by_program("--priority", texts.priorities, programs, "a whole number", parse_priority);
  for (const Cycle start : request.starts)
    if (request.cycles != 0 && start >= request.cycles)
      fail("--start {}: the run ends at --cycles {}", texts.starts, request.cycles);
  request.alone.measured = texts.alone == "measure";
  if (!request.alone.measured && !request.alone_settings.empty())
    fail("--alone-set is for programs whose speed alone is measured, --alone measure");
  if (texts.alone == "measure" || texts.alone == "none") return;
  request.alone.given = by_program("--alone", texts.alone, programs,
                                   "a number above 0, or measure, or none", parse_speed);
}

}  // namespace

bool parse_corun_request(Arguments arguments, study::CorunRequest& request) {
  CLI::App app("Runs several captured programs on one simulated GPU", "heddle corun");
  app.footer(
      "Examples:\n"
      "  heddle corun --machine cke-ccbp --set corun=spatial --cycles 1M a.capture b.capture\n"
      "  heddle corun --set corun=smk --once --start 0,20000 a.capture b.capture\n"
      "  heddle corun --machine cke-ccbp --set corun=smk --alone 12.5,3 --plan "
      "BP:threads=256,registers=24 "
      "CFD:threads=192,registers=72\n");
  request.typed = {"heddle", "corun"};
  request.typed.insert(request.typed.end(), arguments.begin(), arguments.end());
  Texts texts;
  describe_options(app, request, texts);
  if (!parse(app, arguments)) return false;
  check_plan(texts, request);
  check_settings(request);
  take_texts(texts, request);
  return true;
}

bool read_corun_request(Arguments arguments, study::CorunRequest& request) {
  if (!parse_corun_request(arguments, request)) return false;
  if (!request.json.empty()) jobs::require_output("--json", request.json);
  if (!request.alone_folder.empty()) sim::make_folder("--alone-folder", request.alone_folder);
  return true;
}

}  // namespace heddle::cli
