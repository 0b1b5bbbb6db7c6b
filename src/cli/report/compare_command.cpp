#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/runs/comparison.hpp"

namespace heddle::cli {
namespace {

constexpr unsigned kUsualWidth = 100;  ///< characters on a line for a file or a pipe

}  // namespace

int compare_command(Arguments arguments) {
  CLI::App app(
      "Prints what runs measured side by side, and how each differs from the first one: heddle "
      "compare DIR DIR...",
      "heddle compare");
  app.footer(
      "The first folder is the baseline. \"better\" and \"worse\" stand where a direction is "
      "plainly one.\n\n"
      "Examples:\n"
      "  heddle compare results/lrr results/gto\n"
      "  heddle compare results/lrr results/gto --markdown > comparison.md\n"
      "  heddle compare results/* --csv > comparison.csv\n");
  std::vector<std::string> folders;
  bool markdown = false, csv = false;
  app.add_option("folders", folders, "output folders of heddle run")->required();
  auto* const as_markdown = app.add_flag("--markdown", markdown, "as Markdown tables");
  app.add_flag("--csv", csv, "as CSV: plain numbers, no changes")->excludes(as_markdown);
  if (!parse(app, arguments)) return 0;
  const study::ComparedRuns comparison = study::compare(study::read_runs(folders));
  if (csv) {
    fmt::print("{}", study::comparison_csv(comparison));
  } else {
    const unsigned width = jobs::terminal_width() == 0 ? kUsualWidth : jobs::terminal_width();
    jobs::answer(markdown ? study::comparison_markdown(comparison)
                          : study::comparison_text(comparison, width));
  }
  return 0;
}

}  // namespace heddle::cli
