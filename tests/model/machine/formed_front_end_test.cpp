// When formed warps have their instructions. Expected values: where no thread leaves its warp, the
// machine whose warps are fixed, with one instruction of a warp in flight, has the same front end.

#include <gtest/gtest.h>

#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

const std::string kAdd = "  add.f32 %f1, %f1, 0f3F800000;\n";

std::string trips(unsigned count, const std::string& body) {
  return "  mov.u32 %r4, 0;\nL:\n" + body + "  add.u32 %r4, %r4, 1;\n  setp.lt.u32 %p2, %r4, " +
         std::to_string(count) + ";\n  @%p2 bra L;\n";
}

/// Kernels in which all threads go one way.
std::map<std::string, std::string> uniform_bodies() {
  const std::string barrier = "  bar.sync 0;\n" + kAdd;
  return {{"a line", repeat(60, kAdd)},
          {"a loop", trips(20, repeat(5, kAdd))},
          {"barriers", repeat(20, barrier)},
          {"barriers in a loop", trips(20, barrier + repeat(2, kAdd))},
          {"loads", trips(10, "  ld.global.f32 %f2, [%rd1];\n  add.f32 %f1, %f1, %f2;\n")}};
}

gpu::MachineSpec machine_of(std::uint32_t latency, std::uint32_t instructions, bool misses) {
  gpu::MachineSpec machine = one_at_a_time();
  machine.fetch.latency = latency;
  machine.fetch.instructions = instructions;
  machine.sm.branch_latency = 3;
  machine.fetch.line_bytes = 128;
  machine.fetch.cache_bytes = misses ? 512 : 0;
  return machine;
}

Cycle cycles_of(const gpu::MachineSpec& machine, const gpu::PolicyChoice& choice,
                const std::string& body, Dim3 block) {
  Rig rig(machine, choice);
  return duration(rig.run_body(body + "  st.global.f32 [%rd1], %f1;\n", {}, block));
}

class FormedFrontEnd : public testing::TestWithParam<std::string> {};

TEST_P(FormedFrontEnd, AWarpThatStaysTogetherIsAsFastAsAFixedOne) {
  const gpu::PolicyChoice formed = every_forming_organisation().at(GetParam());
  const gpu::PolicyChoice fixed = organised("spatial", {});
  for (const auto& [name, body] : uniform_bodies()) {
    for (const std::uint32_t latency : {1u, 4u, 30u}) {
      for (const std::uint32_t instructions : {1u, 4u}) {
        for (const bool misses : {false, true}) {
          const auto machine = machine_of(latency, instructions, misses);
          EXPECT_EQ(cycles_of(machine, formed, body, {32}), cycles_of(machine, fixed, body, {32}))
              << name << ", latency " << latency << ", fetches of " << instructions
              << (misses ? ", with misses" : "");
        }
      }
    }
  }
}

std::vector<std::string> names_of_forming_organisations() {
  std::vector<std::string> names;
  for (const auto& [name, choice] : every_forming_organisation()) names.push_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Organisations, FormedFrontEnd,
                         testing::ValuesIn(names_of_forming_organisations()), [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, ' ', '_');
                           return name;
                         });

}  // namespace
}  // namespace heddle::test
