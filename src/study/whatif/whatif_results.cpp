#include "study/whatif/whatif_results.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/files/file_kind.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/quantity.hpp"
#include "study/runs/kernel_name.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "heddle.whatif";
constexpr int kVersion = 2;
constexpr std::size_t kKernelColumns = 3;  ///< kernels of the table for people
constexpr std::size_t kNameWidth = 24;     ///< characters of a kernel's name there

std::string percent_saved(double before, double after) {
  return before == 0 ? "-" : fmt::format("{:.1f}%", 100 * (1 - after / before));
}

/// Indices of the kernels with most cycles.
std::vector<std::size_t> longest_kernels(const WhatifRow& row) {
  std::vector<std::size_t> numbers(row.kernels.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  std::ranges::stable_sort(numbers, std::ranges::greater{},
                           [&](std::size_t i) { return row.kernels[i].cycles; });
  if (numbers.size() > kKernelColumns) numbers.resize(kKernelColumns);
  return numbers;
}

Json row_json(const WhatifRow& row) {
  Json kernels = Json::array();
  for (const WhatifKernel& kernel : row.kernels)
    kernels.push_back({{"name", kernel.name}, {"cycles", kernel.cycles}});
  return {{"name", row.name},       {"title", row.title},
          {"meaning", row.meaning}, {"assignments", row.assignments},
          {"missing", row.missing}, {"cycles", row.cycles},
          {"kernels", kernels},     {"computed", row.is_computed}};
}

WhatifRow read_row(const Json& json) {
  WhatifRow row{json.at("name"),
                json.at("title"),
                json.at("meaning"),
                json.at("assignments"),
                json.at("missing"),
                json.at("cycles"),
                {},
                json.at("computed")};
  for (const Json& kernel : json.at("kernels"))
    row.kernels.push_back({kernel.at("name"), kernel.at("cycles")});
  return row;
}

}  // namespace

std::string whatif_text(const WhatifResults& results, std::size_t room) {
  const std::vector<std::size_t> kernels = results.before.kernels.size() > 1
                                               ? longest_kernels(results.before)
                                               : std::vector<std::size_t>{};
  Table table;
  table.columns = {"if there were", "cycles", "saved", "speed-up"};
  for (const std::size_t i : kernels)
    table.columns.push_back("saved in " + short_name(results.before.kernels[i].name, kNameWidth));
  const auto add = [&](const WhatifRow& row) {
    std::vector<std::string> cells = {row.title + (row.is_computed ? " (computed)" : ""),
                                      format_count(static_cast<std::uint64_t>(row.cycles))};
    const bool is_before = &row == &results.before;
    cells.push_back(is_before ? "" : percent_saved(results.before.cycles, row.cycles));
    cells.push_back(is_before || row.cycles == 0
                        ? ""
                        : fmt::format("{:.2f}", results.before.cycles / row.cycles));
    for (const std::size_t i : kernels) {
      cells.push_back(
          is_before ? "" : percent_saved(results.before.kernels[i].cycles, row.kernels[i].cycles));
    }
    table.rows.push_back(std::move(cells));
  };
  add(results.before);
  std::string missing;
  for (const WhatifRow& row : results.rows) {
    if (row.missing.empty())
      add(row);
    else
      missing += fmt::format("not measured: {}: {}\n", row.title, row.missing);
  }
  table.align_right();
  return table.text(room) + (missing.empty() ? "" : "\n" + missing);
}

std::string whatif_json(const WhatifResults& results) {
  Json rows = Json::array();
  for (const WhatifRow& row : results.rows) rows.push_back(row_json(row));
  const Json json = {{"schema", kSchema},
                     {"schema_version", kVersion},
                     {"heddle_version", results.heddle_version},
                     {"before", row_json(results.before)},
                     {"rows", rows}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<WhatifResults> read_whatif(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / kWhatifFile;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::nullopt;
  try {
    const Json json = Json::parse(read_file(file, file_kinds::kWhatif));
    if (json.at("schema") != kSchema || json.at("schema_version") != kVersion)
      fail("{}: not a {} of version {}", file.string(), kSchema, kVersion);
    WhatifResults results{json.at("heddle_version"), read_row(json.at("before")), {}};
    for (const Json& row : json.at("rows")) results.rows.push_back(read_row(row));
    for (const WhatifRow& row : results.rows) {
      if (row.missing.empty() && row.kernels.size() != results.before.kernels.size())
        fail("{}: '{}' has other kernels than the run", file.string(), row.name);
    }
    return results;
  } catch (const Json::exception& wrong) {
    fail("{}: {}; 'heddle whatif {}' writes it anew", file.string(), wrong.what(), folder.string());
  }
}

}  // namespace heddle::study
