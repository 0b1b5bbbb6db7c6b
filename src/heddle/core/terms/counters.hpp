// The counts of an SM, by kernel slot. Results show their sums over SMs, and their differences
// between two points in time.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/histogram.hpp"
#include "heddle/base/statistics/statistic.hpp"
#include "heddle/base/types.hpp"
#include "heddle/core/terms/warp_balance.hpp"
#include "heddle/exec/step/access.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/terms/op.hpp"
#include "heddle/model/kernel_slots.hpp"

namespace heddle::core {

using model::kKernelSlots;

/// Accesses that had to be tried again, counted by the resource that they lacked.
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
  /// Accesses to the SM's instruction cache, and their misses.
  std::uint64_t fetches = 0, misses = 0;
  std::uint64_t own_hits = 0;  ///< hits in the lane groups' L0 caches

  void describe(StatisticVisitor& visit) const;
};

struct SharedMemoryCounters {
  std::uint64_t accesses = 0;  ///< memory instructions that accessed shared memory
  std::uint64_t cycles = 0;    ///< cycles in which the banks served these instructions
  std::uint64_t words = 0;     ///< 32-bit words that the lanes of these instructions accessed
  std::uint64_t waits = 0;     ///< cycles in which an access of a lane waited for a bank

  void describe(StatisticVisitor& visit) const;
};

/// The level that answers a load. A load with several line accesses counts for the farthest level
/// that answers one of them. `shared` is shared memory or the constant cache.
enum class Level : std::uint8_t { shared, l1, l2, dram };
inline constexpr unsigned kLevels = 4;

inline constexpr unsigned kLatencyBuckets = 16;   ///< up to 32767 cycles
inline constexpr unsigned kLifetimeBuckets = 24;  ///< up to 16 million cycles
inline constexpr unsigned kWorkBuckets = 20;      ///< up to a million instructions

struct KernelCounters : Counts<KernelCounters> {
  std::uint64_t warp_instructions = 0, ptx_instructions = 0;
  /// Warp instructions issued by parts of a gang, not counting the gang's first part.
  std::uint64_t gang_followers = 0;
  std::array<std::uint64_t, isa::kOpClasses> by_class{};  ///< warp instructions
  /// Active threads of these warp instructions.
  std::array<std::uint64_t, isa::kOpClasses> threads_by_class{};
  /// By type of elements: multiply-adds of the matrix unit.
  std::array<std::uint64_t, isa::kMatrixElements> multiply_adds{};
  std::uint64_t register_reads = 0, register_writes = 0;  ///< accesses to register banks
  std::uint64_t divergent_branches = 0;
  SharedMemoryCounters shared;
  std::uint64_t global_accesses = 0, global_transactions = 0;
  std::uint64_t blocks = 0, warps = 0;
  FetchCounters fetch;
  std::uint64_t request_flits = 0;  ///< flits of the requests that the SM has sent
  std::array<std::uint64_t, kWarpSize + 1> by_lanes{};  ///< warp instructions, by number of active
                                                        ///< lanes
  std::array<LogHistogram<kLatencyBuckets>, kLevels> load_latency{};
  LogHistogram<kLifetimeBuckets> warp_lifetime, block_lifetime;
  LogHistogram<kWorkBuckets> warp_work;  ///< ended warps, by number of their instructions
  WarpBalance balance;
  L1Counters l1;
  L1Counters constant_cache, texture_cache;

  std::uint64_t thread_instructions() const;
  /// Counts a finished memory instruction. Loads are counted by the level that answered them.
  void finish_access(exec::AccessKind kind, Level level, Cycle cycles) {
    if (kind != exec::AccessKind::load && kind != exec::AccessKind::texture) return;
    load_latency[static_cast<std::size_t>(level)].add(cycles);
  }
  void describe(StatisticVisitor& visit) const;
};

/// Counts for programs with scalar registers, on machines that keep these registers separate. A
/// scalar instruction executes once for all threads of a warp.
struct ScalarCounters : Counts<ScalarCounters> {
  std::uint64_t instructions = 0;
  std::uint64_t register_reads = 0, register_writes = 0;  ///< words of scalar registers
  /// Reads of scalar registers by instructions that all threads execute.
  std::uint64_t broadcasts = 0;
  std::array<std::uint64_t, isa::kOpClasses> by_class{};  ///< scalar instructions
  /// Threads for which these instructions stand.
  std::array<std::uint64_t, isa::kOpClasses> threads_by_class{};

  void describe(StatisticVisitor& visit) const;
};

/// Extremes over the warps and blocks that have ended since the kernel slot was bound.
struct LifetimeExtremes {
  Extremes warp, block;
  Extremes work;  ///< instructions of a warp
  Extremes rtru;  ///< RTRU of a block, in units of WarpBalance

  LifetimeExtremes& operator+=(const LifetimeExtremes& other) {
    warp.add(other.warp);
    block.add(other.block);
    work.add(other.work);
    rtru.add(other.rtru);
    return *this;
  }
  void describe(StatisticVisitor& visit) const;
};

/// Counts of warps that left slots of the SM and of warps that took slots (WarpSlots).
struct ExchangeCounts : Counts<ExchangeCounts> {
  std::uint64_t exchanges = 0;
  std::uint64_t warps_out = 0, warps_in = 0;
  std::uint64_t bytes = 0;   ///< bytes of contexts that moved
  std::uint64_t cycles = 0;  ///< cycles in which contexts moved

  void describe(StatisticVisitor& visit) const;
};

/// Counts of blocks that left the SM before their end because of a signal, and of blocks that were
/// restored. Also counts the context data that moved between the SM and memory (Checkpoint).
struct ContextCounts : Counts<ContextCounts> {
  std::uint64_t blocks_saved = 0;
  std::uint64_t bytes_stored = 0;
  std::uint64_t stores = 0;  ///< stores to memory, of one segment each
  std::uint64_t blocks_restored = 0;
  std::uint64_t bytes_loaded = 0;
  std::uint64_t loads = 0;
  /// Sum over restored blocks: cycles from the block's arrival until the block resumed.
  std::uint64_t restore_cycles = 0;

  void describe(StatisticVisitor& visit) const;
};

/// The counts of one SM, by kernel slot.
struct SmCounters {
  std::array<KernelCounters, kKernelSlots> kernels{};
  std::array<ScalarCounters, kKernelSlots> scalars{};
  std::array<LifetimeExtremes, kKernelSlots> lifetimes{};
  std::array<ExchangeCounts, kKernelSlots> exchanges{};  ///< by kernel of the first exchanged warp
  std::array<ContextCounts, kKernelSlots> contexts{};

  std::uint64_t thread_instructions() const;  ///< sum over all kernels since the SM was made
};

}  // namespace heddle::core
