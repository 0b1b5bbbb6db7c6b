// The hardware of a GPU as a machine file describes it: SMs and memory partitions, connected by the
// interconnect. A chip only owns its units. gpu::Clockwork advances the units in time, and
// gpu::Dispatcher gives the SMs their blocks.
#pragma once

#include <memory>
#include <vector>

#include "heddle/core/sm.hpp"
#include "heddle/gpu/chip/atomics.hpp"
#include "heddle/gpu/chip/machine.hpp"
#include "heddle/gpu/chip/policy_choice.hpp"
#include "heddle/memory/interconnect.hpp"
#include "heddle/memory/partition.hpp"

namespace heddle::gpu {

using Partitions = std::vector<std::unique_ptr<memory::Partition>>;

struct Chip {
  /// Throws Error if parameters of the machine contradict each other, or if the chosen policies do
  /// not suit the SMs.
  Chip(const MachineSpec& machine_spec, const PolicyChoice& policies, const GpuPolicies& of_gpu);
  Chip(const Chip&) = delete;
  Chip& operator=(const Chip&) = delete;

  const MachineSpec machine;
  const memory::MemorySpec memory_spec;
  const memory::AddressMap address_map;
  const BlockFit block_fit;  ///< how blocks fit on each SM
  memory::Interconnect interconnect;
  std::vector<Cycle> wakes;  ///< by SM: core::Sm's `wake`
  Sms sms;
  Atomics atomics;
  Partitions partitions;  ///< one per DRAM channel
  /// Running grids for which the SMs run one after the other, on one host thread.
  unsigned grids_on_one_thread = 0;
};

}  // namespace heddle::gpu
