#include "study/page/report.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/records/result_files.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/output_option.hpp"
#include "study/page/page.hpp"
#include "study/page/page_data.hpp"
#include "study/sources/revision.hpp"

namespace heddle::study {

namespace fs = std::filesystem;

void refuse_input_as_report(std::string_view option, const std::vector<std::string>& folders,
                            const std::string& output) {
  std::error_code error;
  const auto page = fs::weakly_canonical(fs::absolute(output), error);
  for (const std::string& folder : folders) {
    for (const char* name : {sim::kStatsFile, sim::kManifestFile, sim::kResolvedFile, "samples.csv",
                             "blocks.csv", "source_lines.csv"}) {
      if (page == fs::weakly_canonical(fs::absolute(folder) / name, error))
        fail("{} {}: the report is made from this file; name another one", option, output);
    }
  }
}

void write_report(const std::vector<std::string>& folders, const std::string& output,
                  const std::vector<std::string>& names) {
  std::vector<ReportedRun> runs = read_reported_runs(folders);
  for (std::size_t i = 0; i < names.size(); ++i) runs[i].run.name = names[i];
  std::vector<std::string> titles;
  for (const ReportedRun& run : runs) titles.push_back(run.run.name);
  const std::string title = fmt::format("heddle report: {}", fmt::join(titles, ", "));
  const Revision revision = built_revision(jobs::own_executable().parent_path());
  jobs::write_output(output, html_page(title, page_data(runs, revision.name)));
}

}  // namespace heddle::study
