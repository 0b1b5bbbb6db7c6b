#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/catalogue/workload_folder.hpp"
#include "study/citation/citation.hpp"

namespace heddle::cli {

int cite_command(Arguments arguments) {
  CLI::App app(
      "Prints BibTeX of heddle and of the works whose mechanisms, machines and workloads a run "
      "used: heddle cite DIR",
      "heddle cite");
  app.footer(
      "A comment before each entry says what it is cited for. docs/reference/works.bib has all "
      "works that heddle knows.\n\n"
      "Examples:\n"
      "  heddle run --set warp_scheduler=pro --out results/pro -- ./program\n"
      "  heddle cite results/pro > heddle.bib\n"
      "  heddle cite schedulers.sqlite               all runs of a sweep\n"
      "  heddle cite results/warpman                 the folder of heddle reproduce\n");
  std::string place;
  app.add_option("results", place,
                 "output folder of heddle run, corun or reproduce, or results of heddle sweep")
      ->required()
      ->type_name("DIR|FILE");
  if (!parse(app, arguments)) return 0;
  const study::Catalogue catalogue =
      study::read_catalogue(study::find_workloads(jobs::own_executable()));
  const study::UsedParts used = study::used_parts(place, catalogue);
  const std::vector<study::Work> works = study::read_works(study::kBibliography);
  jobs::answer(study::bibtex(study::cite(used, works), used));
  return 0;
}

}  // namespace heddle::cli
