#include "cli/results/measured.hpp"

#include "heddle/base/quantity.hpp"
#include "heddle/gpu/utilization_class.hpp"

namespace heddle::cli {
namespace {

/// The function's name without return type, template arguments and parameters.
std::string function_name(const std::string& name) {
  const std::string head = name.substr(0, name.find_first_of("(<"));
  const std::size_t before = head.find_last_of(": ");
  return before == std::string::npos ? head : head.substr(before + 1);
}

std::map<std::string, double> statistics_of(Database& database, std::int64_t result,
                                            std::int64_t kernel) {
  std::map<std::string, double> all;
  Statement query(database,
                  "SELECT name, value FROM measured JOIN quantities USING (quantity) "
                  "WHERE result = ? AND kernel = ?");
  query.bind(result).bind(kernel);
  while (query.next()) all[query.text(0)] = query.number(1);
  return all;
}

}  // namespace

double MeasuredKernel::value(const std::string& name) const {
  const auto found = statistics.find(name);
  return found == statistics.end() ? 0 : found->second;
}

std::string MeasuredKernel::grids() const {
  const auto least = static_cast<std::uint64_t>(value("grid.least_blocks"));
  const auto greatest = static_cast<std::uint64_t>(value("grid.greatest_blocks"));
  if (least == greatest) return format_count(least == 0 ? blocks : least);
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

std::string MeasuredKernel::run_name() const {
  std::string name = size;
  for (const std::string& part : {paper, setting}) name += part.empty() ? "" : " " + part;
  return register_counts == "own" ? name : name + " " + register_counts;
}

std::vector<MeasuredKernel> measured_kernels(Database& database) {
  std::vector<MeasuredKernel> all;
  Statement query(database, R"(
SELECT r.workload, r.paper, r.size, r.machine, r.registers, r.setting, k.name, k.blocks, k.threads,
       k.registers, k.shared, k.blocks_per_sm, k.limited_by, r.result, k.kernel
FROM runs r JOIN run_kernels k USING (run) WHERE r.status = 'ok' ORDER BY r.run, k.kernel)");
  const auto whole = [&](int column) { return static_cast<std::uint64_t>(query.whole(column)); };
  while (query.next()) {
    MeasuredKernel kernel{query.text(0),
                          query.text(1),
                          query.text(2),
                          query.text(3),
                          query.text(4),
                          query.text(5),
                          function_name(query.text(6)),
                          whole(7),
                          whole(8),
                          whole(9),
                          whole(10),
                          whole(11),
                          query.text(12),
                          {}};
    kernel.statistics = statistics_of(database, query.whole(13), query.whole(14));
    all.push_back(std::move(kernel));
  }
  return all;
}

}  // namespace heddle::cli
