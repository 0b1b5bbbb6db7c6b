#include "cli/results/measured.hpp"

#include <sstream>

#include "heddle/base/quantity.hpp"
#include "heddle/gpu/utilization_class.hpp"
#include "heddle/sim/results.hpp"

namespace heddle::cli {
namespace {

/// The function's name without return type, template arguments and parameters.
std::string function_name(const std::string& name) {
  const std::string head = name.substr(0, name.find_first_of("(<"));
  const std::size_t before = head.find_last_of(": ");
  return before == std::string::npos ? head : head.substr(before + 1);
}

std::vector<Statistic> statistics_of(Database& database, std::int64_t result, std::int64_t kernel) {
  std::vector<Statistic> all;
  Statement query(database,
                  "SELECT name, value, unit, description FROM measured JOIN quantities USING "
                  "(quantity) WHERE result = ? AND kernel = ? ORDER BY name");
  query.bind(result).bind(kernel);
  while (query.next()) {
    all.push_back({query.text(0), query.number(1), query.text(2), query.text(3), 0});
  }
  return all;
}

/// "4x1x1".
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

std::vector<MeasuredKernel> measured_kernels(Database& database) {
  std::vector<MeasuredKernel> all;
  Statement query(database, R"(
SELECT r.workload, r.paper, r.size, r.machine, r.registers, r.setting, k.name, k.symbol, k.launches,
       k.timed_launches, k.grid, k.block, k.registers, k.shared, k.blocks_per_sm, k.limited_by,
       r.result, k.kernel
FROM runs r JOIN run_kernels k USING (run) WHERE r.status = 'ok' ORDER BY r.run, k.kernel)");
  const auto whole = [&](int column) { return static_cast<std::uint32_t>(query.whole(column)); };
  while (query.next()) {
    const RunLabels run = {query.text(0), query.text(1), query.text(2),
                           query.text(3), query.text(4), query.text(5)};
    const sim::SavedKernel saved = {query.text(6),
                                    query.text(7),
                                    static_cast<std::uint64_t>(query.whole(8)),
                                    static_cast<std::uint64_t>(query.whole(9)),
                                    extents_of(query.text(10)),
                                    extents_of(query.text(11)),
                                    whole(12),
                                    whole(13),
                                    whole(14),
                                    query.text(15),
                                    statistics_of(database, query.whole(16), query.whole(17))};
    all.push_back({run, function_name(saved.name), saved});
  }
  return all;
}

}  // namespace heddle::cli
