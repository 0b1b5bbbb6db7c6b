// Times single pieces of code by the SM's own clock, on a machine whose parts do not disturb each
// other.
#pragma once

#include <string>

#include "rig.hpp"

namespace heddle::test {

/// One scheduler; operands on different banks; every pipeline takes an instruction a cycle.
inline gpu::MachineSpec plain_machine() {
  auto machine = small_machine();
  machine.sm.schedulers = 1;
  machine.sm.register_banks = 64;
  for (auto& timing : machine.execution.operations) timing.initiation = 1;
  return machine;
}

inline core::OpTiming& timing(gpu::MachineSpec& machine, isa::OpClass op_class) {
  return machine.execution.operations[static_cast<std::size_t>(op_class)];
}

inline core::UnitSpec& unit(gpu::MachineSpec& machine, core::UnitKind kind) {
  return machine.execution.units[static_cast<std::size_t>(kind)];
}

inline constexpr unsigned kFirst = 10, kRegisters = 16;

/// `operation` on each of so many registers; {0} is the register's number.
inline std::string each(const std::string& operation, unsigned count = kRegisters) {
  std::string text;
  for (unsigned i = kFirst; i < kFirst + count; ++i)
    text += fmt::format(fmt::runtime("  " + operation + ";\n"), i);
  return text;
}

/// Registers f10.. that a compiler knows nothing of, all of them there.
inline const std::string kFloats =
    each("cvt.rn.f32.u32 %f{0}, %tid.x") + repeat(4, "  bar.sync 0;\n");
inline const std::string kStoreFloats = each("st.global.f32 [%rd1+4], %f{0}");

/// Cycles from the issue before `text` to the issue after it, by one warp.
inline std::uint32_t ticks(const gpu::MachineSpec& machine, const std::string& setup,
                           const std::string& text, const std::string& end) {
  Rig rig(machine);
  rig.run_body(setup + "  mov.u32 %r90, %clock;\n" + text +
               "  mov.u32 %r91, %clock;\n  sub.u32 %r92, %r91, %r90;\n" + end +
               "  st.global.u32 [%rd1], %r92;\n");
  return rig.read<std::uint32_t>(1).front();
}

}  // namespace heddle::test
