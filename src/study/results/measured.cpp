#include "study/results/measured.hpp"

#include <sstream>

#include "heddle/base/text/quantity.hpp"
#include "heddle/gpu/accounts/utilization_class.hpp"
#include "heddle/sim/records/results.hpp"

namespace heddle::study {
namespace {

/// The function's name without return type, template arguments and parameters.
std::string function_name(const std::string& name) {
  const std::string head = name.substr(0, name.find_first_of("(<"));
  const std::size_t before = head.find_last_of(": ");
  return before == std::string::npos ? head : head.substr(before + 1);
}

/// Reads extents such as "4x1x1".
Dim3 extents_of(const std::string& text) {
  Dim3 extents;
  char times = 0;
  std::istringstream(text) >> extents.x >> times >> extents.y >> times >> extents.z;
  return extents;
}

}  // namespace

double MeasuredKernel::value(std::string_view name) const {
  return sim::value_of(saved.statistics, name);
}

std::string MeasuredKernel::grids() const {
  const auto least = static_cast<std::uint64_t>(value("grid.least_blocks"));
  const auto greatest = static_cast<std::uint64_t>(value("grid.greatest_blocks"));
  if (least == greatest) return format_count(least == 0 ? saved.grid.volume() : least);
  return format_count(least) + " to " + format_count(greatest);
}

std::string_view MeasuredKernel::utilization_class() const {
  const gpu::Utilization all = {.scheduler = value("scheduler.utilization"),
                                .replies = value("noc.reply_sustained"),
                                .requests = value("noc.request_sustained"),
                                .dram = value("dram.utilization")};
  return gpu::kUtilizationClassNames[static_cast<std::size_t>(gpu::class_of(all))];
}

double MeasuredKernel::warps() const {
  const double finished = value("blocks");
  return finished == 0 ? 0 : value("warps") / finished;
}

std::string RunLabels::text() const {
  std::string text = size;
  for (const std::string& part : {paper, setting}) text += part.empty() ? "" : " " + part;
  return registers == "own" ? text : text + " " + registers;
}

std::vector<Statistic> statistics_of(Database& database, std::int64_t result, std::int64_t kernel) {
  std::vector<Statistic> all;
  Statement query(database,
                  "SELECT name, value, unit, description FROM measured JOIN quantities USING "
                  "(quantity) WHERE result = ? AND kernel = ? ORDER BY name");
  query.bind(result).bind(kernel);
  while (query.next()) {
    all.push_back({.name = query.text(0),
                   .value = query.number(1),
                   .unit = query.text(2),
                   .description = query.text(3)});
  }
  return all;
}

std::vector<sim::SavedKernel> kernels_of(Database& database, std::int64_t result) {
  std::vector<sim::SavedKernel> all;
  Statement query(database, R"(
SELECT name, symbol, launches, timed_launches, grid, block, registers, shared, blocks_per_sm,
       limited_by, kernel
FROM kernels WHERE result = ? ORDER BY kernel)");
  query.bind(result);
  const auto whole = [&](int column) { return static_cast<std::uint32_t>(query.whole(column)); };
  while (query.next()) {
    all.push_back({.name = query.text(0),
                   .symbol = query.text(1),
                   .launches = static_cast<std::uint64_t>(query.whole(2)),
                   .timed_launches = static_cast<std::uint64_t>(query.whole(3)),
                   .grid = extents_of(query.text(4)),
                   .block = extents_of(query.text(5)),
                   .registers = whole(6),
                   .shared_bytes = whole(7),
                   .blocks_per_sm = whole(8),
                   .limited_by = query.text(9),
                   .statistics = statistics_of(database, result, query.whole(10))});
  }
  return all;
}

std::vector<MeasuredKernel> measured_kernels(Database& database) {
  std::vector<MeasuredKernel> all;
  Statement query(database, R"(
SELECT workload, paper, size, machine, registers, setting, result
FROM runs WHERE status = 'ok' ORDER BY run)");
  while (query.next()) {
    const RunLabels run = {.workload = query.text(0),
                           .paper = query.text(1),
                           .size = query.text(2),
                           .machine = query.text(3),
                           .registers = query.text(4),
                           .setting = query.text(5)};
    for (const sim::SavedKernel& saved : kernels_of(database, query.whole(6)))
      all.push_back({run, function_name(saved.name), saved});
  }
  return all;
}

}  // namespace heddle::study
