// Blocks leave SMs on which other policies hold warps back, start them late or place them: programs
// compute what they would have without, and no warp waits for ever.

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "expect_output.hpp"
#include "organisation.hpp"
#include "preemption_programs.hpp"
#include "taken_sm.hpp"

namespace heddle::test {
namespace {

/// Other policies, by what they do to warps that are to leave.
std::map<std::string, gpu::PolicyChoice> every_company() {
  gpu::PolicyChoice limited, divergence_aware, two_level, in_groups;
  limited.throttle = "swl";
  limited.configure = set_of("throttle.swl", {{"limit", 1}});
  divergence_aware.throttle = "daws";
  divergence_aware.warp_scheduler = "gto";
  two_level.warp_scheduler = "two_level";
  two_level.configure = set_of("warp_scheduler.two_level", {{"active", 1}});
  in_groups.warp_scheduler = "fetch_groups";
  return {{"swl", limited},
          {"daws", divergence_aware},
          {"two_level", two_level},
          {"fetch_groups", in_groups},
          {"warpman", resided("warpman", {{"mode", 1}})},
          {"warp_release", resided("warp_release")},
          {"sequential, warpman",
           combined(organised("spatial", {{"sequential", 1}}), resided("warpman", {{"mode", 1}}))},
          {"overlapping, warpman",
           combined(organised("temporal", {{"overlap", 1}}), resided("warpman", {{"mode", 1}}))},
          {"temporal, warpman",
           combined(organised("temporal", {}), resided("warpman", {{"mode", 1}}))}};
}

gpu::PolicyChoice with_signals(gpu::PolicyChoice company, const std::string& method) {
  const gpu::PolicyChoice signals = signalled(method, 300);
  company.preemption = signals.preemption;
  company.preemption_trigger = signals.preemption_trigger;
  company.configure = [first = company.configure, second = signals.configure](
                          const std::string& prefix, const auto& describe) {
    if (first) first(prefix, describe);
    second(prefix, describe);
  };
  return company;
}

class LeavingCompany : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(LeavingCompany, ComputesTheSame) {
  const auto& [company, method] = GetParam();
  const gpu::PolicyChoice choice = with_signals(every_company().at(company), method);
  std::size_t signals = 0;
  for (const PreemptedProgram& program : preempted_programs()) {
    auto machine = small_machine();
    machine.sm.count = 3;
    machine.sm.blocks = 2;
    Rig rig(machine, choice);
    rig.annotate();
    Decisions decisions;
    rig.gpu().attach(decisions);
    rig.run(program.ptx, program.grid, program.block);
    expect_output(rig, program, company + " under " + method);
    signals += decisions.signals().size();
  }
  EXPECT_GT(signals, 10u);
}

INSTANTIATE_TEST_SUITE_P(
    All, LeavingCompany,
    testing::Combine(testing::Values("swl", "daws", "two_level", "fetch_groups", "warpman",
                                     "warp_release", "sequential, warpman", "overlapping, warpman",
                                     "temporal, warpman"),
                     testing::Values("occup", "live", "live_tbcp", "drain", "flush", "progress")));

/// Warps of a block that wait for room come to no room of a block whose context is on its way back.
TEST(LeavingCompany, ABlockThatComesBackKeepsItsRoom) {
  const std::string unequal = kernel(R"(
  mov.u32 %r1, 0;
  shr.u32 %r2, %tid.x, 5;
  mul.lo.u32 %r2, %r2, 150;
AGAIN:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, %r2;
  @%p1 bra AGAIN;
)");
  auto machine = preempted_machine(1);
  machine.sm.blocks = 8;
  machine.sm.warps = 14;
  machine.context_switch.interval = 40;
  for (const char* method : {"occup", "progress", "chimera"}) {
    Rig rig(machine, with_signals(resided("warpman", {{"mode", 1}}), method));
    rig.annotate();
    Decisions decisions;
    rig.gpu().attach(decisions);
    rig.run(unequal, {40}, {128});
    EXPECT_GT(decisions.returned().size(), 10u) << method;
  }
}

/// What blocks of several grids left in place bars none of them from coming back.
TEST(ReclaimTrigger, ServesMoreGridsThanSmsWhoseBlocksStayInPlace) {
  auto machine = preempted_machine(3);
  machine.sm.registers = 4096;
  Rig rig(machine, choice_of("reclaim", "inplace"));
  rig.annotate();
  Decisions decisions;
  rig.gpu().attach(decisions);
  std::vector<std::uint64_t> grids;
  for (unsigned number = 1; number <= 6; ++number) {
    // Blocks of 2 to 7 warps, so that what one leaves does not fit the other.
    grids.push_back(
        rig.start(counting(1000), {24}, {32 * (1 + number)}, Rig::Launch{.number = number}));
    rig.gpu().advance(rig.gpu().now() + 700);
  }
  for (const std::uint64_t grid : grids) rig.finish(grid);
  EXPECT_GT(decisions.signals().size(), 3u);
}

TEST(DrainedBlocks, EndUnderEveryOrganisationThatFormsWarps) {
  for (const auto& [name, organisation] : every_forming_organisation()) {
    Rig rig(one_at_a_time(), with_signals(organisation, "drain"));
    Decisions decisions;
    rig.gpu().attach(decisions);
    rig.run(counting(1000), {16}, {64});
    EXPECT_GE(decisions.signals().size(), 2u) << name;
  }
}

TEST(Signals, AreRefusedAtOnceWhereBlocksCannotLeave) {
  for (const auto& [name, organisation] : every_forming_organisation()) {
    try {
      Rig rig(one_at_a_time(), with_signals(organisation, "occup"));
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("--set preemption=drain"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace heddle::test
