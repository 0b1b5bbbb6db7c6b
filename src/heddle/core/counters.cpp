#include "heddle/core/counters.hpp"

#include <string>

namespace heddle::core {

void ReservationFailures::describe(StatisticVisitor& visit) const {
  visit.count("line", line, "attempts", "because all lines of the set are on their way");
  visit.count("entry", entry, "attempts", "because no miss register was free");
  visit.count("merge", merge, "attempts", "because too many wait for that line");
  visit.count("port", port, "attempts", "because no request could leave");
}

void L1Counters::describe(StatisticVisitor& visit) const {
  visit.count("loads", loads, "accesses", "line accesses of loads");
  visit.count("stores", stores, "accesses", "line accesses of stores");
  visit.count("atomics", atomics, "accesses",
              "line accesses of atomics, which are performed at the L2");
  visit.count("hits", hits, "accesses", "loads whose sectors were all present");
  visit.count("misses", misses, "accesses", "loads that sent for a line or sector");
  visit.count("merges", merges, "accesses", "loads that joined an outstanding line");
  visit.count("bypasses", bypasses, "accesses", "loads that may not be served by the L1");
  visit.count("stores_kept", stores_kept, "accesses",
              "stores to local memory that the L2 gets when their line is evicted");
  visit.count("write_backs", write_backs, "lines", "lines written to the L2 when evicted");
  visit.count("reservation_failures",
              failures.line + failures.entry + failures.merge + failures.port, "attempts",
              "accesses that had to be tried again");
  visit.group("reservation_failure", failures);
  visit.ratio("miss_rate", static_cast<double>(misses + merges),
              static_cast<double>(hits + misses + merges), "", "misses and merges per load access");
}

void FetchCounters::describe(StatisticVisitor& visit) const {
  visit.count("fetches", fetches, "fetches", "of the SM's instruction cache");
  visit.count("misses", misses, "fetches", "that found their line not there");
  visit.count("own_hits", own_hits, "fetches", "served by a lane group's own L0 cache instead");
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
  visit.count("global.accesses", global_accesses, "instructions",
              "global and local memory instructions");
  visit.count("global.transactions", global_transactions, "transactions",
              "line accesses that they made");
  visit.group("fetch", fetch);
  visit.group("l1d", l1);
  visit.group("constant_cache", constant_cache);
  visit.group("texture_cache", texture_cache);
}

}  // namespace heddle::core
