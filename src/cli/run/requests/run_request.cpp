#include "cli/run/requests/run_request.hpp"

#include <algorithm>
#include <limits>

#include <CLI/CLI.hpp>

#include "cli/policy_option.hpp"
#include "cli/run/requests/output_conflicts.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/pattern.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/capture/capture.hpp"
#include "jobs/streams/output_option.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  heddle run -- ./bfs graph.txt\n"
    "  heddle run --machine v100 --set warp_scheduler=gto --out results -- ./bfs graph.txt\n"
    "  heddle run --timing none -- ./bfs graph.txt               compute only, no cycles\n"
    "  heddle run --report bfs.html -- ./bfs graph.txt           a page: limits, stalls, roofline\n"
    "  heddle run --kernels 'reduce.*' --skip 2 --launches 1 -- ./bfs graph.txt\n"
    "  heddle run --stop-after cycles=1e6 -- ./bfs graph.txt     cycles in which kernels run\n"
    "  heddle run --policy mine.so --set warp_scheduler=mine -- ./bfs graph.txt   a policy of your "
    "own\n"
    "  heddle run --capture bfs.capture -- ./bfs graph.txt       what the GPU did, for others\n"
    "  heddle run --machine v100 bfs.capture                     run that without the program\n"
    "  heddle run --kernel scale --grid 4 --block 128 --arg buffer:4096 --arg u32:7 k.ptx\n";

constexpr const char* kTimelineExamples =
    "Examples:\n"
    "  heddle timeline -o trace.json -- ./bfs graph.txt          open it in ui.perfetto.dev\n"
    "  heddle timeline -o trace.json --sms 0-1 --from 20e3 --to 25e3 -- ./bfs graph.txt\n"
    "  heddle timeline -o warps.svg --cycles 5000 -- ./bfs graph.txt     a picture\n"
    "  heddle timeline -o both.svg --set warp_scheduler=lrr --versus warp_scheduler=gto -- ./bfs\n"
    "  heddle timeline -o - --text --sms 0 --grid 1 --block 64 --arg buffer:4096 k.ptx\n";

/// Values of options before they become settings.
struct RawOptions {
  std::string machine, timing, kernels, skip, launches, stop_after, threads, stats, sample;
  bool stats_sms = false;
  std::vector<std::string> files;
};

void add_options(CLI::App& app, RunRequest& request, RawOptions& raw) {
  app.add_option("--machine", raw.machine, "a machine (heddle list machines) or a TOML file")
      ->type_name("NAME");
  app.add_option("--config", raw.files, "a TOML file with settings over those of the machine")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--set", request.configuration.assignments,
                 "set a parameter (heddle list parameters)")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  add_policy_option(app, request.configuration.libraries);
  app.add_option("--out", request.out, "folder for stats.json, config.toml and manifest.json")
      ->type_name("DIR");
  app.add_flag("--overwrite", request.overwrite, "replace the results in a used output folder");
  app.add_flag("--quiet", request.quiet,
               "no summary and no progress line; why a run is not complete is said in a line");
  app.add_option("--timing", raw.timing, "full, or none: compute only")->type_name("MODE");
  app.add_option("--kernels", raw.kernels, "time these kernels, run the rest functionally")
      ->type_name("REGEX");
  app.add_option("--skip", raw.skip, "of those launches, run the first N functionally")
      ->type_name("N");
  app.add_option("--launches", raw.launches, "of those launches, time N")->type_name("N");
  app.add_option("--stop-after", raw.stop_after, "end with what was measured until then")
      ->type_name("cycles=N|instructions=N");
  app.add_option("--stats", raw.stats, "what stats.json tells apart: launch, kernel or total")
      ->type_name("LEVEL");
  app.add_flag("--stats-sms", raw.stats_sms, "what stats.json tells apart it also tells by SM");
  app.add_option("--sample", raw.sample,
                 "every N cycles a line in samples.csv of the output folder")
      ->type_name("N");
  app.add_option("--threads", raw.threads, "host threads")->type_name("N");
}

void set(sim::Settings& settings, const char* key, const char* option, const std::string& value) {
  if (value.empty()) return;
  settings[key] = {value, option, true};
}

