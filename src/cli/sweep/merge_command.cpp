#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/statistics/counted.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/results/made_file.hpp"
#include "study/results/schema.hpp"
#include "study/store/checked_results.hpp"
#include "study/store/merge.hpp"
#include "study/sweep/sweep_runner.hpp"
#include "study/sweep/sweep_tables.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMergeFooter =
    "Results of one sweep file that several machines, or several shards, have made come together "
    "in\n"
    "one SQLite file, which is made if it is not there. What is there stays; merging twice changes "
    "nothing.\n"
    "If two files have other simulated values of one run, nothing is merged, and the exit code is "
    "1.\n\n"
    "Examples:\n"
    "  heddle sweep schedulers.toml --shard 1/2 --results one.sqlite     on one machine\n"
    "  heddle sweep schedulers.toml --shard 2/2 --results two.sqlite     on another\n"
    "  heddle merge schedulers.sqlite one.sqlite two.sqlite\n";

struct MergeRequest {
  std::string into;
  std::vector<std::string> from;
};

bool read_request(Arguments arguments, MergeRequest& request) {
  CLI::App app("Brings results of a sweep together: heddle merge RESULTS FROM...", "heddle merge");
  app.footer(kMergeFooter);
  app.add_option("results", request.into, "the SQLite file that they go to")->required();
  app.add_option("from", request.from, "files with more results of the same sweep")->required();
  return parse(app, arguments);
}

/// Checks that the files to merge from exist, hold results, and are not the file that is written.
void check_files(const MergeRequest& request) {
  std::error_code error;
  for (const std::string& file : request.from) {
    if (fs::equivalent(file, request.into, error))
      fail("'{}' cannot be merged into itself", request.into);
    study::open_checked_results(file, "heddle merge");
  }
  study::require_results(request.into);
}

study::Merge::Count merge(study::Database& into, const std::vector<std::string>& files) {
  study::Transaction transaction(into);
  study::Merge merge(into);
  for (const std::string& file : files) {
    study::Database from = study::open_results(file);
    merge.add(from);
  }
  transaction.commit();
  return merge.count();
}

}  // namespace

int merge_command(Arguments arguments) {
  MergeRequest request;
  if (!read_request(arguments, request)) return 0;
  check_files(request);
  study::refuse_running_sweep(request.into);
  study::MadeFile made(request.into);
  study::Database into = study::make_sealed_results(request.into, "heddle merge");
  const study::Merge::Count count = merge(into, request.from);
  made.keep();
  jobs::say(fmt::format("heddle merge: {} added, {} replaced, {} known; {}\n",
                        counted(count.added, "result"), count.replaced, count.known,
                        study::counts_line(into)));
  return 0;
}

}  // namespace heddle::cli
