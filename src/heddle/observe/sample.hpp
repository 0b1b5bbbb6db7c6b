// A time series of the whole machine: what happened in an interval, and how full it was at its end.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/counts.hpp"
#include "heddle/base/types.hpp"
#include "heddle/energy/activity.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::observe {

struct SampleCounts : Counts<SampleCounts> {
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::array<std::uint64_t, model::kStalls> slot_cycles{};  ///< by reason
  std::uint64_t l1_loads = 0, l1_hits = 0;                  ///< loads that may hit
  std::uint64_t l2_requests = 0, l2_hits = 0;
  std::uint64_t request_flits = 0, reply_flits = 0;
  std::uint64_t dram_bytes = 0, dram_accesses = 0, dram_activates = 0;
  energy::Activity activity;
};

/// At one moment.
struct SampleLevels : Counts<SampleLevels> {
  std::uint64_t warps = 0;             ///< resident
  std::uint64_t load_store_queue = 0;  ///< instructions that wait for the load-store units
  std::uint64_t l1_outstanding = 0;    ///< lines that the L1s wait for
  std::uint64_t l2_queue = 0;          ///< requests that wait at the L2's ports
  std::uint64_t dram_queue = 0;        ///< requests in the channels' queues
};

/// Of a unit so far, or of the machine.
struct SampleState {
  SampleCounts counts;
  SampleLevels levels;

  SampleState& operator+=(const SampleState& other) {
    counts += other.counts;
    levels += other.levels;
    return *this;
  }
};

struct Sample {
  Cycle begin = 0, end = 0;  ///< cycles begin to end - 1
  SampleCounts counts;       ///< in the interval
  SampleLevels levels;       ///< before cycle `end`
};

}  // namespace heddle::observe
