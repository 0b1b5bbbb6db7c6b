// Counts since the run began, and fill levels of queues, of a unit or of the whole machine.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/types.hpp"
#include "heddle/energy/activity.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::probe {

struct MachineCounts : Counts<MachineCounts> {
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::array<std::uint64_t, model::kStalls> slot_cycles{};  ///< slot cycles by stall reason
  std::uint64_t l1_loads = 0, l1_hits = 0;  ///< line accesses of loads that the L1 may serve, and
                                            ///< hits of these
  std::uint64_t l2_requests = 0, l2_hits = 0;
  std::uint64_t request_flits = 0, reply_flits = 0;  ///< flits that the interconnect has
                                                     ///< transferred in each direction
  /// Number of bytes transferred, of column accesses and of row activations.
  std::uint64_t dram_bytes = 0, dram_accesses = 0, dram_activates = 0;
  energy::Activity activity;
};

/// Fill levels at one moment.
struct MachineLevels : Counts<MachineLevels> {
  std::uint64_t warps = 0;             ///< resident warps
  std::uint64_t load_store_queue = 0;  ///< number of instructions that wait for the load-store
                                       ///< units
  std::uint64_t l1_outstanding = 0;    ///< number of lines that the L1s have requested and not
                                       ///< received yet
  std::uint64_t l2_queue = 0;          ///< number of requests that wait at the L2's ports
  std::uint64_t dram_queue = 0;        ///< number of requests in the channels' queues
};

/// The state just before cycle `cycle`.
struct MachineState {
  Cycle cycle = 0;
  MachineCounts counts;
  MachineLevels levels;

  MachineState& operator+=(const MachineState& other) {
    counts += other.counts;
    levels += other.levels;
    return *this;
  }
};

}  // namespace heddle::probe
