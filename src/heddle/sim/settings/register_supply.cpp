#include "heddle/sim/settings/register_supply.hpp"

#include "heddle/core/terms/decoded_program.hpp"

namespace heddle::sim {
namespace {

compile::ScalarPlace scalar_place(const core::ExecutionSpec& execution,
                                  const policy::Shape& shape) {
  if (shape.runs_in_lanes()) return compile::ScalarPlace::beside;
  return core::has_scalar_file(execution, shape) ? compile::ScalarPlace::apart
                                                 : compile::ScalarPlace::each_thread;
}

}  // namespace

compile::RegisterSupply register_supply(const gpu::MachineSpec& machine,
                                        const policy::Shape& shape) {
  compile::RegisterSupply supply{.registers = machine.sm.registers,
                                 .unit = machine.sm.register_unit,
                                 .most = machine.device.max_registers_per_thread,
                                 .reserved = machine.device.reserved_registers,
                                 .threads = machine.sm.threads,
                                 .scalars = scalar_place(machine.execution, shape)};
  if (shape.runs_in_lanes()) {
    supply.width = shape.width();
    supply.unit = 1;
  }
  if (shape.places) supply.pools = shape.lane_groups;
  return supply;
}

}  // namespace heddle::sim
