#include "study/page/page_data.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "study/page/page_json.hpp"
#include "study/page/source_json.hpp"
#include "study/runs/comparison.hpp"
#include "study/runs/kernel_name.hpp"

namespace heddle::study {
namespace {

/// The greatest number of kernels of all runs together. Kernels with fewest cycles are left out.
constexpr std::size_t kPageKernels = 400;
/// The greatest number of instructions of all runs together.
constexpr std::size_t kPageInstructions = 4000;

PageJson blocks_json(const BlockTable& table) {
  if (table.launches.empty()) return nullptr;
  PageJson launches = PageJson::array();
  for (const LaunchBlocks& launch : table.launches) {
    PageJson resident = PageJson::array();
    for (const auto& spans : launch.resident) {
      PageJson row = PageJson::array();
      for (const double blocks : spans) row.push_back(shown(std::round(blocks * 100) / 100));
      resident.push_back(std::move(row));
    }
    launches.push_back({{"launch", launch.launch},
                        {"kernel", short_name(launch.kernel, kNameOnPage)},
                        {"blocks", launch.blocks},
                        {"cycles", launch.cycles},
                        {"resident", std::move(resident)}});
  }
  return {{"launches", std::move(launches)},
          {"all_launches", table.all_launches},
          {"all_kernels", table.all_kernels},
          {"processes", table.processes}};
}

/// Times of launches, each with the index of its kernel's name.
PageJson spans_json(const LaunchTable& table) {
  std::map<std::string, std::size_t> known;
  PageJson kernels = PageJson::array(), rows = PageJson::array();
  for (const LaunchSpan& span : table.spans) {
    const auto [place, is_new] = known.try_emplace(span.kernel, kernels.size());
    if (is_new)
      kernels.push_back(
          {{"name", short_name(span.kernel, kNameOnPage)}, {"signature", span.kernel}});
    rows.push_back({place->second, span.begin, span.end});
  }
  return {{"kernels", std::move(kernels)}, {"rows", std::move(rows)}, {"left_out", table.left_out}};
}

PageJson whatif_row_json(const WhatifRow& row) {
  PageJson kernels = PageJson::array();
  for (const WhatifKernel& kernel : row.kernels)
    kernels.push_back({{"name", short_name(kernel.name, kNameOnPage)},
                       {"signature", kernel.name},
                       {"cycles", kernel.cycles}});
  return {{"name", row.name},       {"title", row.title + (row.is_computed ? " (computed)" : "")},
          {"meaning", row.meaning}, {"missing", row.missing},
          {"cycles", row.cycles},   {"kernels", std::move(kernels)}};
}

PageJson whatif_json(const std::optional<WhatifResults>& whatif) {
  if (!whatif) return nullptr;
  PageJson rows = PageJson::array();
  for (const WhatifRow& row : whatif->rows) rows.push_back(whatif_row_json(row));
  return {{"before", whatif_row_json(whatif->before)}, {"rows", std::move(rows)}};
}

PageJson run_json(const ReportedRun& reported, std::size_t most_kernels,
                  std::size_t most_instructions) {
  const ComparedRun& run = reported.run;
  const auto timed = timed_kernels(run.stats.kernels);
  PageJson kernels = PageJson::array();
  for (std::size_t i = 0; i < std::min(timed.size(), most_kernels); ++i)
    kernels.push_back(kernel_json(*timed[i], run.settings));
  PageJson settings = PageJson::object();
  for (const auto& [key, setting] : run.settings) settings[key] = sim::to_string(setting.value);
  return {{"name", run.name},
          {"status", run.stats.status},
          {"reason", run.stats.reason},
          {"warnings", run.stats.warnings},
          {"machine", run.stats.machine},
          {"command", run.manifest.command},
          {"typed", run.manifest.typed},
          {"heddle_version", run.manifest.heddle_version},
          {"launches", run.stats.launches},
          {"headline", headline_json(run.stats.total, run.core_mhz())},
          {"peaks", peaks_json(peaks_of(run.settings))},
          {"kernels_left_out", timed.size() - kernels.size()},
          {"kernels_not_timed", run.stats.kernels.size() - timed.size()},
          {"kernels", std::move(kernels)},
          {"samples", samples_json(reported.samples)},
          {"spans", spans_json(reported.launches)},
          {"blocks", blocks_json(reported.blocks)},
          {"lines", source_json(reported.lines, most_instructions)},
          {"whatif", whatif_json(reported.whatif)},
          {"settings", std::move(settings)}};
}

PageJson section_json(const ComparedSection& section) {
  PageJson rows = PageJson::array();
  for (const ComparedRow& row : section.rows) {
    PageJson values = PageJson::array();
    for (const ComparedValue& value : row.runs)
      values.push_back({{"text", value.text}, {"change", value.change}});
    rows.push_back({{"label", row.label}, {"runs", std::move(values)}});
  }
  return {{"title", section.title}, {"rows", std::move(rows)}};
}

PageJson comparison_json(const std::vector<ReportedRun>& reported) {
  std::vector<ComparedRun> runs;
  for (const ReportedRun& run : reported) runs.push_back(run.run);
  const ComparedRuns comparison = compare(runs);
  PageJson kernels = PageJson::array();
  for (const ComparedKernel& kernel : comparison.kernels) {
    kernels.push_back({{"kernel", kernel.kernel},
                       {"run", kernel.run},
                       {"launches", kernel.launches},
                       {"cycles", kernel.cycles},
                       {"change", kernel.change},
                       {"share", kernel.share},
                       {"ipc", kernel.ipc}});
  }
  return {{"caveats", comparison.caveats},
          {"sections",
           {section_json(comparison.headline), section_json(comparison.stalls),
            section_json(comparison.parameters)}},
          {"kernels", std::move(kernels)},
          {"notes", comparison.kernel_notes}};
}

}  // namespace

std::string page_data(const std::vector<ReportedRun>& runs, const std::string& revision) {
  PageJson data = page_head("runs", revision);
  data["runs"] = PageJson::array();
  for (const ReportedRun& run : runs)
    data["runs"].push_back(run_json(run, std::max<std::size_t>(1, kPageKernels / runs.size()),
                                    std::max<std::size_t>(1, kPageInstructions / runs.size())));
  if (runs.size() > 1) data["comparison"] = comparison_json(runs);
  return page_text(data);
}

}  // namespace heddle::study
