#include "study/limits/facts.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace heddle::study {
namespace {

constexpr double kWarpLanes = 32;
constexpr std::string_view kStallColumn = "stall.", kInstructions = "instructions.";

double ratio(double part, double whole) { return whole == 0 ? 0 : part / whole; }

void add_slots(Facts& facts) {
  double all = 0;
  for (const auto& [name, value] : facts) {
    if (name.starts_with(kStallColumn)) all += value;
  }
  const double lanes = fact(facts, "simd_efficiency");
  for (const SlotPart& part : kSlotParts) {
    double share = ratio(fact(facts, part.counter), all);
    if (part.name == "slots.useful") share *= lanes;
    if (part.name == "slots.lost_lanes") share *= 1 - lanes;
    facts.emplace(part.name, share);
  }
}

/// The unit that executes a class of instructions; "" if the settings name none.
std::string unit_of(std::string_view kind, const sim::Settings& settings) {
  for (const char* memory : {"load", "store", "atomic", "texture"}) {
    if (kind == memory) return "memory";
  }
  return word_of(settings, fmt::format("execution.{}.unit", kind));
}

/// The number of cycles for which an instruction of this class occupies a pipeline with `lanes`
/// lanes.
double passes_of(std::string_view kind, double lanes, const sim::Settings& settings) {
  const double own = number_of(settings, fmt::format("execution.{}.initiation", kind), 1);
  return std::max(own, kWarpLanes / std::max(1.0, lanes));
}

void add_units(Facts& facts, const sim::Settings& settings) {
  const double cycles = fact(facts, "cycles") * number_of(settings, "sm.count", 1);
  Facts units;
  for (const auto& [name, count] : facts) {
    if (!name.starts_with(kInstructions)) continue;
    const std::string kind = name.substr(kInstructions.size());
    const std::string unit = unit_of(kind, settings);
    const std::string key = "execution." + unit;
    if (!settings.contains(key + ".lanes")) continue;
    const double pipelines = number_of(settings, key + ".count", 1);
    const double lanes = number_of(settings, key + ".lanes", kWarpLanes);
    units["unit." + unit] += ratio(count * passes_of(kind, lanes, settings), pipelines * cycles);
  }
  facts.merge(units);
}

constexpr std::string_view kLoadLatency = "load_latency.";

/// The sum of the latencies of the loads that one level serves.
double latency_sum(const Facts& facts, const std::string& level) {
  const std::string bucket = fmt::format("{}{}.from_", kLoadLatency, level);
  double loads = 0;
  for (const auto& [name, value] : facts)
    if (name.starts_with(bucket)) loads += value;
  return loads * fact(facts, fmt::format("{}{}.mean", kLoadLatency, level));
}

/// Core cycles from a load to its data on an idle machine, if DRAM has the data.
double idle_dram_latency(const sim::Settings& settings) {
  const auto core_cycles = [&](const char* key, const char* clock) {
    return number_of(settings, key) *
           ratio(number_of(settings, "device.core_clock_mhz"), number_of(settings, clock, 1));
  };
  return number_of(settings, "l1.miss_latency") +
         2 * core_cycles("interconnect.latency", "interconnect.clock_mhz") +
         core_cycles("l2.hit_latency", "l2.clock_mhz") +
         core_cycles("dram.latency", "dram.clock_mhz") +
         core_cycles("dram.t_rcd", "dram.clock_mhz") + core_cycles("dram.t_cl", "dram.clock_mhz");
}

void add_accesses(Facts& facts, const sim::Settings& settings) {
  const double lines =
      fact(facts, "l1d.loads") + fact(facts, "l1d.stores") + fact(facts, "l1d.atomics");
  facts["l1d.failures"] = ratio(fact(facts, "l1d.reservation_failures"), lines);
  const double kept = fact(facts, "l1d.stores_kept");
  facts["local.of_stores"] = ratio(kept, fact(facts, "l1d.stores"));
  facts["local.share"] = ratio(kept, lines);
  const double shared = fact(facts, "shared.accesses");
  const double constant = fact(facts, "constant_cache.loads");
  const double global = fact(facts, "global.accesses");
  facts["shared.share"] = ratio(shared, shared + global);
  facts["constant.share"] = ratio(constant, constant + shared + global);
  facts["atomics.share"] = ratio(fact(facts, "l1d.atomics"), lines);
  const double of_shared = fact(facts, "instructions.atomic") - fact(facts, "l1d.atomics");
  facts["atomics.of_shared"] = ratio(std::max(0.0, of_shared), shared);
  double in_flight = 0;
  for (const char* level : {"shared", "l1", "l2", "dram"}) in_flight += latency_sum(facts, level);
  facts["warps.of_load"] = ratio(fact(facts, "residency.warp_cycles"), in_flight);
  facts["dram.latency_ratio"] =
      ratio(fact(facts, "load_latency.dram.mean"), idle_dram_latency(settings));
}

}  // namespace

double number_of(const sim::Settings& settings, const std::string& key, double otherwise) {
  const auto found = settings.find(key);
  if (found == settings.end()) return otherwise;
  if (const auto* whole = std::get_if<std::int64_t>(&found->second.value))
    return static_cast<double>(*whole);
  const auto* number = std::get_if<double>(&found->second.value);
  return number == nullptr ? otherwise : *number;
}

std::string word_of(const sim::Settings& settings, const std::string& key) {
  const auto found = settings.find(key);
  return found == settings.end() ? "" : sim::to_string(found->second.value);
}

double fact(const Facts& facts, std::string_view name) {
  const auto found = facts.find(name);
  return found == facts.end() ? 0 : found->second;
}

Facts facts_of(const sim::SavedKernel& kernel, const sim::Settings& settings) {
  Facts facts;
  for (const Statistic& statistic : kernel.statistics)
    facts.emplace(statistic.name, statistic.value);
  add_slots(facts);
  add_units(facts, settings);
  const double busy = 1 - fact(facts, "slots.empty");
  const double warps = ratio(fact(facts, "residency.warps"), busy);
  facts["warps.held"] = ratio(warps, number_of(settings, "sm.warps", 1));
  // The statistic `blocks` counts blocks that ended. The statistic is too small if the run was cut
  // off.
  const double ended = ratio(fact(facts, "blocks"), static_cast<double>(kernel.timed_launches));
  const double blocks = std::max(ended, fact(facts, "grid.least_blocks"));
  const double places = fact(facts, "occupancy.blocks") * number_of(settings, "sm.count", 1);
  facts["grid.fill"] = ratio(blocks, places);
  const double latency =
      number_of(settings, "control.launch_latency") * static_cast<double>(kernel.timed_launches);
  facts["launch.of_empty"] =
      ratio(ratio(latency, fact(facts, "cycles")), fact(facts, "slots.empty"));
  facts["branch.divergent"] =
      ratio(fact(facts, "divergent_branches"), fact(facts, "instructions.branch"));
  const double launches = static_cast<double>(kernel.timed_launches);
  facts["l1d.fetched_again"] =
      ratio(ratio(fact(facts, "l1d.misses"), number_of(settings, "sm.count", 1) * launches),
            fact(facts, "l2.misses") - fact(facts, "l2.store_misses"));
  facts["branch.of_warp"] = ratio(fact(facts, "divergent_branches"), fact(facts, "warps"));
  facts["block.longest"] =
      ratio(fact(facts, "block_lifetime.greatest"), fact(facts, "block_lifetime.mean"));
  add_accesses(facts, settings);
  return facts;
}

}  // namespace heddle::study
