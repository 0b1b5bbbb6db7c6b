// The parameters of the memory system. Each unit has a spec (a struct of parameters). `describe`
// states the unit, the bounds and the meaning of each parameter (specs.cpp; `heddle list
// parameters` prints them).
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/parameter.hpp"
#include "heddle/base/set_index.hpp"
#include "heddle/memory/arbiter.hpp"
#include "heddle/model/traffic_class.hpp"
#include "heddle/policy/replacement/replacement.hpp"

namespace heddle::memory {

using model::ByTraffic;
using model::TrafficClass;

struct CacheSpec {
  std::uint64_t bytes = 16 * 1024;
  std::uint32_t line_bytes = 128;
  std::uint32_t associativity = 4;
  SetIndex set_index = SetIndex::linear;
  std::string replacement{policy::Replacement::kDefault};
  bool sectored = false;
  std::uint32_t mshr_entries = 32;
  std::uint32_t mshr_merges = 8;
  std::uint32_t hit_latency = 1;

  void describe(ParameterVisitor& visit);
  std::uint32_t sets() const {
    return static_cast<std::uint32_t>(bytes / line_bytes / associativity);
  }
};

struct InterconnectSpec {
  double clock_mhz = 700;
  std::uint32_t flit_bytes = 32;
  std::uint32_t latency = 16;
  std::uint32_t credits = 64;
  std::uint32_t header_bytes = 8;
  Arbitration arbitration = Arbitration::round_robin;
  bool output_queues = false;

  void describe(ParameterVisitor& visit);
  std::uint8_t flits(std::uint32_t payload_bytes) const {
    const std::uint32_t flits = (payload_bytes + header_bytes + flit_bytes - 1) / flit_bytes;
    return static_cast<std::uint8_t>(flits == 0 ? 1 : flits);
  }
};

enum class DramScheduler : std::uint8_t { fr_fcfs, fcfs };

struct DramSpec {
  double clock_mhz = 924;
  std::uint32_t channels = 6;
  std::uint32_t bytes_per_cycle = 32;
  std::uint32_t burst_bytes = 64;
  std::uint32_t banks = 16;
  std::uint32_t bank_groups = 1;
  std::uint32_t row_bytes = 2048;
  bool burst_per_sector = false;
  DramScheduler scheduler = DramScheduler::fr_fcfs;
  bool dual_command_bus = false;
  std::uint32_t queue_entries = 32;
  std::uint32_t write_queue_entries = 0;
  std::uint32_t write_high = 0;
  std::uint32_t write_low = 0;
  std::uint32_t t_cl = 12, t_rp = 12, t_rcd = 12, t_ras = 28, t_rc = 40, t_rrd = 6, t_ccd = 2,
                t_wl = 4, t_cdlr = 5, t_wr = 12, t_rtp = 2, bus_turnaround = 2;
  std::uint32_t t_ccd_l = 0;
  std::uint32_t t_refi = 0, t_rfc = 0;
  std::uint32_t latency = 100;

  void describe(ParameterVisitor& visit);
};

struct L2Spec {
  double clock_mhz = 700;
  std::uint32_t slices_per_channel = 2;
  std::uint32_t interleave_bytes = 256;
  bool address_hash = true;
  std::uint32_t queue_entries = 32;
  std::uint32_t reply_entries = 32;
  std::uint32_t fetch_bytes = 32;
  double dirty_share = 1;
  std::uint32_t atomic_cycles = 0;
  CacheSpec slice{.bytes = 64 * 1024,
                  .associativity = 8,
                  .mshr_entries = 32,
                  .mshr_merges = 16,
                  .hit_latency = 120};

  void describe(ParameterVisitor& visit);
};

/// What the machine does without cost, to measure what a kernel would gain. Values and results do
/// not depend on these parameters.
struct IdealSpec {
  bool banks = false;
  bool coalescing = false;
  bool constants = false;
  bool local = false;
  bool fences = false;
  bool l1 = false;
  bool l2 = false;
  bool dram = false;

  void describe(ParameterVisitor& visit);
};

struct MemorySpec {
  L2Spec l2;
  InterconnectSpec interconnect;
  DramSpec dram;
  bool contexts_give_way = false;
  /// Core cycles after which a waiting request that saves or restores a context counts as demand;
  /// 0: never. A request can wait for the interconnect, for a slice or for DRAM.
  std::uint32_t context_age_limit = 0;
  IdealSpec ideal = {};

  std::uint32_t slices() const { return dram.channels * l2.slices_per_channel; }
};

}  // namespace heddle::memory