void set_stop(sim::Settings& settings, const std::string& limit) {
  if (limit.empty()) return;
  const std::size_t equals = limit.find('=');
  const std::string what = limit.substr(0, equals);
  if (equals == std::string::npos || (what != "cycles" && what != "instructions")) {
    fail("--stop-after {}: expected cycles=N or instructions=N", limit);
  }
  const auto count = parse_count(limit.substr(equals + 1));
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!count || *count == 0 || *count > kMost) {
    fail("--stop-after {}: expected a whole number, 1 to {}", limit, kMost);
  }
  settings["run.stop_after_" + what] = {static_cast<std::int64_t>(*count), "--stop-after", true};
}

sim::Settings settings_of(const RawOptions& raw) {
  sim::Settings settings;
  set(settings, "run.timing", "--timing", raw.timing);
  set(settings, "run.kernels", "--kernels", raw.kernels);
  set(settings, "run.skip", "--skip", raw.skip);
  set(settings, "run.launches", "--launches", raw.launches);
  set(settings, "run.stats", "--stats", raw.stats);
  if (!raw.sample.empty() && parse_count(raw.sample) == std::uint64_t{0})
    fail("--sample {}: expected a whole number of cycles, 1 or more", raw.sample);
  if (parse_count(raw.launches) == std::uint64_t{0})
    fail("--launches 0: nothing would be timed; --timing none does that");
  set(settings, "run.threads", "--threads", raw.threads);
  set(settings, "run.sample", "--sample", raw.sample);
  if (raw.stats_sms) settings["run.stats_sms"] = {true, "--stats-sms", true};
  set_stop(settings, raw.stop_after);
  return settings;
}

constexpr const char* kReportSettings[] = {"run.sample=1000", "run.blocks=true",
                                           "run.source_lines=101"};

void add_report_option(CLI::App& app, RunRequest& request) {
  app.add_option("--report", request.report,
                 "write the page of heddle report on this run, with samples and blocks over time")
      ->type_name("FILE");
}

/// Settings that the page of a run in progress needs.
constexpr const char* kLiveSettings[] = {"run.sample=1000", "run.resident_warps=true"};

void add_live_option(CLI::App& app, RunRequest& request) {
  app.add_option("--live", request.live,
                 "show the run while it goes on, to browsers of this machine that have the address "
                 "which is printed; 0: any port")
      ->type_name("PORT");
}

void ask_for_live(RunRequest& request) {
  if (!request.live) return;
  std::vector<std::string>& assignments = request.configuration.assignments;
  assignments.insert(assignments.begin(), std::begin(kLiveSettings), std::end(kLiveSettings));
}

constexpr const char* kGpgpusim = "gpgpusim";

void add_print_option(CLI::App& app, RunRequest& request) {
  app.add_option("--print-as", request.print_as,
                 "gpgpusim: print the statistics of each launch in the lines of GPGPU-Sim")
      ->type_name("NAME");
}

void check_print_option(const RunRequest& request) {
  if (!request.print_as.empty() && request.print_as != kGpgpusim)
    fail("--print-as {}: there is none of that name; there is: {}", request.print_as, kGpgpusim);
}

void add_capture_option(CLI::App& app, RunRequest& request) {
  app.add_option("--capture", request.capture,
                 "write what a run of these launches needs: heddle run FILE repeats them without "
                 "the program")
      ->type_name("FILE");
}

/// Refuses options that do not go with --capture, and sets the option that makes the run write a
/// capture.
void check_capture_options(RunRequest& request, const RawOptions& raw) {
  if (request.capture.empty()) return;
  if (request.is_bare_kernel() || request.replays)
    fail("--capture {}: '{}' runs without a program already", request.capture, request.program[0]);
  if (!raw.stop_after.empty())
    fail("--capture {}: --stop-after ends the program before its memory is known; use --launches N",
         request.capture);
  jobs::require_output("--capture", request.capture);
  request.configuration.options["run.capture"] = {true, "--capture", true};
}

/// Whether the file counts as a capture, because its name ends with ".capture" (even if the file is
/// damaged) or because its content is a capture.
bool is_capture_name(const std::string& name) {
  return name.ends_with(".capture") || capture::is_capture(name);
}

