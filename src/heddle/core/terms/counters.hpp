// What an SM counts, by kernel slot. Sums over SMs and differences between moments are what results
// show.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/histogram.hpp"
#include "heddle/base/statistics/statistic.hpp"
#include "heddle/base/types.hpp"
#include "heddle/core/terms/warp_balance.hpp"
#include "heddle/exec/step/access.hpp"
#include "heddle/isa/op.hpp"
#include "heddle/model/kernel_slots.hpp"

namespace heddle::core {

using model::kKernelSlots;

/// Accesses that had to be tried again, by what was missing.
struct ReservationFailures {
  std::uint64_t line = 0, entry = 0, merge = 0, port = 0;

  void describe(StatisticVisitor& visit) const;
};

struct L1Counters {
  std::uint64_t loads = 0, stores = 0, atomics = 0;
  std::uint64_t hits = 0, misses = 0, merges = 0, bypasses = 0;
  std::uint64_t store_hits = 0;  ///< stores that wrote into the cache
  std::uint64_t stores_kept = 0, write_backs = 0;
  ReservationFailures failures;

  void describe(StatisticVisitor& visit) const;
};

struct FetchCounters {
  std::uint64_t fetches = 0, misses = 0;  ///< of the SM's instruction cache
  std::uint64_t own_hits = 0;             ///< of the lane groups' L0 caches

  void describe(StatisticVisitor& visit) const;
};

struct SharedMemoryCounters {
  std::uint64_t accesses = 0;  ///< instructions
  std::uint64_t cycles = 0;    ///< in which its banks served them
  std::uint64_t words = 0;     ///< of 32 bits, that their lanes named
  std::uint64_t waits = 0;     ///< cycles in which an access of a lane waited for a bank

  void describe(StatisticVisitor& visit) const;
};

/// What answered a load: of several line accesses, the farthest. `shared` is shared memory or the
/// constant cache.
enum class Level : std::uint8_t { shared, l1, l2, dram };
inline constexpr unsigned kLevels = 4;

inline constexpr unsigned kLatencyBuckets = 16;   ///< up to 32767 cycles
inline constexpr unsigned kLifetimeBuckets = 24;  ///< up to 16 million cycles
inline constexpr unsigned kWorkBuckets = 20;      ///< up to a million instructions

struct KernelCounters : Counts<KernelCounters> {
  std::uint64_t warp_instructions = 0, ptx_instructions = 0;
  /// Of the warp instructions, those that parts of a gang issue beside the gang's first part.
  std::uint64_t gang_followers = 0;
  std::array<std::uint64_t, isa::kOpClasses> by_class{};          ///< warp instructions
  std::array<std::uint64_t, isa::kOpClasses> threads_by_class{};  ///< their active lanes
  std::uint64_t register_reads = 0, register_writes = 0;          ///< of banks
  std::uint64_t divergent_branches = 0;
  SharedMemoryCounters shared;
  std::uint64_t global_accesses = 0, global_transactions = 0;
  std::uint64_t blocks = 0, warps = 0;
  FetchCounters fetch;
  std::uint64_t request_flits = 0;                      ///< that left the SM
  std::array<std::uint64_t, kWarpSize + 1> by_lanes{};  ///< warp instructions by active lanes
  std::array<LogHistogram<kLatencyBuckets>, kLevels> load_latency{};
  LogHistogram<kLifetimeBuckets> warp_lifetime, block_lifetime;
  LogHistogram<kWorkBuckets> warp_work;  ///< instructions of the warps that have ended
  WarpBalance balance;
  L1Counters l1;
  L1Counters constant_cache, texture_cache;

  std::uint64_t thread_instructions() const;
  /// A memory instruction is done; loads count by what answered them.
  void finish_access(exec::AccessKind kind, Level level, Cycle cycles) {
    if (kind != exec::AccessKind::load && kind != exec::AccessKind::texture) return;
    load_latency[static_cast<std::size_t>(level)].add(cycles);
  }
  void describe(StatisticVisitor& visit) const;
};

/// Of programs with scalar registers, on machines that keep these apart: what was executed once for
/// all threads of a warp.
struct ScalarCounters : Counts<ScalarCounters> {
  std::uint64_t instructions = 0;
  std::uint64_t register_reads = 0, register_writes = 0;  ///< words of scalar registers
  std::uint64_t broadcasts = 0;  ///< of the reads, those of instructions of all threads
  std::array<std::uint64_t, isa::kOpClasses> by_class{};          ///< of the instructions
  std::array<std::uint64_t, isa::kOpClasses> threads_by_class{};  ///< for which they stand

  void describe(StatisticVisitor& visit) const;
};

/// Of the warps and blocks that have ended since the kernel slot was bound.
struct LifetimeExtremes {
  Extremes warp, block;
  Extremes work;  ///< instructions of a warp
  Extremes rtru;  ///< of a block, in units of WarpBalance

  LifetimeExtremes& operator+=(const LifetimeExtremes& other) {
    warp.add(other.warp);
    block.add(other.block);
    work.add(other.work);
    rtru.add(other.rtru);
    return *this;
  }
  void describe(StatisticVisitor& visit) const;
};

/// Warps that left slots of the SM, and warps that took some (WarpSlots).
struct ExchangeCounts : Counts<ExchangeCounts> {
  std::uint64_t exchanges = 0;
  std::uint64_t warps_out = 0, warps_in = 0;
  std::uint64_t bytes = 0;   ///< of contexts that have moved
  std::uint64_t cycles = 0;  ///< in which some moved

  void describe(StatisticVisitor& visit) const;
};

/// Blocks that a signal had leave the SM before their end, and such that came back, with what of
/// their contexts moved between the SM and memory (Checkpoint).
struct ContextCounts : Counts<ContextCounts> {
  std::uint64_t blocks_saved = 0;
  std::uint64_t bytes_stored = 0;
  std::uint64_t stores = 0;  ///< of a segment each
  std::uint64_t blocks_restored = 0;
  std::uint64_t bytes_loaded = 0;
  std::uint64_t loads = 0;
  std::uint64_t restore_cycles = 0;  ///< of blocks, from their arrival until they went on

  void describe(StatisticVisitor& visit) const;
};

/// Of one SM, by kernel slot.
struct SmCounters {
  std::array<KernelCounters, kKernelSlots> kernels{};
  std::array<ScalarCounters, kKernelSlots> scalars{};
  std::array<LifetimeExtremes, kKernelSlots> lifetimes{};
  std::array<ExchangeCounts, kKernelSlots> exchanges{};  ///< by the first warp's kernel
  std::array<ContextCounts, kKernelSlots> contexts{};

  std::uint64_t thread_instructions() const;  ///< of all kernels, ever
};

}  // namespace heddle::core
