#include "cli/reproduce/pages/recorded_pages.hpp"

#include <map>

#include <fmt/format.h>

#include "cli/output_option.hpp"
#include "cli/reproduce/pages/report_page.hpp"
#include "cli/reproduce/pages/scoreboard.hpp"
#include "cli/standard_streams.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "heddle/sim/records/output_folder.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPagesFolder = "reports/reproduction/";

/// Links to the pages in `folder`, which is "" or ends with a slash.
ScoreboardName links(const std::string& folder) {
  return [folder](const Experiment& experiment) {
    return fmt::format("[{}]({}{}.md)", experiment.short_title(), folder, experiment.name);
  };
}

std::string plain_name(const Experiment& experiment) { return experiment.name; }

/// Both folders are absolute; the text stands in `place`.
std::string overview(const std::vector<Experiment>& all, const fs::path& experiments,
                     const fs::path& place) {
  return fmt::format(
      "# The studies, run again\n\n{}\n## Headline claims that heddle contradicts\n\n{}\nOf each "
      "study the largest size that was run counts. "
      "[experiments]({}) says what a verdict means and how to run a study.\n"
      "`heddle reproduce --reports DIR` wrote this folder from the files of the experiments: "
      "change "
      "those, not these pages.\n",
      scoreboard(all, links("")).markdown(), contradicted_headlines(all, links("")).markdown(),
      (experiments / "README.md").lexically_relative(place).generic_string());
}

}  // namespace

int print_scoreboard(const fs::path& experiments, bool markdown) {
  const std::vector<Experiment> all = read_experiments(experiments);
  fmt::print("{}", markdown ? scoreboard(all, links(kPagesFolder)).markdown()
                            : scoreboard(all, plain_name).text(terminal_width()));
  return 0;
}

int print_contradicted(const fs::path& experiments, bool markdown) {
  const std::vector<Experiment> all = read_experiments(experiments);
  fmt::print("{}", markdown ? contradicted_headlines(all, links(kPagesFolder)).markdown()
                            : contradicted_headlines(all, plain_name).text(terminal_width()));
  return 0;
}

int write_page(const Experiment& experiment, const std::string& file) {
  require_output("--report", file);
  const fs::path page = fs::weakly_canonical(fs::absolute(file));
  write_output(file, report_page(experiment, page.parent_path()));
  return 0;
}

int write_pages(const fs::path& experiments, const std::string& folder) {
  const fs::path place = fs::weakly_canonical(fs::absolute(folder));
  const std::vector<Experiment> all = read_experiments(experiments);
  std::map<std::string, std::string> pages;  // by file name
  pages["README.md"] = overview(all, fs::canonical(experiments), place);
  for (const Experiment& experiment : all) {
    pages[experiment.name + ".md"] = report_page(experiment, place);
  }
  sim::make_folder("--reports", folder);
  for (const auto& [name, text] : pages) sim::write_whole_file(place / name, text);
  return 0;
}

}  // namespace heddle::cli