/// Whether the page goes into an output folder that the run will make.
bool is_in_new_folder(const RunRequest& request) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (request.out.empty() || fs::exists(request.out, error)) return false;
  const fs::path report = fs::weakly_canonical(fs::absolute(request.report), error);
  return report.parent_path() == fs::weakly_canonical(fs::absolute(request.out), error);
}

/// Adds the settings for the page's values over time and by source line. The user's own settings
/// override this.
void ask_for_report(RunRequest& request) {
  if (request.report.empty()) return;
  if (!is_in_new_folder(request)) jobs::require_output("--report", request.report);
  std::vector<std::string>& assignments = request.configuration.assignments;
  assignments.insert(assignments.begin(), std::begin(kReportSettings), std::end(kReportSettings));
}

/// Refuses options and arguments that do not go with the program: kernel options need a .ptx file,
/// and a .ptx file or a capture takes no arguments.
void check_kernel_options(const RunRequest& request) {
  const std::vector<std::string> typed = request.kernel.typed();
  const std::string& program = request.program[0];
  const bool is_ptx = program.ends_with(".ptx");
  if (is_ptx && request.program.size() > 1) {
    fail("'{}' after '{}': a kernel's arguments are typed as --arg TYPE:VALUE before the file",
         request.program[1], program);
  }
  if (request.replays && request.program.size() > 1)
    fail("'{}' after '{}': a capture takes no arguments", request.program[1], program);
  if (!typed.empty() && !is_ptx) {
    fail("{} is for one kernel of a .ptx file, and '{}' is none", typed[0], program);
  }
  request.kernel.check();
  request.kernel.require_outputs();
}

}  // namespace

bool read_run_request(Arguments arguments, RunRequest& request) {
  const bool traces = request.timeline.wanted;
  CLI::App app(traces ? "Runs a program and writes what every warp did, cycle by cycle: "
                        "heddle timeline -o FILE [OPTIONS] [--] PROGRAM [ARGUMENTS]"
                      : "Runs a program on a simulated GPU: "
                        "heddle run [OPTIONS] [--] PROGRAM [ARGUMENTS]",
               traces ? "heddle timeline" : "heddle run");
  app.footer(std::string(traces ? kTimelineExamples : kExamples) + "\n" +
             std::string(kPatternDialect));
  app.prefix_command();
  request.typed = {"heddle", traces ? "timeline" : "run"};
  request.typed.insert(request.typed.end(), arguments.begin(), arguments.end());
  RawOptions raw;
  add_options(app, request, raw);
  request.kernel.add_to(app);
  if (traces) request.timeline.add_to(app);
  if (!traces) {
    add_report_option(app, request);
    add_print_option(app, request);
    add_live_option(app, request);
    add_capture_option(app, request);
  }
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  const auto own = static_cast<std::size_t>(dashes - arguments.begin());
  if (!parse(app, arguments.first(own))) return false;
  const std::vector<std::string> rest = app.remaining();
  if (dashes != arguments.end()) {
    refuse_unknown_options(app, rest);
    if (!rest.empty()) fail("'{}' before --: expected options only", rest[0]);
    request.program.assign(dashes + 1, arguments.end());
  } else {
    if (!rest.empty()) refuse_unknown_options(app, {rest[0]});
    request.program = rest;
  }
  if (request.program.empty()) fail("no program: heddle run [OPTIONS] -- PROGRAM [ARGUMENTS]");
  check_print_option(request);
  request.replays = is_capture_name(request.program[0]);
  if (!raw.machine.empty()) request.configuration.machine = raw.machine;
  request.configuration.files.assign(raw.files.begin(), raw.files.end());
  request.configuration.options = settings_of(raw);
  if (traces) request.timeline.add_to(request.configuration.options);
  if (!request.timeline.versus.empty() && !request.out.empty())
    fail("--out {}: the folder holds one run, and --versus makes several", request.out);
  ask_for_report(request);
  ask_for_live(request);
  check_capture_options(request, raw);
  if (!raw.sample.empty() && request.out.empty() && request.report.empty())
    fail("--sample {}: the samples need a folder to go to: --out DIR", raw.sample);
  check_kernel_options(request);
  refuse_output_conflicts(request);
  return true;
}

}  // namespace heddle::cli
