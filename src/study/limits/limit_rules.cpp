// The rules. Their thresholds are heddle's own choice. The facts `dram.sustained` and
// `noc.*_sustained` are shares of the sustainable bandwidth. The machine states this bandwidth as a
// share of the peak (accounting.dram_sustainable and accounting.noc_sustainable). A stream of
// accesses may exceed it.
#include "study/limits/limits.hpp"
#include "study/limits/mends.hpp"

namespace heddle::study {
namespace {

LimitCondition least(std::string_view counter, double threshold, std::string_view phrase,
                     Unit unit = Unit::percent) {
  return {
      .counter = counter, .at_least = true, .threshold = threshold, .unit = unit, .phrase = phrase};
}

LimitCondition most(std::string_view counter, double threshold, std::string_view phrase,
                    Unit unit = Unit::percent) {
  return {.counter = counter,
          .at_least = false,
          .threshold = threshold,
          .unit = unit,
          .phrase = phrase};
}

/// The same for a share of the sustainable bandwidth.
LimitCondition least_sustained(std::string_view counter, double threshold,
                               std::string_view phrase) {
  LimitCondition condition = least(counter, threshold, phrase);
  condition.above_one = ", which a stream of accesses can exceed up to the peak";
  return condition;
}

constexpr std::string_view kL1Misses = "{} of the L1's load accesses miss";
constexpr std::string_view kMemory = "slots.memory", kPipeline = "slots.pipeline",
                           kCompute = "slots.compute";

/// Rules for a part of the memory system that is near its peak.
std::vector<LimitRule> bandwidth_rules() {
  return {
      {"shared_atomics",
       "atomics of shared memory on the same addresses",
       {kMemory, kPipeline},
       {least("atomics.of_shared", 0.3, "{} of its accesses are atomics"),
        least("shared.utilization", 0.4, "its banks are busy in {} of the cycles"),
        least("shared.conflict_degree", 1.5, "an access takes {} cycles of them", Unit::number)}},
      {"bank_conflicts",
       "bank conflicts of shared memory",
       {kMemory, kPipeline},
       {least("shared.utilization", 0.4, "its banks are busy in {} of the cycles"),
        least("shared.conflict_degree", 1.5, "an access takes {} cycles of them", Unit::number)}},
      {"shared_bandwidth",
       "shared-memory bandwidth",
       {kMemory, kPipeline},
       {least("shared.utilization", 0.7, "its banks are busy in {} of the cycles")}},
      {"local_memory",
       "local memory (spilled registers, arrays of a thread)",
       {kMemory, kPipeline},
       {least("local.share", 0.1, "{} of the line accesses of the L1 are stores to it"),
        least("local.of_stores", 0.5, "{} of the stores are")}},
      {"scattered_dram",
       "DRAM bandwidth, which scattered accesses take",
       {kMemory, kPipeline},
       {least_sustained("dram.sustained", 0.7, "DRAM moves {} of its sustainable bandwidth"),
        least("global.transactions_per_access", 5, "an access of a warp touches {} lines",
              Unit::number)}},
      {"dram_bandwidth",
       "DRAM bandwidth",
       {kMemory, kPipeline},
       {least_sustained("dram.sustained", 0.7, "DRAM moves {} of its sustainable bandwidth")}},
      {"scattered_accesses",
       "scattered accesses",
       {kMemory, kPipeline},
       {least("global.transactions_per_access", 5, "an access of a warp touches {} lines",
              Unit::number),
        least_sustained("noc.reply_sustained", 0.5,
                        "the way from the L2 carries {} of its sustainable bandwidth")}},
      {"l1_misses_bandwidth",
       "the way from the L2 to the SMs, which misses of the L1 take",
       {kMemory, kPipeline},
       {least_sustained("noc.reply_sustained", 0.7, "it carries {} of its sustainable bandwidth"),
        least("l1d.miss_rate", 0.5, kL1Misses),
        most("l2.miss_rate", 0.2, "{} of the L2's accesses do")}},
      {"reply_bandwidth",
       "the way from the L2 to the SMs",
       {kMemory, kPipeline},
       {least_sustained("noc.reply_sustained", 0.7, "it carries {} of its sustainable bandwidth")}},
      {"request_bandwidth",
       "the way from the SMs to the L2",
       {kMemory, kPipeline},
       {least_sustained("noc.request_sustained", 0.7,
                        "it carries {} of its sustainable bandwidth")}},
      {"l2_bandwidth",
       "L2 bandwidth",
       {kMemory, kPipeline},
       {least("l2.utilization", 0.6, "slices take a request in {} of their cycles")}},
      {"l1_bandwidth",
       "line accesses of the L1",
       {kMemory, kPipeline},
       {least("l1d.utilization", 0.6, "the L1 takes a line access in {} of the cycles")}},
  };
}

constexpr std::string_view kHeld = "an SM holds {} of the warps that it can";

/// A rule for SMs that hold few warps because one resource is used up.
LimitRule few_warps(std::string_view name, std::string_view title, std::string_view limit) {
  return {name,
          title,
          {kMemory, kCompute},
          {most("warps.held", 0.4, kHeld), least(limit, 0.5, "this limits {} of the launches")}};
}

/// Rules for kernels with no part of the memory system near its peak. Warps wait for the latency of
/// an operation, or for a free unit or queue entry.
std::vector<LimitRule> latency_rules() {
  return {
      {"special_units",
       "special function units",
       {kPipeline},
       {least("unit.sfu", 0.6, "they take {} of the warps that they could")}},
      {"double_units",
       "double precision units",
       {kPipeline},
       {least("unit.dp", 0.6, "they take {} of the warps that they could")}},
      {"arithmetic_units",
       "arithmetic units",
       {kPipeline},
       {least("unit.sp", 0.6, "they take {} of the warps that they could")}},
      {"atomics",
       "atomics of global memory",
       {kMemory, kPipeline, "slots.order", "slots.drain"},
       {least("atomics.share", 0.5, "{} of the line accesses of the L1 are atomics")}},
      {"constant_accesses",
       "constant memory, which serves one word at a time",
       {kMemory, kPipeline},
       {least("constant.share", 0.5, "{} of the accesses are to it")}},
      few_warps("few_warps_registers", "few warps an SM (low occupancy), which registers limit",
                "occupancy.limit.registers"),
      few_warps("few_warps_shared", "few warps an SM (low occupancy), which shared memory limits",
                "occupancy.limit.shared_memory"),
      few_warps("few_warps_blocks",
                "few warps an SM (low occupancy), which the number of blocks limits",
                "occupancy.limit.blocks"),
      {"few_warps",
       "few warps an SM (low occupancy)",
       {kMemory, kCompute},
       {most("warps.held", 0.2, kHeld)}},
      {"partitions",
       "memory partitions that many requests meet at",
       {kMemory, kPipeline},
       {least("dram.latency_ratio", 3,
              "a load from DRAM takes {} times as long as on an idle machine", Unit::number),
        most("dram.sustained", 0.4, "although DRAM moves {} of its sustainable bandwidth")}},
      {"miss_places",
       "places for L1 misses",
       {kPipeline},
       {least("l1d.failures", 1, "a line access of the L1 is tried again {} times", Unit::number)}},
      {"several_lines",
       "accesses of several lines, which the L1 takes one by one",
       {kPipeline},
       {least("global.transactions_per_access", 2, "an access of a warp touches {} lines",
              Unit::number)}},
      {"l1_thrash",
       "misses of the L1 on lines that it has had",
       {kMemory, kPipeline},
       {least("l1d.fetched_again", 2, "an SM fetches each line {} times", Unit::number),
        least("l1d.miss_rate", 0.3, kL1Misses)}},
      {"one_load",
       "latency of loads, of which a warp has one at a time",
       {kMemory},
       {least("warps.of_load", 0.85, "there are {} warps for each load in flight", Unit::number)}},
      {"l1_misses",
       "latency of L1 misses",
       {kMemory, kPipeline},
       {least("l1d.miss_rate", 0.3, kL1Misses),
        most("shared.share", 0.5, "{} of the accesses are to shared memory")}},
      {"shared_latency",
       "latency of shared memory",
       {kMemory},
       {least("shared.share", 0.5, "{} of the accesses are to shared memory")}},
      {"memory_latency", "memory latency", {kMemory}, {}},
      {"dependent_arithmetic", "latency of dependent arithmetic", {kCompute}, {}},
      {"unit_busy", "units and queues that are busy for a while", {kPipeline}, {}},
  };
}

std::vector<LimitRule> other_rules() {
  return {
      {"issue", "issue: the SMs' schedulers", {"slots.useful"}, {}, 1.5},
      {"divergence",
       "divergence of branches",
       {"slots.lost_lanes"},
       {least("branch.of_warp", 0.5, "the lanes of a warp go two ways at {} branches",
              Unit::number)}},
      {"partial_warps", "warps with lanes that have nothing to do", {"slots.lost_lanes"}, {}},
      {"barrier", "waiting at barriers", {"slots.barrier"}, {}},
      {"launch_latency",
       "the latency of launches",
       {"slots.empty"},
       {least("launch.of_empty", 0.5, "{} of that is control.launch_latency")}},
      {"uneven_blocks",
       "blocks that take longer than others",
       {"slots.empty"},
       {least("block.longest", 2, "the longest takes {} times the mean", Unit::number)}},
      {"few_blocks",
       "few blocks",
       {"slots.empty"},
       {most("grid.fill", 0.999, "a grid has {} of the blocks that the machine holds")}},
      {"uneven_end", "SMs that run out of blocks before others", {"slots.empty"}, {}},
      {"fetch", "instruction fetch", {"slots.fetch"}, {}},
      {"memory_order", "fences and atomics", {"slots.order"}, {}},
      {"throttle", "the throttle", {"slots.throttled"}, {}},
      {"service", "services of the host", {"slots.service"}, {}},
      {"drain", "draining warps", {"slots.drain"}, {}},
      {"stopped", "blocks that leave SMs", {"slots.stopped"}, {}},
  };
}

std::vector<LimitRule> all_rules() {
  std::vector<LimitRule> rules;
  for (const auto& part : {bandwidth_rules(), latency_rules(), other_rules()})
    rules.insert(rules.end(), part.begin(), part.end());
  for (LimitRule& rule : rules) rule.mended_by = mends_of(rule.name);
  return rules;
}

}  // namespace

std::span<const LimitRule> limit_rules() {
  static const std::vector<LimitRule> rules = all_rules();
  return rules;
}

}  // namespace heddle::study
