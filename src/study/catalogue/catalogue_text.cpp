#include "study/catalogue/catalogue_text.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "study/catalogue/kernel_names.hpp"

namespace heddle::study {
namespace {

using Json = nlohmann::ordered_json;

/// The studies that use the workload, each with its name for the workload, as in "ccws BFS,
/// preemption BFS".
std::string uses(const Workload& workload) {
  std::vector<std::string> words;
  for (const StudyUse& use : workload.studies) words.push_back(use.study + " " + use.label);
  return comma_list(words);
}

std::string number(const std::optional<std::uint64_t>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

std::string use_text(const StudyUse& use) {
  std::string text = fmt::format("  {:<12}{}", use.study, use.label);
  if (!use.class_name.empty()) text += fmt::format(", class {}", use.class_name);
  for (const auto& [size, arguments] : use.sizes) {
    text += fmt::format(", {} = {}", size, arguments);
  }
  if (!use.note.empty()) text += fmt::format("\n  {:<12}{}", "", use.note);
  return text + "\n";
}

void set_if(Json& json, const char* key, const std::optional<std::uint64_t>& value) {
  if (value) json[key] = *value;
}

void set_if(Json& json, const char* key, const std::string& value) {
  if (!value.empty()) json[key] = value;
}

Json study_kernel_json(const StudyKernel& kernel) {
  Json json = {{"kernel", kernel.kernel}};
  set_if(json, "label", kernel.label);
  json["source"] = kernel.source;
  set_if(json, "blocks", kernel.blocks);
  set_if(json, "threads", kernel.threads);
  set_if(json, "warps", kernel.warps);
  set_if(json, "registers", kernel.registers);
  set_if(json, "shared", kernel.shared);
  set_if(json, "blocks_per_sm", kernel.blocks_per_sm);
  if (!kernel.limit.empty()) json["limit"] = kernel.limit;
  set_if(json, "class", kernel.class_name);
  set_if(json, "note", kernel.note);
  return json;
}

Json use_json(const StudyUse& use) {
  Json json = {{"label", use.label}};
  set_if(json, "class", use.class_name);
  set_if(json, "note", use.note);
  if (!use.sizes.empty()) json["sizes"] = use.sizes;
  Json kernels = Json::array();
  for (const StudyKernel& kernel : use.kernels) kernels.push_back(study_kernel_json(kernel));
  json["kernels"] = std::move(kernels);
  return json;
}

Json needs_json(const Needs& needs) {
  Json json = {{"architecture", needs.architecture}};
  set_if(json, "matrix", needs.matrix);
  if (needs.shared_bytes != 0) json["shared_bytes"] = needs.shared_bytes;
  if (needs.registers != 0) json["registers"] = needs.registers;
  json["machine"] = needs.machine;
  return json;
}

Json workload_json(const Workload& workload) {
  Json sizes = Json::object(), studies = Json::object();
  for (const std::string_view size : kSizes) {
    sizes[std::string(size)] = workload.arguments(std::string(size), "");
  }
  for (const StudyUse& use : workload.studies) studies[use.study] = use_json(use);
  Json json = {{"name", workload.name},
               {"title", workload.title},
               {"stands_for", workload.stands_for},
               {"source", workload.source.string()},
               {"kernels", kernel_names(workload.source)},
               {"sizes", std::move(sizes)},
               {"papers", std::move(studies)}};
  if (workload.needs) json["needs"] = needs_json(*workload.needs);
  return json;
}

Json measured_json(const Workload& workload, const std::vector<MeasuredKernel>& measured) {
  Json list = Json::array();
  for (const MeasuredKernel& kernel : measured) {
    if (kernel.run.workload != workload.name) continue;
    Json statistics = Json::object();
    for (const Statistic& statistic : kernel.saved.statistics) {
      statistics[statistic.name] = statistic.value;
    };
    list.push_back({{"kernel", kernel.function},
                    {"machine", kernel.run.machine},
                    {"paper", kernel.run.paper},
                    {"size", kernel.run.size},
                    {"register_counts", kernel.run.registers},
                    {"setting", kernel.run.setting},
                    {"blocks", kernel.saved.grid.volume()},
                    {"threads", kernel.saved.block.volume()},
                    {"warps", kernel.warps()},
                    {"registers", kernel.saved.registers},
                    {"shared", kernel.saved.shared_bytes},
                    {"blocks_per_sm", kernel.saved.blocks_per_sm},
                    {"limited_by", kernel.saved.limited_by},
                    {"utilization_class", kernel.utilization_class()},
                    {"statistics", std::move(statistics)}});
  }
  return list;
}

std::vector<std::string> study_row(const StudyUse& use, const StudyKernel& kernel) {
  return {kernel.kernel,
          use.study,
          kernel.label.empty() ? "-" : kernel.label,
          kernel.source,
          use.class_of(&kernel).empty() ? "-" : use.class_of(&kernel),
          kernel.limit.empty() ? "-" : comma_list(kernel.limit),
          number(kernel.blocks),
          number(kernel.threads),
          number(kernel.warps),
          number(kernel.registers),
          number(kernel.shared),
          number(kernel.blocks_per_sm)};
}

std::vector<std::string> measured_row(const MeasuredKernel& kernel) {
  return {kernel.function,
          kernel.run.machine,
          kernel.run.text(),
          "measured",
          std::string(kernel.utilization_class()),
          kernel.saved.limited_by,
          kernel.grids(),
          std::to_string(kernel.saved.block.volume()),
          fmt::format("{:g}", kernel.warps()),
          std::to_string(kernel.saved.registers),
          std::to_string(kernel.saved.shared_bytes),
          std::to_string(kernel.saved.blocks_per_sm)};
}

/// Adds columns for statistics that no study states. Only the rows of measured kernels, which are
/// the last rows, have values in these columns.
void add_characteristics(const Workload& workload, std::span<const MeasuredKernel> measured,
                         Table& table) {
  constexpr const char* kHeadings[] = {"warp instructions", "SIMD efficiency",
                                       "transactions/access", "L1D MPKI"};
  table.columns.insert(table.columns.end(), std::begin(kHeadings), std::end(kHeadings));
  const auto of_workload = std::ranges::count(
      measured, workload.name, [](const MeasuredKernel& kernel) { return kernel.run.workload; });
  std::size_t row = table.rows.size() - static_cast<std::size_t>(of_workload);
  for (std::size_t i = 0; i < row; ++i) table.rows[i].resize(table.columns.size(), "-");
  for (const MeasuredKernel& kernel : measured) {
    if (kernel.run.workload != workload.name) continue;
    std::vector<std::string>& words = table.rows[row++];
    words.push_back(format_count(static_cast<std::uint64_t>(kernel.value("warp_instructions"))));
    words.push_back(fmt::format("{:.3f}", kernel.value("simd_efficiency")));
    words.push_back(fmt::format("{:.2f}", kernel.value("global.transactions_per_access")));
    words.push_back(fmt::format("{:.2f}", kernel.value("l1d.mpki")));
  }
}

}  // namespace

Table workloads_table(std::span<const Workload> workloads) {
  Table table{{"workload", "tiny", "small", "paper", "title", "studies"}, {}};
  for (const Workload& workload : workloads) {
    table.rows.push_back({workload.name, workload.arguments("tiny", ""),
                          workload.arguments("small", ""), workload.arguments("paper", ""),
                          workload.title, uses(workload)});
  }
  const bool any_needs = std::ranges::any_of(
      workloads, [](const Workload& workload) { return workload.needs.has_value(); });
  if (!any_needs) return table;
  table.columns.insert(table.columns.end() - 1, "needs");  // before the studies, which may be many
  for (std::size_t i = 0; i < workloads.size(); ++i) {
    std::vector<std::string>& row = table.rows[i];
    row.insert(row.end() - 1, workloads[i].needs ? workloads[i].needs->label() : "");
  }
  return table;
}

std::string workload_text(const Workload& workload) {
  std::string text = fmt::format("{}: {}\n", workload.name, workload.title);
  text += fmt::format("  {:<12}{}\n", "stands for", workload.stands_for);
  text += fmt::format("  {:<12}{}\n", "source", workload.source.string());
  text += fmt::format("  {:<12}{}\n", "kernels", comma_list(kernel_names(workload.source)));
  for (const std::string_view size : kSizes) {
    text += fmt::format("  {:<12}{}\n", size, workload.arguments(std::string(size), ""));
  }
  if (workload.needs) {
    text += fmt::format("  {:<12}{}, as {} has\n", "needs", workload.needs->text(),
                        workload.needs->machine);
  }
  for (const StudyUse& use : workload.studies) text += use_text(use);
  return text;
}

Table kernels_table(const Workload& workload, std::span<const MeasuredKernel> measured) {
  Table table{{"kernel", "study or machine", "label or run", "source", "class", "limit", "blocks",
               "threads", "warps", "registers", "shared", "blocks/SM"},
              {}};
  for (const StudyUse& use : workload.studies) {
    for (const StudyKernel& kernel : use.kernels) table.rows.push_back(study_row(use, kernel));
  }
  bool any = false;
  for (const MeasuredKernel& kernel : measured) {
    if (kernel.run.workload != workload.name) continue;
    table.rows.push_back(measured_row(kernel));
    any = true;
  }
  if (any) add_characteristics(workload, measured, table);
  table.align_right(6);
  table.leave_out_dashes();
  return table;
}

Json catalogue_json(const Catalogue& catalogue, const std::vector<MeasuredKernel>* measured) {
  Json studies = Json::array(), workloads = Json::array();
  for (const Study& study : catalogue.studies) {
    studies.push_back({{"name", study.name}, {"title", study.title}, {"machine", study.machine}});
  }
  for (const Workload& workload : catalogue.workloads) {
    workloads.push_back(workload_json(workload));
    if (measured != nullptr) workloads.back()["measured"] = measured_json(workload, *measured);
  }
  return {{"schema", "heddle.workloads"},
          {"schema_version", 1},
          {"papers", std::move(studies)},
          {"workloads", std::move(workloads)}};
}

}  // namespace heddle::study
