#include "cli/corun/corun_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/inspect/table.hpp"
#include "heddle/base/quantity.hpp"
#include "heddle/gpu/capacity.hpp"

namespace heddle::cli {
namespace {

using Json = nlohmann::ordered_json;

double share_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(double share) { return fmt::format("{:.1f}%", 100 * share); }

}  // namespace

std::optional<sim::CorunMetrics> CorunResult::metrics() const {
  std::vector<sim::SharedSpeed> speeds;
  for (const ProgramResult& program : programs) {
    if (!program.alone_ipc) return std::nullopt;
    speeds.push_back({program.outcome.ipc(), *program.alone_ipc});
  }
  return sim::corun_metrics(speeds);
}

std::string corun_text(const CorunResult& result, const sim::Configuration& configuration) {
  const gpu::Capacity capacity = gpu::capacity_of(configuration.machine, result.cycles);
  Table table{{"program", "runs", "ipc", "alone", "slowdown", "L1 hits", "L2 misses",
               "interconnect", "DRAM", "memory"},
              {}};
  bool in_part = false;
  for (const ProgramResult& program : result.programs) {
    const sim::TenantOutcome& outcome = program.outcome;
    const sim::SharedSpeed speed{outcome.ipc(), program.alone_ipc.value_or(0)};
    in_part |= program.alone_in_part;
    table.rows.push_back(
        {program.name, format_count(outcome.runs), fmt::format("{:.3f}", outcome.ipc()),
         program.alone_ipc ? fmt::format("{:.3f}{}", speed.alone, program.alone_in_part ? "*" : "")
                           : "-",
         program.alone_ipc ? fmt::format("{:.3f}", speed.slowdown()) : "-",
         percent(share_of(outcome.l1_hits, outcome.l1_accesses)),
         percent(share_of(outcome.l2_misses + outcome.l2_merges, outcome.l2_accesses)),
         percent(share_of(outcome.reply_flits, capacity.flits)),
         percent(share_of(outcome.dram_bytes, capacity.dram_bytes)),
         outcome.runs == 0             ? "-"
         : outcome.differences.empty() ? "as captured"
                                       : "differs: " + outcome.differences.front()});
  }
  table.leave_out_dashes();
  table.align_right();
  std::string text = fmt::format("{} programs, corun={}, {} cycles\n\n{}", result.programs.size(),
                                 result.policy, format_count(result.cycles), table.text());
  if (in_part) text += "* of as many instructions as it did here: no run of it has ended\n";
  if (const auto metrics = result.metrics())
    text +=
        fmt::format("\nharmonic speed-up {:.3f}, weighted {:.3f}, ANTT {:.3f}, fairness {:.3f}\n",
                    metrics->harmonic, metrics->weighted, metrics->antt, metrics->fairness);
  return text;
}

std::string corun_json(const CorunResult& result, const sim::Configuration& configuration) {
  const gpu::Capacity capacity = gpu::capacity_of(configuration.machine, result.cycles);
  Json programs = Json::array();
  for (const ProgramResult& program : result.programs) {
    const sim::TenantOutcome& outcome = program.outcome;
    Json json = {{"program", program.name},
                 {"runs", outcome.runs},
                 {"began", outcome.began},
                 {"ended", outcome.ended},
                 {"run_ends", outcome.run_ends},
                 {"warp_instructions", outcome.warp_instructions},
                 {"thread_instructions", outcome.thread_instructions},
                 {"ipc", outcome.ipc()},
                 {"l1_accesses", outcome.l1_accesses},
                 {"l1_hits", outcome.l1_hits},
                 {"l2_accesses", outcome.l2_accesses},
                 {"l2_misses", outcome.l2_misses},
                 {"l2_merges", outcome.l2_merges},
                 {"reply_flits", outcome.reply_flits},
                 {"reply_utilization", share_of(outcome.reply_flits, capacity.flits)},
                 {"dram_bytes", outcome.dram_bytes},
                 {"dram_utilization", share_of(outcome.dram_bytes, capacity.dram_bytes)},
                 {"memory_differs", outcome.differences}};
    if (program.alone_ipc) {
      json["alone_ipc"] = *program.alone_ipc;
      json["alone_in_part"] = program.alone_in_part;
      json["slowdown"] = sim::SharedSpeed{outcome.ipc(), *program.alone_ipc}.slowdown();
    }
    programs.push_back(std::move(json));
  }
  Json json = {{"machine", configuration.machine.device.name},
               {"corun", result.policy},
               {"cycles", result.cycles},
               {"programs", programs}};
  if (const auto metrics = result.metrics())
    json["metrics"] = {{"harmonic", metrics->harmonic},
                       {"weighted", metrics->weighted},
                       {"antt", metrics->antt},
                       {"fairness", metrics->fairness}};
  return json.dump(2) + "\n";
}

}  // namespace heddle::cli
