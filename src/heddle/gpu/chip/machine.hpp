// All parameters that a machine file sets, for all units. MachineSpec::describe names the sections
// of the file; the `describe` of a section states the unit, the bounds and the meaning of each
// parameter.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "heddle/base/parameter.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/energy/spec.hpp"
#include "heddle/exec/image/memory_check.hpp"
#include "heddle/memory/specs.hpp"

namespace heddle::gpu {

/// The link to the host, and the speed of copies inside device memory.
struct HostLinkSpec {
  double latency_us = 10;
  double bandwidth_gb_s = 6;
  double device_bandwidth_gb_s = 70;

  void describe(ParameterVisitor& visit);
};

struct DeviceSpec {
  std::string name = "gtx480";
  double compute_capability = 7.5;
  double core_clock_mhz = 700;
  std::uint64_t memory_bytes = 1536ull << 20;
  std::uint32_t max_block_threads = 1024;
  std::uint32_t max_registers_per_thread = 255;
  std::uint32_t reserved_registers = 0;
  std::uint32_t address_bits = 64;
  std::uint64_t max_shared_per_block = 48 * 1024;
  exec::MemoryCheck memory_check = exec::MemoryCheck::allocation;

  void describe(ParameterVisitor& visit);
  /// The compute capability as PTX targets count it: 75 for 7.5.
  std::uint32_t capability() const {
    return static_cast<std::uint32_t>(std::lround(compute_capability * 10));
  }
};

/// The length of a quantum of simulated time, and latencies of the GPU's control. The control
/// latency is a property of the machine. The quantum is not: results depend on it only if running
/// blocks exchange data through global memory.
struct ControlSpec {
  std::uint32_t quantum = 16;
  std::uint32_t control_latency = 16;
  std::uint32_t launch_latency = 0;
  std::uint64_t watchdog_cycles = 5'000'000;

  void describe(ParameterVisitor& visit);
};

/// How long a warp waits for a call of the device runtime, in cycles. A call of n threads of the
/// warp takes the latency plus n times the latency of a thread.
struct DeviceRuntimeSpec {
  std::uint32_t stream_latency = 7200;
  std::uint32_t buffer_latency = 8000, buffer_latency_thread = 100;
  std::uint32_t launch_latency = 12'000, launch_latency_thread = 1600;

  void describe(ParameterVisitor& visit);
};

/// Reference values from which utilization is computed. The timing model does not use them.
struct AccountingSpec {
  double noc_sustainable = 0.60, dram_sustainable = 0.65;

  void describe(ParameterVisitor& visit);
};

struct MachineSpec {
  DeviceSpec device;
  HostLinkSpec host_link;
  ControlSpec control;
  DeviceRuntimeSpec device_runtime;
  core::SmSpec sm;
  core::ExecutionSpec execution;
  core::FetchSpec fetch;
  core::LoadStoreSpec load_store;
  core::L1Spec l1;
  core::ReadOnlyCacheSpec constant_cache, texture_cache;
  memory::L2Spec l2;
  memory::InterconnectSpec interconnect;
  memory::DramSpec dram;
  memory::IdealSpec ideal;
  core::ContextSwitchSpec context_switch;
  AccountingSpec accounting;
  energy::TechnologySpec technology;
  energy::EnergySpec energy;

  void describe(ParameterVisitor& visit);
  core::SmConfiguration sm_configuration() const;
  memory::MemorySpec memory() const;
};

/// Throws Error if two parameters contradict each other. The message names the two parameters.
void check(const MachineSpec& machine);

}  // namespace heddle::gpu
