// What an SM counts, by kernel slot. Sums over SMs and differences between moments are what results
// show.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/counts.hpp"
#include "heddle/base/statistic.hpp"
#include "heddle/isa/op.hpp"

namespace heddle::core {

inline constexpr unsigned kKernelSlots = 8;

/// Accesses that had to be tried again, by what was missing.
struct ReservationFailures {
  std::uint64_t line = 0, entry = 0, merge = 0, port = 0;

  void describe(StatisticVisitor& visit) const;
};

struct L1Counters {
  std::uint64_t loads = 0, stores = 0, atomics = 0;
  std::uint64_t hits = 0, misses = 0, merges = 0, bypasses = 0;
  std::uint64_t stores_kept = 0, write_backs = 0;
  ReservationFailures failures;

  void describe(StatisticVisitor& visit) const;
};

struct FetchCounters {
  std::uint64_t fetches = 0, misses = 0;  ///< of the SM's instruction cache
  std::uint64_t own_hits = 0;             ///< of the lane groups' L0 caches

  void describe(StatisticVisitor& visit) const;
};

struct KernelCounters : Counts<KernelCounters> {
  std::uint64_t warp_instructions = 0, thread_instructions = 0, ptx_instructions = 0;
  std::array<std::uint64_t, isa::kOpClasses> by_class{};  ///< warp instructions
  std::uint64_t divergent_branches = 0;
  std::uint64_t shared_accesses = 0, shared_cycles = 0;
  std::uint64_t global_accesses = 0, global_transactions = 0;
  std::uint64_t blocks = 0, warps = 0;
  FetchCounters fetch;
  L1Counters l1;
  L1Counters constant_cache, texture_cache;

  void describe(StatisticVisitor& visit) const;
};

}  // namespace heddle::core
