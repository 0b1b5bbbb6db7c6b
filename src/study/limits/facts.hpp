// The facts about a kernel: its statistics, and values derived from the statistics and from the
// machine.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>

#include "heddle/sim/records/saved_stats.hpp"
#include "heddle/sim/settings/setting.hpp"

namespace heddle::study {

/// The number that a run's config.toml has for the key; `otherwise` if the key is missing.
double number_of(const sim::Settings& settings, const std::string& key, double otherwise = 0);
/// The text that config.toml has for the key; "" if the key is missing.
std::string word_of(const sim::Settings& settings, const std::string& key);

/// A part of a kernel's issue slots. The parts do not overlap. They add up to all slots, except for
/// the slots with the stall reason `away`.
struct SlotPart {
  std::string_view name;     ///< name of the fact for the part's share of all slots: "slots.memory"
  std::string_view counter;  ///< name of the statistic that counts the slots
  std::string_view sentence;  ///< what the slots do, as in "wait for loads or atomics"
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

/// The statistics of the kernel, the facts of kSlotParts, and these facts, which are all ratios:
///   warps.held           mean warps of an SM with at least one warp / warps that an SM can hold
///   grid.fill            blocks of a launch / blocks that the empty machine holds
///   launch.of_empty      latency of the launches / time in which issue slots have no warp
///   branch.divergent     branches whose lanes took both ways / all branches
///   branch.of_warp       branches whose lanes took both ways / warps
///   block.longest        longest time of a block on an SM / mean time
///   l1d.failures         failed attempts of line accesses / line accesses of the L1
///   local.of_stores      stores that the L1 keeps (to local memory) / line accesses of stores
///   local.share          stores that the L1 keeps / all line accesses of the L1
///   constant.share       loads of the constant cache / these, and accesses to shared and global
///                        memory
///   l1d.fetched_again    lines that an SM's L1 misses in a launch / lines that the L2 misses
///   atomics.share        line accesses of atomics / all line accesses of the L1
///   atomics.of_shared    atomics of shared memory / accesses to shared memory
///   warps.of_load        mean number of warps / mean number of loads in flight; 0: no loads
///   dram.latency_ratio   mean latency of loads that DRAM serves / their latency on an idle machine
///   shared.share         accesses to shared memory / accesses to shared and global memory
///   unit.NAME            busy cycles of the unit's pipelines / all cycles of the pipelines;
///                        NAME is sp, dp, sfu, integer or memory
Facts facts_of(const sim::SavedKernel& kernel, const sim::Settings& settings);

/// The value of a fact; 0 if the kernel does not have the fact.
double fact(const Facts& facts, std::string_view name);

}  // namespace heddle::study
