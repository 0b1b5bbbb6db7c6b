#include <algorithm>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "study/page/page_data.hpp"

namespace heddle::study {
namespace {

// Bounds on the data of a page, for all its runs together and for one run. The bounds keep the page
// below 10 MiB and quick to draw.
constexpr std::size_t kSampleRows = 2400, kSampleRowsOfRun = 600;
constexpr std::size_t kLaunchSpans = 1200;
constexpr std::size_t kBlockLaunches = 8, kBlockSpans = 200;

void refuse_repeated(const std::vector<std::string>& folders) {
  std::set<std::filesystem::path> known;
  for (const std::string& folder : folders) {
    std::error_code error;
    const auto place = std::filesystem::weakly_canonical(folder, error);
    if (!known.insert(error ? std::filesystem::path(folder) : place).second)
      fail("'{}' is named twice: a report has each run once", folder);
  }
}

/// Warns if a table of a complete run ends within a line. Only an interrupted run may leave such a
/// table.
void warn_of_cut_tables(ReportedRun& reported) {
  const std::pair<const char*, bool> tables[] = {{"samples.csv", reported.samples.is_cut},
                                                 {"blocks.csv", reported.blocks.is_cut},
                                                 {"source_lines.csv", reported.lines.is_cut}};
  if (reported.run.stats.status != "complete") return;
  for (const auto& [name, is_cut] : tables) {
    if (is_cut)
      reported.run.stats.warnings.push_back(
          fmt::format("{} ends within a line: it was cut off after the run, and what is shown of "
                      "it is not all",
                      name));
  }
}

}  // namespace

std::vector<ReportedRun> read_reported_runs(const std::vector<std::string>& folders) {
  refuse_repeated(folders);
  std::vector<ComparedRun> read = read_runs(folders);
  const std::size_t rows = std::min(kSampleRowsOfRun, kSampleRows / folders.size());
  const std::size_t spans = kLaunchSpans / folders.size() + 1;
  const std::size_t launches = std::max<std::size_t>(1, kBlockLaunches / folders.size());
  std::vector<ReportedRun> runs;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    runs.push_back({std::move(read[i]), read_samples(folders[i], rows),
                    read_launches(folders[i], spans),
                    read_blocks(folders[i], launches, kBlockSpans), read_source_lines(folders[i]),
                    read_whatif(folders[i])});
    warn_of_cut_tables(runs.back());
  }
  return runs;
}

}  // namespace heddle::study
