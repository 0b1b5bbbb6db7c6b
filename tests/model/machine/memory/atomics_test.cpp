// What atomics cost whose operations meet on an address, against the machine's parameters. All
// clocks are the core's.

#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "memory_path.hpp"

namespace heddle::test {
namespace {

constexpr unsigned kCopies = 8;

/// Cycles that each further copy of `text` costs a warp that waits for each result. `words`: the
/// lanes operate on so many words, 32 / `words` lanes on each.
double cycles_of(const gpu::MachineSpec& machine, const std::string& text, unsigned words) {
  const std::string setup = fmt::format(
      "  mov.u32 %r1, %tid.x;\n  and.b32 %r1, %r1, {};\n  mul.wide.u32 %rd2, %r1, 4;\n"
      "  add.u64 %rd2, %rd1, %rd2;\n  mov.u32 %r3, s;\n  shl.b32 %r1, %r1, 2;\n"
      "  add.u32 %r3, %r3, %r1;\n",
      words - 1);
  const auto time = [&](unsigned copies) {
    Rig rig(machine);
    return static_cast<double>(
        duration(rig.run_body(setup + repeat(copies, text) + "  st.global.u32 [%rd1], %r2;\n")));
  };
  return (time(3 * kCopies) - time(kCopies)) / (2 * kCopies);
}

constexpr const char* kGlobal = "  atom.global.add.u32 %r2, [%rd2], %r2;\n";
constexpr const char* kShared = "  atom.shared.add.u32 %r2, [%r3], %r2;\n";

TEST(Memory, EachFurtherOperationOnAnAddressTakesItsCyclesAtTheL2) {
  const ClosedForm form{"cycles that operations that meet add to a global atomic",
                        "(operations on an address - 1) x l2.atomic_cycles", 0.01};
  for (const std::uint32_t cycles : {1u, 9u}) {
    auto machine = one_slice();
    const auto cost = [&](std::uint32_t of, unsigned words) {
      machine.l2.atomic_cycles = of;
      return cycles_of(machine, kGlobal, words);
    };
    for (const unsigned words : {1u, 4u}) {
      form.expect(fmt::format("{} words, {} cycles", words, cycles), (32.0 / words - 1) * cycles,
                  cost(cycles, words) - cost(0, words));
    }
    EXPECT_EQ(cost(cycles, 32), cost(0, 32)) << "no operations meet";
  }
}

TEST(Memory, EachFurtherOperationOnAWordOfSharedMemoryTakesItsCycles) {
  const ClosedForm form{"cycles that operations that meet add to a shared atomic",
                        "(operations on a word - 1) x load_store.shared_atomic_cycles", 0.01};
  for (const std::uint32_t cycles : {1u, 5u}) {
    auto machine = one_slice();
    const auto cost = [&](std::uint32_t of, unsigned words) {
      machine.load_store.shared_atomic_cycles = of;
      return cycles_of(machine, kShared, words);
    };
    for (const unsigned words : {1u, 4u}) {
      form.expect(fmt::format("{} words, {} cycles", words, cycles), (32.0 / words - 1) * cycles,
                  cost(cycles, words) - cost(0, words));
    }
    EXPECT_EQ(cost(cycles, 32), cost(0, 32)) << "no operations meet";
  }
}

}  // namespace
}  // namespace heddle::test
