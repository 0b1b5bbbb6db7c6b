#include <algorithm>
#include <cstdio>
#include <ctime>

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <unistd.h>

#include "cli/bench/measurement.hpp"
#include "cli/bench/report.hpp"
#include "cli/bench/rows.hpp"
#include "cli/bench/workload_programs.hpp"
#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/pattern.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/sim/settings/machine_files.hpp"
#include "jobs/folders/temporary_folder.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "jobs/streams/wrote.hpp"
#include "study/catalogue/workload_folder.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostBenchThreads = 256;
constexpr unsigned kMostRepeats = 1000;

struct BenchRequest {
  std::vector<std::string> machines = {"gtx480", "v100"};
  std::vector<unsigned> threads = {1};
  std::string rows;  ///< regular expression for the names of the rows
  unsigned repeat = 3;
  bool balance = false;
  std::string json;  ///< file for the results, or ""
};

std::string footer() {
  std::string text =
      "Compiles the workloads into a temporary folder and runs each as heddle run does, one after\n"
      "the other; repeats go round by round over all rows. A row shows its repeat with the median\n"
      "host time. That is the time inside timed launches, without compiling, starting up and the\n"
      "program's own check of its results, which must pass. `functional` comes from a second run,\n"
      "with --timing none: the nanoseconds per warp instruction that computing the values alone\n"
      "takes. HEDDLE_WORKLOADS can name another folder of workloads.\n\n"
      "Rows (workload and its arguments, settings):\n";
  for (const BenchRow& row : bench_rows()) {
    text += fmt::format("  {:<25}{:<17}{}\n", row.name,
                        fmt::format("{} {}", row.workload, row.arguments), row.settings);
  }
  return text +
         "\nExamples:\n"
         "  heddle bench\n"
         "  heddle bench --rows 'bfs|nw' --machine gtx480 --threads 1 2 --repeat 5\n"
         "  heddle bench --balance --rows 'matmul|bfs'\n"
         "  heddle bench --json bench.json\n\n" +
         std::string(kPatternDialect);
}

/// Returns false if help was shown.
bool read_request(Arguments arguments, BenchRequest& request) {
  CLI::App app("Measures how fast heddle simulates its benchmark programs: heddle bench [OPTIONS]",
               "heddle bench");
  app.footer(footer());
  app.add_option("--machine", request.machines, "machines; default: gtx480 v100")
      ->type_name("NAME");
  app.add_option("--threads", request.threads, "numbers of host threads; default: 1")
      ->type_name("N")
      ->check(CLI::Range(1u, kMostBenchThreads));
  app.add_option("--rows", request.rows, "rows in whose names this is found; default: all")
      ->type_name("REGEX");
  app.add_option("--repeat", request.repeat, "runs of each row; default: 3")
      ->type_name("N")
      ->check(CLI::Range(1u, kMostRepeats));
  app.add_flag("--balance", request.balance,
               "measure how much faster 2 to 64 host threads could run the SMs at best, and show "
               "that instead");
  app.add_option("--json", request.json,
                 "write the results to this file; - prints them, not the table")
      ->type_name("FILE");
  if (!parse(app, arguments)) return false;
  if (request.balance && request.threads != std::vector<unsigned>{1})
    fail("--balance: one host thread measures the SMs; leave out --threads");
  return true;
}

std::vector<Measurement> cases(const BenchRequest& request, const std::vector<BenchRow>& rows) {
  std::vector<Measurement> all;
  for (const std::string& machine : request.machines) {
    for (const BenchRow& row : rows) {
      for (const unsigned threads : request.threads)
        all.push_back({{row, machine, threads, request.balance}, {}, {}});
    }
  }
  return all;
}

/// The line that shows what is running. Draws nothing unless standard error is a terminal.
class StepLine {
 public:
  ~StepLine() {
    if (shown_) jobs::draw("\r\x1b[K");
  }
  void show(const std::string& text) const {
    if (!shown_) return;
    jobs::draw(fmt::format("\rheddle bench: {}\x1b[K", visible(text)));
    std::fflush(stderr);
  }

 private:
  bool shown_ = isatty(STDERR_FILENO) == 1;
};

void run_all(std::vector<Measurement>& measurements, unsigned repeats, const fs::path& folder,
             const StepLine& line) {
  const std::size_t steps = measurements.size() * repeats;
  std::size_t step = 0;
  for (unsigned repeat = 0; repeat < repeats; ++repeat) {
    for (Measurement& measurement : measurements) {
      line.show(fmt::format("{} of {}: {}", ++step, steps, measurement.subject.text()));
      measure(measurement, folder);
    }
  }
}

}  // namespace

int bench_command(Arguments arguments) {
  BenchRequest request;
  if (!read_request(arguments, request)) return 0;
  const std::vector<BenchRow> rows = matching_rows(request.rows);
  for (const std::string& machine : request.machines) sim::find_machine(machine);
  jobs::require_output_if_given("--json", request.json);
  const fs::path workloads = study::find_workloads(jobs::own_executable());
  require_sources(rows, workloads);

  const std::string started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  std::vector<Measurement> measurements = cases(request, rows);
  {
    const jobs::TemporaryFolder folder("bench");
    const StepLine line;
    line.show("compiling the workloads");
    compile_workloads(rows, workloads, folder.path());
    run_all(measurements, request.repeat, folder.path(), line);
  }
  if (!request.json.empty()) {
    jobs::write_output(request.json, bench_json(measurements, started));
    jobs::say_wrote(request.json);
  }
  if (!jobs::is_standard_output(request.json))
    jobs::answer(request.balance ? balance_table(measurements) : bench_table(measurements));
  return 0;
}

}  // namespace heddle::cli
