#include "heddle/sim/policies_together.hpp"

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/machine.hpp"

namespace heddle::sim {

void check_policies_together(const Configuration& configuration) {
  const gpu::MachineSpec& machine = configuration.machine;
  const gpu::PolicyChoice choice = configuration.policies.choice();
  gpu::check(machine);
  gpu::DispatchBoundary dispatch = gpu::make_dispatch_boundary(machine, choice);
  const gpu::CorunBoundary sharing = gpu::make_corun_boundary(machine, choice);
  // All SMs are alike, so the policies of an SM are tried on the first one.
  gpu::MachineSpec first_sm = machine;
  first_sm.sm.count = 1;
  const gpu::Chip made(first_sm, choice, {dispatch, sharing});
}

}  // namespace heddle::sim
