#include "heddle/core/counters.hpp"

#include <string>

namespace heddle::core {
namespace {

constexpr std::array<std::string_view, kLevels> kLevelNames = {"shared", "l1", "l2", "dram"};
constexpr std::array<std::string_view, kLevels> kLevelMeanings = {
    "loads from shared memory or the constant cache", "loads that hit in the L1",
    "loads answered by the L2, its slowest part", "loads answered by DRAM, its slowest part"};

/// The buckets as counts, and the mean.
template <unsigned Buckets>
void describe_durations(StatisticVisitor& visit, const std::string& name, std::string_view what,
                        std::string_view unit, const LogHistogram<Buckets>& histogram) {
  for (unsigned i = 0; i < Buckets; ++i) {
    const std::uint64_t from = std::uint64_t{1} << i;
    visit.count(name + ".from_" + std::to_string(from), histogram.counts[i], unit,
                std::string(what) + ", those of " + std::to_string(from) +
                    (i + 1 == Buckets ? " cycles or more"
                                      : " to " + std::to_string(2 * from - 1) + " cycles"));
  }
  visit.ratio(name + ".mean", static_cast<double>(histogram.sum),
              static_cast<double>(histogram.number), "cycles", std::string(what) + ", on average");
}

void describe_lanes(StatisticVisitor& visit, const KernelCounters& counters) {
  for (unsigned lanes = 0; lanes < counters.by_lanes.size(); ++lanes) {
    visit.count("lanes." + std::to_string(lanes), counters.by_lanes[lanes], "instructions",
                "warp instructions issued with this many active lanes");
  }
}

}  // namespace

void L1Counters::describe(StatisticVisitor& visit) const {
  visit.count("loads", loads, "accesses", "line accesses of loads");
  visit.count("stores", stores, "accesses", "line accesses of stores");
  visit.count("atomics", atomics, "accesses",
              "line accesses of atomics, which are performed at the L2");
  visit.count("hits", hits, "accesses", "loads whose sectors were all present");
  visit.count("misses", misses, "accesses", "loads that sent for a line or sector");
  visit.count("merges", merges, "accesses", "loads that joined an outstanding line");
  visit.count("bypasses", bypasses, "accesses", "loads that may not be served by the L1");
  visit.count("reservation_failures", reservation_failures, "attempts",
              "accesses that had to be tried again");
  visit.ratio("miss_rate", static_cast<double>(misses + merges),
              static_cast<double>(hits + misses + merges), "", "misses and merges per load access");
}

void KernelCounters::describe(StatisticVisitor& visit) const {
  visit.count("warp_instructions", warp_instructions, "instructions", "warp instructions issued");
  visit.count("thread_instructions", thread_instructions, "instructions",
              "the same, by active lane");
  visit.count("ptx_instructions", ptx_instructions, "instructions",
              "PTX warp instructions that they stand for");
  visit.ratio("simd_efficiency", static_cast<double>(thread_instructions),
              32.0 * static_cast<double>(warp_instructions), "", "active lanes per lane");
  visit.count("divergent_branches", divergent_branches, "branches",
              "branches whose lanes went two ways");
  visit.count("blocks", blocks, "blocks", "blocks finished");
  visit.count("warps", warps, "warps", "warps finished");
  for (unsigned i = 0; i < isa::kOpClasses; ++i) {
    const auto name = std::string(isa::name_of(static_cast<isa::OpClass>(i)));
    visit.count("instructions." + name, by_class[i], "instructions",
                "warp instructions of this class");
  }
  visit.count("shared.accesses", shared_accesses, "instructions", "shared-memory instructions");
  visit.count("shared.cycles", shared_cycles, "cycles", "cycles that they held the banks");
  visit.ratio("shared.conflict_degree", static_cast<double>(shared_cycles),
              static_cast<double>(shared_accesses), "cycles/instruction",
              "cycles that an access held the banks: 1 without conflicts");
  visit.count("global.accesses", global_accesses, "instructions",
              "global and local memory instructions");
  visit.count("global.transactions", global_transactions, "transactions",
              "line accesses that they made");
  visit.ratio("global.transactions_per_access", static_cast<double>(global_transactions),
              static_cast<double>(global_accesses), "transactions/instruction",
              "1 where all lanes touch one line");
  visit.group("l1d", l1);
  visit.ratio("l1d.mpki", 1e3 * static_cast<double>(l1.misses + l1.merges),
              static_cast<double>(thread_instructions), "accesses/1000 instructions",
              "L1 misses and merges per thousand thread instructions");
  visit.ratio("l1d.mpki_warp", 1e3 * static_cast<double>(l1.misses + l1.merges),
              static_cast<double>(warp_instructions), "accesses/1000 instructions",
              "L1 misses and merges per thousand warp instructions");
  describe_lanes(visit, *this);
  for (unsigned i = 0; i < kLevels; ++i) {
    describe_durations(visit, "load_latency." + std::string(kLevelNames[i]), kLevelMeanings[i],
                       "instructions", load_latency[i]);
  }
  describe_durations(visit, "warp_lifetime", "cycles from a warp's launch until it has drained",
                     "warps", warp_lifetime);
  describe_durations(visit, "block_lifetime",
                     "cycles from a block's arrival until its last warp has drained", "blocks",
                     block_lifetime);
}

void LifetimeExtremes::describe(StatisticVisitor& visit) const {
  visit.least("warp_lifetime.least", warp.least, "cycles", "of the warp that lived shortest");
  visit.greatest("warp_lifetime.greatest", warp.greatest, "cycles",
                 "of the one that lived longest");
  visit.least("block_lifetime.least", block.least, "cycles", "of the block that lived shortest");
  visit.greatest("block_lifetime.greatest", block.greatest, "cycles",
                 "of the one that lived longest");
}

}  // namespace heddle::core
