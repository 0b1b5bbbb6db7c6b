// Runs several programs on one GPU, each of which begins again when it has ended: what the studies
// of concurrent kernels do. A grid of a program begins in the cycle after the end of the one
// before, whatever the quantum; what the host does in between takes no time.
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

/// Where the addresses of each tenant lie: `tenant` times this above those of the program.
Addr tenant_span(const gpu::MachineSpec& machine);

struct CorunTenant {
  std::string name;
  TenantProgram* program = nullptr;
  Cycle start = 0;
  std::int32_t priority = 0;  ///< less is more urgent
  /// Warp instructions that each SM issues in a cycle while it is alone; 0: not known.
  double alone_ipc = 0;
};

struct CorunLimits {
  Cycle cycles = 0;  ///< after which all end; 0: each program runs once
  /// From one of TenantOutcome::points to the next, of which there is one at the end too; 0: there
  /// are none.
  Cycle window = 0;
};

/// What a program had done by then.
struct TenantPoint {
  Cycle cycle = 0;
  std::uint64_t warp_instructions = 0;
  std::uint64_t requests = 0;  ///< of its data to the L2
  std::uint64_t reply_flits = 0, dram_bytes = 0;
  Cycle sampled = 0;  ///< cycles in which the sharing policy sampled, and had not chosen
};

/// What a program did while it shared the GPU.
struct TenantOutcome {
  std::uint64_t runs = 0;      ///< that have ended
  Cycle began = 0, ended = 0;  ///< of its time: to the end of the run, or of its only one
  std::vector<Cycle> run_ends;
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::uint64_t reply_flits = 0, dram_bytes = 0;
  std::uint64_t requests = 0;  ///< of its data to the L2
  std::uint64_t l1_accesses = 0, l1_hits = 0;
  std::uint64_t l2_accesses = 0, l2_misses = 0, l2_merges = 0;
  std::vector<TenantPoint> points;
  std::vector<Statistic> statistics;     ///< of its grids, by name
  std::vector<std::string> differences;  ///< of memory after its runs: of the first that has some

  double ipc() const {  ///< warp instructions in a cycle
    return ended == began
               ? 0
               : static_cast<double>(warp_instructions) / static_cast<double>(ended - began);
  }
};

class CorunRun {
 public:
  /// Throws Error for what the configuration cannot do.
  CorunRun(const Configuration& configuration, std::vector<CorunTenant> tenants);
  CorunRun(const CorunRun&) = delete;
  CorunRun& operator=(const CorunRun&) = delete;

  /// `show` is called now and then with the present cycle.
  std::vector<TenantOutcome> run(const CorunLimits& limits,
                                 const std::function<void(Cycle)>& show = {});
  /// Cycles so far in which the sharing policy has sampled.
  Cycle sampled() const { return gpu_.sampled(); }

 private:
  struct State {
    TenantOutcome outcome;
    std::uint64_t grid = 0;  ///< its number on the GPU
    bool runs = false;       ///< it has a grid
  };

  /// The next grid of the tenant begins at `when`; a program that has ended begins again, if it
  /// may.
  void go_on(std::size_t tenant, Cycle when);
  void end_run(std::size_t tenant, Cycle when);
  void add(TenantOutcome& outcome, const gpu::GridCounters& counters) const;
  TenantPoint point_of(const State& state);

  std::vector<CorunTenant> tenants_;
  Addr span_;
  exec::MemoryImage host_memory_;  ///< for what kernels ask of the host
  exec::SystemServices services_;
  gpu::Gpu gpu_;
  CorunLimits limits_;
  std::vector<State> states_;
  std::map<std::uint64_t, std::size_t> running_;  ///< tenants by grid
  std::vector<std::uint64_t> ended_;              ///< grids
};

}  // namespace heddle::sim
