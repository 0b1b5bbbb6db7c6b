// What a report knows of a kernel: its statistics, and values derived from them and the machine.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>

#include "heddle/sim/records/saved_stats.hpp"
#include "heddle/sim/settings/setting.hpp"

namespace heddle::study {

/// The number at a key of a run's config.toml; `otherwise` where there is none.
double number_of(const sim::Settings& settings, const std::string& key, double otherwise = 0);
/// The word there; "" where there is none.
std::string word_of(const sim::Settings& settings, const std::string& key);

/// A part of a kernel's issue slots. Parts do not overlap: they add up to all slots.
struct SlotPart {
  std::string_view name;      ///< of the fact, its share of all slots: "slots.memory"
  std::string_view counter;   ///< the statistic that it is made of
  std::string_view sentence;  ///< what these slots do: "wait for loads or atomics"
};

inline constexpr std::array<SlotPart, 13> kSlotParts = {{
    {"slots.useful", "stall.issued", "issue an instruction, counted by active lane"},
    {"slots.lost_lanes", "stall.issued", "are lost to lanes that are not active"},
    {"slots.memory", "stall.scoreboard_memory", "wait for loads or atomics"},
    {"slots.pipeline", "stall.pipeline", "wait for a unit or the load-store queue"},
    {"slots.compute", "stall.scoreboard_compute", "wait for results of arithmetic"},
    {"slots.barrier", "stall.barrier", "wait at barriers"},
    {"slots.fetch", "stall.fetch", "wait for instructions"},
    {"slots.order", "stall.memory_order", "wait for a fence or an atomic on the same bytes"},
    {"slots.service", "stall.service", "wait for the host"},
    {"slots.throttled", "stall.throttled", "are held by the throttle"},
    {"slots.drain", "stall.drain", "wait for what ended warps left in flight"},
    {"slots.stopped", "stall.stopped", "have only blocks that leave the SM"},
    {"slots.empty", "stall.empty", "have no warp"},
}};

using Facts = std::map<std::string, double, std::less<>>;

/// The statistics of a kernel, its slots.* and:
///   warps.held           warps an SM that has any holds, over those that it can
///   grid.fill            blocks of a launch, over those that an empty machine holds
///   launch.of_empty      latency of launches, over the time in which schedulers have no warp
///   branch.divergent     branches whose lanes went two ways, of all
///   l1d.failures         accesses that had to be tried again, by line access
///   local.of_stores      line accesses of stores to local memory that the L1 keeps, of all stores'
///   local.share          the same, of all line accesses of the L1
///   shared.share         of the accesses to shared and to global memory
///   unit.sp, dp, sfu, integer, memory   passes of warps, over what the pipelines take
Facts facts_of(const sim::SavedKernel& kernel, const sim::Settings& settings);

/// 0 where there is none.
double fact(const Facts& facts, std::string_view name);

}  // namespace heddle::study
