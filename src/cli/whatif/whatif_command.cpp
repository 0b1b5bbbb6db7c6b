#include <algorithm>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/words.hpp"
#include "jobs/processes/job_pool.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/tables/table.hpp"
#include "study/whatif/computed_gains.hpp"
#include "study/whatif/idealizations.hpp"
#include "study/whatif/whatif_runs.hpp"

namespace heddle::cli {
namespace {

/// The list of idealizations.
std::string list_text() {
  study::Table table;
  table.columns = {"name", "what costs nothing", "that is"};
  for (const study::Idealization& each : study::idealizations())
    table.rows.push_back(
        {std::string(each.name), std::string(each.title), std::string(each.meaning)});
  for (const study::ComputedGain& each : study::computed_gains())
    table.rows.push_back({std::string(each.name), fmt::format("{} (computed)", each.title),
                          std::string(each.meaning)});
  return table.text(jobs::terminal_width());
}

void show_progress(std::size_t ended, std::size_t all) {
  if (jobs::terminal_width() == 0) return;
  fmt::print(stderr, "\r{} of {} runs have ended{}", ended, all, ended == all ? "\n" : "");
}

}  // namespace

int whatif_command(Arguments arguments) {
  CLI::App app(
      "Says what a program would gain if one thing cost nothing: repeats a run, once for each "
      "thing: heddle whatif DIR",
      "heddle whatif");
  app.footer(
      "The program runs again in the folder where it ran before, some twenty times. The gains do "
      "not "
      "add up: what hides behind one delay shows when the delay is gone. The result is also in "
      "DIR/whatif.json, and heddle report DIR shows it.\n\n"
      "Examples:\n"
      "  heddle run --out results/mine -- ./program\n"
      "  heddle whatif results/mine\n"
      "  heddle whatif results/mine --only banks,coalescing\n"
      "  heddle whatif --list\n");
  study::WhatifRequest request;
  std::string folder;
  bool list = false, json = false;
  request.at_once = jobs::processors();
  auto* const input = app.add_option("folder", folder, "output folder of heddle run");
  app.add_option("--only", request.names, "the things to try, as in l1,dram; all")
      ->delimiter(',')
      ->type_name("NAME,...");
  app.add_option("--jobs", request.at_once, "runs at a time; as many as there are processors")
      ->check(CLI::Range(1u, jobs::kMostJobs))
      ->type_name("N");
  app.add_option("--threads", request.threads, "host threads of each run")
      ->check(CLI::Range(1u, 1024u))
      ->type_name("N");
  app.add_flag("--json", json, "print the content of whatif.json instead of a table");
  app.add_flag("--list", list, "list the things that can cost nothing")->excludes(input);
  if (!parse(app, arguments)) return 0;
  if (list) {
    jobs::answer(list_text());
    return 0;
  }
  if (folder.empty()) fail("name the output folder of a run: heddle whatif DIR");
  request.folder = folder;
  request.progress = show_progress;
  const std::string file = (request.folder / study::kWhatifFile).string();
  jobs::require_output("DIR", file);
  const study::WhatifResults results = study::measure_whatif(request);
  jobs::write_output(file, study::whatif_json(results));
  jobs::answer(json ? study::whatif_json(results)
                    : study::whatif_text(results, jobs::terminal_width()));
  return 0;
}

}  // namespace heddle::cli
