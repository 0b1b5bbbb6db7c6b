// The activity that costs energy: counts of events of one unit, of one kernel, or of the whole GPU.
// The counts grow during the run.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/terms/op.hpp"

namespace heddle::energy {

/// Activity of a first-level cache of an SM.
struct L1Activity : Counts<L1Activity> {
  std::uint64_t lookups = 0, reads = 0, writes = 0, fills = 0;
};

struct Activity : Counts<Activity> {
  /// By class of operation: issued warp instructions, and their threads.
  std::array<std::uint64_t, isa::kOpClasses> instructions{}, threads{};
  /// By type of elements: multiply-adds of the matrix unit.
  std::array<std::uint64_t, isa::kMatrixElements> multiply_adds{};
  /// Number of decoded instructions. An instruction that a gang issues counts once.
  std::uint64_t decoded = 0;
  std::uint64_t fetches = 0, own_fetches = 0, code_fills = 0;
  std::uint64_t register_reads = 0, register_writes = 0;  ///< accesses to register banks
  std::uint64_t scalar_reads = 0, scalar_writes = 0;      ///< words of scalar registers
  std::uint64_t broadcasts = 0;  ///< number of scalar words that instructions of all threads read
  std::uint64_t shared_words = 0, shared_cycles = 0;
  L1Activity l1, constant_cache, texture_cache;
  std::uint64_t l2_lookups = 0, l2_reads = 0, l2_writes = 0;  ///< reads and writes count sectors
  std::uint64_t l2_fills = 0, l2_write_backs = 0;             ///< counts of sectors
  std::uint64_t request_flits = 0, reply_flits = 0;
  std::uint64_t dram_activates = 0, dram_read_bursts = 0, dram_write_bursts = 0;
  std::uint64_t occupied_slots = 0;  ///< scheduler-slot cycles in which the slot had a warp
};

}  // namespace heddle::energy
