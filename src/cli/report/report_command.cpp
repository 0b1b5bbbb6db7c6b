#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/wrote.hpp"
#include "study/page/page.hpp"
#include "study/page/report.hpp"
#include "study/page/sweep_data.hpp"
#include "study/results/schema.hpp"
#include "study/sources/revision.hpp"
#include "study/store/checked_results.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

/// Whether the report is on a sweep, because the only input is a file with results of a sweep.
bool is_sweep(const std::vector<std::string>& inputs) {
  std::error_code error;
  for (const std::string& input : inputs) {
    if (!fs::is_regular_file(input, error)) continue;
    if (inputs.size() == 1) return true;
    fail("'{}' holds the runs of a sweep: a report has it alone", input);
  }
  return false;
}

/// Refuses the folder of a reproduction, because a reproduction already has a page among its
/// results.
void refuse_reproduction(const std::vector<std::string>& folders) {
  std::error_code error;
  for (const std::string& folder : folders) {
    const fs::path page = fs::path(folder) / "report.html";
    if (!fs::exists(fs::path(folder) / "claims.json", error)) continue;
    fail(
        "'{}' holds a reproduction, and {} is its page; heddle reproduce NAME --no-run --out {} "
        "makes that anew",
        folder, page.string(), folder);
  }
}

void write_sweep_report(const std::string& file, const std::string& baseline,
                        const std::string& output) {
  std::error_code error;
  if (fs::equivalent(file, output, error))
    fail("-o {}: the report is made from this file; name another one", output);
  study::Database results = study::open_checked_results(file, "heddle report");
  const study::Revision revision = study::built_revision(jobs::own_executable().parent_path());
  const std::string title = fmt::format("heddle report: {}", fs::path(file).filename().string());
  jobs::write_output(
      output, study::html_page(title, study::sweep_page_data(results, baseline, revision.name)));
}

}  // namespace

int report_command(Arguments arguments) {
  CLI::App app(
      "Writes one HTML page on a run, several runs or a sweep: what limits each kernel, stalls, "
      "roofline, occupancy, caches, DRAM, energy: heddle report DIR... -o FILE",
      "heddle report");
  app.footer(
      "The page needs no network and no other file. With --sample N, --set run.blocks=true "
      "and --set run.source_lines=N runs have what the page shows over time and by line; heddle "
      "run "
      "--report FILE asks for all three. The first "
      "of several folders is the baseline.\n\n"
      "Examples:\n"
      "  heddle report results/gto -o gto.html\n"
      "  heddle report results/lrr results/gto -o schedulers.html\n"
      "  heddle report schedulers.sqlite -o schedulers.html --baseline lrr\n");
  std::vector<std::string> folders;
  std::string output, baseline;
  app.add_option("folders", folders,
                 "output folders of heddle run, or the file with a sweep's results")
      ->required();
  app.add_option("-o,--output", output, "the page; - for standard output")
      ->type_name("FILE")
      ->required();
  app.add_option("--baseline", baseline, "of a sweep: setting that speed-ups are over; the first")
      ->type_name("SETTING");
  if (!parse(app, arguments)) return 0;
  jobs::require_output("-o", output);
  if (is_sweep(folders)) {
    write_sweep_report(folders[0], baseline, output);
  } else {
    if (!baseline.empty())
      fail("--baseline {}: for the results of a sweep; the first run is the baseline of others",
           baseline);
    refuse_reproduction(folders);
    study::refuse_input_as_report("-o", folders, output);
    study::write_report(folders, output);
  }
  if (!jobs::is_standard_output(output)) jobs::say_wrote(output, "", "open it in a browser");
  return 0;
}

}  // namespace heddle::cli
