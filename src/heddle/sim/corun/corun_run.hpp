// Runs several programs on one GPU, as studies of concurrent kernels do. A program that has ended
// begins again. The host's work between two grids takes no simulated time: each grid of a program
// begins in the cycle after the end of the program's previous grid, whatever the length of a
// quantum.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "heddle/base/statistics/statistic.hpp"
#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/system/system_call.hpp"
#include "heddle/gpu/gpu.hpp"
#include "heddle/sim/corun/tenant_program.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::sim {

/// Returns the distance between the address ranges of two tenants. The addresses of tenant i lie i
/// times this distance above the addresses that the program itself uses.
Addr tenant_span(const gpu::MachineSpec& machine);

struct CorunTenant {
  std::string name;
  TenantProgram* program = nullptr;
  Cycle start = 0;
  std::int32_t priority = 0;  ///< a smaller number is more urgent
  /// Warp instructions per cycle that each SM issues while the program runs alone; 0: not known.
  double alone_ipc = 0;
};

struct CorunLimits {
  Cycle cycles = 0;  ///< cycles after which all programs end; 0: each runs once
  /// Cycles between two points of TenantOutcome::points. The end of the run has a point as well. If
  /// the value is 0, no points are recorded.
  Cycle window = 0;
};

/// The progress of a program up to a cycle of the run.
struct TenantPoint {
  Cycle cycle = 0;
  std::uint64_t warp_instructions = 0;
  std::uint64_t requests = 0;  ///< data requests from the SMs to the L2
  std::uint64_t reply_flits = 0, dram_bytes = 0;
  Cycle sampled = 0;  ///< cycles so far in which the sharing policy was in a sampling phase
};

/// The counts of a program while it shared the GPU.
struct TenantOutcome {
  std::uint64_t runs = 0;      ///< number of runs that have ended
  Cycle began = 0, ended = 0;  ///< cycle in which the program started; cycle in which it reached
                               ///< the limit or the end of its only run
  std::vector<Cycle> run_ends;
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::uint64_t reply_flits = 0, dram_bytes = 0;
  std::uint64_t requests = 0;  ///< data requests from the SMs to the L2
  std::uint64_t l1_accesses = 0, l1_hits = 0;
  std::uint64_t l2_accesses = 0, l2_misses = 0, l2_merges = 0;
  std::vector<TenantPoint> points;
  std::vector<Statistic> statistics;     ///< sums over the program's grids, by name
  std::vector<std::string> differences;  ///< errors in memory after the first run that had errors

  double ipc() const {  ///< warp instructions per cycle
    return ended == began
               ? 0
               : static_cast<double>(warp_instructions) / static_cast<double>(ended - began);
  }
};

class CorunRun {
 public:
  /// Throws Error if the configuration cannot serve the tenants.
  CorunRun(const Configuration& configuration, std::vector<CorunTenant> tenants);
  CorunRun(const CorunRun&) = delete;
  CorunRun& operator=(const CorunRun&) = delete;

  /// Runs the programs. Calls `show` from time to time with the current cycle.
  std::vector<TenantOutcome> run(const CorunLimits& limits,
                                 const std::function<void(Cycle)>& show = {});
  /// Number of cycles so far in which the sharing policy was in a sampling phase.
  Cycle sampled() const { return gpu_.sampled(); }

 private:
  struct State {
    TenantOutcome outcome;
    std::uint64_t grid = 0;  ///< the grid's number on the GPU
    bool runs = false;       ///< the tenant has a grid
  };

  /// Starts the tenant's next grid in cycle `when`. If the program has ended and the limits allow
  /// another run, starts the first grid of a new run.
  void start_next_grid(std::size_t tenant, Cycle when);
  void end_run(std::size_t tenant, Cycle when);
  void add(TenantOutcome& outcome, const gpu::GridCounters& counters) const;
  TenantPoint point_of(const State& state);

  std::vector<CorunTenant> tenants_;
  Addr span_;
  exec::MemoryImage host_memory_;  ///< host memory for the system services
  exec::SystemServices services_;
  gpu::Gpu gpu_;
  CorunLimits limits_;
  std::vector<State> states_;
  std::map<std::uint64_t, std::size_t> running_;  ///< from the number of a running grid to its
                                                  ///< tenant
  std::vector<std::uint64_t> ended_;  ///< numbers of ended grids that are still to be removed
};

}  // namespace heddle::sim
