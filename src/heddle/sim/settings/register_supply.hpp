// What the compiler has to know of a machine's registers.
#pragma once

#include "heddle/compile/code/register_limit.hpp"
#include "heddle/gpu/chip/machine.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::sim {

/// Of SMs that the organisation gives this shape. The allocation is that of gpu::BlockFit.
compile::RegisterSupply register_supply(const gpu::MachineSpec& machine,
                                        const policy::Shape& shape);

}  // namespace heddle::sim
