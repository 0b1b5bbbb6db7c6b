#include "study/nsight/metric_table.hpp"

#include <string>

namespace heddle::study::nsight {
namespace {

constexpr std::string_view kOfRequests = "of requests; Nsight Compute counts sectors";
constexpr std::string_view kMeanOfLaunches = "mean of the kernel's launches";

constexpr Metric kMetrics[] = {
    {"dram__bytes.sum", "byte", "dram.bytes", ""},
    {"dram__bytes_read.sum", "byte", "32 * l2.sectors_filled", ""},
    {"dram__bytes_write.sum", "byte", "32 * l2.sectors_written_back", ""},
    {"dram__throughput.avg.pct_of_peak_sustained_elapsed", "%", "100 * dram.utilization", ""},
    {"gpc__cycles_elapsed.max", "cycle", "cycles", ""},
    {"gpu__time_duration.sum", "ns", "1000 * cycles / device.core_clock_mhz", ""},
    {"l1tex__data_bank_conflicts_pipe_lsu.sum", "", "shared.cycles - shared.accesses", ""},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", "", "shared.cycles", ""},
    {"l1tex__t_requests_pipe_lsu.sum", "", "global.accesses",
     "accesses of warps to global and local memory"},
    {"launch__block_size", "", "block.x * block.y * block.z", kMeanOfLaunches},
    {"launch__grid_size", "", "blocks / launches.timed", kMeanOfLaunches},
    {"launch__registers_per_thread", "register/thread", "block.registers", kMeanOfLaunches},
    {"launch__shared_mem_per_block", "byte/block", "block.shared_bytes", kMeanOfLaunches},
    {"launch__waves_per_multiprocessor", "",
     "blocks / launches.timed / (occupancy.blocks * sm.count)", kMeanOfLaunches},
    {"lts__t_request_hit_rate.pct", "%", "100 * l2.hits / (l2.loads + l2.stores + l2.atomics)", ""},
    {"lts__t_requests.sum", "", "l2.loads + l2.stores + l2.atomics", ""},
    {"lts__t_sector_hit_rate.pct", "%", "100 * l2.hits / (l2.loads + l2.stores + l2.atomics)",
     kOfRequests},
    {"lts__t_sectors_op_read.sum", "sector", "l2.sectors_read", ""},
    {"lts__t_sectors_op_write.sum", "sector", "l2.sectors_written", ""},
    {"sm__ctas_launched.sum", "block", "blocks", ""},
    {"sm__cycles_elapsed.max", "cycle", "cycles", ""},
    {"sm__inst_executed.avg.per_cycle_elapsed", "inst/cycle", "ipc.warp / sm.count", ""},
    {"sm__maximum_warps_per_active_cycle_pct", "%", "100 * occupancy.warps / sm.warps",
     kMeanOfLaunches},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", "%",
     "100 * residency.warps / sm.warps / (1 - stall.empty / (cycles * sm.count * sm.schedulers))",
     "an SM is active in the share of its issue slots that have a warp"},
    {"sm__warps_launched.sum", "warp", "warps", ""},
    {"smsp__inst_executed.sum", "inst", "warp_instructions", ""},
    {"smsp__issue_active.avg.pct_of_peak_sustained_elapsed", "%",
     "100 * stall.issued / (cycles * sm.count * sm.schedulers)", ""},
    {"smsp__sass_average_branch_targets_threads_uniform.pct", "%",
     "100 * (1 - divergent_branches / instructions.branch)", ""},
    {"smsp__thread_inst_executed.sum", "inst", "thread_instructions", ""},
    {"smsp__thread_inst_executed_per_inst_executed.ratio", "",
     "thread_instructions / warp_instructions", ""},
};

}  // namespace

std::span<const Metric> metrics() { return kMetrics; }

Table metric_name_table() {
  Table table{{"Nsight Compute", "unit", "heddle", "difference"}, {}};
  for (const Metric& metric : metrics())
    table.rows.push_back({std::string(metric.name), std::string(metric.unit),
                          "`" + std::string(metric.formula) + "`", std::string(metric.difference)});
  return table;
}

}  // namespace heddle::study::nsight
