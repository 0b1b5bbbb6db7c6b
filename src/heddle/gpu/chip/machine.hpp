// Everything that a machine file says: the parameters of all units, gathered. `describe` names the
// sections of the file.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/parameter.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/energy/spec.hpp"
#include "heddle/exec/image/memory_check.hpp"
#include "heddle/memory/specs.hpp"

namespace heddle::gpu {

/// The link to the host, and what else is not on the chip.
struct HostLinkSpec {
  double latency_us = 10;             ///< of a copy, before its first byte
  double bandwidth_gb_s = 6;          ///< 10^9 bytes a second
  double device_bandwidth_gb_s = 70;  ///< of copies and fills inside device memory

  void describe(ParameterVisitor& visit);
};

struct DeviceSpec {
  std::string name = "gtx480";  ///< what the program sees
  double core_clock_mhz = 700;
  std::uint64_t memory_bytes = 1536ull << 20;
  std::uint32_t max_block_threads = 1024;
  std::uint32_t max_registers_per_thread = 255;
  std::uint32_t reserved_registers = 0;  ///< of a thread, beyond those of its code
  std::uint32_t address_bits = 64;       ///< of an address in registers
  std::uint64_t max_shared_per_block = 48 * 1024;
  exec::MemoryCheck memory_check = exec::MemoryCheck::allocation;  ///< of kernels' accesses

  void describe(ParameterVisitor& visit);
};

/// How the simulation itself is cut; the control latency is the machine's, the quantum is not seen
/// in the results.
struct ControlSpec {
  std::uint32_t quantum = 16;  ///< cycles that SMs run alone
  std::uint32_t control_latency =
      16;  ///< cycles from what an SM reports to what the GPU decides on it
  std::uint32_t launch_latency = 0;  ///< cycles from the start of a grid to its first blocks
  std::uint64_t watchdog_cycles = 5'000'000;

  void describe(ParameterVisitor& visit);
};

/// What utilization is measured against; nothing in the model depends on it.
struct AccountingSpec {
  double noc_sustainable = 0.60, dram_sustainable = 0.65;  ///< of peak

  void describe(ParameterVisitor& visit);
};

struct MachineSpec {
  DeviceSpec device;
  HostLinkSpec host_link;
  ControlSpec control;
  core::SmSpec sm;
  core::ExecutionSpec execution;
  core::FetchSpec fetch;
  core::LoadStoreSpec load_store;
  core::L1Spec l1;
  core::ReadOnlyCacheSpec constant_cache, texture_cache;
  memory::L2Spec l2;
  memory::InterconnectSpec interconnect;
  memory::DramSpec dram;
  core::ContextSwitchSpec context_switch;
  AccountingSpec accounting;
  energy::TechnologySpec technology;
  energy::EnergySpec energy;

  void describe(ParameterVisitor& visit);
  core::SmConfiguration sm_configuration() const;
  memory::MemorySpec memory() const;
};

/// Throws Error where parameters contradict each other, naming both.
void check(const MachineSpec& machine);

}  // namespace heddle::gpu
