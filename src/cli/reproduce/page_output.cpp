#include "cli/reproduce/page_output.hpp"

#include <map>

#include <fmt/core.h>

#include "heddle/sim/output/whole_file.hpp"
#include "heddle/sim/records/output_folder.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/experiment_pages/markdown_page.hpp"
#include "study/experiment_pages/scoreboard.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPagesFolder = "reports/reproduction/";

/// Makes links to the pages in `folder`, which is "" or ends with a slash.
study::ScoreboardName links(const std::string& folder) {
  return [folder](const study::Experiment& experiment) {
    return fmt::format("[{}]({}{}.md)", experiment.short_title(), folder, experiment.name);
  };
}

std::string plain_name(const study::Experiment& experiment) { return experiment.name; }

/// The text of README.md in the folder `place`. Both folders are absolute paths.
std::string overview(const std::vector<study::Experiment>& all, const fs::path& experiments,
                     const fs::path& place) {
  return fmt::format(
      "# The studies, run again\n\n{}\n## Headline claims that heddle contradicts\n\n{}\nOf each "
      "study the largest size that was run counts. "
      "[experiments]({}) says what a verdict means and how to run a study.\n"
      "`heddle reproduce --reports DIR` wrote this folder from the files of the experiments: "
      "change "
      "those, not these pages.\n",
      study::scoreboard(all, links("")).markdown(),
      study::contradicted_headlines(all, links("")).markdown(),
      (experiments / "README.md").lexically_relative(place).generic_string());
}

}  // namespace

int print_scoreboard(const fs::path& experiments, bool markdown) {
  const std::vector<study::Experiment> all = study::read_experiments(experiments);
  fmt::print("{}", markdown ? study::scoreboard(all, links(kPagesFolder)).markdown()
                            : study::scoreboard(all, plain_name).text(jobs::terminal_width()));
  return 0;
}

int print_contradicted(const fs::path& experiments, bool markdown) {
  const std::vector<study::Experiment> all = study::read_experiments(experiments);
  fmt::print(
      "{}", markdown ? study::contradicted_headlines(all, links(kPagesFolder)).markdown()
                     : study::contradicted_headlines(all, plain_name).text(jobs::terminal_width()));
  return 0;
}

int write_page(const study::Experiment& experiment, const std::string& file) {
  jobs::require_output("--report", file);
  const fs::path page = fs::weakly_canonical(fs::absolute(file));
  jobs::write_output(file, study::markdown_page(experiment, page.parent_path()));
  if (jobs::is_standard_output(file)) return 0;
  for (const auto& [name, svg] : study::page_pictures(experiment))
    sim::write_whole_file(page.parent_path() / name, svg);
  return 0;
}

int write_pages(const fs::path& experiments, const std::string& folder) {
  const fs::path place = fs::weakly_canonical(fs::absolute(folder));
  const std::vector<study::Experiment> all = study::read_experiments(experiments);
  std::map<std::string, std::string> pages;  // texts of the pages; key: file name
  pages["README.md"] = overview(all, fs::canonical(experiments), place);
  for (const study::Experiment& experiment : all) {
    pages[experiment.name + ".md"] = study::markdown_page(experiment, place);
    pages.merge(study::page_pictures(experiment));
  }
  sim::make_folder("--reports", folder);
  for (const auto& [name, text] : pages) sim::write_whole_file(place / name, text);
  return 0;
}

}  // namespace heddle::cli
