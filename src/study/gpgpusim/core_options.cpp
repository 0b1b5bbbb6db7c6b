// Options of the chip, the SM and its front end.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>

#include <fmt/core.h>

#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/words.hpp"
#include "study/gpgpusim/cache_conversion.hpp"
#include "study/gpgpusim/option_table.hpp"
#include "study/gpgpusim/policy_names.hpp"
#include "study/gpgpusim/text/number.hpp"

namespace heddle::study::gpgpusim {
namespace {

constexpr const char* kClocks = "-gpgpu_clock_domains";
constexpr const char* kCluster = "-gpgpu_n_cores_per_cluster";
constexpr const char* kThreads = "-gpgpu_shader_core_pipeline";
constexpr const char* kScheduler = "-gpgpu_scheduler";
constexpr const char* kDual = "-gpgpu_dual_issue_diff_exec_units";
constexpr std::uint64_t kWarpThreads = 32;

void convert_clocks(Conversion& c) {
  static constexpr const char* kKeys[] = {"device.core_clock_mhz", "interconnect.clock_mhz",
                                          "l2.clock_mhz", "dram.clock_mhz"};
  const std::string text = c.text(kClocks);
  const std::vector<std::string> parts = split_at(text, ':');
  if (parts.size() != std::size(kKeys))
    c.refuse(kClocks,
             fmt::format("'{}': expected four clocks, CORE:INTERCONNECT:L2:DRAM, in MHz", text));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto mhz = parse_number(parts[i]);
    if (!mhz)
      c.refuse(kClocks, fmt::format("'{}' in '{}': expected a number of MHz", parts[i], text));
    c.set(kKeys[i], *mhz, kClocks);
  }
}

void convert_sms(Conversion& c) {
  const std::uint64_t cores = c.whole(kCluster);
  c.set_whole("sm.count", c.whole("-gpgpu_n_clusters") * cores, "-gpgpu_n_clusters",
              fmt::format("x {} of {}", cores, kCluster));
  if (cores > 1)
    c.differs(kCluster, "each SM has a crossbar port of its own, the SMs of a cluster share one");
}

void convert_threads(Conversion& c) {
  const auto values = c.list(kThreads, ':', 2, 3);
  if (values[1] != kWarpThreads)
    c.refuse(kThreads, fmt::format("has warps of {} threads; heddle's have {}: say N:{}, and make "
                                   "a run's warps narrower with --set organisation.spatial.width",
                                   values[1], kWarpThreads, kWarpThreads));
  if (values[0] % kWarpThreads != 0)
    c.refuse(kThreads, fmt::format("{} threads are no whole warps of {}", values[0], kWarpThreads));
  c.set_whole("sm.threads", values[0], kThreads, "the first number");
  c.set_whole("sm.warps", values[0] / kWarpThreads, kThreads, "threads by warp size");
}

constexpr const char* kSchedulerKey = "policies.warp_scheduler";
constexpr const char* kSchedulerKind = "warp_scheduler";

/// two_level_active:WARPS:INNER:OUTER, with numbers for the orders of warps.
void convert_two_level(Conversion& c, const std::string& text, const std::string& policy) {
  const std::vector<std::string> parts = split_at(text, ':');
  const auto active = parts.size() > 1 ? parse_whole(parts[1]) : std::nullopt;
  if (!active)
    c.refuse(kScheduler, fmt::format("'{}': expected two_level_active:WARPS:INNER:OUTER", text));
  c.set(kSchedulerKey, policy, kScheduler);
  c.set_whole(policy_parameter(kSchedulerKind, policy, 0), *active, kScheduler, "the first number");
  const std::string order = order_of_warps(parts.size() > 2 ? parts[2] : "0");
  c.set(policy_parameter(kSchedulerKind, policy, 1), order.empty() ? order_of_warps("0") : order,
        kScheduler, "the second number");
  if (order.empty())
    c.differs(kScheduler, "the active warps take turns; heddle has 0 and 2 of the inner orders");
  if (parts.size() > 3 && parts[3] != "1" && parts[3] != "0")
    c.differs(kScheduler, "pending warps become active in the order in which they waited");
}

void convert_limit(Conversion& c, const std::string& text, const std::string& policy) {
  const std::vector<std::string> parts = split_at(text, ':');
  const auto limit = parts.size() == 3 ? parse_whole(parts[2]) : std::nullopt;
  if (!limit)
    c.refuse(kScheduler, fmt::format("'{}': expected warp_limiting:PRIORITY:WARPS", text));
  const std::uint64_t schedulers = c.whole("-gpgpu_num_sched_per_core");
  const std::string throttle = throttle_named("warp_limiting");
  c.set(kSchedulerKey, policy, kScheduler);
  c.set("policies.throttle", throttle, kScheduler);
  c.set_whole(policy_parameter("throttle", throttle, 0), *limit * schedulers, kScheduler,
              fmt::format("x {} schedulers", schedulers));
  c.differs(kScheduler, "heddle limits the warps of an SM, GPGPU-Sim those of each scheduler");
}

void convert_scheduler(Conversion& c) {
  const std::string text = c.text(kScheduler);
  const std::string name = text.substr(0, text.find(':'));
  const std::string policy = scheduler_named(name);
  if (policy.empty())
    c.refuse(kScheduler, fmt::format("'{}': expected lrr, gto, rrr, old, two_level_active:... or "
                                     "warp_limiting:...; write one of these, and choose the policy "
                                     "of a run with --set warp_scheduler=NAME",
                                     text));
  if (name == "two_level_active") return convert_two_level(c, text, policy);
  if (name == "warp_limiting") return convert_limit(c, text, policy);
  c.set(kSchedulerKey, policy, kScheduler);
  if (name == "rrr") c.differs(kScheduler, "round robin passes over warps that cannot issue");
}

void convert_issue(Conversion& c) {
  const std::string width = "-gpgpu_max_insn_issue_per_warp";
  c.set_whole("sm.issue_width", c.whole(width), width);
  c.set("sm.issue_to_different_units", c.whole(width) > 1 && c.flag(kDual), kDual);
  c.set_fact("sm.issue_turns", std::string("by_cycle"),
             "GPGPU-Sim: the first turn passes to the next scheduler each cycle");
  c.set_fact("sm.thread_scheduling", std::string("stack"),
             "GPGPU-Sim: paths of a warp meet at the post-dominator");
}

void convert_instruction_cache(Conversion& c) {
  const std::string name = "-gpgpu_cache:il1";
  if (c.flag("-gpgpu_perfect_inst_const_cache")) {
    c.set_whole("fetch.cache_bytes", 0, "-gpgpu_perfect_inst_const_cache", "all fetches hit");
    c.agrees(name, "not used: -gpgpu_perfect_inst_const_cache is 1");
    return;
  }
  const CacheText cache = cache_of(c, name);
  if (cache.none)
    c.refuse(name,
             "'none': heddle's SM fetches through a cache; say "
             "-gpgpu_perfect_inst_const_cache 1 for one that always hits");
  const CacheText l2 = cache_of(c, "-gpgpu_cache:dl2");
  const bool exceeds = !l2.none && cache.line_bytes > l2.line_bytes;
  if (exceeds) c.differs(name, "its lines are as long as the L2's, and its sets more");
  c.set_whole("fetch.cache_bytes", cache.bytes(), name, "sets x line x ways");
  c.set_whole("fetch.line_bytes", exceeds ? l2.line_bytes : cache.line_bytes, name, "line");
  c.set_whole("fetch.associativity", cache.ways, name, "ways");
  c.set("fetch.replacement", replacement_named(cache.replacement), name, "replacement");
}

void convert_fetch(Conversion& c) {
  c.set_as_is("fetch.per_cycle", "-gpgpu_inst_fetch_throughput");
  c.set_fact("fetch.instructions", std::int64_t{2},
             "GPGPU-Sim: a warp's buffer has two instructions");
  c.set_fact("fetch.latency", std::int64_t{2},
             "GPGPU-Sim: fetch, decode and issue in cycles that follow each other");
  c.set_fact("fetch.own_cache_bytes", std::int64_t{0}, "GPGPU-Sim: no L0");
  c.set_fact("fetch.buffer_entries", std::int64_t{0},
             "GPGPU-Sim: a buffer is refilled when it is empty");
}

/// Capabilities below 7 have no code in heddle.
void convert_capability(Conversion& c) {
  const std::string major = "-gpgpu_compute_capability_major";
  const std::string minor = "-gpgpu_compute_capability_minor";
  if (!c.is_given(major)) return;
  const std::uint64_t first = c.whole(major), second = c.whole(minor);
  if (first < 7 || first > 9 || second > 9) {
    c.differs(major, "heddle executes code of capability 7.0 to 9.0 on every machine");
    c.differs(minor, "heddle executes code of capability 7.0 to 9.0 on every machine");
    return;
  }
  const double capability = static_cast<double>(first * 10 + second) / 10;
  c.set("device.compute_capability", capability, major, fmt::format("and {} {}", minor, second));
}

/// The quantum must not be longer than the way through the crossbar.
void convert_quantum(Conversion& c) {
  constexpr double kCrossbarCycles = 16, kQuantum = 16;
  const double core = c.number_set("device.core_clock_mhz").value_or(1);
  const double crossbar = c.number_set("interconnect.clock_mhz").value_or(1);
  c.set_fact("interconnect.latency", static_cast<std::int64_t>(kCrossbarCycles),
             "no option: router, wires and clock crossings, one way");
  const double most = std::floor(kCrossbarCycles * core / crossbar);
  if (most < 1)
    c.refuse(kClocks, fmt::format("the crossbar's clock is more than {} times the core's: heddle "
                                  "needs a core cycle on the way through the crossbar",
                                  kCrossbarCycles));
  c.set("control.quantum", static_cast<std::int64_t>(std::min(kQuantum, most)), kClocks,
        "at most the way through the crossbar, in core cycles");
}

void convert_clocks_and_quantum(Conversion& c) {
  convert_clocks(c);
  convert_quantum(c);
}

constexpr const char* kOneBank = "a bank of registers is read once a cycle: reads conflict more";

constexpr OptionRow kCoreOptions[] = {
    {kClocks, "500.0:2000.0:2000.0:2000.0", Fate::taken,
     "device.core_clock_mhz interconnect.clock_mhz l2.clock_mhz dram.clock_mhz control.quantum", "",
     convert_clocks_and_quantum},
    {"-gpgpu_n_clusters", "10", Fate::taken, "sm.count", "", convert_sms},
    {kCluster, "3", Fate::taken, "sm.count", "the SMs of a cluster share a crossbar port",
     read_elsewhere},
    {kThreads, "1024:32", Fate::taken, "sm.threads sm.warps", "", convert_threads},
    {"-gpgpu_shader_cta", "32", Fate::taken, "sm.blocks", ""},
    {"-gpgpu_shader_registers", "8192", Fate::taken, "sm.registers", ""},
    {"-gpgpu_registers_per_block", "8192", Fate::no_result, "",
     "GPGPU-Sim reports it to programs and does not enforce it"},
    {"-gpgpu_ignore_resources_limitation", "0", Fate::lacking, "",
     "a block that needs more than an SM has is refused", nullptr, "0"},
    {"-gpgpu_num_sched_per_core", "1", Fate::taken, "sm.schedulers", ""},
    {kScheduler, kUsualScheduler, Fate::taken, "policies.warp_scheduler policies.throttle",
     "with the parameters of two-level scheduling and of warp limits", convert_scheduler},
    {"-gpgpu_max_insn_issue_per_warp", "2", Fate::taken,
     "sm.issue_width sm.issue_turns sm.thread_scheduling", "", convert_issue},
    {kDual, "1", Fate::taken, "sm.issue_to_different_units", "", read_elsewhere},
    {"-gpgpu_num_reg_banks", "8", Fate::taken, "sm.register_banks", ""},
    {"-gpgpu_reg_file_port_throughput", "1", Fate::lacking, "", kOneBank, nullptr, "1"},
    {"-gpgpu_reg_bank_use_warp_id", "0", Fate::lacking, "",
     "which registers share a bank, and so conflicts, differ"},
    {"-gpgpu_sub_core_model", "0", Fate::lacking, "",
     "the schedulers of an SM share its pipelines and registers: less waiting where one "
     "scheduler's are busy",
     nullptr, "0"},
    {"-gpgpu_simd_model", "1", Fate::lacking, "", "paths of a warp meet at the post-dominator",
     nullptr, "1"},
    {"-gpgpu_cache:il1", "4:256:4,L:R:f:N,A:2:32,4", Fate::differs,
     "fetch.cache_bytes fetch.line_bytes fetch.associativity fetch.replacement",
     "the cache holds machine instructions, in GPGPU-Sim PTX; its miss registers have no limit",
     convert_instruction_cache},
    {"-gpgpu_perfect_inst_const_cache", "0", Fate::taken,
     "fetch.cache_bytes constant_cache.enabled", "", read_elsewhere},
    {"-gpgpu_inst_fetch_throughput", "1", Fate::taken,
     "fetch.per_cycle fetch.instructions fetch.latency fetch.own_cache_bytes fetch.buffer_entries",
     "", convert_fetch},
    {"-gpgpu_num_cta_barriers", "16", Fate::lacking, "", "a block has the 16 barriers that PTX has",
     nullptr, "16"},
    {"-gpgpu_compute_capability_major", "7", Fate::taken, "device.compute_capability", "",
     convert_capability},
    {"-gpgpu_compute_capability_minor", "0", Fate::taken, "device.compute_capability", "",
     read_elsewhere},
    {"-gpgpu_ptx_force_max_capability", "0", Fate::no_result, "",
     "which PTX of a program is read; it chooses the base machine"},
    {"-gpgpu_occupancy_sm_number", "0", Fate::no_result, "",
     "ptxas's target; heddle estimates registers by compiler.assembler"},
    {"-gpgpu_simt_core_sim_order", "1", Fate::lacking, "",
     "which SM of a cluster sends first to the shared port", nullptr, "1"},
};

}  // namespace

std::span<const OptionRow> core_options() { return kCoreOptions; }

}  // namespace heddle::study::gpgpusim
