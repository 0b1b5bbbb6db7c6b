// What starting a kernel costs before its first block runs.

#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

constexpr const char* kNoMemory = "  mov.u32 %r1, %tid.x;\n  add.u32 %r1, %r1, 1;\n";

TEST(Launch, EveryKernelWaitsForTheLaunchLatency) {
  const ClosedForm form{"cycles of a kernel, by launch latency", "those without + launch latency"};
  for (const std::uint32_t latency : {1u, 100u, 5000u}) {
    auto machine = small_machine();
    Rig at_once(machine);
    machine.control.launch_latency = latency;
    Rig late(machine);
    for (int launch = 0; launch < 3; ++launch) {
      const Cycle least = duration(at_once.run_body(kNoMemory, {4}, {64}));
      form.expect(fmt::format("launch latency {}, launch {}", latency, launch), least + latency,
                  duration(late.run_body(kNoMemory, {4}, {64})));
    }
  }
}

TEST(Launch, TheEndOfALaunchFallsOnNoQuantum) {
  const ClosedForm form{"cycles of a kernel with a launch latency of 777, by quantum",
                        "those without + 777"};
  for (const std::uint32_t quantum : {1u, 4u, 16u}) {
    auto machine = small_machine();
    machine.control.quantum = quantum;
    const Cycle least = duration(Rig(machine).run_body(kNoMemory, {40}, {256}));
    machine.control.launch_latency = 777;
    form.expect(fmt::format("quantum {}", quantum), least + 777,
                duration(Rig(machine).run_body(kNoMemory, {40}, {256})));
  }
}

}  // namespace
}  // namespace heddle::test
