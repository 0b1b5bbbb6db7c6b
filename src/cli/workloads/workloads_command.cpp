#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/records/output_folder.hpp"
#include "jobs/processes/job_pool.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/catalogue/build.hpp"
#include "study/catalogue/catalogue_text.hpp"
#include "study/catalogue/characteristics.hpp"
#include "study/catalogue/workload_folder.hpp"
#include "study/results/schema.hpp"
#include "study/store/checked_results.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kWorkloadsFooter =
    "A workload is a CUDA program that stands for a benchmark of published studies and checks its\n"
    "own results; tiny, small and paper are its arguments for tests, for a look, and for the\n"
    "studies' shape. HEDDLE_WORKLOADS can name another folder of workloads.\n\n"
    "Examples:\n"
    "  heddle workloads\n"
    "  heddle workloads --paper ccws\n"
    "  heddle workloads bfs\n"
    "  heddle workloads --json > workloads.json\n"
    "  heddle workloads bfs --results sweep.sqlite       the studies' values, and what was "
    "measured\n"
    "  heddle workloads --build programs bfs hotspot     compile; run programs/bfs 1024 4\n";

struct WorkloadsRequest {
  std::vector<std::string> names;
  std::string paper, build, results, characteristics;
  bool json = false, markdown = false;
  unsigned jobs = jobs::processors();
};

bool read_request(Arguments arguments, WorkloadsRequest& request) {
  CLI::App app("Lists the workloads that come with heddle: heddle workloads [OPTIONS] [NAME...]",
               "heddle workloads");
  app.footer(kWorkloadsFooter);
  app.add_option("names", request.names, "workloads to say everything of, or to compile; all");
  app.add_option("--paper", request.paper, "those that this study measured")->type_name("STUDY");
  auto* const json = app.add_flag("--json", request.json, "everything, as JSON");
  app.add_flag("--markdown", request.markdown, "tables as Markdown")->excludes(json);
  app.add_option("--results", request.results,
                 "say beside it what a sweep measured; its SQLite file")
      ->type_name("FILE");
  app.add_option("--characteristics", request.characteristics,
                 "a Markdown document of what a sweep of workloads/characteristics.toml measured; "
                 "its SQLite file")
      ->type_name("FILE")
      ->excludes("--json", "--markdown", "--results");
  app.add_option("--build", request.build, "compile them into this folder")
      ->type_name("DIR")
      ->excludes("--json", "--markdown", "--results", "--characteristics");
  app.add_option("--jobs", request.jobs, "compile N at a time; default: one a processor")
      ->type_name("N")
      ->check(CLI::Range(1u, jobs::kMostJobs));
  return parse(app, arguments);
}

/// Keeps only the workloads that the user asks for.
void select(study::Catalogue& catalogue, const WorkloadsRequest& request) {
  std::vector<study::Workload> selected;
  for (const std::string& name : request.names) selected.push_back(catalogue.workload(name));
  if (request.names.empty()) selected = catalogue.workloads;
  if (!request.paper.empty()) {
    const study::Study& study = catalogue.study(request.paper);
    std::erase_if(selected, [&](const study::Workload& workload) {
      return workload.find_study(study.name) == nullptr;
    });
    if (selected.empty()) fail("--paper {}: it measured none of the workloads", request.paper);
  }
  catalogue.workloads = std::move(selected);
}

/// The list of workloads. If the terminal is too narrow, the list shows only the arguments of size
/// small.
std::string list_text(std::span<const study::Workload> workloads) {
  study::Table table = study::workloads_table(workloads);
  const std::size_t width = jobs::terminal_width();
  if (width == 0 || table.width() <= width) return table.text(width);
  for (const char* size : {"tiny", "paper"}) table.leave_out(size);
  return table.text(width) + "\nheddle workloads NAME shows its arguments of size tiny and paper\n";
}

std::string shown(const study::Table& table, bool markdown) {
  return markdown ? table.markdown() : table.text(jobs::terminal_width());
}

void print_details(const study::Catalogue& catalogue,
                   const std::vector<study::MeasuredKernel>& measured, bool markdown) {
  const char* separator = "";
  for (const study::Workload& workload : catalogue.workloads) {
    jobs::answer(fmt::format("{}{}", separator, study::workload_text(workload)));
    const study::Table kernels = study::kernels_table(workload, measured);
    if (!kernels.rows.empty()) fmt::print("\n{}", shown(kernels, markdown));
    separator = "\n";
  }
}

}  // namespace

int workloads_command(Arguments arguments) {
  WorkloadsRequest request;
  if (!read_request(arguments, request)) return 0;
  study::Catalogue catalogue = study::read_catalogue(study::find_workloads(jobs::own_executable()));
  select(catalogue, request);
  std::vector<study::MeasuredKernel> measured;
  const bool has_results = !request.results.empty();
  if (has_results) {
    study::Database database = study::open_checked_results(request.results, "heddle workloads");
    measured = study::measured_kernels(database);
  }
  if (!request.characteristics.empty()) {
    study::Database database =
        study::open_checked_results(request.characteristics, "heddle workloads");
    if (!request.paper.empty()) catalogue.studies = {study::Study(catalogue.study(request.paper))};
    fmt::print("{}", study::characteristics(catalogue, study::measured_kernels(database),
                                            study::setting_speedups(database)));
  } else if (!request.build.empty()) {
    sim::make_folder("--build", request.build);
    const study::BuildCount count =
        study::build_workloads(catalogue.workloads, request.build, request.jobs);
    fmt::print("{} compiled, {} up to date\n", count.compiled, count.up_to_date);
  } else if (request.json) {
    fmt::print("{}\n", study::catalogue_json(catalogue, has_results ? &measured : nullptr).dump(2));
  } else if (request.names.empty() && !has_results) {
    fmt::print("{}", request.markdown ? study::workloads_table(catalogue.workloads).markdown()
                                      : list_text(catalogue.workloads));
  } else {
    print_details(catalogue, measured, request.markdown);
  }
  return 0;
}

}  // namespace heddle::cli
