#include "heddle/core/terms/counters.hpp"

#include <numeric>
#include <string>

namespace heddle::core {
namespace {

constexpr std::array<std::string_view, kLevels> kLevelNames = {"shared", "l1", "l2", "dram"};
constexpr std::array<std::string_view, kLevels> kLevelMeanings = {
    "cycles of loads from shared memory or the constant cache, issue to completion",
    "cycles of loads that hit in the L1, issue to completion",
    "cycles of loads answered by the L2 at the latest, issue to completion",
    "cycles of loads that DRAM had to answer, issue to completion"};

/// Names of statistics. Each launch describes its values again, so names that do not change are
/// made only once.
struct Names {
  std::array<std::string, kLifetimeBuckets> buckets;
  std::array<std::string, kWarpSize + 1> lanes;

  Names() {
    for (unsigned i = 0; i < buckets.size(); ++i)
      buckets[i] = "from_" + std::to_string(std::uint64_t{1} << i);
    for (unsigned i = 0; i < lanes.size(); ++i) lanes[i] = std::to_string(i);
  }
};

const Names& names() {
  static const Names names;
  return names;
}

/// Describes a histogram by its buckets and its mean. `unit`: cycles or instructions.
template <unsigned Buckets>
struct Durations {
  const LogHistogram<Buckets>& histogram;
  std::string_view unit, what;
  std::string_view unit_of_mean = "cycles";

  void describe(StatisticVisitor& visit) const {
    for (unsigned i = 0; i < Buckets; ++i)
      visit.count(names().buckets[i], histogram.counts[i], unit, what);
    visit.ratio("mean", static_cast<double>(histogram.sum), static_cast<double>(histogram.number),
                unit_of_mean, what);
  }
};

struct Lanes {
  const std::array<std::uint64_t, kWarpSize + 1>& instructions;

  void describe(StatisticVisitor& visit) const {
    for (unsigned i = 0; i < instructions.size(); ++i) {
      visit.count(names().lanes[i], instructions[i], "instructions",
                  "warp instructions issued with this many active lanes");
    }
  }
};

struct Latencies {
  const KernelCounters& counters;

