#include <csignal>
#include <cstdlib>
#include <ctime>
#include <optional>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cc/session/sdk_tree.hpp"
#include "cli/capture/capture_output.hpp"
#include "cli/command.hpp"
#include "cli/run/host_facts.hpp"
#include "cli/run/interruption.hpp"
#include "cli/run/malloc_tunables.hpp"
#include "cli/run/progress_line.hpp"
#include "cli/run/requests/program_file.hpp"
#include "cli/run/run.hpp"
#include "cli/run/slow_kernel_note.hpp"
#include "cli/run/source_warnings.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/launches/launch_filter.hpp"
#include "heddle/sim/policies_together.hpp"
#include "heddle/sim/records/output_folder.hpp"
#include "heddle/sim/settings/machine_files.hpp"
#include "jobs/processes/child_process.hpp"
#include "jobs/processes/ending_signals.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "jobs/streams/wrote.hpp"
#include "study/gpgpusim/statistics/statistic_lines.hpp"
#include "study/live/live_view.hpp"
#include "study/page/report.hpp"
#include "study/runs/outcome.hpp"
#include "study/runs/summary.hpp"
#include "study/sources/revision.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

std::string machine_name(const RunRequest& request) {
  return sim::machine_label(request.configuration.machine.value_or(sim::kDefaultMachine));
}

/// Starts heddle itself as the program, with an internal command (kernel or captured).
void start_own(const char* command, const std::vector<std::string>& options,
               const std::string& file, jobs::ProgramStart& start, sim::RunSubject& subject) {
  subject.program = file;
  start.arguments = {jobs::own_executable().string(), command};
  start.arguments.insert(start.arguments.end(), options.begin(), options.end());
  start.arguments.push_back(file);
  subject.command.assign(start.arguments.begin() + 1, start.arguments.end());
}

jobs::ProgramStart program_start(const RunRequest& request, sim::RunSubject& subject) {
  jobs::ProgramStart start;
  if (request.replays) {
    capture::read_capture(request.program[0]);  // throws Error for a damaged file
    start_own("captured", {}, request.program[0], start, subject);
    return start;
  }
  if (request.is_bare_kernel()) {
    start_own("kernel", request.kernel.typed(), request.program[0], start, subject);
    return start;
  }
  const fs::path libraries = cc::find_sdk(jobs::own_executable()) / "lib64";
  subject.program = find_program(request.program[0]);
  check_program(subject.program, libraries);
  start.arguments = request.program;
  start.file = subject.program;
  const char* others = std::getenv("LD_LIBRARY_PATH");
  std::string& path = start.environment["LD_LIBRARY_PATH"];
  path = libraries.string();
  if (others != nullptr && *others != 0) path += ":" + std::string(others);
  return start;
}

void write_results(const Run& run, const sim::RunResult& result, const sim::RunOutcome& outcome) {
  if (!run.folder.is_kept() && run.request.report.empty()) return;
  const fs::path& folder = run.folder.path();
  sim::write_manifest(folder, run.subject, run.configuration, outcome, run.host);
  sim::write_stats(folder, run.subject.machine, result, outcome, run.host,
                   run.configuration.run.stats);
}

std::vector<std::string> warnings_of(const Run& run, const sim::RunResult& result) {
  const sim::Configuration& configuration = run.configuration;
  std::vector<std::string> warnings = {
      study::untimed_warning(configuration.run, result),
      study::unknown_kernel_warning(configuration.kernel_registers, result),
      study::fitted_kernel_warning(result)};
  for (const sim::ProcessResult& process : result.processes)
    warnings.insert(warnings.end(), process.warnings.begin(), process.warnings.end());
  std::erase(warnings, "");
  for (std::string& warning : source_warnings(run.folder.path(), run.subject.program))
    warnings.push_back(std::move(warning));
  return warnings;
}

/// The exit code is the program's. If the run failed or was interrupted and the program's exit code
/// does not show it, heddle's exit code shows it.
RunEnd end_of(const jobs::ProgramEnd& end, const sim::RunOutcome& outcome) {
  const bool unnoticed = end.signal == 0 && end.exit_code == 0;
  if (outcome.status == sim::RunStatus::failed) return {unnoticed ? 1 : end.exit_code, 0};
  const bool interrupted = end.interrupted_by != 0 && outcome.status == sim::RunStatus::incomplete;
  if (interrupted && (unnoticed || end.signal != 0)) {
    return {128 + end.interrupted_by, end.interrupted_by};
  }
  return {end.exit_code, 0};
}

