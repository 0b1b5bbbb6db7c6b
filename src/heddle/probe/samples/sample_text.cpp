#include "heddle/probe/samples/sample_text.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace heddle::probe {
namespace {

/// The stall reason without a column. Its share is 1 minus the sum of the other shares.
constexpr auto kUnsampled = model::kStallNames[static_cast<std::size_t>(model::Stall::away)];

std::string quotient(double part, double whole) {
  return whole == 0 ? "," : fmt::format(",{:.6g}", part / whole);
}

std::string quotient(std::uint64_t part, std::uint64_t whole) {
  return quotient(static_cast<double>(part), static_cast<double>(whole));
}

/// Returns the columns of power in watts: total power, and power of each group.
std::string power(const energy::Breakdown& energy) {
  std::string text = quotient(energy.total(), energy.seconds);
  for (std::size_t i = 0; i < energy::kGroups; ++i)
    text += quotient(energy.of(static_cast<energy::Group>(i)), energy.seconds);
  return text;
}

}  // namespace

std::string sample_heading() {
  std::string line = "begin,end,warp_instructions,thread_instructions,ipc.warp,ipc.thread,warps";
  for (const auto name : model::kStallNames)
    if (name != kUnsampled) line += fmt::format(",stall.{}", name);
  line +=
      ",l1d.loads,l1d.hit_rate,l2.requests,l2.hit_rate,noc.request_utilization,"
      "noc.reply_utilization,dram.bytes,dram.utilization,dram.row_hit_rate,load_store_queue,"
      "l1d.outstanding,l2_queue,dram_queue,power.total";
  for (std::size_t i = 0; i < energy::kGroups; ++i)
    line += fmt::format(",power.{}", energy::name_of(static_cast<energy::Group>(i)));
  return line + '\n';
}

std::string sample_line(const Sample& sample, const MachineFacts& machine) {
  const MachineCounts& counts = sample.counts;
  const MachineLevels& levels = sample.levels;
  const Cycle cycles = sample.end - sample.begin;
  const Peak capacity = machine.peak(cycles);
  std::string line = fmt::format("{},{},{},{}", sample.begin, sample.end, counts.warp_instructions,
                                 counts.thread_instructions);
  line += quotient(counts.warp_instructions, cycles);
  line += quotient(counts.thread_instructions, cycles);
  line += fmt::format(",{}", levels.warps);
  const Cycle slots = cycles * machine.size.sms * machine.size.schedulers;
  for (std::size_t reason = 0; reason < counts.slot_cycles.size(); ++reason)
    if (model::kStallNames[reason] != kUnsampled)
      line += quotient(counts.slot_cycles[reason], slots);
  line += fmt::format(",{}", counts.l1_loads) + quotient(counts.l1_hits, counts.l1_loads);
  line += fmt::format(",{}", counts.l2_requests) + quotient(counts.l2_hits, counts.l2_requests);
  line += quotient(counts.request_flits, capacity.flits);
  line += quotient(counts.reply_flits, capacity.flits);
  line += fmt::format(",{}", counts.dram_bytes) + quotient(counts.dram_bytes, capacity.dram_bytes);
  line += quotient(counts.dram_accesses - std::min(counts.dram_accesses, counts.dram_activates),
                   counts.dram_accesses);
  line += fmt::format(",{},{},{},{}", levels.load_store_queue, levels.l1_outstanding,
                      levels.l2_queue, levels.dram_queue);
  return line + power(machine.energy.breakdown(counts.activity, cycles)) + '\n';
}

}  // namespace heddle::probe
