// What the results of a run say about a failed allocation of device memory: what the program asked
// for, what was free, and the machine or the setting with which there is enough.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cudart/error/cuda_error.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::cudart {

/// A machine and the bytes of its device memory.
struct MachineRoom {
  std::string name;
  std::uint64_t bytes = 0;
};

/// All machines, the smallest memory first. Leaves out machines whose files cannot be read.
std::vector<MachineRoom> machine_rooms();

/// The sentence. `rooms`: the result of machine_rooms().
std::string shortage_text(const OutOfMemory& error, const sim::Configuration& configuration,
                          const std::vector<MachineRoom>& rooms);

}  // namespace heddle::cudart
