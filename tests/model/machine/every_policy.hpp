// Runs one program under every policy of a kind, and with blocks that leave their SMs and come
// back.
#pragma once

#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_output.hpp"
#include "heddle/base/error.hpp"
#include "heddle/policy/kinds.hpp"
#include "rig.hpp"

namespace heddle::test {

/// Calls `run(policies, name)` with each policy of a kind. A policy that needs another organisation
/// or another machine is refused by name.
template <typename Kind, typename Run>
void run_each_policy(std::string gpu::PolicyChoice::* choice, Run&& run) {
  unsigned ran = 0, refused = 0;
  for (const policy::PolicyInfo& info : policy::Registry<Kind>::instance().list()) {
    gpu::PolicyChoice policies;
    policies.*choice = info.name;
    try {
      run(policies, std::string(info.name));
      ++ran;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(std::string(info.name)));
      ++refused;
    }
  }
  EXPECT_GT(ran, refused);
}

/// Runs the program for compute capability 8.0 while blocks are stopped at random, with other seeds
/// until `least` blocks have been saved. Calls `check(counters)` for each run.
template <typename Check>
void run_with_stopped_blocks(const gpu::MachineSpec& machine, const PreemptedProgram& program,
                             std::uint64_t least, Check&& check) {
  std::uint64_t saved = 0;
  for (std::uint32_t seed = 1; saved < least; ++seed) {
    ASSERT_LE(seed, 100u) << "blocks are not saved";
    Rig rig(machine);
    rig.use_capability(80);
    std::mt19937 random(seed);
    const std::uint64_t number = rig.start(program.ptx, program.grid, program.block);
    while (!rig.gpu().status(number).finished) {
      rig.gpu().advance(rig.gpu().now() + 1 + random() % 200);
      const std::uint32_t sm = random() % machine.sm.count;
      const auto slot = static_cast<std::uint16_t>(random() % machine.sm.blocks);
      if (rig.gpu().resident_block(sm, slot)) rig.gpu().stop_block(sm, slot, random() % 300);
    }
    saved += rig.gpu().status(number).blocks_saved;
    expect_output(rig, program, fmt::format("seed {}", seed));
    check(rig.gpu().status(number).counters);
  }
}

}  // namespace heddle::test
