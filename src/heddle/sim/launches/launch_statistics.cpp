#include "heddle/sim/launches/launch_statistics.hpp"

#include <utility>

#include "heddle/sim/settings/probe_choices.hpp"

namespace heddle::sim {
namespace {

constexpr std::size_t kValues = 400;  ///< number of statistics of a launch for which memory is
                                      ///< reserved

}  // namespace

std::vector<Statistic> statistics_of(const exec::FunctionalCounts& counts) {
  StatisticList list;
  list.count("functional.warp_instructions", counts.warp_instructions, "instructions",
             "executed without timing, by warp");
  list.count("functional.thread_instructions", counts.thread_instructions, "instructions",
             "executed without timing, by thread");
  list.count("functional.ptx_instructions", counts.ptx_instructions, "instructions",
             "executed without timing, in the PTX text's terms, by warp");
  list.count("functional.blocks", counts.blocks, "blocks", "run without timing");
  return list.values;
}

std::vector<Statistic> statistics_of(const exec::AnnotationCounts& counts) {
  StatisticList list;
  list.group("checked", counts);
  return list.values;
}

std::vector<Statistic> statistics_of(const gpu::GridCounters& counters) {
  StatisticList list;
  list.values.reserve(kValues);
  counters.describe(list);
  return list.values;
}

std::vector<Statistic> statistics_of(const gpu::SmCounters& counters) {
  StatisticList list;
  counters.describe(list);
  return list.values;
}

std::vector<Statistic> all_statistics() {
  gpu::GridCounters counters;
  for (const policy::PolicyInfo& probe : probe_infos())
    counters.probes.add(make_probe(probe.name)->no_counts());
  StatisticList list(true);
  counters.describe(list);
  std::vector<Statistic> all = std::move(list.values);
  const std::vector<Statistic> functional = statistics_of(exec::FunctionalCounts{});
  all.insert(all.end(), functional.begin(), functional.end());
  const std::vector<Statistic> checked = statistics_of(exec::AnnotationCounts{});
  all.insert(all.end(), checked.begin(), checked.end());
  return all;
}

}  // namespace heddle::sim
