#include "cli/reproduce/reproduce_request.hpp"

#include <algorithm>
#include <span>

#include <CLI/CLI.hpp>

#include "cc/options/words.hpp"
#include "heddle/base/error.hpp"
#include "jobs/processes/job_pool.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kReproduceFooter =
    "With NAME: runs what the study ran, on its machine, and sets each of its claims beside what "
    "was "
    "measured:\n"
    "reproduced (the effect within a third of the study's), near (a bound missed by little), same "
    "sign,\n"
    "contradicted, given (an input), not measurable; \"effect\" is the measured effect over the "
    "study's.\n"
    "The folder then holds results.sqlite, report.html, a .svg for each figure and claims.json; "
    "what\n"
    "was run is not run again. --record keeps the verdicts in the experiment's verdicts.csv.\n"
    "Without NAME: prints how all studies came out, as verdicts.csv says; nothing runs.\n"
    "HEDDLE_EXPERIMENTS can name another folder of experiments.\n\n"
    "Examples:\n"
    "  heddle reproduce                                    how the studies came out\n"
    "  heddle reproduce --scoreboard --markdown            the same for a README\n"
    "  heddle reproduce --contradicted                     the headlines that do not hold, and "
    "why\n"
    "  heddle reproduce pro\n"
    "  heddle reproduce ccws --size paper --jobs 8\n"
    "  heddle reproduce pro --size paper --record          keep the verdicts, with the revision\n"
    "  heddle reproduce pro --size paper --settings lrr gto tl pro\n"
    "  heddle reproduce daws --json claims.json --all      every claim, not headlines alone\n"
    "  heddle reproduce daws --no-run --out old            judge results that are there\n"
    "  heddle reproduce silicon                            errors beside a V100, with heddle's own "
    "workloads\n"
    "  heddle reproduce silicon --programs DIR             the same with the programs that ran on "
    "it\n"
    "  heddle reproduce pro --report pro.md                a page from the recorded verdicts\n"
    "  heddle reproduce --reports reports/reproduction     the pages of all studies\n"
    "  heddle reproduce --rejudge                          recorded values, by the rules of "
    "now\n"
    "  heddle reproduce --page studies.html                all of that as one HTML page\n";

void add_run_options(CLI::App& app, ReproduceRequest& request) {
  app.add_option("--size", request.size, "of the workloads: tiny, small or paper; default: small")
      ->check(CLI::IsMember({"tiny", "small", "paper"}));
  app.add_option("--out", request.out, "folder of the results; default: NAME-SIZE")
      ->type_name("DIR");
  app.add_option("--json", request.json,
                 "write the claims to this file as well; - prints them, not the table")
      ->type_name("FILE");
  CLI::Option* set = app.add_option("--set", request.set,
                                    "of every run, stronger than what matrix.toml sets: "
                                    "control.quantum=1");
  set->type_name("KEY=VALUE");
  CLI::Option* settings = app.add_option(
      "--settings", request.settings,
      "run these settings of matrix.toml alone, names or patterns; what needs others is then "
      "missing");
  settings->type_name("NAME");
  app.add_option("--programs", request.programs,
                 "run the programs that were measured on the chips, from this folder, in place of "
                 "the workloads that stand for them")
      ->type_name("DIR");
  app.add_option("--jobs", request.jobs, "runs at a time; default: one a processor")
      ->type_name("N")
      ->check(CLI::Range(1u, jobs::kMostJobs));
  app.add_flag("--all", request.all, "print all claims, not the headlines alone");
  app.add_flag("--list", request.list, "only list the claims and how many runs there would be");
  CLI::Option* retry =
      app.add_flag("--retry", request.retry, "repeat runs that failed or exceeded a bound");
  CLI::Option* record = app.add_flag(
      "--record", request.record,
      "write the verdicts into the experiment's verdicts.csv, in place of those of this size and "
      "these options; the source tree must be without changes");
  app.add_flag("--with-changes", request.with_changes,
               "record also where the tree has changes or no revision; the rows then say so")
      ->needs(record);
  app.add_flag("--no-run", request.no_run, "run nothing: judge the results that the folder has")
      ->excludes(set, settings, retry, record);
}

/// Refuses options for all experiments if there is a NAME, and options for one experiment if there
/// is no NAME. Also refuses other options beside --report, because --report runs nothing.
void check(const CLI::App& app, const ReproduceRequest& request) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || name == "name" || name == "--help") continue;
    if (request.rejudge && name != "--rejudge") {
      fail("--rejudge runs nothing and judges what is recorded: leave out {}", name);
    }
    if (request.rejudge) continue;  // with NAME or without
    const bool is_of_all = name == "--scoreboard" || name == "--contradicted" ||
                           name == "--markdown" || name == "--reports" || name == "--page";
    if (request.name.empty() && !is_of_all) {
      fail("{} is for one experiment: heddle reproduce NAME {}", name, name);
    }
    if (!request.name.empty() && is_of_all) {
      fail("{} is for all experiments: leave out '{}'", name, request.name);
    }
    if (!request.report.empty() && name != "--report") {
      fail("--report runs nothing and takes what is recorded: leave out {}", name);
    }
  }
}

}  // namespace

std::string ReproduceRequest::options() const {
  std::vector<std::string> words;
  if (!programs.empty()) words.push_back("--programs");
  for (const std::string& assignment : set) {
    words.insert(words.end(), {"--set", assignment});
  }
  if (!settings.empty()) words.push_back("--settings");
  words.insert(words.end(), settings.begin(), settings.end());
  return cc::shell_line(words);
}

bool read_request(Arguments arguments, ReproduceRequest& request) {
  CLI::App app("Repeats a study's experiments: heddle reproduce [NAME] [OPTIONS]",
               "heddle reproduce");
  app.footer(kReproduceFooter);
  request.jobs = jobs::processors();
  app.add_option("name", request.name, "which experiment; none: how all came out");
  add_run_options(app, request);
  app.add_option("--report", request.report,
                 "write the recorded verdicts and the notes into this Markdown file; nothing runs")
      ->type_name("FILE");
  app.add_flag("--rejudge", request.rejudge,
               "apply the rules to the recorded values of NAME, or of all experiments, and write "
               "the verdicts into verdicts.csv; nothing runs");
  CLI::Option* scoreboard = app.add_flag(
      "--scoreboard", request.scoreboard,
      "without NAME: print how all studies came out, as without any option; nothing runs");
  CLI::Option* contradicted =
      app.add_flag("--contradicted", request.contradicted,
                   "without NAME: print the headline claims that are contradicted, and why")
          ->excludes(scoreboard);
  CLI::Option* markdown =
      app.add_flag("--markdown", request.markdown, "either as a Markdown table with links");
  app.add_option("--reports", request.reports,
                 "without NAME: write the page of each experiment into this folder, and README.md")
      ->type_name("DIR")
      ->excludes(scoreboard, contradicted, markdown);
  app.add_option("--page", request.page,
                 "without NAME: write what is recorded of all studies as one HTML page")
      ->type_name("FILE")
      ->excludes(scoreboard, contradicted, markdown);
  if (!parse(app, arguments)) return false;
  check(app, request);
  return true;
}

}  // namespace heddle::cli
