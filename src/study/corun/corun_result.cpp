#include "study/corun/corun_result.hpp"

#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "heddle/base/text/quantity.hpp"
#include "heddle/gpu/accounts/capacity.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {
namespace {

using Json = nlohmann::ordered_json;

std::string percent_text(double share) { return fmt::format("{:.1f}%", 100 * share); }

std::string slowdown_text(const ProgramResult& program) {
  if (program.starved()) return "starved";
  const std::optional<double> slowdown = program.slowdown();
  return slowdown ? fmt::format("{:.3f}", *slowdown) : "-";
}

std::string metrics_text(const sim::CorunMetrics& metrics) {
  return fmt::format("\nharmonic speed-up {:.3f}, weighted {:.3f}, ANTT {}, fairness {:.3f}\n",
                     metrics.harmonic, metrics.weighted,
                     std::isinf(metrics.antt) ? "infinite" : fmt::format("{:.3f}", metrics.antt),
                     metrics.fairness);
}

/// The value, or null if it is infinite. JSON has no infinite numbers.
Json finite_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(); }

}  // namespace

ProgramShares shares_of(const sim::TenantOutcome& outcome,
                        const sim::Configuration& configuration) {
  const gpu::Capacity capacity =
      gpu::capacity_of(configuration.machine, outcome.ended - outcome.began);
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  };
  return {.l1_hits = share(outcome.l1_hits, outcome.l1_accesses),
          .l2_misses = share(outcome.l2_misses + outcome.l2_merges, outcome.l2_accesses),
          .interconnect = share(outcome.reply_flits, capacity.flits),
          .dram = share(outcome.dram_bytes, capacity.dram_bytes)};
}

std::optional<double> ProgramResult::slowdown() const {
  if (!alone_ipc) return std::nullopt;
  return sim::SharedSpeed{outcome.ipc(), *alone_ipc}.slowdown();
}

std::optional<sim::CorunMetrics> CorunResult::metrics() const {
  std::vector<sim::SharedSpeed> speeds;
  for (const ProgramResult& program : programs) {
    if (!program.slowdown()) return std::nullopt;
    speeds.push_back({program.outcome.ipc(), *program.alone_ipc});
  }
  return sim::corun_metrics(speeds);
}

std::string corun_text(const CorunResult& result, const sim::Configuration& configuration) {
  Table table{{"program", "runs", "ipc", "alone", "slowdown", "L1 hits", "L2 misses",
               "interconnect", "DRAM", "memory"},
              {}};
  for (const ProgramResult& program : result.programs) {
    const sim::TenantOutcome& outcome = program.outcome;
    const ProgramShares shares = shares_of(outcome, configuration);
    table.rows.push_back(
        {program.name, format_count(outcome.runs), fmt::format("{:.3f}", outcome.ipc()),
         program.alone_ipc ? fmt::format("{:.3f}", *program.alone_ipc) : "-",
         slowdown_text(program), percent_text(shares.l1_hits), percent_text(shares.l2_misses),
         percent_text(shares.interconnect), percent_text(shares.dram),
         outcome.runs == 0             ? "-"
         : outcome.differences.empty() ? "as captured"
                                       : "differs: " + outcome.differences.front()});
  }
  table.leave_out_dashes();
  table.align_right();
  std::string text = fmt::format("{} programs, corun={}, {} cycles\n\n{}", result.programs.size(),
                                 result.policy, format_count(result.cycles), table.text());
  for (const ProgramResult& program : result.programs)
    if (program.starved())
      text += fmt::format("\n{} starved: it has executed nothing in this time\n", program.name);
  if (const auto metrics = result.metrics()) text += metrics_text(*metrics);
  if (result.sampled != 0)
    text += fmt::format("{} sampled for {} of the {} cycles, which all count\n", result.policy,
                        format_count(result.sampled), format_count(result.cycles));
  return text;
}

std::string corun_json(const CorunResult& result, const sim::Configuration& configuration) {
  Json programs = Json::array();
  for (const ProgramResult& program : result.programs) {
    const sim::TenantOutcome& outcome = program.outcome;
    const ProgramShares shares = shares_of(outcome, configuration);
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
                 {"reply_utilization", shares.interconnect},
                 {"dram_bytes", outcome.dram_bytes},
                 {"dram_utilization", shares.dram},
                 {"starved", program.starved()},
                 {"memory_differs", outcome.differences}};
    if (program.alone_ipc) json["alone_ipc"] = *program.alone_ipc;
    if (const auto slowdown = program.slowdown()) json["slowdown"] = finite_or_null(*slowdown);
    programs.push_back(std::move(json));
  }
  Json json = {{"machine", configuration.machine.device.name},
               {"corun", result.policy},
               {"cycles", result.cycles},
               {"sampled_cycles", result.sampled},
               {"programs", programs}};
  if (const auto metrics = result.metrics())
    json["metrics"] = {{"harmonic", metrics->harmonic},
                       {"weighted", metrics->weighted},
                       {"antt", finite_or_null(metrics->antt)},
                       {"fairness", metrics->fairness},
                       {"starved", metrics->starved}};
  return json.dump(2) + "\n";
}

}  // namespace heddle::study
