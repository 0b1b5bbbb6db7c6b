#include "study/gpgpusim/statistics/statistic_table.hpp"

#include <string>

namespace heddle::study::gpgpusim {
namespace {

constexpr const char* kMachineCode =
    "heddle counts machine instructions, GPGPU-Sim those of PTX, of which there are more";
constexpr const char* kLocalToo = "heddle's include accesses of local memory";
constexpr const char* kOneChannelLine = "one line for all channels, not one a channel";
constexpr const char* kL2Requests =
    "heddle counts requests of a line at most; an L2 of sectors in GPGPU-Sim counts each sector";
constexpr const char* kAllReads =
    "heddle's include reads of instructions, constants, textures and local memory, and atomics";
constexpr const char* kMshrMerges = "joins of an outstanding request, all kinds";
constexpr const char* kStoreHits =
    "a store that evicts its line is a miss here; one that takes a new line is a hit";

constexpr const char* kConstant = "constant_cache.enabled";
constexpr const char* kTexture = "texture_cache.enabled";

// Lines of values.
constexpr const char* kCount = "{name} = {:.0f}\n";
constexpr const char* kIndentedCount = "\t{name} = {:.0f}\n";
constexpr const char* kIndentedShare = "\t{name} = {:.4f}\n";

constexpr const char* kOccupancy =
    "100 * residency.warp_cycles * sm.schedulers / (sm.warps * (stall_class.issued + "
    "stall_class.idle + stall_class.scoreboard + stall_class.pipeline + stall_class.throttled - "
    "stall.empty))";

constexpr StatisticRow kStatisticRows[] = {
    {"kernel_launch_uid", Scope::launch, "{name} = {:.0f} \n", "launch.number",
     "from 1, in the order of the launches"},
    {"kernel_stream_id", Scope::launch, kCount, "launch.stream", ""},
    {"gpu_sim_cycle", Scope::launch, kCount, "cycles", ""},
    {"gpu_sim_insn", Scope::launch, kCount, "thread_instructions", kMachineCode},
    {"gpu_ipc", Scope::launch, "{name} = {:12.4f}\n", "thread_instructions / cycles", kMachineCode},
    {"gpu_tot_sim_cycle", Scope::total, kCount, "cycles",
     "cycles in which two launches run count once"},
    {"gpu_tot_sim_insn", Scope::total, kCount, "thread_instructions", kMachineCode},
    {"gpu_tot_ipc", Scope::total, "{name} = {:12.4f}\n", "thread_instructions / cycles",
     kMachineCode},
    {"gpu_tot_issued_cta", Scope::total, kCount, "blocks", "blocks that have ended"},
    {"gpu_occupancy", Scope::launch, "{name} = {:.4f}% \n", kOccupancy,
     "cycles without a warp are left out by scheduler, in GPGPU-Sim by SM"},
    {"gpu_tot_occupancy", Scope::total, "{name} = {:.4f}% \n", kOccupancy,
     "cycles without a warp are left out by scheduler, in GPGPU-Sim by SM"},
    {"max_total_param_size", Scope::lacking, "", "", "parameters of launches by kernels"},
    {"gpu_stall_dramfull", Scope::lacking, "", "",
     "cycles of full queues before DRAM are not counted"},
    {"gpu_stall_icnt2sh", Scope::lacking, "", "",
     "cycles of full queues towards the SMs are not counted"},
    {"partiton_level_parallism", Scope::launch, "{name} = {:12.4f}\n",
     "request_crossbar.packets / cycles", ""},
    {"partiton_level_parallism_total", Scope::total, "{name}  = {:12.4f}\n",
     "request_crossbar.packets / cycles", ""},
    {"partiton_level_parallism_util", Scope::lacking, "", "",
     "cycles with a request are not counted"},
    {"L2_BW", Scope::launch, "{name}  = {:12.4f} GB/Sec\n",
     "32 * l2.sectors_read * device.core_clock_mhz / cycles / 1000",
     "32 B for each sector read; GPGPU-Sim takes 32 B for each reply, those of stores too"},
    {"L2_BW_total", Scope::total, "{name}  = {:12.4f} GB/Sec\n",
     "32 * l2.sectors_read * device.core_clock_mhz / cycles / 1000",
     "32 B for each sector read; GPGPU-Sim takes 32 B for each reply, those of stores too"},
    {"gpu_total_sim_rate", Scope::lacking, "", "",
     "the host's time is that of the run: gpgpu_simulation_rate"},
    {"", Scope::heading, "\n========= Core cache stats =========\nL1I_cache:\n", "", ""},
    {"L1I_total_cache_accesses", Scope::total, kIndentedCount, "fetch.fetches", ""},
    {"L1I_total_cache_misses", Scope::total, kIndentedCount, "fetch.misses", ""},
    {"L1I_total_cache_miss_rate", Scope::total, kIndentedShare, "fetch.misses / fetch.fetches", ""},
    {"L1I_total_cache_pending_hits", Scope::lacking, "", "", "counted among the misses"},
    {"L1I_total_cache_reservation_fails", Scope::lacking, "", "", "heddle has no such limit"},
    {"", Scope::heading, "L1D_cache:\n", "", ""},
    {"L1D_cache_core[N]", Scope::lacking, "", "", "by SM: heddle run --stats-sms, in stats.json"},
    {"L1D_total_cache_accesses", Scope::total, kIndentedCount,
     "l1d.loads - l1d.bypasses + l1d.stores", "without atomics"},
    {"L1D_total_cache_misses", Scope::total, kIndentedCount,
     "l1d.misses + l1d.stores - l1d.store_hits", kStoreHits},
    {"L1D_total_cache_miss_rate", Scope::total, kIndentedShare,
     "(l1d.misses + l1d.stores - l1d.store_hits) / (l1d.loads - l1d.bypasses + l1d.stores)",
     kStoreHits},
    {"L1D_total_cache_pending_hits", Scope::total, kIndentedCount, "l1d.merges", ""},
    {"L1D_total_cache_reservation_fails", Scope::total, kIndentedCount, "l1d.reservation_failures",
     ""},
    {"L1D_cache_data_port_util", Scope::lacking, "", "",
     "heddle's data port is l1d.hit_utilization, of the launch"},
    {"L1D_cache_fill_port_util", Scope::lacking, "", "", "fills take no port"},
    {"", Scope::heading, "L1C_cache:\n", "", "", 1, kConstant},
    {"L1C_total_cache_accesses", Scope::total, kIndentedCount, "constant_cache.loads", "", 1,
     kConstant},
    {"L1C_total_cache_misses", Scope::total, kIndentedCount, "constant_cache.misses", "", 1,
     kConstant},
    {"L1C_total_cache_miss_rate", Scope::total, kIndentedShare,
     "constant_cache.misses / constant_cache.loads", "", 1, kConstant},
    {"L1C_total_cache_pending_hits", Scope::total, kIndentedCount, "constant_cache.merges", "", 1,
     kConstant},
    {"L1C_total_cache_reservation_fails", Scope::total, kIndentedCount,
     "constant_cache.reservation_failures", "", 1, kConstant},
    {"", Scope::heading, "L1T_cache:\n", "", "", 1, kTexture},
    {"L1T_total_cache_accesses", Scope::total, kIndentedCount, "texture_cache.loads", "", 1,
     kTexture},
    {"L1T_total_cache_misses", Scope::total, kIndentedCount, "texture_cache.misses", "", 1,
     kTexture},
    {"L1T_total_cache_miss_rate", Scope::total, kIndentedShare,
     "texture_cache.misses / texture_cache.loads", "", 1, kTexture},
    {"L1T_total_cache_pending_hits", Scope::total, kIndentedCount, "texture_cache.merges", "", 1,
     kTexture},
    {"L1T_total_cache_reservation_fails", Scope::total, kIndentedCount,
     "texture_cache.reservation_failures", "", 1, kTexture},
    {"", Scope::heading, "\nTotal_core_cache_stats:\n", "", ""},
    {"Total_core_cache_stats_breakdown[GLOBAL_ACC_R][HIT]", Scope::total, kIndentedCount,
     "l1d.hits", kLocalToo},
    {"Total_core_cache_stats_breakdown[GLOBAL_ACC_R][HIT_RESERVED]", Scope::total, kIndentedCount,
     "l1d.merges", kLocalToo},
    {"Total_core_cache_stats_breakdown[GLOBAL_ACC_R][MISS]", Scope::total, kIndentedCount,
     "l1d.misses", "heddle's include accesses of local memory, and misses of sectors"},
    {"Total_core_cache_stats_breakdown[GLOBAL_ACC_R][RESERVATION_FAIL]", Scope::total,
     kIndentedCount, "l1d.reservation_failures",
     "heddle's include those of stores and of local memory"},
    {"Total_core_cache_stats_breakdown[GLOBAL_ACC_R][MSHR_HIT]", Scope::total, kIndentedCount,
     "l1d.merges", kMshrMerges},
    {"Total_core_cache_stats_breakdown[GLOBAL_ACC_W][HIT]", Scope::total, kIndentedCount,
     "l1d.store_hits", kStoreHits},
    {"Total_core_cache_stats_breakdown[GLOBAL_ACC_W][MISS]", Scope::total, kIndentedCount,
     "l1d.stores - l1d.store_hits", kStoreHits},
    {"Total_core_cache_stats_breakdown[CONST_ACC_R][HIT]", Scope::total, kIndentedCount,
     "constant_cache.hits", "", 1, kConstant},
    {"Total_core_cache_stats_breakdown[CONST_ACC_R][MISS]", Scope::total, kIndentedCount,
     "constant_cache.misses", "", 1, kConstant},
    {"Total_core_cache_stats_breakdown[TEXTURE_ACC_R][HIT]", Scope::total, kIndentedCount,
     "texture_cache.hits", "", 1, kTexture},
    {"Total_core_cache_stats_breakdown[TEXTURE_ACC_R][MISS]", Scope::total, kIndentedCount,
     "texture_cache.misses", "", 1, kTexture},
    {"Total_core_cache_stats_breakdown[INST_ACC_R][HIT]", Scope::total, kIndentedCount,
     "fetch.fetches - fetch.misses", ""},
    {"Total_core_cache_stats_breakdown[INST_ACC_R][MISS]", Scope::total, kIndentedCount,
     "fetch.misses", ""},
    {"Total_core_cache_stats_breakdown[GLOBAL_ACC_R][TOTAL_ACCESS]", Scope::total, kIndentedCount,
     "l1d.loads - l1d.bypasses", kLocalToo},
    {"Total_core_cache_stats_breakdown[GLOBAL_ACC_W][TOTAL_ACCESS]", Scope::total, kIndentedCount,
     "l1d.stores", kLocalToo},
    {"Total_core_cache_stats_breakdown[LOCAL_ACC_R]", Scope::lacking, "", "",
     "counted with GLOBAL_ACC_R"},
    {"Total_core_cache_fail_stats_breakdown", Scope::lacking, "", "",
     "heddle's reasons are l1d.reservation_failure.line, entry, merge and port"},
    {"gpgpu_n_tot_thrd_icount", Scope::total, kCount, "thread_instructions", kMachineCode},
    {"gpgpu_n_tot_w_icount", Scope::total, kCount, "warp_instructions", kMachineCode},
    {"gpgpu_n_stall_shd_mem", Scope::lacking, "", "",
     "heddle's stalls are stall.pipeline and stall.scoreboard_memory"},
    {"gpgpu_n_mem_read_local", Scope::lacking, "", "", "counted with gpgpu_n_mem_read_global"},
    {"gpgpu_n_mem_write_local", Scope::lacking, "", "", "counted with gpgpu_n_mem_write_global"},
    {"gpgpu_n_mem_read_global", Scope::total, kCount, "l1d.misses + l1d.bypasses", kLocalToo},
    {"gpgpu_n_mem_write_global", Scope::total, kCount, "l1d.stores - l1d.stores_kept", kLocalToo},
    {"gpgpu_n_mem_texture", Scope::total, kCount, "texture_cache.misses", "", 1, kTexture},
    {"gpgpu_n_mem_const", Scope::total, kCount, "constant_cache.misses", "", 1, kConstant},
    {"gpgpu_n_load_insn", Scope::total, "{name}  = {:.0f}\n", "threads.load",
     "heddle's include loads of shared memory and of constants"},
    {"gpgpu_n_store_insn", Scope::total, kCount, "threads.store",
     "heddle's include stores to shared memory"},
    {"gpgpu_n_shmem_insn", Scope::lacking, "", "",
     "heddle counts instructions of warps: shared.accesses"},
    {"gpgpu_n_sstarr_insn", Scope::lacking, "", "", "heddle has no such space"},
    {"gpgpu_n_tex_insn", Scope::total, kCount, "threads.texture", ""},
    {"gpgpu_n_const_mem_insn", Scope::lacking, "", "", "counted with gpgpu_n_load_insn"},
    {"gpgpu_n_param_mem_insn", Scope::lacking, "", "",
     "parameters are operands of machine instructions"},
    {"gpgpu_n_shmem_bkconflict", Scope::total, kCount, "shared.cycles - shared.accesses",
     "cycles beyond the first of an access, not those waited"},
    {"gpgpu_n_l1cache_bkconflict", Scope::lacking, "", "", "not counted"},
    {"gpgpu_n_intrawarp_mshr_merge", Scope::lacking, "", "",
     "l1d.merge_class.intra_thread and inter_thread, with run.hit_classes"},
    {"gpgpu_n_cmem_portconflict", Scope::lacking, "", "", "not counted"},
    {"gpgpu_stall_shd_mem[...]", Scope::lacking, "", "", "not counted by space"},
    {"gpu_reg_bank_conflict_stalls", Scope::lacking, "", "", "not counted"},
    {"", Scope::heading, "Warp Occupancy Distribution:\n", "", ""},
    {"Stall", Scope::total, "{name}:{:.0f}\t", "stall_class.pipeline",
     "cycles in which a throttle held warps are in none of these"},
    {"W0_Idle", Scope::total, "{name}:{:.0f}\t", "stall_class.idle", ""},
    {"W0_Scoreboard", Scope::total, "{name}:{:.0f}", "stall_class.scoreboard", ""},
    {"W1 to W32", Scope::total, "\tW#:{:.0f}", "lanes.#", "", 32},
    {"", Scope::heading, "\n", "", ""},
    {"single_issue_nums, dual_issue_nums", Scope::lacking, "", "", "not counted by scheduler"},
    {"averagemflatency", Scope::lacking, "", "",
     "heddle's latencies are of loads by what answered them: load_latency.*"},
    {"average row locality", Scope::total, "{name} = {:.0f}/{:.0f} = {:f}\n",
     "dram.reads + dram.writes; dram.activates; (dram.reads + dram.writes) / dram.activates", ""},
    {"total dram reads", Scope::total, kCount, "dram.read_bursts", ""},
    {"total dram writes", Scope::total, kCount, "dram.write_bursts", ""},
    {"Row_Buffer_Locality", Scope::total, "{name} = {:.6f}\n",
     "1 - dram.activates / (dram.reads + dram.writes)", kOneChannelLine},
    {"Bank_Level_Parallism", Scope::lacking, "", "", "not measured"},
    {"bwutil", Scope::total, "{name} = {:.6f} \n", "dram.utilization",
     "one line with the mean of the channels"},
    {"n_act", Scope::total, "{name} = {:.0f} \n", "dram.activates", kOneChannelLine},
    {"Read", Scope::total, "{name} = {:.0f} \n", "dram.read_bursts", kOneChannelLine},
    {"Write", Scope::total, "{name} = {:.0f} \n", "dram.write_bursts", kOneChannelLine},
    {"dram[N]", Scope::lacking, "", "", "values by channel and bank are not kept"},
    {"", Scope::heading, "\n========= L2 cache stats =========\n", "", ""},
    {"L2_cache_bank[N]", Scope::lacking, "", "", "values by slice are not kept"},
    {"L2_total_cache_accesses", Scope::total, kCount, "l2.loads + l2.stores + l2.atomics",
     kL2Requests},
    {"L2_total_cache_misses", Scope::total, kCount, "l2.misses", kL2Requests},
    {"L2_total_cache_miss_rate", Scope::total, "{name} = {:.4f}\n",
     "l2.misses / (l2.loads + l2.stores + l2.atomics)", kL2Requests},
    {"L2_total_cache_pending_hits", Scope::total, kCount, "l2.merges", kL2Requests},
    {"L2_total_cache_reservation_fails", Scope::lacking, "", "", "not counted"},
    {"", Scope::heading, "L2_total_cache_breakdown:\n", "", ""},
    {"L2_cache_stats_breakdown[GLOBAL_ACC_R][HIT]", Scope::total, kIndentedCount,
     "l2.hits - l2.stores + l2.store_misses", kAllReads},
    {"L2_cache_stats_breakdown[GLOBAL_ACC_R][HIT_RESERVED]", Scope::total, kIndentedCount,
     "l2.merges", kAllReads},
    {"L2_cache_stats_breakdown[GLOBAL_ACC_R][MISS]", Scope::total, kIndentedCount,
     "l2.misses - l2.store_misses", kAllReads},
    {"L2_cache_stats_breakdown[GLOBAL_ACC_W][HIT]", Scope::total, kIndentedCount,
     "l2.stores - l2.store_misses", kLocalToo},
    {"L2_cache_stats_breakdown[GLOBAL_ACC_W][MISS]", Scope::total, kIndentedCount,
     "l2.store_misses", kLocalToo},
    {"L2_cache_stats_breakdown[GLOBAL_ACC_R][TOTAL_ACCESS]", Scope::total, kIndentedCount,
     "l2.loads + l2.atomics", kAllReads},
    {"L2_cache_stats_breakdown[GLOBAL_ACC_W][TOTAL_ACCESS]", Scope::total, kIndentedCount,
     "l2.stores", kLocalToo},
    {"L2_cache_stats_fail_breakdown", Scope::lacking, "", "", "not counted"},
    {"icnt_total_pkts_mem_to_simt", Scope::total, "\n{name}={:.0f}\n", "reply_crossbar.flits", ""},
    {"icnt_total_pkts_simt_to_mem", Scope::total, "{name}={:.0f}\n", "request_crossbar.flits", ""},
    {"Packet latency average and the like", Scope::lacking, "", "",
     "heddle's crossbar counts packets and flits"},
    {"gpgpu_simulation_time", Scope::run,
     "\n{name} = {:.0f} days, {:.0f} hrs, {:.0f} min, {:.0f} sec ({:.0f} sec)\n",
     "host.days; host.hours; host.minutes; host.rest; host.seconds",
     "printed once, after the last launch; at least a second"},
    {"gpgpu_simulation_rate (inst/sec)", Scope::run, "gpgpu_simulation_rate = {:.0f} (inst/sec)\n",
     "thread_instructions / host.seconds", "printed once, after the last launch"},
    {"gpgpu_simulation_rate (cycle/sec)", Scope::run,
     "gpgpu_simulation_rate = {:.0f} (cycle/sec)\n", "cycles / host.seconds",
     "printed once, after the last launch"},
    {"gpgpu_silicon_slowdown", Scope::run, "{name} = {:.0f}x\n",
     "device.core_clock_mhz * 1000000 * host.seconds / cycles",
     "printed once, after the last launch"},
    {"GPGPU-Sim: *** exit detected ***", Scope::run, "{name}\n", "",
     "printed if the run is complete: scripts look for it"},
};

std::string_view scope_text(Scope scope) {
  switch (scope) {
    case Scope::launch:
      return "the launch";
    case Scope::total:
      return "all launches until its end";
    case Scope::run:
      return "the run";
    default:
      return "not printed";
  }
}

std::string quoted_formula(std::string_view formula) {
  return formula.empty() ? "" : "`" + std::string(formula) + "`";
}

}  // namespace

std::span<const StatisticRow> statistic_rows() { return kStatisticRows; }

Table statistic_name_table() {
  Table table{{"GPGPU-Sim", "of", "heddle", "difference, or why it is not printed"}, {}};
  table.rows.push_back(
      {"kernel_name", "the launch", "", "the mangled name, as GPGPU-Sim prints it"});
  for (const StatisticRow& row : statistic_rows())
    if (row.scope != Scope::heading)
      table.rows.push_back({std::string(row.name), std::string(scope_text(row.scope)),
                            quoted_formula(row.formula), std::string(row.note)});
  return table;
}

}  // namespace heddle::study::gpgpusim