/// Writes the results up to the signal that asked the run to end. The program may still run.
void keep_results(const Run& run, int signal) {
  try {
    write_results(run, sim::gather_results(run.folder.path()), study::interrupted_outcome(signal));
  } catch (const Error&) {
    // The results are written again when the program ends. An error is reported then.
  }
}

/// Whether heddle's own process, which runs a bare kernel or a capture, has said why it failed.
bool has_said_why(const Run& run, const sim::RunOutcome& outcome) {
  return (run.request.is_bare_kernel() || run.request.replays) &&
         outcome.status == sim::RunStatus::failed;
}

/// Prints and writes the results. If the request is quiet, prints only why a run is not complete.
RunEnd conclude(Run& run, const jobs::ProgramEnd& end, const SeeRun& see) {
  const sim::RunResult result = sim::gather_results(run.folder.path());
  sim::RunOutcome outcome = study::outcome_of(result, end);
  outcome.warnings = warnings_of(run, result);
  // The summary comes first. If a full disk has no room for the files, the summary is all that
  // stays.
  if (!run.request.quiet) {
    jobs::say(study::summary({run.subject, run.configuration, result, outcome, run.host}));
  } else if (outcome.status != sim::RunStatus::complete && !has_said_why(run, outcome)) {
    jobs::say(study::closing_line(sim::name_of(outcome.status), outcome.reason));
  }
  for (const std::string& warning : outcome.warnings)
    jobs::say("heddle: warning: " + warning + "\n");
  write_results(run, result, outcome);
  run.ending = sim::name_of(outcome.status);
  if (!outcome.reason.empty()) run.ending += ": " + outcome.reason;
  see(run, result);
  if (run.folder.is_kept()) sim::remove_journals(run.folder.path());
  return end_of(end, outcome);
}

/// A run that browsers may watch.
struct LiveRun {
  explicit LiveRun(std::uint16_t port) : view(port) {}

  /// Prints the address of the page. Before this call the page has nothing to show.
  void begin(const Run& run) {
    const sim::RunSubject& subject = run.subject;
    data.emplace(study::LiveSubject{fs::path(subject.program).filename().string(), subject.machine,
                                    fmt::to_string(fmt::join(subject.command, " "))},
                 run.folder.path());
    jobs::say(fmt::format("heddle: the run is at {}\n", view.address()));
  }

  study::LiveView view;
  std::optional<study::LiveData> data;
};

/// Watches the program. Shows the progress and notes on slow kernels until a signal asks the
/// program to end, serves the live page, and carries out the steps after a signal
/// (interruption.hpp).
class RunAttendant final : public jobs::Attendant {
 public:
  RunAttendant(const Run& run, LiveRun* live)
      : live_(live),
        interruption_(run.folder.path(), [&run](int signal) { keep_results(run, signal); }) {
    progress_.emplace(run.folder.path(), !run.request.quiet);
    if (!run.request.quiet) slow_.emplace(run.folder.path(), terminal_with_cursor(), jobs::draw);
  }

  void look(pid_t program) override {
    if (progress_) progress_->update();
    if (slow_) slow_->update(SlowKernelNote::Clock::now());
    if (live_ != nullptr) live_->view.serve(*live_->data);
    interruption_.look(program);
  }
  void asked_to_end(pid_t program, int signal, bool from_terminal) override {
    progress_.reset();
    slow_.reset();
    interruption_.begin(program, signal, from_terminal);
  }

 private:
  LiveRun* live_;  ///< null: there is no live page
  std::optional<ProgressLine> progress_;
  std::optional<SlowKernelNote> slow_;
  Interruption interruption_;
};

jobs::ProgramEnd execute(Run& run, jobs::ProgramStart start, LiveRun* live) {
  start.environment[sim::kRunFolderVariable] = run.folder.path().string();
  const char* tunables = std::getenv(kTunablesVariable);
  start.environment[kTunablesVariable] = with_huge_pages(tunables == nullptr ? "" : tunables);
  const double began = wall_seconds();
  RunAttendant attendant(run, live);
  const jobs::ProgramEnd end = jobs::run_program(start, attendant);
  measure_children(run.host, began);
  return end;
}

/// Refuses a probe whose file would be lost because no folder is kept.
void check_probes(const sim::ProbeChoices& probes, const RunRequest& request) {
  if (!request.out.empty() || !request.report.empty() || request.live) return;
  const auto lost = probes.needs_folder();
  if (!lost) return;
  fail("{}: {} needs a folder to go to: --out DIR", lost->key,
       lost->is_table ? "the table" : "its file");
}

/// Refuses --print-as where the run keeps no single launches.
void check_printing(const sim::Configuration& configuration, const RunRequest& request) {
  if (request.print_as.empty() || configuration.run.stats == sim::StatsLevel::launch) return;
  fail("--print-as {}: run.stats keeps no single launches; leave out --stats", request.print_as);
}

