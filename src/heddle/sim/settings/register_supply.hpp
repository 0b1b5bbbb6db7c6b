// The facts about a machine's registers that the compiler needs.
#pragma once

#include "heddle/compile/code/register_limit.hpp"
#include "heddle/gpu/chip/machine.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::sim {

/// Returns the register supply of SMs with this shape. The rules of allocation are those of
/// gpu::BlockFit.
compile::RegisterSupply register_supply(const gpu::MachineSpec& machine,
                                        const policy::Shape& shape);

}  // namespace heddle::sim