  void describe(StatisticVisitor& visit) const {
    for (unsigned i = 0; i < kLevels; ++i) {
      visit.group(kLevelNames[i], Durations<kLatencyBuckets>{counters.load_latency[i],
                                                             "instructions", kLevelMeanings[i]});
    }
  }
};

}  // namespace

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
  visit.count("store_hits", store_hits, "accesses", "stores that wrote into the cache");
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

void SharedMemoryCounters::describe(StatisticVisitor& visit) const {
  visit.count("accesses", accesses, "instructions", "shared-memory instructions");
  visit.count("cycles", cycles, "cycles", "cycles in which the banks served them");
  visit.count("words", words, "words", "32-bit words that their lanes named");
  visit.ratio(
      "conflict_degree", static_cast<double>(cycles), static_cast<double>(accesses),
      "cycles/instruction",
      "cycles of the banks an access; without conflicts 1 where a warp executes in one pass");
}

void FetchCounters::describe(StatisticVisitor& visit) const {
  visit.count("fetches", fetches, "fetches", "of the SM's instruction cache");
  visit.count("misses", misses, "fetches", "that found their line not there");
  visit.count("own_hits", own_hits, "fetches", "served by a lane group's own L0 cache instead");
}

std::uint64_t KernelCounters::thread_instructions() const {
  return std::accumulate(threads_by_class.begin(), threads_by_class.end(), std::uint64_t{0});
}

void ScalarCounters::describe(StatisticVisitor& visit) const {
  visit.count("instructions", instructions, "instructions",
              "warp instructions that were executed once for all threads");
  visit.count("register_reads", register_reads, "words", "read of scalar registers");
  visit.count("register_writes", register_writes, "words", "written to scalar registers");
  visit.count("broadcasts", broadcasts, "words",
              "of the reads, those of instructions that each thread executes");
}

void KernelCounters::describe(StatisticVisitor& visit) const {
  const std::uint64_t threads = thread_instructions();
  visit.count("warp_instructions", warp_instructions, "instructions", "warp instructions issued");
  visit.count("thread_instructions", threads, "instructions", "the same, by active lane");
  visit.count("ptx_instructions", ptx_instructions, "instructions",
              "PTX warp instructions that they stand for");
  visit.ratio("simd_efficiency", static_cast<double>(threads),
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
  for (unsigned i = 0; i < isa::kOpClasses; ++i) {
    const auto name = std::string(isa::name_of(static_cast<isa::OpClass>(i)));
    visit.count("threads." + name, threads_by_class[i], "instructions", "the same, by active lane");
  }
  for (unsigned i = 0; i < isa::kMatrixElements; ++i) {
    const auto name = std::string(isa::name_of(static_cast<isa::MatrixElements>(i)));
    visit.count("matrix." + name, multiply_adds[i], "operations",
                "multiply-adds of the matrix unit on these elements");
  }
  visit.count("register_file.reads", register_reads, "accesses", "register banks read");
  visit.count("register_file.writes", register_writes, "accesses", "register banks written");
  visit.ratio("barrier.instruction_share",
              static_cast<double>(by_class[static_cast<std::size_t>(isa::OpClass::barrier)]),
              static_cast<double>(warp_instructions), "", "warp instructions that are barriers");
  visit.group("shared", shared);
  visit.count("global.accesses", global_accesses, "instructions",
              "global and local memory instructions");
  visit.count("global.transactions", global_transactions, "transactions",
              "line accesses that they made");
  visit.ratio("global.transactions_per_access", static_cast<double>(global_transactions),
              static_cast<double>(global_accesses), "transactions/instruction",
              "1 where all lanes touch one line");
  visit.group("fetch", fetch);
  visit.group("l1d", l1);
  visit.ratio("l1d.mpki", 1e3 * static_cast<double>(l1.misses + l1.merges),
              static_cast<double>(threads), "accesses/1000 instructions",
              "L1 misses and merges per thousand thread instructions");
  visit.ratio("l1d.miss_pki", 1e3 * static_cast<double>(l1.misses), static_cast<double>(threads),
              "accesses/1000 instructions",
              "L1 misses per thousand thread instructions, merges not among them");
  visit.ratio("l1d.mpki_warp", 1e3 * static_cast<double>(l1.misses + l1.merges),
              static_cast<double>(warp_instructions), "accesses/1000 instructions",
              "L1 misses and merges per thousand warp instructions");
  visit.group("constant_cache", constant_cache);
  visit.group("texture_cache", texture_cache);
  visit.group("lanes", Lanes{by_lanes});
  visit.group("load_latency", Latencies{*this});
  visit.group("warp_lifetime",
              Durations<kLifetimeBuckets>{warp_lifetime, "warps",
                                          "cycles from a warp's launch until it had drained"});
  visit.group("block_lifetime",
              Durations<kLifetimeBuckets>{block_lifetime, "blocks",
                                          "cycles from a block's arrival to its last warp's end"});
  visit.group("warp_work",
              Durations<kWorkBuckets>{warp_work, "warps",
                                      "warp instructions that a warp issued until it ended",
                                      "instructions"});
  visit.group("rtru", balance);
}

void LifetimeExtremes::describe(StatisticVisitor& visit) const {
  const auto extremes = [&](const Extremes& of, std::string_view least, std::string_view greatest,
                            std::string_view unit, std::string_view doc) {
    visit.least(least, static_cast<double>(of.least), unit, doc);
    visit.greatest(greatest, static_cast<double>(of.greatest), unit, doc);
  };
  extremes(warp, "warp_lifetime.least", "warp_lifetime.greatest", "cycles",
           "of the warp that lived shortest or longest");
  extremes(block, "block_lifetime.least", "block_lifetime.greatest", "cycles",
           "of the block that lived shortest or longest");
  extremes(work, "warp_work.least", "warp_work.greatest", "instructions",
           "of the warp that issued fewest or most");
  visit.greatest("rtru.greatest", static_cast<double>(rtru.greatest) / WarpBalance::kUnits, "",
                 "of the block whose warps ended most unevenly");
}

void ExchangeCounts::describe(StatisticVisitor& visit) const {
  visit.count("exchanges", exchanges, "exchanges", "of warps that left slots or took them");
  visit.count("warps_out", warps_out, "warps", "that left their slots");
  visit.count("warps_in", warps_in, "warps", "that took slots in exchanges");
  visit.count("bytes", bytes, "B", "of contexts that moved");
  visit.count("cycles", cycles, "cycles", "in which they moved");
}

void ContextCounts::describe(StatisticVisitor& visit) const {
  visit.count("blocks_saved", blocks_saved, "blocks",
              "that a signal had leave an SM before their end");
  visit.count("bytes_stored", bytes_stored, "B", "of their contexts, that went to memory");
  visit.count("stores", stores, "requests", "of a segment of 128 bytes at most, by which they did");
  visit.count("blocks_restored", blocks_restored, "blocks", "that came back and went on");
  visit.count("bytes_loaded", bytes_loaded, "B", "of their contexts, that came from memory");
  visit.count("loads", loads, "requests", "of a segment of 128 bytes at most, by which they did");
  visit.count("restore_cycles", restore_cycles, "cycles",
              "of a block, from its arrival on the SM until it went on");
}

std::uint64_t SmCounters::thread_instructions() const {
  std::uint64_t sum = 0;
  for (const KernelCounters& kernel : kernels) sum += kernel.thread_instructions();
  return sum;
}

}  // namespace heddle::core