/// Prints the names of the files that the run leaves: buffers, and the output folder.
void say_files(const RunRequest& request, const RunEnd& end) {
  if (request.quiet) return;
  const bool has_dumps = end.exit_code == 0;  // otherwise no buffer was written
  for (const std::string& dump : request.kernel.dumps) {
    if (has_dumps) jobs::say_wrote(dump.substr(dump.find(':') + 1));
  }
  if (!request.out.empty()) jobs::say_wrote_folder(request.out);
}

}  // namespace

RunEnd carry_out(const RunRequest& request, const SeeRun& see) {
  sim::Configuration configuration = sim::Configuration::resolve(request.configuration);
  const sim::LaunchFilter checked(configuration.run);
  if (configuration.run.capture && request.capture.empty())
    fail("run.capture: heddle run --capture FILE says where the capture goes");
  std::optional<LiveRun> live;
  if (request.live) live.emplace(*request.live);
  check_probes(configuration.probes, request);
  check_printing(configuration, request);
  configuration.check_files();
  if (!request.replays) configuration.check_tenants();
  sim::check_policies_together(configuration);
  sim::RunSubject subject{request.program,
                          {},
                          machine_name(request),
                          request.typed,
                          study::stated_revision(jobs::own_executable().parent_path())};
  jobs::ProgramStart start = program_start(request, subject);
  // Signals take effect after the destructors of the objects below.
  const jobs::HeldSignals held;
  start.blocked = held.before();
  Run run{request,
          std::move(configuration),
          std::move(subject),
          study::RunFolder(request.out, request.overwrite),
          {},
          ""};
  run.host.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  sim::write_whole_file(run.folder.path() / sim::kResolvedFile, run.configuration.to_toml());
  write_results(run, {}, {});

  if (live) live->begin(run);
  const jobs::ProgramEnd end = execute(run, start, live ? &*live : nullptr);
  const RunEnd result = conclude(run, end, see);
  if (live) live->view.end(*live->data, run.ending);
  say_files(request, result);
  return result;
}

int finish(const RunEnd& end) {
  if (end.signal != 0) {
    std::signal(end.signal, SIG_DFL);
    std::raise(end.signal);
  }
  return end.exit_code;
}

namespace {

/// Writes the page of the report. Called while the folder of the run exists, because the folder may
/// be temporary.
void write_report_page(const Run& run, const sim::RunResult& /*result*/) {
  const std::string& page = run.request.report;
  if (page.empty()) return;
  std::vector<std::string> names;
  if (!run.folder.is_kept()) names.push_back(fs::path(run.request.program[0]).filename().string());
  study::write_report({run.folder.path().string()}, page, names);
  if (!run.request.quiet && !jobs::is_standard_output(page))
    jobs::say_wrote(page, "", "open it in a browser");
}

/// Prints what --print-as asks for, and writes the page of the report.
void show_run(const Run& run, const sim::RunResult& result) {
  if (!run.request.print_as.empty())
    study::gpgpusim::print_statistics(
        run.folder.path(), run.configuration,
        {run.host.wall_seconds, run.ending == sim::name_of(sim::RunStatus::complete)},
        jobs::answer);
  write_report_page(run, result);
}

/// Reads the captures of the run's processes and removes them from its folder.
std::vector<capture::Capture> take_captures(const Run& run) {
  std::vector<capture::Capture> captures;
  for (const fs::path& file : sim::captures_in(run.folder.path())) {
    captures.push_back(capture::read_capture(file));
    std::error_code error;
    fs::remove(file, error);
  }
  return captures;
}

/// Runs the program and writes its captures.
RunEnd carry_out_capture(const RunRequest& request) {
  std::vector<capture::Capture> captures;
  std::optional<sim::Configuration> configuration;
  const RunEnd end = carry_out(request, [&](const Run& run, const sim::RunResult& result) {
    captures = take_captures(run);
    configuration = run.configuration;
    show_run(run, result);
  });
  if (end.exit_code != 0) {
    jobs::say(
        fmt::format("heddle: nothing is captured: the run's exit code is {}\n", end.exit_code));
    return end;
  }
  if (captures.empty())
    fail("--capture {}: no launch was captured (heddle run without --capture lists the kernels)",
         request.capture);
  write_captures(captures, configuration.value(), request.capture, request.quiet);
  return end;
}

}  // namespace

int run_command(Arguments arguments) {
  RunRequest request;
  if (!read_run_request(arguments, request)) return 0;
  if (!request.capture.empty()) return finish(carry_out_capture(request));
  return finish(carry_out(request, show_run));
}

}  // namespace heddle::cli
