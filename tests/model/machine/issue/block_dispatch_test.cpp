// Which SM gets a block where SMs are not alike: a grid beside another.

#include <gtest/gtest.h>

#include "heddle/policy/registry.hpp"
#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

gpu::PolicyChoice round_robin(bool spread) {
  gpu::PolicyChoice choice;
  choice.configure = set_of("block_dispatch.round_robin", {{"spread_small_grids", spread}});
  return choice;
}

std::string loop_of(unsigned turns) {
  return kernel(fmt::format(R"(
  mov.u32 %r1, 0;
L:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, {};
  @%p1 bra L;
)",
                            turns));
}

TEST(RoundRobin, OfASmallGridAnSmHoldsItsShareRoundedUp) {
  const auto policy = policy::Registry<policy::BlockDispatch>::instance().make("round_robin");
  policy->attach(15);
  EXPECT_EQ(policy->most_on_an_sm(16, 8), policy::BlockDispatch::kAnyNumber);
  const Values on = {{"spread_small_grids", 1}};
  ValueSetter setter(on);
  policy->describe(setter);
  EXPECT_EQ(policy->most_on_an_sm(1, 8), 1u);
  EXPECT_EQ(policy->most_on_an_sm(15, 8), 1u);
  EXPECT_EQ(policy->most_on_an_sm(16, 8), 2u);
  EXPECT_EQ(policy->most_on_an_sm(119, 8), 8u);
  EXPECT_EQ(policy->most_on_an_sm(120, 8), policy::BlockDispatch::kAnyNumber);  // all are full
}

/// One block fills one of two SMs for long. Four small ones that come then all go to the other; or
/// two of them, and the other two where and when these or the long one have ended.
TEST(RoundRobin, ASmallGridLeavesRoomBesideAnother) {
  const auto cycles = [](bool spread) {
    auto machine = small_machine();
    machine.sm.count = 2;
    machine.sm.warps = 32;
    Rig rig(machine, round_robin(spread));
    rig.start(loop_of(4000), {}, {1024});
    const std::uint64_t small = rig.start(loop_of(500), {4}, {32});
    return duration(rig.finish(small));
  };
  EXPECT_GT(cycles(true), 1.5 * cycles(false));
}

}  // namespace
}  // namespace heddle::test
